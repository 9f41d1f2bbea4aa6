"""Claims of the castle page that share the logic of a rule: cited with it, and in force without it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest
import rulekeep
from click.testing import CliRunner, Result
from rulekeep.kb.knowledge import load
from rulekeep.queries.cli import main

FREE = """game duelmasters
given turn of A
given "Lair": 《海底鬼面城》, in hand
when A executes "Lair" without paying
"""
ASKED = f"{FREE}ask refused no-shield\n"
PAID = ASKED.replace(" without paying", "")
NOTES = ("C03", "C04", "C18", "C19", "C24", "C35", "C57", "C58", "C59", "C60")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@cache
def page() -> dict[str, set[str]]:
    """Statement of the page → the rules whose logic it shares."""
    found: dict[str, set[str]] = {}
    for rule in load("duelmasters").program.theory.rules:
        for sharing in rule.shared:
            found.setdefault(sharing.statement, set()).add(rule.name)
    return found


def steps(report: dict) -> Iterator[dict]:
    todo = list(report["proof"])
    while todo:
        step = todo.pop()
        yield step
        todo += step["premises"]


def test_only_statements_share_and_no_mere_note_does():
    known = load("duelmasters").documents.rules
    assert set(page()) - set(known) == set()
    assert [n for n in NOTES if n in page()] == []


@pytest.mark.parametrize(
    ("statement", "rules"),
    [
        ("C01", {"204.1-castle"}),
        ("C16", {"C15-no-shield"}),
        ("C07", {"703.4k-due", "703.4k-goes"}),
        ("C23", {"703.4k-due", "703.4k-goes"}),
        ("C25", {"703.4k-due", "703.4k-goes"}),
        ("C08", {"C27-trigger"}),
        ("C26", {"C27-trigger"}),
        ("C33", {"C30-force"}),
        ("C76", {"703.4k-goes"}),
        ("C82", {"C27-trigger"}),
    ],
)
def test_a_claim_of_the_page_shares_the_rules_that_it_repeats(statement, rules):
    assert rules <= page()[statement]


@pytest.mark.parametrize(
    ("text", "options", "verdict", "cited"),
    [
        (ASKED, (), "yes", {"C15-no-shield", "C16"}),
        (ASKED, ("C16",), "yes", {"C15-no-shield"}),
        (ASKED, ("C15",), "yes", {"C16-no-shield"}),
        (ASKED, ("C15", "C16"), "no", set()),
        (PAID, (), "yes", {"C15-no-shield"}),
        (PAID, ("C15",), "no", set()),
    ],
)
def test_free_execution_is_refused_by_either_claim(text, options, verdict, cited):
    (answer,) = rulekeep.ask(text, without=list(options))
    assert answer.verdict == verdict
    assert {r for r in answer.rules if r.startswith(("C15", "C16"))} == cited


def test_a_scenario_may_ask_for_the_claim_to_be_cited():
    text = f'scenario "x"\n  cites C16\n{FREE}then refused no-shield\n'.replace(
        "game duelmasters\n", ""
    )
    (report,) = rulekeep.check(text, game="duelmasters")
    assert (report.passed, report.cites_missing) == (True, [])
    (report,) = rulekeep.check(text, game="duelmasters", without=["C16"])
    assert report.cites_missing == ["C16"]


def test_a_proof_tells_the_claim_in_either_language_and_as_data():
    assert "[C15-no-shield; so also C16]" in call("ask", ASKED).stdout
    assert "[C15-no-shield; C16も同旨]" in call("ask", ASKED, "--lang", "ja").stdout
    report = json.loads(call("ask", ASKED, "--format", "json").stdout)
    assert {tuple(s["also"]) for s in steps(report) if s["rule"] == "C15-no-shield"} == {("C16",)}
    assert "C16" in report["answers"][0]["rules"]


def test_a_claim_is_cited_where_the_rule_falls_short():
    text = f'{FREE}given shield L of A: "x1"\nask refused no-shield\n'
    assert "[C15-no-shield; so also C16]" in call("ask", text).stdout
    assert "[C15-no-shield; C16も同旨]" in call("ask", text, "--lang", "ja").stdout


def test_one_of_several_rules_that_fall_short_tells_the_claim_beside_its_name():
    text = "game duelmasters\ngiven shield L of A: 《海底鬼面城》 face up\nask 《海底鬼面城》 is active\n"
    assert "C17-force (so also C02) does not apply:" in call("ask", text).stdout
    assert "C17-force（C02も同旨）は適用されない:" in call("ask", text, "--lang", "ja").stdout


@pytest.mark.parametrize(
    ("lang", "shares", "shared", "where"),
    [
        ("en", "shares the logic of: ", "also said by: ", "(where unpaid(?e))"),
        ("ja", "論理を共有するルール: ", "同旨: ", "(条件 unpaid(?e))"),
    ],
)
def test_the_command_tells_what_a_claim_shares_and_by_what_a_rule_is_shared(
    lang, shares, shared, where
):
    options = ("--game", "duelmasters", "--lang", lang)
    claim, rules = (call("rules", n, *options).stdout.splitlines() for n in ("C16", "C15"))
    (told,) = [line for line in claim if line.strip().startswith(shares)]
    assert f"C15-no-shield {where}" in told
    assert f"  {shared}C16 {where}" in rules


def test_the_command_gives_it_as_data():
    (claim,) = json.loads(call("rules", "C16", "--game", "duelmasters", "--format", "json").stdout)
    assert {"name": "C15-no-shield", "where": "unpaid(?e)"} in claim["shares"]
    rules = json.loads(call("rules", "C15", "--game", "duelmasters", "--format", "json").stdout)
    (rule,) = [r for r in rules if r["name"] == "C15-no-shield"]
    assert {"name": "C16", "where": "unpaid(?e)"} in rule["shared_by"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_claim_without_logic_of_any_kind_cannot_be_left_out(lang):
    result = call("ask", ASKED, "--without", "C19", "--lang", lang)
    assert result.exit_code == 2
    assert "[unknown-rule]" in result.stderr


@pytest.mark.parametrize(("text", "alone"), [(PAID, True), (ASKED, False)])
def test_a_verdict_hangs_on_a_claim_only_if_no_other_states_its_logic(text, alone):
    (answer,) = rulekeep.ask(text.replace("ask", "flip"))
    single = [option[0].args for option in answer.flips if len(option) == 1]
    assert (("C15",) in single) == alone

"""Readings: other logic for a rule, as data, taken only where a question asks for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rulekeep
from click.testing import CliRunner, Result
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.logic.dated import compile_dated
from rulekeep.kb.logic.theory import ConflictingReadings, UnknownReading, build_theory
from rulekeep.kb.messages import message
from rulekeep.kb.readings import Reading, amended, chosen
from rulekeep.kb.sources import core_files, load_readings
from rulekeep.kb.turtle.graph import read_graph
from rulekeep.kb.turtle.readings import read_readings
from rulekeep.kb.turtle.rules import read_rules
from rulekeep.queries.cli import main

from .scenario_files import ScenarioSource, outcome, run, sources
from .worlds import holds, play

READING = "just-after"
WITNESS = """
given "Ring": Artifact
given "Cub": Creature — Bear
when { add card types Creature } on "Ring"
when { set creature types Elf } on "Cub"
when { set creature types Goblin } on Creature from "Warren"
"""
ASKED = f'{WITNESS}ask "Cub" is Elf\n'
ENDED = f'{WITNESS}ask "Cub" is Goblin\n'
LOOP = """
given "Hybrid": Artifact Creature — Elf
when { set card types Artifact } on Creature from "First" at 2
when { set card types Creature } on Artifact from "Second" at 1
then order 1, 2
"""


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


# --- the reading `just-after` of 613.8b ----------------------------------------------------------------


@pytest.mark.parametrize(("readings", "verdict"), [((), "no"), ((READING,), "yes")])
def test_the_witness_tells_the_two_readings_apart(readings: tuple[str, ...], verdict: str) -> None:
    assert rulekeep.ask(ASKED, readings=readings)[0].verdict == verdict


def test_the_order_is_another_under_the_reading() -> None:
    assert rulekeep.check(ASKED)[0].order == [1, 2, 3]
    assert rulekeep.check(ASKED, readings=[READING])[0].order == [1, 3, 2]


def test_in_words_and_in_japanese_it_is_the_same() -> None:
    words = (
        'given "Ring": Artifact; given "Cub": Creature — Bear\n'
        'when "Ring" becomes a creature in addition to its other types\nwhen "Cub" becomes an Elf\n'
        'when all creatures are Goblins from "Warren"\n'
    )
    assert rulekeep.ask(f'{words}ask "Cub" is Elf')[0].verdict == "no"
    assert rulekeep.ask(f"解釈 just-after\n{words}質問 《Cub》はエルフである")[0].verdict == "yes"


@pytest.mark.parametrize("readings", [(), (READING,)])
def test_a_loop_is_as_ever(readings: tuple[str, ...]) -> None:
    (report,) = rulekeep.check(LOOP, readings=readings)
    assert report.passed


def test_a_real_event_ends_the_waiting() -> None:
    text = (
        'given "Ring": Artifact\ngiven "Cub": Creature — Bear\n'
        'when { add card types Creature } on "Ring"\nwhen { set creature types Elf } on "Cub"\n'
        'when { set creature types Goblin } on Creature from "Warren"\n'
        'when { add card types Artifact } on Creature\nask "Cub" is Elf\nask "Cub" is Artifact\n'
    )
    assert [a.verdict for a in rulekeep.ask(text, readings=[READING])] == ["yes", "yes"]


def test_a_rule_of_the_reading_may_be_left_out() -> None:
    for rule in ("613.8b-ahead", "613.8b-has-waited", "613.8b"):
        assert rulekeep.ask(ASKED, readings=[READING], without=[rule])[0].verdict == "no"


def _under_a_reading() -> list[ScenarioSource]:
    words = (f"reading {READING}", f"解釈 {READING}")
    return [s for s in sources() if any(w in s.text for w in words)]


@pytest.mark.parametrize("rule", sorted(r.name for r in load_readings("mtg")[READING].text.rules))
def test_a_scenario_rests_on_each_rule_of_the_reading(rule: str) -> None:
    assert any(outcome(run(s.text)) != outcome(run(s.text, (rule,))) for s in _under_a_reading())


def test_the_default_knows_nothing_of_readings() -> None:
    program = load().program
    assert not any(rule.reading for rule in program.theory.rules)
    assert "hasWaited" not in program.theory.declarations
    assert "hasWaited" not in load().sentences
    assert "613.8b-ahead" not in load().documents.rules


# --- how it is asked for and told ---------------------------------------------------------------------


@pytest.mark.parametrize("command", ["ask", "why", "show", "flip", "orders"])
def test_every_command_that_answers_takes_a_reading(command: str) -> None:
    result = call(command, ASKED, "--reading", READING)
    assert result.exit_code in (0, 1)
    assert "Error" not in result.output
    assert call(command, ASKED, "--reading", "just-aftr").exit_code == 2


def test_check_takes_a_reading(tmp_path: Path) -> None:
    file = tmp_path / "x.rk"
    file.write_text(f'{WITNESS}then "Cub" is Elf\n', encoding="utf-8")
    assert call("check", str(file)).exit_code == 1
    assert call("check", str(file), "--reading", READING).exit_code == 0


def test_a_scenario_may_take_it_itself() -> None:
    assert rulekeep.ask(f"reading {READING}\n{ASKED}")[0].verdict == "yes"


def test_a_proof_marks_the_rules_of_a_reading() -> None:
    english = call("ask", ENDED, "--reading", READING).stdout
    assert "[613.8b-ahead (reading just-after)]" in english
    assert "613.7-timestamp (reading just-after)" in english
    assert "613.8b-waits (" not in english
    japanese = call("ask", ENDED, "--reading", READING, "--lang", "ja").stdout
    assert "613.8b-ahead（解釈 just-after）" in japanese


def test_a_note_says_under_which_reading_an_answer_holds() -> None:
    land = 'given "X": Land\nask "X" is Land\n'
    said = "note: under the reading just-after of 613.8b: "
    assert said in call("ask", land, "--reading", READING).stdout
    assert said not in call("ask", land).stdout
    assert (
        "613.8bの解釈 just-after による"
        in call("ask", land, "--reading", READING, "--lang", "ja").stdout
    )


def test_json_names_the_reading_of_a_step() -> None:
    report = json.loads(call("ask", ENDED, "--reading", READING, "--format", "json").stdout)
    found = set()
    todo = list(report["proof"])
    while todo:
        step = todo.pop()
        found.add((step["rule"], step["reading"]))
        todo += step["premises"]
    assert ("613.8b-ahead", READING) in found
    assert ("613.8b-waits", None) in found


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_unknown_reading_is_one_error_with_the_nearest_name(lang: str) -> None:
    result = call("ask", ASKED, "--reading", "just-aftr", "--lang", lang)
    assert result.exit_code == 2
    assert result.stderr.count("[unknown-reading]") == 1
    assert "`just-after`" in result.stderr


def test_an_unknown_reading_is_raised_in_python() -> None:
    with pytest.raises(DiagnosticError) as caught:
        rulekeep.ask(ASKED, readings=["later"])
    assert [d.code for d in caught.value.diagnostics] == ["unknown-reading"]


# --- `rulekeep rules` ---------------------------------------------------------------------------------


def test_rules_lists_the_readings() -> None:
    last = call("rules").stdout.splitlines()[-1]
    assert last.startswith("just-after  (reading of 613.8b) ")
    assert "just-after" in json.loads(call("rules", "--format", "json").stdout)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_rules_shows_one_reading(lang: str) -> None:
    shown = call("rules", READING, "--lang", lang).stdout
    assert "613.7-timestamp: " in shown
    assert "613.8b-ahead: " in shown
    assert "readings.ttl:" in shown


def test_rules_gives_a_reading_as_data() -> None:
    data = json.loads(call("rules", READING, "--format", "json").stdout)
    assert data["of"] == ["613.8b"]
    replaced = {r["name"] for r in data["rules"] if r["replaces"]}
    assert replaced == {"613.7-defining", "613.7-timestamp", "613.7n-own"}


def test_a_rule_names_its_readings() -> None:
    assert "other readings: just-after" in call("rules", "613.8b").stdout


def test_every_reading_is_told_in_both_languages() -> None:
    for reading in load_readings("mtg").values():
        assert reading.of
        assert set(reading.label) == set(reading.comment) == {"en", "ja"}
        for sentences in reading.sentences.values():
            assert set(sentences.says) == set(sentences.denies) == {"en", "ja"}


# --- readings as data: toy worlds ---------------------------------------------------------------------

PREFIXES = """@prefix rk: <https://w3id.org/rulekeep/core/> .
@prefix t: <https://w3id.org/rulekeep/toy/> .
@prefix r: <https://w3id.org/rulekeep/toy/rule/> .
t:Walker a rk:Rigid ; rk:domains ( t:Walker ) .
t:Tall a rk:Rigid ; rk:domains ( t:Walker ) .
t:fits a rk:Derived ; rk:domains ( t:Walker ) .
r:1 a rk:Rule ; rk:logic "Walker(?w) ^ not Tall(?w) -> fits(?w)" .
r:2 a rk:Rule ; rk:logic "Walker(?w) -> fits(?w)" .
t:strict a rk:Reading ; rk:of r:2 .
"""
STRICT_RULE = 't:strict-2 a rk:ReadingRule ; rk:inReading t:strict ; rk:replaces r:2 ; rk:logic "Walker(?w) ^ Tall(?w) -> fits(?w)" .'


def read(folder: Path, text: str) -> dict[str, Reading]:
    """The readings of a toy ontology."""
    return _read(folder, text)[1]


def _read(folder: Path, text: str):  # type: ignore[no-untyped-def]
    file = folder / "toy.ttl"
    file.write_text(PREFIXES + text, encoding="utf-8")
    core = [f for f in core_files() if f.endswith("core.ttl")]
    graph, places = read_graph([*core, str(file)])
    theory = build_theory(*read_rules(graph, places))
    return theory, read_readings(graph, places, theory)


def _fit(folder: Path, text: str, *names: str) -> set[str]:
    theory, readings = _read(folder, text)
    program = compile_dated(amended(theory, chosen(readings, names))).newest
    result = play(program, "Walker(Ann) ^ Walker(Bob) ^ Tall(Bob)")
    return {w for w in ("Ann", "Bob") if holds(result, f"fits({w})") == {True}}


def test_a_reading_replaces_a_rule(tmp_path: Path) -> None:
    text = f"{STRICT_RULE}\nt:strict rk:drops r:1 ."
    assert _fit(tmp_path, text) == {"Ann", "Bob"}
    assert _fit(tmp_path, text, "strict") == {"Bob"}


def test_a_reading_drops_a_rule(tmp_path: Path) -> None:
    assert _fit(tmp_path, "t:strict rk:drops r:2 .", "strict") == {"Ann"}


def test_a_reading_adds_rules_and_predicates(tmp_path: Path) -> None:
    text = """t:strict rk:drops r:1 , r:2 .
t:known a rk:Derived ; rk:inReading t:strict ; rk:domains ( t:Walker ) .
r:3 a rk:ReadingRule ; rk:inReading t:strict ; rk:logic "Tall(?w) -> known(?w)" .
r:4 a rk:ReadingRule ; rk:inReading t:strict ; rk:logic "known(?w) -> fits(?w)" .
"""
    assert _fit(tmp_path, text, "strict") == {"Bob"}


def test_a_functional_fluent_of_a_reading_loses_its_old_value(tmp_path: Path) -> None:
    text = """t:at a rk:Fluent ; rk:inReading t:strict ; rk:domains ( t:Walker rk:Number ) ; rk:functional true .
r:3 a rk:ReadingRule ; rk:inReading t:strict ; rk:logic "happens(Go) ^ Tall(?w) -> starts at(?w,1)" .
r:4 a rk:ReadingRule ; rk:inReading t:strict ; rk:logic "happens(Come) ^ Tall(?w) -> starts at(?w,2)" .
"""
    theory, readings = _read(tmp_path, text)
    program = compile_dated(amended(theory, readings.values())).newest
    result = play(program, "Walker(Bob) ^ Tall(Bob)", (("Go", 1), ("Come", 2)))
    assert (holds(result, "at(Bob,1)"), holds(result, "at(Bob,2)")) == ({False}, {True})


def test_a_reading_of_a_rule_holds_as_long_as_the_rule(tmp_path: Path) -> None:
    text = f'{STRICT_RULE}\nr:2 rk:validFrom "2010-01-01" .'
    theory, readings = _read(tmp_path, text)
    under = amended(theory, readings.values())
    assert {r.name for r in under.as_of("2009-01-01").rules if r.reading} == set()
    assert {r.name for r in under.as_of("2010-01-01").rules if r.reading} == {"2"}


def test_readings_are_taken_by_name(tmp_path: Path) -> None:
    readings = read(tmp_path, STRICT_RULE)
    with pytest.raises(UnknownReading):
        chosen(readings, ["strikt"])


def test_two_readings_of_one_rule_exclude_each_other(tmp_path: Path) -> None:
    text = f"{STRICT_RULE}\nt:mild a rk:Reading ; rk:of r:2 ; rk:drops r:2 ."
    readings = read(tmp_path, text)
    assert len(chosen(readings, ["mild", "mild"])) == 1
    with pytest.raises(ConflictingReadings) as caught:
        chosen(readings, ["strict", "mild"])
    assert (caught.value.names, caught.value.rule) == (("mild", "strict"), "2")


FAULTS = [
    ("syntax", 'r:3 a rk:ReadingRule ; rk:inReading t:strict ; rk:logic "Walker(?w) & fits(?w)" .'),
    ("undeclared", 'r:3 a rk:ReadingRule ; rk:inReading t:strict ; rk:logic "Walkr(?w) -> fits(?w)" .'),
    ("unsafe-variable", 'r:3 a rk:ReadingRule ; rk:inReading t:strict ; rk:logic "Walker(?w) -> fits(?v)" .'),
    ("reading-missing", 'r:3 a rk:ReadingRule ; rk:inReading t:strikt ; rk:logic "Walker(?w) -> fits(?w)" .'),
    (
        "reading-of-unknown-rule",
        'r:3 a rk:ReadingRule ; rk:inReading t:strict ; rk:replaces r:9 ; rk:logic "Walker(?w) -> fits(?w)" .',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), FAULTS, ids=[code for code, _ in FAULTS])
def test_a_bad_rule_of_a_reading_is_refused_with_its_place(
    tmp_path: Path, code: str, text: str
) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read(tmp_path, text)
    (fault,) = caught.value.diagnostics
    assert fault.code == code
    for lang in ("en", "ja"):
        assert "toy.ttl:10" in message(fault, lang)


def test_a_reading_that_drops_an_unknown_rule_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read(tmp_path, "t:strict rk:drops r:11 .")
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.params["place"]) == ("reading-of-unknown-rule", "toy.ttl:9")


def test_a_rule_that_is_there_is_replaced_only_where_it_is_said(tmp_path: Path) -> None:
    text = 'r:1 a rk:ReadingRule ; rk:inReading t:strict ; rk:logic "Walker(?w) -> fits(?w)" .'
    with pytest.raises(DiagnosticError) as caught:
        read(tmp_path, text)
    assert [d.code for d in caught.value.diagnostics] == ["rule-twice"]


def test_a_predicate_is_not_declared_anew_by_a_reading(tmp_path: Path) -> None:
    text = "rk:Tall a rk:Rigid ; rk:inReading t:strict ; rk:domains ( t:Walker ) .\n"
    with pytest.raises(DiagnosticError) as caught:
        read(tmp_path, text)
    assert [d.code for d in caught.value.diagnostics] == ["declared-twice"]


def test_every_fault_of_the_readings_is_reported(tmp_path: Path) -> None:
    faults = dict(FAULTS)
    with pytest.raises(DiagnosticError) as caught:
        read(tmp_path, f"{faults['syntax'].replace('r:3', 'r:4')}\n{faults['reading-missing']}")
    assert sorted(d.code for d in caught.value.diagnostics) == ["reading-missing", "syntax"]

"""Statements and rulings against each other: the sets, the repairs, and why."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from rulekeep.kb.consistency.claims import Claim, ranked
from rulekeep.kb.consistency.conflicts import find_conflicts
from rulekeep.kb.logic.syntax import Atom, Head, Literal, Rule
from rulekeep.queries.cli import main

# The statements and bridges of the Next Breaker question, and what cannot hold together on its board.
IN_QUESTION = "C84,C86,B1,C25,C85,C30,C17+C02,B2,C80,B3"
CONFLICTS = [
    {"C84", "C86"}, {"C84", "B1", "C25"}, {"C84", "B1", "C85"}, {"C84", "C30", "C17+C02"},
    {"C84", "B2", "C80"}, {"C86", "C85", "B3"}, {"B1", "C85", "B3"}, {"C30", "C17+C02", "C85", "B3"},
    {"B2", "C80", "C85", "B3"},
]  # fmt: skip
REPAIRS = [
    {"C84", "C85"}, {"C84", "B3"}, {"C86", "B1", "C30", "B2"}, {"C86", "B1", "C30", "C80"},
    {"C86", "B1", "C17+C02", "B2"}, {"C86", "B1", "C17+C02", "C80"},
    {"C86", "C25", "C30", "B2", "C85"}, {"C86", "C25", "C30", "C80", "C85"},
    {"C86", "C25", "C17+C02", "B2", "C85"}, {"C86", "C25", "C17+C02", "C80", "C85"},
]  # fmt: skip


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["consistency", *arguments])
    return result.exit_code, result.output


def data(*arguments: str) -> dict[str, object]:
    return json.loads(run(*arguments, "--format", "json")[1])


@pytest.fixture(scope="module")
def in_question() -> dict[str, object]:
    return data("--game", "duelmasters", "--only", IN_QUESTION)


@pytest.fixture(scope="module")
def everything() -> dict[str, object]:
    return data("--game", "duelmasters")


def sets(found: dict[str, object], key: str) -> set[frozenset[str]]:
    return {frozenset(names) for names in found[key]}  # type: ignore[attr-defined]


def test_the_next_breaker_question_has_just_these_conflicts_and_repairs(in_question) -> None:
    assert in_question["complete"] is True
    assert sets(in_question, "conflict_sets") == set(map(frozenset, CONFLICTS))
    assert sets(in_question, "repairs") == set(map(frozenset, REPAIRS))


def test_the_repair_that_keeps_every_official_answer_at_the_least_price_comes_first(
    in_question, everything
) -> None:
    assert set(in_question["repairs"][0]) == {"C84", "B3"}
    assert set(everything["repairs"][0]) == {"C84", "B3"}


def test_all_statements_conflict_in_these_ways_and_more(everything) -> None:
    assert sets(everything, "conflict_sets") > set(map(frozenset, CONFLICTS))


def test_every_conflict_has_its_smallest_board_and_ends_in_a_contradiction(everything) -> None:
    explained = [c for board in everything["boards"] for c in board["explained"]]
    assert explained
    for conflict in explained:
        claims = {s["claim"] for s in conflict["steps"]}
        assert set(conflict["claims"]) <= claims
        *_, last = conflict["steps"]
        said = {(s["fact"], s["holds"]) for s in conflict["steps"]}
        given = {(f, True) for f in conflict["facts"]}
        assert (last["fact"], not last["holds"]) in said | given
        assert conflict["facts"]


def test_g_castles_are_a_tension_of_their_own(everything) -> None:
    board = next(b for b in everything["boards"] if "G-Castle" in b["board"])
    assert board["conflict_sets"] == [["C30", "C70"]]


def test_without_bridges_only_what_was_stated_conflicts() -> None:
    found = data("--game", "duelmasters", "--only", IN_QUESTION, "--no-bridges")
    assert sets(found, "conflict_sets") == {
        frozenset({"C84", "C86"}),
        frozenset({"C84", "C30", "C17+C02"}),
    }


def test_what_is_hard_is_not_given_up() -> None:
    found = data("--game", "duelmasters", "--only", IN_QUESTION, "--hard-from", "5")
    assert all(not {"C25", "C80", "C85"} & set(repair) for repair in found["repairs"])
    assert ["C84"] not in found["repairs"] or found["conflict_sets"]


@pytest.mark.parametrize(("lang", "words"), [("en", "cannot hold together"), ("ja", "両立しない")])
def test_both_sides_are_told_in_both_languages(lang: str, words: str) -> None:
    code, text = run("--game", "duelmasters", "--only", IN_QUESTION, "--lang", lang)
    assert code == 1
    assert words in text
    assert "C84" in text


def test_a_bound_says_that_there_may_be_more() -> None:
    found = data("--game", "duelmasters", "--only", IN_QUESTION, "--max", "3")
    assert found["complete"] is False
    assert "cut short" in run("--game", "duelmasters", "--only", IN_QUESTION, "--max", "3")[1]


def test_the_known_tensions_come_out_as_what_they_are(everything) -> None:
    found = {t["id"]: t for t in everything["tensions"]}
    assert all(t["borne_out"] for t in found.values())
    assert [found[n]["kind"] for n in ("T01", "T05", "T16", "T21", "T70")] == [
        "contradiction", "typing", "discrepancy", "ambiguity", "undated",
    ]  # fmt: skip
    readings = {t["reading"] for t in found.values() if t["reading"]}
    assert readings == {"strict-triggers", "own-shield", "whole-shield"}


# --- many claims ------------------------------------------------------------------------------------


def claim(name: str, atom: str, *, holds: bool = True, trust: int = 5) -> Claim:
    head = Head(Atom(atom, (name.partition("-")[0],)), "" if holds else "not")
    return Claim(name, (name,), (Rule(name, (), (head,)),), trust)


def test_five_contradictions_among_ten_thousand_claims_are_all_found() -> None:
    claims = [claim(f"r{n}", "answer") for n in range(10_000)]
    places = random.Random(5).sample(range(10_000), 5)
    planted = [claim(f"r{n}-again", "answer", holds=False) for n in places]
    found = find_conflicts([*claims, *planted], (), ())
    assert found.complete
    assert set(found.conflict_sets) == {(f"r{n}", f"r{n}-again") for n in places}
    assert len(found.repairs) == 2**5


def test_a_contradiction_over_several_claims_is_shrunk_to_these() -> None:
    chain = [Claim(f"c{n}", (f"c{n}",), (_rule(f"p{n}", f"p{n + 1}"),)) for n in range(40)]
    ends = [
        Claim("begin", ("begin",), (_rule(None, "p10"),)),
        Claim("end", ("end",), (_no("p15"),)),
    ]
    found = find_conflicts([*chain, *ends], (), ())
    assert found.conflict_sets == (("begin", "c10", "c11", "c12", "c13", "c14", "end"),)
    assert len(found.repairs) == 7


def _rule(body: str | None, head: str) -> Rule:
    premises = (Literal(Atom(body, ("x",))),) if body else ()
    return Rule("", premises, (Head(Atom(head, ("x",))),))


def _no(atom: str) -> Rule:
    return Rule("", (), (Head(Atom(atom, ("x",)), "not"),))


def test_what_may_not_be_given_up_can_contradict_itself() -> None:
    hard = [claim("a", "p"), claim("a-no", "p", holds=False)]
    found = find_conflicts([claim("b", "q")], hard, ())
    assert (found.conflict_sets, found.repairs) == (((),), ())


def test_a_stopped_search_keeps_what_it_found() -> None:
    claims = [claim(f"r{n}", "a") for n in range(3)]
    claims += [claim(f"r{n}-no", "a", holds=False) for n in range(3)]

    def stop(conflicts: int, repairs: int) -> None:
        if conflicts + repairs == 2:
            raise KeyboardInterrupt

    found = find_conflicts(claims, (), (), progress=stop)
    assert not found.complete
    assert len(found.conflict_sets) + len(found.repairs) == 2


def test_repairs_are_ranked_by_what_they_give_up() -> None:
    answer, wiki, old = claim("answer", "a", trust=5), claim("wiki", "b", trust=2), claim("x", "c")
    bridge = Claim("bridge", ("bridge",), (), 1, bridge=True)
    repairs = [frozenset({"answer"}), frozenset({"wiki", "x"}), frozenset({"wiki", "bridge"})]
    order = ranked(repairs, [answer, wiki, old, bridge], firm=5)
    assert order == [("wiki", "bridge"), ("answer",), ("x", "wiki")]


# --- rulings ------------------------------------------------------------------------------------------

RULING = """\
scenario "Bear {n}"
  ruling bear-{n}
  answer "It is a creature."
  source "test"
  dated 2020-01-01
  status official
given "Bear": Creature — Bear
then "Bear" is Creature

"""


def test_a_reason_that_contradicts_an_answer_is_found_among_many_rulings(tmp_path: Path) -> None:
    text = "".join(RULING.format(n=n) for n in range(300))
    text += RULING.format(n="odd").replace(
        "  source",
        '  reason "no Bear is a creature": hasSubtype(?o,Bear) -> not hasCardType(?o,Creature)\n  source',
    )
    (tmp_path / "bears.rk").write_text(text, encoding="utf-8")
    found = data(str(tmp_path))
    assert found["rulings"] == 301
    assert all("bear-odd#1" in names for names in found["conflict_sets"])
    assert ["bear-odd#1"] in found["repairs"]


def test_a_wrong_answer_disagrees_with_the_rules(tmp_path: Path) -> None:
    text = RULING.format(n=1) + RULING.format(n=2).replace("is Creature", "is Artifact")
    (tmp_path / "bears.rk").write_text(text, encoding="utf-8")
    code, _ = run(str(tmp_path))
    found = data(str(tmp_path))
    assert code == 1
    assert [(f["kind"], f["ruling"]) for f in found["findings"]] == [("disagrees", "bear-2")]


def test_two_answers_to_one_question_are_told_unless_one_is_superseded(tmp_path: Path) -> None:
    later = RULING.format(n=2).replace('"Bear"', '"Cub"').replace("is Creature", "is not Creature")
    file = tmp_path / "bears.rk"
    file.write_text(RULING.format(n=1) + later, encoding="utf-8")
    kinds = {f["kind"]: f["ruling"] for f in data(str(tmp_path))["findings"]}
    assert kinds == {"answers-differ": "bear-2", "disagrees": "bear-2"}
    file.write_text(
        RULING.format(n=1) + later.replace("status official", "status superseded"), encoding="utf-8"
    )
    assert "answers-differ" not in {f["kind"] for f in data(str(tmp_path))["findings"]}

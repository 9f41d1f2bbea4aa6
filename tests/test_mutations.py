"""Every rule with logic bears on a scenario: without it, a verdict, a type line or an order changes.

A rule is switched off in scenarios that were read once; those in which its proofs cite it come first,
so that most rules are settled by one run. Rules whose removal moves citations only are listed, with the
reason, in `mutation_exceptions.toml`.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import Knowledge, load
from rulekeep.kb.logic.program import restrict
from rulekeep.queries.answer import Answer
from rulekeep.queries.case import Case, build_case
from rulekeep.queries.find import find
from rulekeep.queries.meaning import Meaning, mean
from rulekeep.queries.parse import parse
from rulekeep.queries.scenario_knowledge import knowledge_for
from rulekeep.queries.syntax import Find, Question, ScenarioText, UndeterminedExpectation

from .scenario_files import sources
from .worlds import path, play, program

EXCEPTIONS: dict[str, str] = tomllib.loads(
    Path(__file__).with_name("mutation_exceptions.toml").read_text(encoding="utf-8")
)["rules"]
DUE_ONLY = ("core-due", "core-due-next", "core-outranked", "core-real-due", "core-step")
RULES = [rule.name for rule in load().program.theory.rules]
AT_MOST = 0.1


@dataclass(frozen=True)
class Read:
    """A scenario that was read, with what it comes to and the rules behind it."""

    scenario: ScenarioText
    meaning: Meaning
    date: str | None
    outcome: tuple[object, ...]
    rules: frozenset[str]

    def changes(self, name: str) -> bool:
        """Whether something changes when a rule is taken out; an error is a change."""
        return _outcome(self, _without(self.date, name))[0] != self.outcome


@functools.cache
def _without(date: str | None, name: str) -> Knowledge:
    knowledge = knowledge_for("mtg", date)
    theory = knowledge.program.theory
    kept = tuple(rule for rule in theory.rules if rule.name != name)
    return replace(knowledge, program=restrict(knowledge.program, replace(theory, rules=kept)))


@functools.cache
def _all() -> tuple[Read, ...]:
    found = []
    for source in sources():
        scenarios, faults = parse(source.text)
        if faults:
            continue  # refused while it is read, so no rule bears on it
        for scenario in scenarios:
            if scenario.game != "mtg":
                continue
            knowledge = knowledge_for("mtg", scenario.as_of)
            meaning, faults = mean(scenario, knowledge)
            if not faults:
                blank = Read(scenario, meaning, scenario.as_of, (), frozenset())
                outcome, rules = _outcome(blank, knowledge)
                found.append(replace(blank, outcome=outcome, rules=rules))
    return tuple(found)


def _outcome(read: Read, knowledge: Knowledge) -> tuple[tuple[object, ...], frozenset[str]]:
    """Verdicts, type lines and order of a scenario, and all rules that its proofs name."""
    try:
        case = build_case(read.meaning, knowledge)
        answers = [a for s in read.scenario.statements if (a := _answer(s, case))]
    except DiagnosticError as error:
        return tuple(d.code for d in error.diagnostics), frozenset()
    lines = [
        {name: case.types(name, leaf) for name in read.meaning.objects} for leaf in case.run.leaves
    ]
    orders = {tuple(case.order(leaf)) for leaf in case.run.leaves}
    verdicts = tuple((a.verdict, a.rows) for a in answers)
    rules = frozenset(n for a in answers for proof in a.proofs for n in proof.rules())
    return (verdicts, sorted(map(repr, map(_sorted, lines))), sorted(orders)), rules


def _sorted(line: dict[str, frozenset[str]]) -> list[tuple[str, list[str]]]:
    return sorted((name, sorted(ids)) for name, ids in line.items())


def _answer(statement: object, case: Case) -> Answer | None:
    if isinstance(statement, Find):
        return find(statement, case.knowledge)
    if not isinstance(statement, Question):
        return None
    expectation = statement.expectation
    inner = expectation.inner if isinstance(expectation, UndeterminedExpectation) else expectation
    return case.ask(inner, statement.after_step)


def witness(name: str) -> str | None:
    """The title of a scenario in which something changes without the rule; the likeliest first."""
    for read in sorted(_all(), key=lambda r: (name not in r.rules, len(r.meaning.objects))):
        if read.changes(name):
            return read.scenario.title
    return None


@pytest.mark.parametrize("name", [n for n in RULES if n not in (*EXCEPTIONS, *DUE_ONLY)])
def test_a_scenario_rests_on_the_rule(name: str) -> None:
    assert witness(name), f"nothing changes without {name}: a scenario is missing, or it is idle"


@pytest.mark.parametrize("name", sorted(EXCEPTIONS))
def test_a_listed_rule_moves_no_answer(name: str) -> None:
    assert witness(name) is None, f"{name} has a scenario now and must leave the list"


def test_few_rules_are_listed_and_each_is_there() -> None:
    assert set(EXCEPTIONS) <= set(RULES)
    assert all(len(reason) > 20 for reason in EXCEPTIONS.values())
    assert len(EXCEPTIONS) <= AT_MOST * len(RULES)


# Nothing is due in a scenario of the type line, so the scheduler's rules for that are tried on bombs:
# two go off at once, a slow one after them, then the given event; a brush paints anew after each.
BOMBS = """
rigid Bomb(Thing)
rigid Brush(Event)
rigid fuse(Thing, Number)
rigid slow(Thing)
fluent burst(Thing)
term blast(Thing)
bomb:     Bomb(?b) ^ not burst(?b) -> due(blast(?b))
rank:     Bomb(?b) ^ fuse(?b,?n) -> rank(blast(?b),?n)
together: Bomb(?b) ^ not slow(?b) -> simultaneous(blast(?b))
bursts:   happens(blast(?b)) -> starts burst(?b)
brush:    Brush(?e) -> candidate(?e)
next:     mayHappen(?e) -> happensNext(?e)
"""
LIT = "Bomb(Ash) ^ fuse(Ash,1) ^ Bomb(Birch) ^ fuse(Birch,1) ^ Bomb(Cork) ^ fuse(Cork,2) ^ slow(Cork) ^ Brush(Dab)"


def _explode(drop: str = "") -> list[str]:
    try:
        result = play(program(BOMBS, drop), LIT, (("Bell", 1),))
    except DiagnosticError as error:
        return [d.code for d in error.diagnostics]
    return [result.bound or "", *path(result)] if result.leaves else [result.bound or "no end"]


def test_what_is_due_comes_by_rank_and_together() -> None:
    assert _explode() == ["", "Dab", "step(1)", "Dab", "blast(Cork)", "Dab", "Bell", "Dab"]


@pytest.mark.parametrize("name", DUE_ONLY)
def test_what_is_due_rests_on_the_rule(name: str) -> None:
    assert _explode(f"drop {name}") != _explode()


def test_given_events_that_never_come_are_an_error_by_core_given() -> None:
    assert _explode("drop core-given-next") == ["stuck"]
    assert _explode("drop core-given-next\ndrop core-given")[-1] != "Bell"

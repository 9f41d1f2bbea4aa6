"""Exact lists: whether the values of an argument are just those that a sentence names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kb.logic.levels import NOW_STATE
from ...kb.logic.syntax import Atom, Literal, Premise, Value, Var
from ...kb.proof.matching import Matcher
from ..syntax import ExactlyExpectation

if TYPE_CHECKING:
    from ..answers.case import Case
    from .collected import Collected

_OPEN = Var("value")


def open_facts(expectation: ExactlyExpectation, c: Collected) -> tuple[Premise, ...]:
    """What is listed as literals with a variable for the listed argument; words are judged."""
    at, found = expectation.position, []
    for fact in expectation.of:
        domains = c.knowledge.program.theory.declarations[fact.predicate].domains
        c.judge(fact.args, (*domains[:at], *domains[at + 1 :]), fact.places)
        args = (*fact.args[:at], _OPEN, *fact.args[at:])
        found.append(Literal(Atom(fact.predicate, args)))
        places = expectation.places if fact is expectation.of[0] else ()
        c.judge(expectation.values, (domains[at],) * len(expectation.values), places)
    return tuple(found)


def judge_exactly(
    expectation: ExactlyExpectation, case: Case, situation: int
) -> tuple[bool, list[Atom]]:
    """Whether an exact list is met in a situation, and the statements that decide it.

    For a no they begin with the first named value that is missing, or the first that is not named.
    Where nothing is there and nothing is named, they are what was there at the start.
    """
    met, decisive, named = True, list[Atom](), list[Atom]()
    for pattern in _patterns(expectation, case):
        there = _values(pattern, case, situation)
        missing = [v for v in expectation.values if v not in there]
        more = [v for v in there if v not in expectation.values]
        met = met and not missing and not more
        decisive += [_filled(pattern, v) for v in (missing or more)[:1]]
        named += [_filled(pattern, v) for v in expectation.values if v in there]
        if not there and not expectation.values:
            before = _values(pattern, case, 0)
            named += [_filled(pattern, v) for v in before] or [pattern]
    return met != expectation.negated, list(dict.fromkeys((*decisive[:1], *named)))


def listed(expectation: ExactlyExpectation, case: Case, situation: int) -> list[list[Value]]:
    """What is there in a situation, for each thing that is asked about."""
    return [_values(pattern, case, situation) for pattern in _patterns(expectation, case)]


def _patterns(expectation: ExactlyExpectation, case: Case) -> list[Atom]:
    body = case.meaning.bodies[expectation.text]
    return [p.atom for p in body if isinstance(p, Literal)]


def _values(pattern: Atom, case: Case, situation: int) -> list[Value]:
    found = Matcher(case.run).instances(Literal(pattern), {}, NOW_STATE, (situation,))
    return sorted({bindings[_OPEN.name] for bindings in found}, key=str)


def _filled(pattern: Atom, value: Value) -> Atom:
    return Atom(pattern.predicate, tuple(value if a == _OPEN else a for a in pattern.args))

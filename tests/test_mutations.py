"""Every rule with logic bears on a scenario: without it, a verdict, a type line or an order changes.

Rules whose removal moves citations only are listed, with the reason, in `mutation_exceptions.toml`. The
rules of Duel Masters have a test of their own (`test_castle_mutations.py`).
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load

from . import mutations
from .scenario_files import sources
from .worlds import path, play, program

EXCEPTIONS: dict[str, str] = tomllib.loads(
    Path(__file__).with_name("mutation_exceptions.toml").read_text(encoding="utf-8")
)["rules"]
DUE_ONLY = ("core-due", "core-due-next", "core-outranked", "core-real-due", "core-step")
RULES = [rule.name for rule in load().program.theory.rules]
AT_MOST = 0.1


@functools.cache
def _all() -> tuple[mutations.Read, ...]:
    return tuple(mutations.read_all(sources(), ("mtg",)))


def witness(name: str) -> str | None:
    """The title of a scenario in which something changes without the rule."""
    return mutations.witness(name, _all())


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

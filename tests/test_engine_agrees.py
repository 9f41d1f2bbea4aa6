"""The engine and the reference evaluator give the same lines on random scenarios.

RULEKEEP_EXAMPLES sets how many scenarios are tried (default 60 a test).
"""

from __future__ import annotations

import functools
import os

import pytest
import rulekeep
from hypothesis import HealthCheck, assume, given, note, settings
from rulekeep.kb.logic.levels import NOW_STATE
from rulekeep.kb.logic.syntax import Compound, Value

from .reference import evaluate
from .reference_cases import LISTS, CaseReader, shared_game
from .reference_values import Game, Scenario
from .scenario_dsl import to_dsl
from .strategies import CARDS, GAME, every_member, real_lines, scenarios

pytestmark = pytest.mark.skipif(
    not hasattr(rulekeep, "check"), reason="the public API is not there yet"
)
SETTINGS = settings(
    max_examples=int(os.environ.get("RULEKEEP_EXAMPLES", "60")),
    deadline=None,
    derandomize="RULEKEEP_EXAMPLES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
WAITS = """
given "First": Legendary Land
given "Second": Basic Land — Plains
when { add subtypes Swamp } on Land from "First"
when { set basic land types Mountain } on Land and not Basic from "Outside"
"""


@functools.cache
def engine_waits() -> bool:
    """Whether the engine follows 613.8: then the older ability waits and is gone."""
    return "land-type/Swamp" not in rulekeep.show(WAITS)["Second"]


def _agree(scenario: Scenario, game: Game) -> None:
    outcome = evaluate(scenario, game, dependency=engine_waits())
    if not engine_waits():
        assume(outcome.lines == evaluate(scenario, game).lines)
    text = to_dsl(scenario)
    note(text)
    report = rulekeep.check(text)[0]
    assert not report.errors, text
    members = game.members["creature-type"]
    got = {n: every_member(ids, scenario, members) for n, ids in report.lines.items()}
    assert {n: line.ids for n, line in outcome.lines.items()} == got, text
    assert outcome.abilities == _abilities(report), text


def _abilities(report: rulekeep.Report) -> frozenset[tuple[int, str]]:
    """Who has which ability at the end: the number of its effect, and the object."""
    run = report.case.run
    held = run.tuples("hasAbility", "", NOW_STATE, (run.leaves[0],))
    return frozenset((_number(ability), str(holder)) for holder, ability in held)


def _number(ability: Value) -> int:
    while isinstance(ability, Compound):  # words of it were changed
        ability = ability.args[0]
    return int(str(ability).removeprefix("E"))


@SETTINGS
@given(scenario=scenarios())
def test_on_scenarios_of_fixed_lines(scenario: Scenario) -> None:
    _agree(scenario, GAME)


@functools.cache
def _shared() -> tuple[CaseReader, tuple[str, ...]]:
    reader = CaseReader(shared_game())
    return reader, tuple(real_lines(reader))


if CARDS.exists() and LISTS.exists():

    @SETTINGS
    @given(scenario=scenarios(_shared()[1], _shared()[0]))
    def test_on_scenarios_of_real_lines(scenario: Scenario) -> None:
        _agree(scenario, _shared()[0].game)

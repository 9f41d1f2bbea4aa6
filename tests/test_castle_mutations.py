"""Every castle rule bears on a scenario, and every statement that shares a logic is cited in one.

Each rule of Duel Masters and of PLAY'S that is not the scheduler's is switched off, those of readings
under their reading. Rules whose removal moves citations only are listed, with the reason, in
`mutation_exceptions.toml`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from rulekeep.kb.knowledge import load
from rulekeep.kb.sources import ONTOLOGY, load_readings
from rulekeep.queries.suite.suite import cut

from . import mutations
from .scenario_files import ScenarioSource, sources

PAPER, PLAYS = "duelmasters", "duelmasters-plays"
_LISTED = tomllib.loads(
    Path(__file__).with_name("mutation_exceptions.toml").read_text(encoding="utf-8")
)
EXCEPTIONS: dict[str, dict[str, str]] = {
    PAPER: _LISTED["castles"],
    PLAYS: _LISTED["castles-plays"],
}
AT_MOST = 0.1


def own_rules() -> Iterator[tuple[str, str]]:
    """Game and name of each rule that neither Magic has nor, for PLAY'S, the paper game."""
    known = dict(load("mtg").program.theory.by_name)
    for game in (PAPER, PLAYS):
        rules = load(game).program.theory.by_name
        yield from ((game, name) for name in rules if known.get(name) != rules[name])
        known |= rules


def statements() -> list[str]:
    """The statements that share the logic of a rule."""
    rules = load(PAPER).program.theory.rules
    return sorted({sharing.statement for rule in rules for sharing in rule.shared})


OWN = list(own_rules())
LISTED = [(game, name) for game, names in EXCEPTIONS.items() for name in names]
READ_OTHERWISE = [(n, rule.name) for n, r in load_readings(PAPER).items() for rule in r.text.rules]


@functools.cache
def _all() -> tuple[mutations.Read, ...]:
    rulings = Path(ONTOLOGY) / "duelmasters" / "rulings" / "castle-page.rk"
    cases = cut(rulings.read_text(encoding="utf-8"), rulings.stem)
    more = [ScenarioSource(rulings.stem, case.id, case.text) for case in cases]
    return tuple(mutations.read_all([*sources(), *more], (PAPER, PLAYS)))


def _of(game: str) -> list[mutations.Read]:
    return [read for read in _all() if read.world[0] == game]


@pytest.mark.parametrize(("game", "name"), [rule for rule in OWN if rule not in LISTED])
def test_a_castle_scenario_rests_on_the_rule(game: str, name: str) -> None:
    found = mutations.witness(name, _of(game))
    assert found is not None, (
        f"nothing changes without {name}: a scenario is missing, or it is idle"
    )


@pytest.mark.parametrize(("reading", "name"), READ_OTHERWISE)
def test_a_castle_scenario_rests_on_the_rule_of_a_reading(reading: str, name: str) -> None:
    under = [read for read in _of(PAPER) if reading in read.world[2]]
    assert mutations.witness(name, under) is not None


@pytest.mark.parametrize(("game", "name"), LISTED)
def test_a_listed_castle_rule_moves_no_answer(game: str, name: str) -> None:
    assert mutations.witness(name, _of(game), citing=True) is None


def test_few_castle_rules_are_listed_and_each_is_there() -> None:
    assert set(LISTED) <= set(OWN)
    assert all(len(reason) > 20 for names in EXCEPTIONS.values() for reason in names.values())
    assert len(LISTED) <= AT_MOST * len(OWN)


@pytest.mark.parametrize("statement", statements())
def test_a_statement_that_shares_a_logic_is_cited_in_a_scenario(statement: str) -> None:
    citing = [read for read in _of(PAPER) if statement in read.rules]
    assert citing, f"no scenario cites {statement}"
    read = min(citing, key=lambda r: len(r.meaning.objects))
    assert statement not in mutations.unshared(statement, read)

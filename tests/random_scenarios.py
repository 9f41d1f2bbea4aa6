"""Random scenarios that can be repeated: a seed gives the same ones in every version of Python.

Left out is what the reference evaluator does not know, as in `strategies`: copies of objects that
have abilities, and effects that give and take one type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from .reference_values import COPIES, FACE_DOWN, TEXT, Change, Filter, Op, Scenario, Thing
from .strategies import BASIC, CARD_TYPES, ELSEWHERE, LINES, READER, SUPERTYPES, WORDS

T = TypeVar("T")
NAMES = ("First", "Second", "Third", "Fourth", "Fifth")
CREATURES = tuple(WORDS["creature-type"][:12])  # few, so that effects meet
OFTEN = ("Artifact", "Creature", "Enchantment", "Land")


class Dice:
    """Choices of one seed; only `Random.random` is promised never to change."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, number: int) -> int:
        """A number from 0 that is smaller than `number`."""
        return int(self._random.random() * number)

    def one(self, values: Sequence[T]) -> T:
        """One of several values."""
        return values[self.below(len(values))]

    def some(self, values: Sequence[T], most: int = 2) -> tuple[T, ...]:
        """One or more different values."""
        left, chosen = list(values), list[T]()
        for _ in range(1 + self.below(most)):
            chosen.append(left.pop(self.below(len(left))))
        return tuple(chosen)

    def chance(self, percent: int) -> bool:
        """True so many times in a hundred."""
        return self.below(100) < percent


# --- objects and effects --------------------------------------------------------------------------


def _things(dice: Dice) -> tuple[Thing, ...]:
    found = []
    for number, name in enumerate(NAMES[: 2 + dice.below(4)]):
        away = number > 1 and dice.chance(12)
        line = READER.line(dice.one(ELSEWHERE if away else LINES))
        zone = "graveyard" if away else "battlefield"
        token = not away and dice.chance(20)
        found.append(Thing(name, line, zone, dice.one("AAAB"), token))
    return tuple(found)


def _ids(kind: str, names: Sequence[str]) -> list[str]:
    return [READER.subtype(name, (kind,)) for name in names]


def _creatures(dice: Dice, most: int = 2) -> tuple[str, ...]:
    return dice.some(_ids("creature-type", CREATURES), most)


def _basics(dice: Dice, most: int = 1) -> tuple[str, ...]:
    return dice.some(_ids("land-type", BASIC), most)


def _ops(dice: Dice) -> tuple[Op, ...]:
    """What one effect of layer 4 does."""
    match dice.below(14):
        case 0:
            return (("set_types", dice.some(OFTEN)),)
        case 1 | 2 | 3:
            return (("add_types", dice.some(OFTEN)),)
        case 4:
            return (("add_types", ("Creature",)), ("add_subtypes", _creatures(dice)))
        case 5 | 6:
            return (("add_subtypes", (*_creatures(dice, 1), *dice.one([(), _basics(dice)]))),)
        case 7:
            return (("set_subtypes", "creature-type", _creatures(dice)),)
        case 8 | 9:
            return (("set_basic_land_types", _basics(dice, 2)),)
        case 10:
            return (("lose_types", dice.some(OFTEN, 1)),)
        case 11:
            kind = dice.one(("artifact-type", "creature-type", "enchantment-type", "land-type"))
            return (("lose_subtypes_of", kind),)
        case 12:
            return (
                dice.one(
                    [("all_creature_types",), ("lose_subtypes", "creature-type", _creatures(dice))]
                ),
            )
    return ((dice.one(("add_supertypes", "lose_supertypes")), dice.some(SUPERTYPES, 1)),)


def _present(things: Sequence[Thing]) -> tuple[str, ...]:
    """Common card types that are on the battlefield."""
    found = {t for thing in things if thing.zone == "battlefield" for t in thing.line.card_types}
    return tuple(t for t in OFTEN if t in found) or OFTEN


def _filter(dice: Dice, present: Sequence[str]) -> Filter:
    words = [*present, *present, *present, *CARD_TYPES, "Legendary", "Snow"]
    words += [*_ids("creature-type", CREATURES), *_ids("land-type", BASIC)]
    return Filter(
        all=(dice.one(words),) if dice.chance(75) else (),
        any=dice.one([("Artifact", "Land"), ("Creature", "Land")]) if dice.chance(20) else (),
        none=(dice.one(("Basic", "Legendary", "Creature", "Artifact")),) if dice.chance(25) else (),
        controller=dice.one("AB") if dice.chance(15) else None,
        token=dice.chance(30) if dice.chance(12) else None,
    )


def _pattern(dice: Dice, present: Sequence[str]) -> list[tuple[tuple[Op, ...], Filter]]:
    """Effects that have to do with each other."""
    one, two = dice.some(_ids("creature-type", CREATURES), 1), _creatures(dice, 1)
    first, second = dice.some(present, 1), dice.some(OFTEN, 1)
    match dice.below(5):
        case 0:  # the second gives the first more to apply to
            return [
                ((("add_subtypes", one),), Filter(all=("Creature",))),
                ((("add_types", ("Creature",)),), Filter(all=first)),
            ]
        case 1:  # the second takes the first its existence or its objects
            return [
                ((("add_subtypes", _basics(dice)),), Filter(all=("Land",))),
                (
                    (("set_basic_land_types", _basics(dice)),),
                    Filter(all=("Land",), none=("Basic",)),
                ),
            ]
        case 2:  # a loop, if the words meet
            return [
                ((("set_subtypes", "creature-type", one),), Filter(all=two)),
                ((("set_subtypes", "creature-type", two),), Filter(all=one)),
            ]
        case 3:  # one gives what the other takes
            return [
                ((("add_types", first),), Filter(all=second)),
                ((("set_types", second),), Filter(all=first)),
            ]
    return [  # a chain
        ((("add_subtypes", one),), Filter(all=two)),
        ((("add_subtypes", two),), Filter(all=("Creature",))),
        ((("add_types", ("Creature",)),), Filter(all=first)),
    ]


def _source(dice: Dice, things: Sequence[Thing]) -> str | None:
    board = [t.name for t in things if t.zone == "battlefield"]
    if dice.chance(60):
        return dice.one(board)
    return "Outside" if dice.chance(50) else None


def _early(dice: Dice, names: Sequence[str], affected: str, sources: set[str]) -> Op:
    """An effect of layer 1 or 3; nothing that has abilities of its own is copied."""
    models = [n for n in names if n != affected and n not in sources]
    match dice.below(4):
        case 0 | 1 if models:
            return (COPIES, dice.one(models))
        case 2:
            return (FACE_DOWN, READER.line(dice.one(("Creature", "Land — Forest"))))
    words = dice.one([_ids("creature-type", CREATURES), _ids("land-type", BASIC)])
    old = dice.one(words)
    return (TEXT, old, dice.one([w for w in words if w != old]))


def scenario_of(dice: Dice) -> Scenario:
    """Two to five objects and as many effects, of which some have to do with each other."""
    things = _things(dice)
    names = [t.name for t in things]
    present = _present(things)
    plans = _pattern(dice, present) if dice.chance(60) else []
    while len(plans) < 2 or (len(plans) < 5 and dice.chance(45)):
        affects = Filter((dice.one(names),)) if dice.chance(35) else _filter(dice, present)
        plans.insert(dice.below(len(plans) + 1), (_ops(dice), affects))
    sources = [_source(dice, things) for _ in plans]
    own = {s for s in sources if s in names}
    changes = []
    for ts, ((ops, affects), source) in enumerate(zip(plans, sources, strict=True), 1):
        if source is None and dice.chance(45):
            one = dice.one(names)
            changes.append(Change(ts, (_early(dice, names, one, own),), Filter((one,))))
        elif source in names and dice.chance(8):
            every: Op = ("all_creature_types",)
            changes.append(Change(ts, (every,), Filter((source,)), source, defining=True))
        else:
            other = source in names and affects.objects is None and dice.chance(25)
            changes.append(Change(ts, ops, replace(affects, other=other), source))
    return Scenario(things, tuple(changes))

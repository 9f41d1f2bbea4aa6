"""The scenarios of the reference evaluator: objects, effects, filters and facts as plain values.

Terms are ids as in the ontology; the kind of a subtype is the part of its id before the slash.
The ops are those of the shared cases, with kinds and terms as ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Op = tuple[object, ...]  # ("set_types", ("Artifact",)), ("set_subtypes", "creature-type", (…)) …
COPIES, FACE_DOWN, TEXT = "copy_of", "become_line", "replace_word"


@dataclass(frozen=True)
class Line:
    """A type line as three sets of ids."""

    supertypes: frozenset[str] = frozenset()
    card_types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()

    @property
    def ids(self) -> frozenset[str]:
        """All terms of the line."""
        return self.supertypes | self.card_types | self.subtypes


@dataclass(frozen=True)
class Thing:
    """An object on the board with its printed line."""

    name: str
    line: Line
    zone: str = "battlefield"
    controller: str = "A"
    token: bool = False


@dataclass(frozen=True)
class Filter:
    """What an effect affects: the named objects, or those of a zone that fit every part given."""

    objects: tuple[str, ...] | None = None
    all: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    controller: str | None = None
    token: bool | None = None
    other: bool = False
    zone: str = "battlefield"


@dataclass(frozen=True)
class Change:
    """A continuous effect; without a source a spell or ability has resolved and it is locked.

    Args:
        ability: For one that a copied ability makes: the timestamp of the original.
    """

    ts: int
    ops: tuple[Op, ...]
    affects: Filter
    source: str | None = None
    defining: bool = False
    ability: int = 0

    @property
    def key(self) -> tuple[int, str | None]:
        """What tells the effect from all others: its ability, and who has it."""
        return self.ability or self.ts, self.source


@dataclass(frozen=True)
class Scenario:
    """Objects and the effects on them."""

    things: tuple[Thing, ...]
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Game:
    """What the evaluator is told of the game: card type → kinds it uses, kind → its subtypes."""

    uses: Mapping[str, frozenset[str]]
    members: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """Final lines by name, timestamps in order of application, and the lines after layer 1.

    Args:
        abilities: Who has which ability at the end: the timestamp of its effect, and the name.
        copiable_abilities: The same after layer 1.
    """

    lines: Mapping[str, Line]
    order: tuple[int, ...]
    copiable: Mapping[str, Line]
    abilities: frozenset[tuple[int, str]] = frozenset()
    copiable_abilities: frozenset[tuple[int, str]] = frozenset()


class Summed:
    """The ops of an effect summed up, since they all apply at once; gains beat losses."""

    def __init__(self, ops: tuple[Op, ...], game: Game) -> None:
        self.sets, self.adds, self.loses = set[str](), set[str](), set[str]()
        self.supertypes, self.lost_supertypes = set[str](), set[str]()
        self.subtypes, self.replacing = set[str](), set[str]()
        self.lost_subtypes, self.lost_kinds = set[str](), set[str]()
        for name, *rest in ops:
            terms = set(rest[-1]) if rest and isinstance(rest[-1], tuple) else set()
            match name:
                case "set_types":
                    self.sets |= terms
                case "add_types":
                    self.adds |= terms
                case "lose_types":
                    self.loses |= terms
                case "set_subtypes" | "set_basic_land_types":
                    self.subtypes |= terms
                    self.replacing |= terms
                case "add_subtypes":
                    self.subtypes |= terms
                case "lose_subtypes":
                    self.lost_subtypes |= terms
                case "lose_subtypes_of":
                    self.lost_kinds.add(str(rest[0]))
                case "all_creature_types":
                    self.subtypes |= game.members["creature-type"]
                case "add_supertypes":
                    self.supertypes |= terms
                case "lose_supertypes":
                    self.lost_supertypes |= terms


def kind_of(subtype: str) -> str:
    """The kind of a subtype, by its id."""
    return subtype.partition("/")[0]


def replaced(change: Change) -> list[tuple[str, str]]:
    """The words that an effect replaces: pairs of old and new term."""
    return [(str(op[1]), str(op[2])) for op in change.ops if op[0] == TEXT]

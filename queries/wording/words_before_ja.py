"""Words gathered before a Japanese verb."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cursor import Cursor
from .meanings import Group


@dataclass
class Bundle:
    """Words gathered before a verb.

    Args:
        first: Index of its first token.
        terms: Types named.
        every: Groups named with "all".
        groups: Groups named at all.
        ability: It names abilities.
        other: It says "other".
        whole: It says "all".
        types: It says "types" without a kind.
        still: It says "still".
        added: It says "in addition to the other types".
        carried: The predicate before it said so in the same sentence.
        of: The kind of types that the subject names.
        either: One of the types is chosen.
        face_down: It says "face down".
        numbers: Power, toughness or a colour was set aside.
        chosen: It names a chosen type by its kind.
        unknown: Index of the first word that only an ability may explain.
    """

    first: int
    terms: list[str] = field(default_factory=list)
    every: list[Group] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    ability: bool = False
    other: bool = False
    whole: bool = False
    types: bool = False
    still: bool = False
    added: bool = False
    carried: bool = False
    of: Group | None = None
    either: bool = False
    face_down: bool = False
    numbers: bool = False
    chosen: bool = False
    unknown: int | None = None


def known_words(cursor: Cursor, bundle: Bundle) -> None:
    """Refuses words that only an ability could explain."""
    if bundle.unknown is not None:
        raise cursor.stuck("given", max(bundle.unknown, cursor.far))

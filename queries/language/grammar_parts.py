"""What the grammars read: plain tuples with the place where they stand."""

from __future__ import annotations

from typing import Any, NamedTuple


class Part(NamedTuple):
    """Something that was read: what it is, its value, and where it stands in the text.

    Args:
        kind: Name of a slot ("name", "zone", "term" …), or "key" with a table's key as value.
        value: The text without quotes, or for groups of parts a tuple of parts.
        start: Its first offset.
        end: The offset just past it.
        known: For labels: the lexicon knows it.
    """

    kind: str
    value: Any
    start: int
    end: int
    known: bool = True

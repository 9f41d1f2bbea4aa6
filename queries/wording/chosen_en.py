"""English words for a type that is chosen: "of the chosen type", "[second] chosen creature type"."""

from __future__ import annotations

from ..syntax import Filter, HasTerm
from .choices import chosen_type
from .cursor import Cursor
from .meanings import Group, group_of

_PLACES = {"first": 0, "second": 1, "third": 2}


def of_chosen(cursor: Cursor) -> Filter:
    """Reads "of the chosen type" behind a noun."""
    start = cursor.peek()
    cursor.at += 1
    cursor.take("the")
    place, group = chosen_words(cursor)
    return HasTerm((chosen_type(cursor, place, group, start).id,))


def chosen_words(cursor: Cursor) -> tuple[int | None, Group | None]:
    """Reads "[first] chosen [creature] type"; which choice and of which kind."""
    ordinal = cursor.take(*_PLACES)
    last = None if ordinal else cursor.take("last_chosen")
    if last is None:
        cursor.need("choice", "chosen")
    group = group_of(cursor.peek().terms, cursor.lexicon)
    if group is not None:
        cursor.at += 1
    else:
        cursor.need("types", "type")
    if last is not None and len(cursor.choosing) > 1:
        return len(cursor.choosing) - 1, group
    return (_PLACES[ordinal.code] if ordinal else None), group

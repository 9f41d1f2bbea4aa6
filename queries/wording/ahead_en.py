"""What comes next in an English wording: a predicate, the end of a rider, a whole group of terms."""

from __future__ import annotations

from .cursor import Cursor
from .meanings import group_of

LINKING = ("be", "become", "remain", "pronoun_be")
STARTS = frozenset((*LINKING, "be_not", "lose", "have", "gain", "get", "act", "enter", "turn_down"))
ACTIONS = ("action", "adding", "put", "manifest")
_ENDS = frozenset(
    ("end", "stop", "in_addition", "where", "until", "condition", "open", "close", "except")
    + ("as_well", "instead_of")
)


def ends(cursor: Cursor) -> bool:
    """Whether a rider behind a predicate ends at the token at hand."""
    code = cursor.code()
    if code in ("comma", "and"):
        place = 1
        while cursor.code(place) in ("and", "comma", "adverb"):
            place += 1
        return (
            starts(cursor, place)
            or cursor.code(place) in ("except", "where", "until")
            or (whole_group(cursor, place))
        )
    if code == "relative":
        return cursor.code(1) in ("still", "not")
    return code in _ENDS or whole_group(cursor, 0)


def starts(cursor: Cursor, place: int = 0) -> bool:
    """Whether a predicate starts at a token, perhaps with its pronoun."""
    if cursor.code(place) in ("pronoun", "demonstrative", "this", "self"):
        place += 1
    while cursor.code(place) in ("adverb", "also", "every"):
        place += 1
    return cursor.code(place) in STARTS


def whole_group(cursor: Cursor, place: int) -> bool:
    """Whether "all" or "every" with a group of terms stands at a token ("all creature types")."""
    if cursor.code(place) not in ("all", "every"):
        return False
    return group_of(cursor.peek(place + 1).terms, cursor.lexicon) is not None

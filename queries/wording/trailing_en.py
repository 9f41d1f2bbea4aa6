"""What English wordings say is done afterwards: ", then untap it"."""

from __future__ import annotations

from .ahead_en import ACTIONS
from .cursor import Cursor
from .riders import set_aside

_TELLING = ("be", "become", "be_not", "pronoun_be", "in_addition", "copy_of", "create", "still")
_DOING = (*ACTIONS, "act", "turn")


def trails(cursor: Cursor) -> bool:
    """Whether what is done afterwards begins at hand, or further words of the same kind."""
    return _doing(cursor) is not None


def _doing(cursor: Cursor) -> int | None:
    """How many tokens stand before the verb of what is done afterwards; `None` if nothing is."""
    place = 0
    while cursor.code(place) in ("comma", "and"):
        place += 1
    then = cursor.code(place) == "adverb"
    joined = place
    place += then
    doing = cursor.code(place) in _DOING or then and cursor.code(place) == "word"
    return place if joined + then and place and doing else None


def trailing(cursor: Cursor) -> bool:
    """Sets aside what is done afterwards; whether there was such a thing.

    What speaks of types is no such thing, nor what puts something face down.
    """
    first = cursor.at
    if _doing(cursor) is None:
        return False
    rest = cursor.tokens[first:]
    codes = [
        t.code for t in rest[: next((k for k, t in enumerate(rest) if t.code == "stop"), None)]
    ]
    if any(code in _TELLING for code in codes):
        return False
    set_aside(cursor, "action", lambda c: c.code() == "stop", first)
    return True

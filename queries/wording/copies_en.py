"""English wordings of copying: what is copied."""

from __future__ import annotations

from ..syntax import Clause
from .ahead_en import STARTS, starts
from .cursor import Cursor
from .drafts import Draft
from .riders import check_words

_ENDS = frozenset(("end", "stop", "until", "except", "comma", "condition"))


def copied(cursor: Cursor, draft: Draft) -> None:
    """Reads what is copied, behind "a copy of".

    A name is taken as it stands; other words ("target creature you control") are kept as the name
    of what is copied, so that the fault found later quotes them.
    """
    first = cursor.at
    token = cursor.peek()
    if token.name is not None and cursor.code(1) in _ENDS:
        cursor.at += 1
        name = token.name
    else:
        named = _capital(cursor)
        while cursor.code() not in _ENDS or _listed(cursor) or cursor.is_within():
            if named and cursor.code() in STARTS and not _capital(cursor):
                break
            cursor.at += 1
            if named and cursor.code() == "comma" and _capital(cursor, 1):
                cursor.at += 1
        name = cursor.words(first, cursor.at)
        if not name[:1].isupper():
            check_words(cursor, first, cursor.at)
    if not name:
        raise cursor.stuck("copied")
    draft.add(Clause(copies=name))


def _capital(cursor: Cursor, ahead: int = 0) -> bool:
    """Whether a token begins with a capital letter, as those of names do."""
    token = cursor.peek(ahead)
    return token.code != "end" and cursor.text[token.start].isupper()


def _listed(cursor: Cursor) -> bool:
    """Whether the comma at hand only stands in a list of nouns."""
    if cursor.code() != "comma":
        return False
    place = 2 if cursor.code(1) in ("or", "and") else 1
    return bool(cursor.peek(place).terms) and not starts(cursor, place + 1)

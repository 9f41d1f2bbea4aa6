"""English wordings of copying: what is copied, and the exceptions to it."""

from __future__ import annotations

from ..syntax import Clause
from .cursor import Cursor, Stuck
from .drafts import Draft
from .riders import check_words, set_aside

_ENDS = frozenset("end stop until except comma condition".split())


def copied(cursor: Cursor, draft: Draft) -> None:
    """Reads what is copied, behind "a copy of", and the exceptions.

    A name is taken as it stands; other words ("target creature you control") are kept as the name
    of what is copied, so that the fault found later quotes them.
    """
    first = cursor.at
    token = cursor.peek()
    if token.name is not None and cursor.code(1) in _ENDS:
        cursor.at += 1
        name = token.name
    else:
        while cursor.code() not in _ENDS or _listed(cursor):
            cursor.at += 1
        check_words(cursor, first, cursor.at)
        name = cursor.words(first, cursor.at)
    if not name:
        raise cursor.stuck("copied")
    draft.add(Clause(copies=name))
    copying(cursor, draft)


def _listed(cursor: Cursor) -> bool:
    """Whether the comma at hand only stands in a list of nouns."""
    from .predicates_en import starts

    if cursor.code() != "comma":
        return False
    place = 2 if cursor.code(1) in ("or", "and") else 1
    return bool(cursor.peek(place).terms) and not starts(cursor, place + 1)


def copying(cursor: Cursor, draft: Draft) -> None:
    """Reads durations and ", except it's an Illusion in addition to its other types …"."""
    from .predicates_en import ends, starts, tail

    while cursor.code() in ("until", "condition") and tail(cursor, draft):
        pass
    start = cursor.at
    cursor.take("comma")
    if not cursor.take("except"):
        cursor.at = start
        return
    while True:
        if not _exception(cursor, draft):
            if not any(cursor.code(k) in ("be", "condition") for k in range(4)):
                raise cursor.stuck("verb")
            set_aside(cursor, "exception", ends, cursor.at)
        if cursor.code() not in ("comma", "and"):
            return
        back = cursor.at
        cursor.take("comma")
        cursor.take("and")
        if not starts(cursor) and not _exception_ahead(cursor):
            cursor.at = back
            return


def _exception_ahead(cursor: Cursor) -> bool:
    return cursor.code() in ("possessive", "the", "condition", "demonstrative")


def _exception(cursor: Cursor, draft: Draft) -> bool:
    """Reads one exception; whether it could be read."""
    from .predicates_en import predicate
    from .subjects_en import subject

    start, notes = cursor.at, len(cursor.notes)
    if cursor.code() == "possessive":
        return False
    try:
        if cursor.code() not in ("be", "be_not", "become", "lose", "have", "gain", "get", "pronoun_be"):
            subject(cursor)
        predicate(cursor, draft)
    except Stuck:
        if cursor.code() in ("end",) or any(
            t.code in ("pronoun_be", "be_not") for t in cursor.tokens[start : start + 2]
        ):
            raise
        cursor.at = start
        del cursor.notes[notes:]
        return False
    return True

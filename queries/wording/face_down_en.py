"""English sentences by which something is turned or put face down."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from ..syntax import Clause
from .ahead_en import ACTIONS, STARTS
from .cursor import Cursor, Stuck
from .drafts import Reading
from .nouns import Subject
from .replacements_en import noun_or_pronoun
from .riders import check_words, set_aside
from .tails_en import tail
from .trailing_en import trailing, trails

_BARRIERS = ("stop", "end", "comma", "turn", "turn_down", *ACTIONS)
_NOT_BEFORE = (
    *STARTS,
    "create",
    "comma",
    "stop",
    "end",
    "copy_of",
    "relative",
    "condition",
    "turn",
)
MOST_BEFORE = 6

_Read = Callable[[Cursor], Subject]


def turned(cursor: Cursor, reading: Reading) -> bool:
    """Reads "turn target creature face down"; whether it is such a sentence."""
    return _tried(cursor, reading, _turned)


def put_down(cursor: Cursor, reading: Reading) -> bool:
    """Reads "return it to the battlefield face down", "manifest …"; whether it is such a sentence."""
    return _tried(cursor, reading, _put)


def _tried(cursor: Cursor, reading: Reading, read: _Read) -> bool:
    start, notes = cursor.at, len(cursor.notes)
    before, far, wanted = reading.copy(), cursor.far, dict(cursor.wanted)
    try:
        found = read(cursor)
        reading.subject = reading.subject or found
        reading.draft.add(Clause(face_down=True))
        _rest(cursor, reading)
    except Stuck:
        reading.restore(before)
        cursor.at, cursor.far, cursor.wanted = start, far, wanted
        del cursor.notes[notes:]
        return False
    return True


def _turned(cursor: Cursor) -> Subject:
    cursor.take("may_have")
    if cursor.take("turn_down"):
        return noun_or_pronoun(cursor)
    cursor.need("verb", "turn")
    found = noun_or_pronoun(cursor)
    if cursor.code() != "face_down":
        first = cursor.at
        _seek(cursor, "face_down")
        check_words(cursor, first, cursor.at)
        cursor.note("rider", first, cursor.at, rider="object")
        found = Subject(found.filter, itself=found.itself)
    cursor.need("verb", "face_down")
    return found


def _put(cursor: Cursor) -> Subject:
    """Reads up to "face down" behind a zone, or to the end of what is manifested."""
    cursor.take("may_have")
    first = cursor.at
    while cursor.code() not in ("put", "manifest"):
        if cursor.code() in _NOT_BEFORE or cursor.at - first > MOST_BEFORE:
            raise cursor.stuck("verb")
        cursor.at += 1
    verb = cursor.need("verb", "put", "manifest")
    found = _referent(cursor)
    if verb.code == "put":
        zone = cursor.at
        _seek(cursor, "face_down")
        between = cursor.tokens[zone : cursor.at]
        if not any(t.category == "Zone" for token in between for t in token.terms):
            raise cursor.stuck("zone")
        if cursor.code(-1) == "or":
            raise cursor.stuck("verb")
        cursor.need("verb", "face_down")
    else:
        while not (trails(cursor) or cursor.code() in ("stop", "end")):
            cursor.at += 1
    check_words(cursor, first, cursor.at)
    return found


def _referent(cursor: Cursor) -> Subject:
    """What is put, as far as a pronoun or the object itself stands at hand."""
    if cursor.code() in ("pronoun", "self", "this"):
        return noun_or_pronoun(cursor)
    return Subject()


def _seek(cursor: Cursor, code: str) -> None:
    """Goes on to the next token of a code in the same clause."""
    while cursor.code() != code:
        if cursor.code() in _BARRIERS:
            raise cursor.stuck("verb")
        cursor.at += 1


def _rest(cursor: Cursor, reading: Reading) -> None:
    """Sets aside in what way and what is done afterwards, unless it is turned again.

    Raises:
        Stuck: It is.
    """
    for before, token in itertools.pairwise(cursor.tokens[cursor.at :]):
        if token.code == "stop":
            break
        if token.code == "turn" and before.code in ("comma", "and", "adverb"):
            raise cursor.stuck("verb")
    while tail(cursor, reading.draft):
        pass
    first = cursor.at
    manner = cursor.code() == "and" and cursor.code(1) == "state"
    if manner or cursor.code() not in ("stop", "end", "comma", "and"):
        set_aside(cursor, "manner", lambda c: trails(c) or c.code() == "stop", first)
    trailing(cursor)

"""English sentences about what players do, as far as they bear on types: create, copy."""

from __future__ import annotations

from ..syntax import AnyOf
from .ahead_en import ACTIONS, STARTS
from .complements_en import complement
from .copies_en import copied
from .cursor import Cursor
from .drafts import Reading
from .nouns import Subject
from .predicates_en import exceptions
from .riders import check_words
from .subjects_en import noun_phrases, subject
from .tails_en import tail
from .trailing_en import trailing

_NO_CREATOR = (*STARTS, "create", "comma", "stop", "end", *ACTIONS, "copy_of", "relative")
MOST_BEFORE = 8


def creation(cursor: Cursor) -> bool:
    """Whether something is created: "create", "each opponent creates"."""
    place = 0
    while place < MOST_BEFORE and cursor.code(place) not in _NO_CREATOR:
        place += 1
    return cursor.code(place) == "create" or _bare_creation(cursor)


def _bare_creation(cursor: Cursor) -> bool:
    """Whether what is created stands alone: "a token that's a copy of …"."""
    noun = any(t.category == "Class" for t in cursor.peek(1).terms)
    return noun and [cursor.code(k) for k in (0, 2, 3)] == ["article", "relative", "copy_of"]


def created(cursor: Cursor, reading: Reading) -> None:
    """Reads "create a token that's a copy of …"."""
    first = cursor.at
    while cursor.code() not in ("copy_of", "stop", "end"):
        cursor.at += 1
    made = (t for token in cursor.tokens[first : cursor.at] for t in token.terms)
    if cursor.code() == "copy_of" and not any(t.category == "Class" for t in made):
        raise cursor.stuck("noun")
    check_words(cursor, first, cursor.at)
    cursor.note("rider", first, cursor.at, rider="creation")
    cursor.need("copied", "copy_of")
    reading.subject = reading.subject or Subject()
    copied(cursor, reading.draft)
    exceptions(cursor, reading.draft)
    while tail(cursor, reading.draft):
        pass
    trailing(cursor)


def copy_of_one(cursor: Cursor, reading: Reading) -> None:
    """Reads "copy that spell, except the copy isn't legendary"."""
    cursor.note("rider", cursor.at - 1, cursor.at, rider="copying")
    reading.subject = reading.subject or Subject()
    copied(cursor, reading.draft)
    exceptions(cursor, reading.draft)


def made(cursor: Cursor, reading: Reading) -> None:
    """Reads "make target creature an artifact", behind the verb."""
    found = subject(cursor)
    reading.subject = reading.subject or found
    if cursor.code() not in ("article", "pt", "colour", "term"):
        raise cursor.stuck("given")
    complement(cursor, reading.draft, [])
    while tail(cursor, reading.draft):
        pass
    trailing(cursor)


def extended(cursor: Cursor, reading: Reading) -> None:
    """Reads "the same is true for Goblin spells": what was said is said of these too."""
    found, before = noun_phrases(cursor), reading.subject
    if before is None or before.filter is None or found.filter is None:
        reading.subject = before or found
        return
    either = AnyOf((before.filter, found.filter))
    reading.subject = Subject(either, before.every and found.every)

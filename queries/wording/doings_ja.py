"""Japanese sentences about what players do, as far as they bear on types.

"…を対象とする" declares a target, "…を裏向きにする" and "…を裏向きで戦場に出す" turn face down, and
"…をコピーする" copies a spell or ability.
"""

from __future__ import annotations

import itertools

from ..syntax import Clause
from .cursor import Cursor, Stuck
from .drafts import Reading
from .nouns import Subject
from .riders import check_words
from .subjects_ja import noun_phrases, subject

_ENDS = ("end", "stop")


def says_doing(cursor: Cursor, first: int) -> bool:
    """Whether behind a place of the sentence at hand stands what these functions read."""
    found = (
        ahead(cursor, code)
        for code in ("aim", "choose", "turn_face_down", "face_down_as", "manifest", "make_copy")
    )
    return any(place is not None and place > first for place in found)


def target(cursor: Cursor, reading: Reading) -> bool:
    """Reads クリーチャー1体を対象とする; whether there is such a declaration.

    What several targets have in common is not known, so nothing is demanded of them.
    """
    aimed, chosen = ahead(cursor, "aim"), ahead(cursor, "choose")
    end = chosen if aimed is None else aimed
    if end is None or not _over(cursor, end + 1):
        return False
    first, notes = cursor.at, len(cursor.notes)
    try:
        found = noun_phrases(cursor)
        cursor.need("particle", "object")
    except Stuck:
        found = Subject()
        del cursor.notes[notes:]
    if aimed is None and (cursor.at != end or found.filter is None):
        cursor.at = first
        return False
    if cursor.at != end or _several(cursor, first, end):
        check_words(cursor, first, end)
        found = Subject()
    cursor.at = end + 1
    cursor.take("comma")
    reading.subject = Subject(found.filter)
    reading.aimed = True
    return True


def _over(cursor: Cursor, place: int) -> bool:
    """Whether a clause ends before a token: a verb before a noun only qualifies the noun."""
    return place == len(cursor.tokens) or cursor.tokens[place].code in ("comma", *_ENDS)


def _several(cursor: Cursor, first: int, last: int) -> bool:
    """Whether targets of several sorts are declared: …1体と…1つ."""
    codes = [token.code for token in cursor.tokens[first:last]]
    return any(a == "counter" and b == "and" for a, b in itertools.pairwise(codes))


def turned_down(cursor: Cursor, reading: Reading) -> bool:
    """Reads …を裏向きにする, …を裏向きで戦場に出す; whether it is such a sentence."""
    if manifested(cursor, reading):
        return True
    turned = ahead(cursor, "turn_face_down")
    put = None if turned is not None else _put(cursor)
    end = turned if turned is not None else put
    if end is None:
        return False
    first, notes = cursor.at, len(cursor.notes)
    try:
        found = subject(cursor, "object", "topic")
    except Stuck:
        down = ahead(cursor, "face_down_as") or first
        particles = (t.code in ("object", "topic") for t in cursor.tokens[first:down])
        if turned is not None or not any(particles):
            raise
        cursor.at, found = first, Subject()
        del cursor.notes[notes:]
    start = cursor.at
    cursor.at = end + 1
    if start < end:
        check_words(cursor, start, end)
        cursor.note("rider", start, end, rider="action")
    if reading.subject is None or found.filter is not None or found.itself:
        reading.subject = found
    reading.draft.add(Clause(face_down=True))
    cursor.take("may")
    if cursor.take("comma") and cursor.code() not in _ENDS:
        raise cursor.stuck("sentence-end")
    return True


def manifested(cursor: Cursor, reading: Reading) -> bool:
    """Reads …を予示する, which puts cards face down; whether it is such a sentence."""
    end = ahead(cursor, "manifest")
    if end is None or not _over(cursor, end + 1) or cursor.tokens[end - 1].code == "topic":
        return False
    check_words(cursor, cursor.at, end)
    cursor.note("rider", cursor.at, end, rider="action")
    cursor.at = end + 1
    reading.subject = reading.subject or Subject()
    reading.draft.add(Clause(face_down=True))
    return True


def _put(cursor: Cursor) -> int | None:
    """Where the verb stands that puts something into a zone face down, if one does."""
    down = ahead(cursor, "face_down_as")
    if down is None:
        return None
    zone = False
    for place, token in enumerate(cursor.tokens[cursor.at :], cursor.at):
        if token.code in _ENDS:
            return None
        zone = zone or any(t.category == "Zone" for t in token.terms)
        if place > down and zone and token.code == "enter":
            return place
    return None


def copy_of_one(cursor: Cursor, reading: Reading) -> bool:
    """Reads その呪文をコピーする, of which only exceptions bear on types."""
    end = ahead(cursor, "make_copy")
    if end is None or cursor.tokens[end - 1].code != "object":
        return False
    check_words(cursor, cursor.at, end)
    copied = cursor.words(cursor.at, end - 1)
    cursor.at = end + 1
    cursor.note("rider", end, end + 1, rider="copying")
    reading.subject = reading.subject or Subject()
    reading.draft.add(Clause(copies=copied))
    return True


def ahead(cursor: Cursor, code: str) -> int | None:
    """Where a token of a code stands in the sentence at hand, if there is one."""
    for place, token in enumerate(cursor.tokens[cursor.at :], cursor.at):
        if token.code in _ENDS:
            return None
        if token.code == code:
            return place
    return None

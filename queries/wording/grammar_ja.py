"""Japanese effect wordings: the verb comes last, so what stands before it is gathered first.

A sentence is lead words, a subject with は, and predicates; a predicate is read token by token into
a bundle, and its verb decides what the bundle means.
"""

from __future__ import annotations

from .antecedents import mentions_itself
from .bundles_ja import VERBS, gather, settle
from .copies_ja import enters_as_copy
from .cursor import Cursor, Stuck
from .doings_ja import ahead, copy_of_one, says_doing, target, turned_down
from .drafts import Draft, Reading
from .exceptions_ja import read_exception, take_exceptions
from .meanings import Group, group_of
from .nouns import ANY, Subject
from .replacements_ja import text_change
from .riders import set_aside
from .subjects_ja import subject
from .words_before_ja import Bundle

_TOPIC = "は"
_LEADS = {"condition": "condition", "event": "event"}


def read(cursor: Cursor) -> Reading:
    """Reads a whole Japanese wording.

    Raises:
        Stuck: It is none; the cursor knows the furthest place.
        DiagnosticError: A fault that is certain.
    """
    reading = Reading()
    number = 0
    while True:
        while cursor.take("stop"):
            pass
        if cursor.code() == "end" and number:
            return reading
        _sentence(cursor, reading, number)
        number += 1
        if cursor.code() not in ("end", "stop"):
            raise cursor.stuck("sentence-end")


def _sentence(cursor: Cursor, reading: Reading, number: int) -> None:
    exceptions = take_exceptions(cursor)
    _statement(cursor, reading, number)
    for tokens in exceptions:
        read_exception(cursor, tokens, reading.draft, _predicates)


def _statement(cursor: Cursor, reading: Reading, number: int) -> None:
    while cursor.take("except", "adverb", "comma"):
        pass
    _cost(cursor)
    _durations(cursor)
    if text_change(cursor, reading):
        return
    if cursor.take("you"):
        cursor.take("comma")
        _durations(cursor)
    lead = _lead_end(cursor)
    if lead is not None and says_doing(cursor, lead):
        _lead(cursor, lead)
    spoken = _subject_before_target(cursor)
    if target(cursor, reading):
        if cursor.code() in ("end", "stop"):
            return
        _durations(cursor)
        number = 1
    if turned_down(cursor, reading) or copy_of_one(cursor, reading):
        return
    start, notes = cursor.at, len(cursor.notes)
    lead = _lead_end(cursor)
    made = ahead(cursor, "make") is not None
    acted = made or enters_as_copy(cursor)
    particles = ("object", "topic") if acted else ()
    found = _subject(cursor, *particles) or spoken
    if made and found is None:
        raise cursor.stuck("particle")
    if lead is not None and (found is None or cursor.code() != "comma"):
        # A condition is said of something of its own: 《X》が…かぎり、それは….
        before = found if cursor.words(cursor.at - 1, cursor.at) == _TOPIC else None
        cursor.at = start
        del cursor.notes[notes:]
        _lead(cursor, lead)
        if cursor.take("you"):
            cursor.take("comma")
        found = _subject(cursor, *particles) or before
    elif lead is not None:
        cursor.take("comma")
        _lead(cursor, lead)
    own = found is not None and (found.filter is not None or found.itself)
    if reading.aimed and own and not reading.draft.clauses:
        reading.subject = found
    if reading.subject is None or (reading.subject.filter is None and not number):
        reading.subject = found or reading.subject or ANY
    _predicates(cursor, reading.draft, found.types if found else None)


def _subject_before_target(cursor: Cursor) -> Subject | None:
    """The subject of このクリーチャーは、クリーチャー1体を対象とし、…, which is then read."""
    aimed = ahead(cursor, "aim")
    start, notes = cursor.at, len(cursor.notes)
    found = None if aimed is None else _subject(cursor)
    if aimed is None or found is None or found.anaphoric or cursor.at > aimed:
        cursor.at = start
        del cursor.notes[notes:]
        return None
    cursor.take("comma")
    _durations(cursor)
    return found


def _subject(cursor: Cursor, *particles: str) -> Subject | None:
    """The subject with its particle; `None` and nothing read if the sentence has none."""
    start, notes = cursor.at, len(cursor.notes)
    try:
        return subject(cursor, *particles)
    except Stuck:
        cursor.at = start
        del cursor.notes[notes:]
        return None


def _cost(cursor: Cursor) -> None:
    for place, token in enumerate(cursor.tokens[cursor.at :], cursor.at):
        if token.code in ("quote", "topic", "stop"):
            return
        if token.code == "colon":
            first, cursor.at = cursor.at, place + 1
            cursor.note("rider", first, cursor.at, rider="cost")
            return


def _durations(cursor: Cursor) -> None:
    while cursor.code() == "until":
        cursor.at += 1
        cursor.note("rider", cursor.at - 1, cursor.at, rider="duration")
        cursor.take("comma")


def _lead_end(cursor: Cursor) -> int | None:
    """Where a condition or an event ends that stands in this sentence, if there is one."""
    for place, token in enumerate(cursor.tokens[cursor.at :], cursor.at):
        if token.code == "stop":
            return None
        behind = cursor.tokens[place + 1 : place + 2]
        if token.code in _LEADS and behind and behind[0].code == "comma":
            return place
    return None


def _lead(cursor: Cursor, end: int) -> None:
    first = cursor.at
    set_aside(cursor, _LEADS[cursor.tokens[end].code], lambda c: c.at > end, first)
    found = mentions_itself(cursor.tokens, range(first, end), cursor.lang)
    if found is None and any(map(cursor.is_itself, cursor.tokens[first:end])):
        found = True
    cursor.led_by_itself = cursor.led_by_itself if found is None else found
    cursor.take("comma")
    _durations(cursor)


def _name(cursor: Cursor) -> None:
    """Sets aside what a name is or stays: それの名前は変わらず."""
    while cursor.code() == "name_is":
        first = cursor.at
        set_aside(cursor, "name", lambda c: c.code() in ("comma", "stop"), first)
        while cursor.take("comma"):
            pass
        if cursor.code() in ("pronoun", "self") and cursor.code(1) == "topic":
            cursor.at += 2


def _predicates(cursor: Cursor, draft: Draft, types: Group | None) -> None:
    """Reads predicates up to the end of the sentence.

    Args:
        cursor: Stands behind the subject.
        draft: Takes the clauses.
        types: The kind of types that the subject names: それのクリーチャー・タイプは….
    """
    added = False
    if cursor.code() == "all_after" and group_of(cursor.peek(1).terms, cursor.lexicon) is None:
        cursor.at += 1
    while True:
        bundle = Bundle(cursor.at, carried=added, of=types)
        _name(cursor)
        while cursor.code() not in VERBS:
            gather(cursor, bundle)
        settle(cursor, bundle, draft)
        added = bundle.added
        cursor.take("may")
        while cursor.code() == "open":
            first = cursor.at
            set_aside(cursor, "reminder", lambda c: c.code(-1) == "close", first)
        if cursor.code() in ("end", "stop"):
            return
        while cursor.take("comma", "and", "adverb"):
            pass
        if cursor.code() in ("end", "stop"):
            return
        if cursor.code() in ("pronoun", "self") and cursor.code(1) == "topic":
            cursor.at += 2

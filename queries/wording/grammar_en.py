"""English effect wordings: lead words, subject, predicates, further sentences.

A hand-written descent over phrase tokens (no grammar library: one question in a new process would
spend half its time importing it, and the furthest fault comes for nothing here). Each sentence start
is tried once and lead words are bounded, so the work grows with the length of the clause and not
with the number of ways to read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .ahead_en import ACTIONS, STARTS, starts
from .antecedents import mentions_itself
from .commas_en import stray_comma
from .complements_en import leading_addition
from .cursor import Cursor, Stuck
from .doings_en import copy_of_one, created, creation, extended, made
from .drafts import Draft, Reading
from .face_down_en import put_down, turned
from .nouns import ANY, pronoun
from .predicates_en import predicate
from .replacements_en import replacement
from .riders import check_words, set_aside
from .subjects_en import noun_phrases, subject
from .trailing_en import trailing

_LEADS = {"until": "duration", "condition": "condition", "trigger": "event", "as": "event"}
_LEADS |= {"for_each": "event", "otherwise": "condition"}
_MADE = ("create", "make_copy", "put", "manifest", "turn", "have")
_REFERRING = ("pronoun", "pronoun_be", "demonstrative", "this", "self", "name", "particular", "the")
_LABEL_WORDS = 10
_NO_LEAD = ("except", "in_addition")
MOST_LEADS = 6
MOST_COMMAS = 12


def read(cursor: Cursor) -> Reading:
    """Reads a whole English wording.

    Raises:
        Stuck: It is none; the cursor knows the furthest place.
        DiagnosticError: A fault that is certain.
    """
    reading = Reading()
    failed: set[int] = set()
    while cursor.take("stop"):
        pass
    stray = stray_comma(cursor.tokens, cursor.lexicon)
    if stray is not None:
        raise cursor.stuck("no-comma", stray)
    _label(cursor)
    while True:
        _sentence(cursor, reading, failed)
        if cursor.code() != "end" and not cursor.take("stop"):
            raise cursor.stuck("sentence-end")
        while cursor.take("stop"):
            pass
        if cursor.code() == "end":
            return reading


def _label(cursor: Cursor) -> None:
    """Sets aside an ability word, a cost or a chapter number before the effect."""
    for place, token in enumerate(cursor.tokens):
        if token.code == "quote":
            break
        short = place <= _LABEL_WORDS
        if token.code == "colon" or (token.code == "dash" and short):
            if any(t.code in ("condition", "become") for t in cursor.tokens[cursor.at : place]):
                break
            first, cursor.at = cursor.at, place + 1
            check_words(cursor, first, place, labels=False)
            cursor.note("rider", first, cursor.at, rider="cost")


def _sentence(cursor: Cursor, reading: Reading, failed: set[int], depth: int = 0) -> None:
    """Reads a sentence; lead words end at the first comma behind which one can be read."""
    start = cursor.at
    if start in failed or depth > MOST_LEADS:
        raise cursor.stuck("subject")
    while cursor.code() in ("and", "adverb") and cursor.code(1) in _LEADS:
        cursor.at += 1
    lead = _LEADS.get(cursor.code())
    if lead is None or (cursor.code() == "until" and cursor.code(1) in STARTS):
        _main(cursor, reading)
        return
    notes = len(cursor.notes)
    last = len(cursor.tokens)
    tried = 0
    for place in range(start + 1, len(cursor.tokens)):
        code = cursor.tokens[place].code
        if code == "stop":
            last = min(last, place)
            break
        if code != "comma":
            continue
        tried += 1
        if tried > MOST_COMMAS:
            break
        last = start
        if any(token.code in _NO_LEAD for token in cursor.tokens[start:place]):
            break
        cursor.at = start + 1
        set_aside(cursor, lead, _at(place), start)
        cursor.at = place + 1
        before, itself = reading.copy(), cursor.led_by_itself
        cursor.led_by_itself = _led(cursor, _mentions(cursor, lead, start, place), itself)
        try:
            if (lead != "duration" or tried > 1) and _lacks_subject(cursor):
                raise cursor.stuck("subject")
            _sentence(cursor, reading, failed, depth + 1)
        except Stuck:
            reading.restore(before)
            cursor.led_by_itself = itself
            del cursor.notes[notes:]
            continue
        return
    failed.add(start)
    cursor.at = start
    raise cursor.stuck("comma", max(cursor.far, last))


def _lacks_subject(cursor: Cursor) -> bool:
    """Whether a predicate without a subject stands at hand, as behind lead words it never does."""
    place = 0
    while cursor.code(place) in ("and", "adverb"):
        place += 1
    return cursor.code(place) in STARTS and cursor.code(place) != "pronoun_be"


def _mentions(cursor: Cursor, lead: str, start: int, end: int) -> Iterable[int]:
    """Where lead words may mention what a pronoun behind them means: a condition by its subjects."""
    if lead != "condition":
        return range(start + 1, end)
    joined = (k + 1 for k in range(end - 1, start, -1) if cursor.tokens[k].code in ("and", "or"))
    return [*joined, start + 1]


def _led(cursor: Cursor, places: Iterable[int], before: bool | None) -> bool | None:
    """Whether a pronoun behind some words means the object that speaks; `None`: they do not tell."""
    found = mentions_itself(cursor.tokens, places, cursor.lang)
    return before if found is None else found


def _at(place: int) -> Callable[[Cursor], bool]:
    return lambda cursor: cursor.at == place


def _main(cursor: Cursor, reading: Reading) -> None:
    """Reads subject and predicates."""
    cursor.take("and")
    cursor.take("adverb")
    if cursor.code() == "in_addition":
        leading_addition(cursor, reading.draft)
    if cursor.take("change_text"):
        replacement(cursor, reading)
        return
    if creation(cursor):
        created(cursor, reading)
        return
    if cursor.take("same_true"):
        extended(cursor, reading)
        return
    if cursor.take("made_into"):
        made(cursor, reading)
        return
    if turned(cursor, reading) or put_down(cursor, reading):
        return
    if cursor.code() == "may_have" and cursor.code(1) in ACTIONS:
        cursor.at += 1
    if cursor.code() in (*ACTIONS, "act", "turn"):
        _action(cursor, reading)
        return
    had = cursor.take("may_have")
    if cursor.code() == "have" and cursor.code(1) in _REFERRING and reading.subject is None:
        had = cursor.take("have")
    if cursor.take("make_copy"):
        copy_of_one(cursor, reading)
        return
    if cursor.code() not in STARTS or had:
        found = subject(cursor)
        reading.subject = reading.subject or found
    elif reading.subject is None:
        reading.subject = pronoun(cursor) if cursor.code() == "pronoun_be" else ANY
    predicate(cursor, reading.draft)
    while cursor.code() in ("comma", "and"):
        back = cursor.at
        cursor.take("comma")
        cursor.take("and")
        cursor.take("adverb")
        if starts(cursor):
            if cursor.code() in ("pronoun", "demonstrative", "this", "self"):
                cursor.at += 1
            predicate(cursor, reading.draft)
        elif not _aside(cursor):
            cursor.at = back
            if not trailing(cursor):
                break


def _aside(cursor: Cursor) -> bool:
    """Reads what happens to something else, if it bears on no types; whether it did."""
    start = cursor.at
    try:
        noun_phrases(cursor)
        other = Draft()
        predicate(cursor, other)
    except Stuck:
        cursor.at = start
        return False
    if other.finished():
        cursor.at = start
        return False
    return True


def _action(cursor: Cursor, reading: Reading) -> None:
    """Sets aside what is done first: "put a counter on target land and it becomes …"."""
    start, tried = cursor.at, 0
    if start in cursor.dead:
        raise cursor.stuck("subject")
    for place in range(start + 1, len(cursor.tokens)):
        if cursor.tokens[place].code == "stop" or tried > MOST_COMMAS:
            break
        joint = cursor.tokens[place].code in ("comma", "and", "adverb")
        if not joint or cursor.tokens[place + 1 : place + 2] == []:
            continue
        following = cursor.tokens[place + 1].code
        if following not in _REFERRING and following not in _MADE:
            continue
        tried += 1
        before, notes, itself = reading.copy(), len(cursor.notes), cursor.led_by_itself
        cursor.at = start
        try:
            set_aside(cursor, "action", _at(place), start)
            cursor.at = place + 1
            cursor.led_by_itself = _led(cursor, range(place - 1, start, -1), itself)
            _main(cursor, reading)
        except Stuck:
            reading.restore(before)
            cursor.led_by_itself = itself
            del cursor.notes[notes:]
            continue
        return
    cursor.dead.add(start)
    cursor.at = start
    raise cursor.stuck("subject")

"""English effect wordings: lead words, subject, predicates, further sentences.

A hand-written descent over phrase tokens (no grammar library: one question in a new process would
spend half its time importing it, and the furthest fault comes for nothing here). Each sentence start
is tried once and lead words are bounded, so the work grows with the length of the clause and not
with the number of ways to read it.
"""

from __future__ import annotations

from collections.abc import Callable

from ..syntax import Clause, Objects
from .ahead_en import STARTS, starts
from .choices import chosen_type
from .complements_en import leading_addition
from .copies_en import copied
from .cursor import Cursor, Stuck
from .drafts import Draft, Reading
from .meanings import group_of, meanings
from .nouns import Subject
from .predicates_en import exceptions, predicate
from .riders import check_words, set_aside
from .subjects_en import noun_phrases, subject
from .tails_en import tail

_LEADS = {"until": "duration", "condition": "condition", "trigger": "event", "as": "event"}
_LABEL_WORDS = 10
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
        cursor.at = start + 1
        set_aside(cursor, lead, _at(place), start)
        cursor.at = place + 1
        clauses = list(reading.draft.clauses)
        try:
            _sentence(cursor, reading, failed, depth + 1)
        except Stuck:
            reading.draft.clauses = clauses
            del cursor.notes[notes:]
            continue
        return
    failed.add(start)
    cursor.at = start
    raise cursor.stuck("comma", max(cursor.far, last))


def _at(place: int) -> Callable[[Cursor], bool]:
    return lambda cursor: cursor.at == place


def _main(cursor: Cursor, reading: Reading) -> None:
    """Reads subject and predicates."""
    cursor.take("and")
    cursor.take("adverb")
    if cursor.code() == "in_addition":
        leading_addition(cursor, reading.draft)
    if cursor.take("change_text"):
        _replacement(cursor, reading)
        return
    if cursor.take("create"):
        _created(cursor, reading)
        return
    had = cursor.take("may_have")
    if cursor.take("make_copy"):
        _copy(cursor, reading)
        return
    if cursor.code() not in STARTS or had:
        found = subject(cursor)
        reading.subject = reading.subject or found
    elif reading.subject is None:
        reading.subject = Subject()
    predicate(cursor, reading.draft)
    while cursor.code() in ("comma", "and"):
        back = cursor.at
        cursor.take("comma")
        cursor.take("and")
        cursor.take("adverb")
        if starts(cursor):
            if cursor.code() in ("pronoun", "demonstrative", "self"):
                cursor.at += 1
            predicate(cursor, reading.draft)
        elif not _aside(cursor):
            cursor.at = back
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


def _created(cursor: Cursor, reading: Reading) -> None:
    """Reads "a token that's a copy of …" behind "create"."""
    first = cursor.at - 1
    while cursor.code() not in ("copy_of", "stop", "end"):
        cursor.at += 1
    check_words(cursor, first, cursor.at)
    cursor.note("rider", first, cursor.at, rider="creation")
    cursor.need("copied", "copy_of")
    reading.subject = reading.subject or Subject()
    copied(cursor, reading.draft)
    exceptions(cursor, reading.draft)
    while tail(cursor, reading.draft):
        pass


def _copy(cursor: Cursor, reading: Reading) -> None:
    """Reads "copy that spell, except the copy isn't legendary"."""
    reading.subject = reading.subject or Subject()
    copied(cursor, reading.draft)
    exceptions(cursor, reading.draft)


def _replacement(cursor: Cursor, reading: Reading) -> None:
    """Reads "the text of … by replacing all instances of one word with another"."""
    found = subject(cursor) if cursor.code() in ("name", "quote") else noun_or_pronoun(cursor)
    reading.subject = reading.subject or found
    cursor.need("replaced", "replacing")
    old = _word(cursor, "replaced")
    cursor.need("with", "with")
    new = _word(cursor, "replacement")
    pairs = [(a, b) for a, kind in old for b, other in new if kind == other]
    if not pairs:
        pairs = [(old[0][0], new[0][0])]
    reading.draft.add(Clause(replaces=tuple(pairs)))
    while tail(cursor, reading.draft):
        pass


def noun_or_pronoun(cursor: Cursor) -> Subject:
    """Reads the object of a verb."""
    name = cursor.peek().name
    if cursor.take("pronoun", "self", "demonstrative") and not cursor.peek().terms:
        return Subject()
    if name is not None and cursor.code() in ("name", "term"):
        cursor.at += 1
        return Subject(Objects((name,)), True)
    return noun_phrases(cursor)


def _word(cursor: Cursor, wanted: str) -> list[tuple[str, str | None]]:
    """Reads a word that is replaced or replaces: its meanings with their kinds."""
    token = cursor.peek()
    while cursor.take("the", "quantity", "every", "article", "type", "other"):
        pass
    group = group_of(cursor.peek().terms, cursor.lexicon)
    if group is not None:
        cursor.at += 1
        term = chosen_type(cursor, None, group, token)
        return [(term.id, term.kind)]
    found = meanings(cursor.peek().terms)
    if not found and cursor.code() == "quote":
        found = meanings(cursor.lexicon.lookup(cursor.peek().name or ""))
    if not found:
        if cursor.code(-1) == "other":
            term = chosen_type(cursor, None, None, token)
            return [(term.id, term.kind)]
        raise cursor.stuck(wanted)
    cursor.at += 1
    return [(t.id, t.kind) for t in found]

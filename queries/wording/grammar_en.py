"""English effect wordings: lead words, subject, predicates, further sentences.

A hand-written descent over phrase tokens (no grammar library: one question in a new process would
spend half its time importing it, and the furthest fault comes for nothing here). Each sentence start
is tried once and lead words are bounded, so the work grows with the length of the clause and not
with the number of ways to read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..syntax import AnyOf, Clause, Objects
from .ahead_en import STARTS, starts
from .antecedents import mentions_itself
from .choices import chosen_type
from .complements_en import leading_addition
from .copies_en import copied
from .cursor import Cursor, Stuck
from .drafts import Draft, Reading
from .meanings import group_of, meanings
from .nouns import ANY, Subject, pronoun
from .predicates_en import exceptions, predicate
from .riders import check_words, set_aside
from .subjects_en import noun_phrases, subject
from .tails_en import tail

_LEADS = {"until": "duration", "condition": "condition", "trigger": "event", "as": "event"}
_LEADS |= {"for_each": "event"}
_POINTING = ("pronoun", "self", "demonstrative", "this")
_MADE = ("create", "make_copy")
_REFERRING = ("pronoun", "pronoun_be", "demonstrative", "this", "self", "name", "particular", "the")
_LABEL_WORDS = 10
_NO_LEAD = ("except", "in_addition")
_NO_CREATOR = (*STARTS, "create", "comma", "stop", "end", "action", "copy_of", "relative")
_TELLING = ("be", "become", "be_not", "pronoun_be", "in_addition", "copy_of", "create", "still")
MOST_BEFORE = 8
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
        cursor.led_by_itself = _led(cursor, range(start + 1, place), itself)
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
        _replacement(cursor, reading)
        return
    if _creation(cursor):
        _created(cursor, reading)
        return
    if cursor.take("same_true"):
        _extended(cursor, reading)
        return
    if cursor.code() == "turn" and _turned(cursor, reading):
        return
    if cursor.code() in ("action", "act", "turn"):
        _action(cursor, reading)
        return
    had = cursor.take("may_have")
    if cursor.take("make_copy"):
        _copy(cursor, reading)
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
            if not _trailing(cursor):
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


def _extended(cursor: Cursor, reading: Reading) -> None:
    """Reads "the same is true for Goblin spells": what was said is said of these too."""
    found, before = noun_phrases(cursor), reading.subject
    if before is None or before.filter is None or found.filter is None:
        reading.subject = before or found
        return
    either = AnyOf((before.filter, found.filter))
    reading.subject = Subject(either, before.every and found.every)


def _turned(cursor: Cursor, reading: Reading) -> bool:
    """Reads "turn target creature face down"; whether it is such a sentence."""
    start, notes = cursor.at, len(cursor.notes)
    cursor.at += 1
    try:
        found = noun_or_pronoun(cursor)
        cursor.need("verb", "face_down")
    except Stuck:
        cursor.at = start
        del cursor.notes[notes:]
        return False
    reading.subject = reading.subject or found
    reading.draft.add(Clause(face_down=True))
    while tail(cursor, reading.draft):
        pass
    _trailing(cursor)
    return True


def _action(cursor: Cursor, reading: Reading) -> None:
    """Sets aside what is done first: "put a counter on target land and it becomes …"."""
    start, tried = cursor.at, 0
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
    cursor.at = start
    raise cursor.stuck("subject")


def _creation(cursor: Cursor) -> bool:
    """Whether something is created: "create", "each opponent creates"."""
    place = 0
    while place < MOST_BEFORE and cursor.code(place) not in _NO_CREATOR:
        place += 1
    return cursor.code(place) == "create" or _bare_creation(cursor)


def _bare_creation(cursor: Cursor) -> bool:
    """Whether what is created stands alone: "a token that's a copy of …"."""
    noun = any(t.category == "Class" for t in cursor.peek(1).terms)
    return noun and [cursor.code(k) for k in (0, 2, 3)] == ["article", "relative", "copy_of"]


def _created(cursor: Cursor, reading: Reading) -> None:
    """Reads "create a token that's a copy of …"."""
    first = cursor.at
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
    _trailing(cursor)


def _trailing(cursor: Cursor) -> bool:
    """Sets aside what is done afterwards: ", then untap it"; whether there was such a thing."""
    first, place = cursor.at, 0
    while cursor.code(place) in ("comma", "and"):
        place += 1
    then = cursor.code(place) == "adverb"
    place += then
    doing = cursor.code(place) in ("action", "act", "turn") or then and cursor.code(place) == "word"
    if not (place and doing):
        return False
    rest = cursor.tokens[first:]
    codes = [
        t.code for t in rest[: next((k for k, t in enumerate(rest) if t.code == "stop"), None)]
    ]
    if any(code in _TELLING for code in codes):
        return False
    set_aside(cursor, "action", lambda c: c.code() == "stop", first)
    return True


def _copy(cursor: Cursor, reading: Reading) -> None:
    """Reads "copy that spell, except the copy isn't legendary"."""
    cursor.note("rider", cursor.at - 1, cursor.at, rider="copying")
    reading.subject = reading.subject or Subject()
    copied(cursor, reading.draft)
    exceptions(cursor, reading.draft)


def _replacement(cursor: Cursor, reading: Reading) -> None:
    """Reads "the text of … by replacing all instances of one word with another"."""
    found = subject(cursor) if cursor.code() in ("name", "quote") else noun_or_pronoun(cursor)
    reading.subject = reading.subject or found
    cursor.need("replaced", "replacing")
    if _colour_words(cursor) and not cursor.take("or"):
        return
    old = _word(cursor, "replaced")
    cursor.need("with", "with")
    new = _word(cursor, "replacement")
    pairs = [(a, b) for a, kind in old for b, other in new if kind == other]
    if not pairs:
        pairs = [(old[0][0], new[0][0])]
    reading.draft.add(Clause(replaces=tuple(pairs)))
    while tail(cursor, reading.draft):
        pass


def _colour_words(cursor: Cursor) -> bool:
    """Sets aside "one color word with another", which bears on no types; whether it stood there."""
    first = cursor.at
    while cursor.take("quantity", "every", "article", "the"):
        pass
    if not cursor.take("colour_word"):
        cursor.at = first
        return False
    cursor.need("with", "with")
    cursor.need("replacement", "other")
    cursor.take("colour_word")
    cursor.note("rider", first, cursor.at, rider="colour")
    while cursor.code() == "until" and tail(cursor, Draft()):
        pass
    return True


def noun_or_pronoun(cursor: Cursor) -> Subject:
    """Reads the object of a verb."""
    name = cursor.peek().name
    if cursor.code() in _POINTING and not cursor.peek(1).terms:
        cursor.at += 1
        return Subject(itself=cursor.code(-1) in ("self", "this"))
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

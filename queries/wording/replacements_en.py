"""English wordings that change a text: which word is replaced by which."""

from __future__ import annotations

from ..syntax import Clause, Objects
from .choices import chosen_type, chosen_word
from .cursor import Cursor
from .drafts import Draft, Reading
from .meanings import group_of, meanings
from .nouns import Subject, pronoun
from .subjects_en import noun_phrases, subject
from .tails_en import tail

_POINTING = ("pronoun", "self", "demonstrative", "this")


def replacement(cursor: Cursor, reading: Reading) -> None:
    """Reads "the text of … by replacing all instances of one word with another"."""
    if cursor.code() == "replacing":  # "change its text by replacing …"
        found = pronoun(cursor)
    else:
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
        if cursor.code(-1) == "pronoun":
            return pronoun(cursor)
        itself = cursor.code(-1) in ("self", "this")
        if cursor.code(-1) == "this":
            cursor.take("object")
        return Subject(itself=itself)
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
        if cursor.code(-1) in ("other", "type"):
            term = chosen_word(cursor, token)
            return [(term.id, term.kind)]
        raise cursor.stuck(wanted)
    cursor.at += 1
    return [(t.id, t.kind) for t in found]

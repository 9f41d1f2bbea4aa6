"""Japanese wordings that change the words of a text: 「A」をすべて「B」に置き換える."""

from __future__ import annotations

from ..syntax import Clause, Objects
from .choices import chosen_type, chosen_word
from .cursor import Cursor
from .drafts import Reading
from .meanings import group_of, meanings
from .nouns import Subject, pronoun
from .subjects_ja import noun_phrases


def text_change(cursor: Cursor, reading: Reading) -> bool:
    """Reads 「A」をすべて「B」に置き換える; whether the sentence is of that kind."""
    codes = []
    for token in cursor.tokens[cursor.at :]:
        if token.code == "stop":
            break
        codes.append(token.code)
    if "replace" not in codes or "text_of" not in codes:
        return False
    name = cursor.peek().name
    if name is not None and cursor.code(1) == "text_of":
        cursor.at += 1
        found = Subject(Objects((name,)), True)
    elif cursor.take("pronoun"):
        found = pronoun(cursor)
    else:
        found = noun_phrases(cursor)
    reading.subject = reading.subject or found
    cursor.need("replaced", "text_of")
    old = _word(cursor, "replaced")
    while cursor.take("object", "of", "all_after", "word_of", "all", "counter"):
        pass
    new = _word(cursor, "replacement")
    while cursor.take("word_of", "to", "object"):
        pass
    cursor.need("verb", "replace")
    pairs = [(a, b) for a, kind in old for b, other in new if kind == other]
    reading.draft.add(Clause(replaces=tuple(pairs or [(old[0][0], new[0][0])])))
    return True


def _word(cursor: Cursor, wanted: str) -> list[tuple[str, str | None]]:
    while cursor.take("all", "other", "particular"):
        pass
    token = cursor.peek()
    group = group_of(token.terms, cursor.lexicon)
    if group is not None or token.code == "type":
        cursor.at += 1
        while cursor.take("number", "counter"):
            pass
        if group is None:
            term = chosen_word(cursor, token)
        else:
            term = chosen_type(cursor, None, group, token)
        return [(term.id, term.kind)]
    terms = token.terms or cursor.lexicon.lookup(token.name or "")
    found = meanings(terms)
    if not found:
        raise cursor.stuck(wanted)
    cursor.at += 1
    return [(t.id, t.kind) for t in found]

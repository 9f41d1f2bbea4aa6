"""Conditions of English wordings that are judged of each object: "creatures are Elves unless they're Walls".

Such a condition says which objects are affected, so it is part of what the effect affects. It may not be
set aside as one that is taken to hold.
"""

from __future__ import annotations

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..syntax import All, AnyOf, Filter, Not, Note
from .cursor import Cursor
from .lexer import tokens_en
from .nouns import Subject, whole
from .nouns_en import described

_SAYING = ("be", "be_not")
_POINTING = ("the", "demonstrative")


def judged_of_each(cursor: Cursor, subject: Subject) -> Subject:
    """The subject, narrowed by conditions that are judged of each object; their notes are removed.

    Raises:
        DiagnosticError: `unread-types` if such a condition is not understood.
    """
    found = subject
    for note in [n for n in cursor.notes if n.key == "condition-assumed"]:
        words = str(note.params["words"])
        inner = Cursor(words, tokens_en(words, cursor.lexicon), cursor.lexicon, "en", (), ())
        leads = not cursor.text.find(words)
        if not _points_at(inner, subject, leads):
            continue
        condition = None if leads else _condition(inner)
        if condition is None or found.filter is None:
            raise _refused(cursor, note)
        cursor.notes.remove(note)
        own = found.filter.parts if isinstance(found.filter, All) else (found.filter,)
        if isinstance(found.filter, AnyOf):
            own = (found.filter,)
        found = Subject(whole([*own, condition]), found.every, found.itself, found.anaphoric)
    return found


def _points_at(cursor: Cursor, subject: Subject, leads: bool) -> bool:
    """Whether a condition speaks of the objects that are affected, with a pronoun or their noun."""
    code, following = cursor.code(1), cursor.peek(2)
    words = cursor.words(1, 2).lower()
    if words in cursor.table.several or (code == "possessive" and not leads):
        return True
    if leads:
        return _is_typed(cursor)
    if code == "pronoun_be" or (code == "pronoun" and following.code in _SAYING):
        place = 2 if code == "pronoun_be" else 3
        while cursor.code(place) in ("not", "article"):
            place += 1
        token = cursor.peek(place)
        return bool(token.terms) or token.code in ("state", "colour", "word")
    if code == "pronoun":
        return True
    if code in _POINTING and following.terms and cursor.code(3) in _SAYING:
        return subject.filter is not None
    return False


def _is_typed(cursor: Cursor) -> bool:
    """Whether a condition says of "it" alone what types it has, and of no kind of objects that it is one."""
    terms = [t.terms for t in cursor.tokens[2:] if t.code not in ("not", "article", "be", "be_not")]
    kinds = any(t.category == "Class" for listed in terms for t in listed)
    return cursor.code(1) in ("pronoun", "pronoun_be") and all(terms) and not kinds


def _condition(cursor: Cursor) -> Filter | None:
    """What a condition demands of each object; `None` if it is more than what the object is."""
    negated = cursor.words(0, 1).lower() in cursor.table.negative
    cursor.at = 1
    pronoun = cursor.take("pronoun_be")
    if pronoun is None:
        cursor.at += 1
        if cursor.code(-1) in _POINTING:
            cursor.at += 1
        verb = cursor.take(*_SAYING)
        if verb is None:
            return None
        negated ^= verb.code == "be_not"
    negated ^= cursor.take("not") is not None
    found = described(cursor)
    return Not(found) if found is not None and negated else found


def _refused(cursor: Cursor, note: Note) -> DiagnosticError:
    words = str(note.params["words"])
    start = max(cursor.text.find(words), 0)
    params: dict[str, object] = {"input": words}
    fault = Diagnostic(
        "unread-types", start, start + len(words), params, message="unread-condition"
    )
    return DiagnosticError([fault])

"""Nouns of English noun phrases with their adjectives, and the zone that stands behind them."""

from __future__ import annotations

from ...kb.diagnostics import DiagnosticError
from ...kb.lexicon import fold, plural
from ..syntax import All, ControlledBy, Filter, HasTerm, InZone, Not
from .cursor import Cursor, Stuck
from .lexer import Token
from .nouns import Phrase, piece, whole

LOOKS = ("colour", "state", "face_down")


def described(cursor: Cursor) -> Filter | None:
    """What the words from here to the end say that an object is; `None` if they are more than nouns."""
    cursor.take("article")
    phrase = Phrase()
    try:
        plain_nouns(cursor, phrase)
    except (Stuck, DiagnosticError):
        return None
    if phrase.open or cursor.code() != "end":
        return None
    return whole(phrase.core)


def plain_nouns(cursor: Cursor, phrase: Phrase) -> None:
    """Reads adjectives and nouns, of which at least one must be known."""
    found = False
    while True:
        token = cursor.peek()
        if token.code == "comma" and cursor.peek(-1).negative and cursor.peek(1).negative:
            cursor.at += 1
        elif token.code in LOOKS and (token.code != "face_down" or _before_noun(cursor, 1)):
            looks(cursor, phrase)
        elif token.code == "object":
            phrase.plural = cursor.words_of(token).endswith("s")
            phrase.headed = found = True
            cursor.at += 1
        elif (
            token.terms and (found_piece := piece(cursor.peek().terms, cursor.lexicon)) is not None
        ):
            if token.negative and phrase.core and isinstance(phrase.core[-1], HasTerm):
                raise cursor.stuck("verb")
            phrase.core.append(Not(found_piece) if token.negative else found_piece)
            phrase.plural = _is_plural(cursor, token)
            phrase.invariable = _is_invariable(token)
            cursor.at += 1
            found = True
        else:
            break
    if not found:
        raise cursor.stuck("noun" if phrase.determined else "subject")
    if not phrase.core:
        phrase.core.append(All(()))


def looks(cursor: Cursor, phrase: Phrase) -> None:
    """Sets aside a word for how objects look: a colour, "tapped"."""
    code = cursor.code()
    cursor.note("rider", cursor.at, cursor.at + 1, rider="state" if code == "face_down" else code)
    phrase.open = True
    cursor.at += 1


def _before_noun(cursor: Cursor, place: int) -> bool:
    while cursor.code(place) in LOOKS:
        place += 1
    return bool(cursor.peek(place).terms) or cursor.code(place) == "object"


def _is_plural(cursor: Cursor, token: Token) -> bool:
    word = fold(cursor.text[token.start : token.end])
    return not any(word.endswith(fold(label)) for t in token.terms for label in t.labels["en"])


def _is_invariable(token: Token) -> bool:
    """Whether a noun is its own plural ("Equipment")."""
    labels = ((t, fold(label)) for t in token.terms for label in t.labels["en"])
    return any(plural(word) == word or word in map(fold, t.plurals) for t, word in labels)


def in_zone(cursor: Cursor, phrase: Phrase) -> bool:
    """Reads "in your graveyard", "on the battlefield"; whether a zone stood there."""
    first = cursor.at
    cursor.at += 1
    whose = cursor.take("your", "possessive", "the", "opponents", "somebodys", "all")
    zone = next((t for t in cursor.peek().terms if t.category == "Zone"), None)
    if zone is None:
        cursor.stuck("zone")
        cursor.at = first
        return False
    cursor.at += 1
    phrase.after.append(InZone(zone.id))
    if whose and whose.code == "your":
        phrase.after.append(ControlledBy("you"))
        cursor.note("owner-as-controller", first, cursor.at)
    elif whose and whose.code == "opponents":
        phrase.after.append(ControlledBy("opponent"))
        cursor.note("owner-as-controller", first, cursor.at)
    return True

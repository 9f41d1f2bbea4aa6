"""Words that do not bear on types, set aside under a name: abilities, numbers, durations …

A rider may hold words that nobody knows. A word that is one slip of the pen away from a known one
is refused even there, since the rider would otherwise swallow what the writer meant.
"""

from __future__ import annotations

from collections.abc import Callable

from ...kb.diagnostics import Diagnostic, DiagnosticError
from .cursor import Cursor
from .lexer import Token
from .meanings import group_of, meanings
from .spelling import known, slip

_SAID_OF_ONE = ("number", "ability", "permission")
_BEING = ("be", "be_not", "become")
_BEFORE_TYPES = ("article", "pt", "colour", "not", "also", "adverb", "still")
_SUBORDINATE = frozenset(
    (
        "relative",
        "relative_not",
        "where",
        "condition",
        "trigger",
        "until",
        "for_each",
        "demonstrative",
    )
    + ("of", "with", "quote", "except")
)


def set_aside(cursor: Cursor, rider: str, ends: Callable[[Cursor], bool], first: int) -> None:
    """Reads a rider up to where it ends and notes it.

    Args:
        cursor: Stands at the first token that may end it.
        rider: Its name ("ability", "duration" …); a rider "condition" is noted as assumed to hold.
        ends: Whether it ends at the token at hand.
        first: Index of the token that it began with.

    Raises:
        DiagnosticError: A word in it is one slip away from a known one.
        Stuck: Types of a second subject are spoken of in it.
    """
    while cursor.code() != "end" and not ends(cursor):
        cursor.at += 1
    if rider in _SAID_OF_ONE:
        _refuse_second_subject(cursor, first)
    check_words(cursor, first, cursor.at, labels=rider not in ("condition", "event"))
    rider = "types" if rider == "ability" and _says_no_other(cursor, first) else rider
    if rider == "condition":
        cursor.note("condition-assumed", first, cursor.at)
    else:
        cursor.note("rider", first, cursor.at, rider=rider)


def _refuse_second_subject(cursor: Cursor, first: int) -> None:
    """Refuses "get +1/+1 and lands you control are Swamps", of which the end is no rider.

    Raises:
        Stuck: A second subject is said to be or become something.
    """
    subject: int | None = None
    for place in range(first, cursor.at):
        token = cursor.tokens[place]
        if token.code in ("and", "comma"):
            subject = place
        elif token.code in _SUBORDINATE:
            subject = None
        elif token.code in _BEING and subject is not None and subject + 1 < place:
            following = place + 1
            while following < cursor.at and cursor.tokens[following].code in _BEFORE_TYPES:
                following += 1
            nouns = any(meanings(t.terms) for t in cursor.tokens[subject:place])
            typed = cursor.tokens[following : following + 1]
            if nouns and typed and meanings(typed[0].terms):
                raise cursor.stuck("verb", place)


def refuse_codes(cursor: Cursor, first: int, codes: tuple[str, ...]) -> None:
    """Refuses what was set aside from an index on if it holds one of the codes.

    Raises:
        Stuck: It does.
    """
    for place in range(first, cursor.at):
        if cursor.tokens[place].code in codes:
            raise cursor.stuck("verb", place)


def _says_no_other(cursor: Cursor, first: int) -> bool:
    """Whether the words say of other types that there are none ("with no other types")."""
    for place in range(first, cursor.at - 1):
        following = cursor.tokens[place + 1]
        types = following.code == "type" or group_of(following.terms, cursor.lexicon) is not None
        if cursor.tokens[place].code == "other" and types:
            return True
    return False


def _is_strange(token: Token, cursor: Cursor) -> bool:
    word = cursor.text[token.start : token.end]
    return token.code == "word" and not known(word, cursor.table, cursor.lexicon)


def _names_group(token: Token, cursor: Cursor) -> bool:
    """Whether a word names types or abilities as a whole, before which no unknown word may stand."""
    if token.code == "ability":
        return cursor.text[token.start : token.end].lower().endswith("ies")
    return group_of(token.terms, cursor.lexicon) is not None


def check_words(cursor: Cursor, first: int, last: int, *, labels: bool = True) -> None:
    """Refuses unknown words that are one slip of the pen away from known ones.

    Args:
        cursor: Holds the tokens.
        first: Index of the first token.
        last: Index past the last one.
        labels: Whether slips from words of the game count; not in leads, which are free text.
    """
    strange: Token | None = None
    for place, token in enumerate(cursor.tokens[first:last], first):
        following = cursor.tokens[place + 1 : place + 2]
        if any(cursor.words_of(t) in cursor.table.kinds_of for t in following):
            continue
        if token.code == "stray" or (strange is not None and _names_group(token, cursor)):
            raise cursor.fail("unknown-word", strange or token)
        if token.code != "other":
            strange = token if _is_strange(token, cursor) else None
        if token.code != "word":
            continue
        word = cursor.text[token.start : token.end]
        meant = slip(word, cursor.lang, cursor.lexicon, labels)
        if meant is not None:
            fault = Diagnostic("unknown-word", token.start, token.end, {"input": word}, meant)
            raise DiagnosticError([fault])

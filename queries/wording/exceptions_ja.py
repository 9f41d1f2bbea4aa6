"""Japanese exceptions of a copy that stand in the middle of its sentence: それが…であることを除き.

They may stand before what is copied, before the object that becomes the copy, or before the verb. So
they are taken out of the sentence, which then is read as if they were not there, and read behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...kb.diagnostics import DiagnosticError
from .cursor import Cursor, Stuck
from .drafts import Draft
from .lexer import Token
from .meanings import Group

_COPYING = ("copy", "its_copy", "make_copy")
_BEFORE_COMMA = ("aim", "until", "object")
_ENDS = ("end", "stop")

_Predicates = Callable[[Cursor, Draft, Group | None], None]


def take_exceptions(cursor: Cursor) -> list[list[Token]]:
    """Takes the exceptions out of the sentence at hand; the tokens of each, without what ends it.

    Raises:
        Stuck: Nothing is copied of which there could be an exception.
    """
    taken: list[list[Token]] = []
    while (end := _end(cursor)) is not None:
        start = _start(cursor, end)
        if start == end or not _copies(cursor):
            raise cursor.stuck("verb", end)
        taken.append(cursor.tokens[start:end])
        after = end + 1
        while after < len(cursor.tokens) and cursor.tokens[after].code == "comma":
            after += 1
        cursor.tokens = [*cursor.tokens[:start], *cursor.tokens[after:]]
    return taken


def read_exception(
    cursor: Cursor, tokens: Sequence[Token], draft: Draft, predicates: _Predicates
) -> None:
    """Reads an exception that was taken out.

    Raises:
        DiagnosticError: It is not understood.
    """
    whole, at = cursor.tokens, cursor.at
    cursor.tokens, cursor.at, cursor.far, cursor.wanted = [*tokens], 0, 0, {}
    try:
        if cursor.code() in ("pronoun", "self") and cursor.code(1) == "topic":
            cursor.at = 2
        predicates(cursor, draft, None)
        if cursor.code() != "end":
            raise cursor.stuck("sentence-end")
    except Stuck:
        raise DiagnosticError([cursor.fault()]) from None
    finally:
        cursor.tokens, cursor.at, cursor.far, cursor.wanted = whole, at, at, {}


def _end(cursor: Cursor) -> int | None:
    for place, token in enumerate(cursor.tokens[cursor.at :], cursor.at):
        if token.code in _ENDS:
            return None
        if token.code == "excepting":
            return place
    return None


def _copies(cursor: Cursor) -> bool:
    for token in cursor.tokens[cursor.at :]:
        if token.code in _ENDS:
            return False
        if token.code in _COPYING:
            return True
    return False


def _start(cursor: Cursor, end: int) -> int:
    """Where an exception begins: with a pronoun of its own, else behind what the sentence is about."""
    start, spoken = cursor.at, False
    for place in range(cursor.at, end):
        token = cursor.tokens[place]
        pause = cursor.tokens[place + 1].code == "comma"
        if token.code == "you" or (token.code in _BEFORE_COMMA and pause):
            start = place + 1 + pause
            spoken = spoken or token.code == "object"
        elif token.code == "topic":
            before = cursor.tokens[place - 1]
            own = before.code == "pronoun" and cursor.text[token.start : token.end] != "は"
            if own and (spoken or not cursor.is_itself(before)):
                return place - 1
            start, spoken = place + 1 + pause, True
    return start

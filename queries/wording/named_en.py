"""Names that an English wording gives without quotation marks: "creatures named Saga Stone"."""

from __future__ import annotations

from .cursor import Cursor
from .lexer import Token


def given_name(cursor: Cursor) -> str:
    """Reads the name behind "named": a quotation, a known name, or words from one capital letter to another.

    Raises:
        Stuck: No name stands there.
    """
    quoted = cursor.take("name", "quote")
    if quoted is not None:
        return quoted.name or ""
    first = cursor.at
    place = last = 0
    while cursor.code(place) not in ("end", "comma", "stop", "quote"):
        if _is_capital(cursor, cursor.peek(place)):
            last = place + 1
        elif cursor.code(place) not in ("of", "the", "in", "on", "article"):
            break
        place += 1
    if not last:
        raise cursor.stuck("subject")
    cursor.at = first + last
    return cursor.words(first, cursor.at)


def _is_capital(cursor: Cursor, token: Token) -> bool:
    return cursor.text[token.start : token.start + 1].isupper()

"""What a SPARQL text is, as far as safety needs it: a query, an update, or one that asks other servers.

The text is cut into tokens as SPARQL 1.1 cuts it, so that a keyword in a string, a comment, an IRI, a
variable or the local part of a name is none, and one that is written with escapes or hidden behind an
escaped quotation mark or hash is one. Parsers let a keyword follow another word or come before a name
without a space, so that one that is part of a word or of a prefix counts as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics import Diagnostic

_CODEPOINT = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_TOKENS = re.compile(
    r"""
    (?P<iri> <[^<>"{}|^`\\\x00-\x20]*> )
  | (?P<text> \"\"\"(?:(?:"|"")?(?:[^"\\]|\\.))*\"\"\" | '''(?:(?:'|'')?(?:[^'\\]|\\.))*'''
            | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*' )
  | (?P<unclosed> (?:\"\"\"|''') .* )
  | (?P<comment> \#[^\n\r]* )
  | (?P<variable> [?$]\w+ )
  | (?P<word> [A-Za-z_](?:[\w.-]{0,60}(?=:)|\w*) )
  | (?P<local> :(?:(?:[\w:%]|\\.)(?:(?:[\w.:%-]|\\.)*(?:[\w:%-]|\\.))?)? )
  | (?P<other> \\. | . )
    """,
    re.VERBOSE | re.DOTALL,
)
MAX_LENGTH = 100_000
FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
UPDATES = (
    "INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH",
)  # fmt: skip
SERVICE = "SERVICE"


def words(sparql: str) -> Iterator[tuple[str, int]]:
    """Words of a text in capitals, prefixes of names among them, with their places."""
    for match in _TOKENS.finditer(_unescaped(sparql)):
        if match.lastgroup == "word":
            yield match[0].upper(), match.start()


def _unescaped(sparql: str) -> str:
    """The text with `\\uXXXX` replaced, which SPARQL does before it reads anything."""

    def letter(match: re.Match[str]) -> str:
        code = int(match[1] or match[2], 16)
        return chr(code) if code <= 0x10FFFF else "\ufffd"

    return _CODEPOINT.sub(letter, sparql)


def refusal(sparql: str) -> Diagnostic | None:
    """Why a text is not to be run: it is an update, or it asks another server; `None` if it may be."""
    if len(sparql) > MAX_LENGTH:
        return Diagnostic("too-long", 0, 0, {"input": sparql[:20] + "…", "limit": MAX_LENGTH})
    form = None
    for word, place in words(sparql):
        if SERVICE in word:
            return _fault("sparql-service", SERVICE, place, sparql)
        if form is None and word in UPDATES:
            return _fault("sparql-update", word, place, sparql)
        if form is None and word in FORMS:
            form = word
    return None


def form_of(sparql: str) -> str:
    """The form of a query: one of `FORMS`, or "" if it has none."""
    return next((word for word, _ in words(sparql) if word in FORMS), "")


def _fault(code: str, word: str, place: int, sparql: str) -> Diagnostic:
    place = min(place, len(sparql))
    return Diagnostic(code, place, min(place + len(word), len(sparql)), {"input": word})

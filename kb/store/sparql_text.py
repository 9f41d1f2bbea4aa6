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
MAX_DEPTH = 100
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


def names(sparql: str) -> Iterator[tuple[str, int, bool]]:
    """Prefixes of names with their places, and whether each is declared there."""
    word: re.Match[str] | None = None
    before = ""
    for match in _TOKENS.finditer(sparql):
        if match.lastgroup == "local":
            joined = word is not None and word.end() == match.start()
            prefix = word[0] if word is not None and joined else ""
            if prefix != "_":
                place = match.start() - len(prefix)
                yield prefix, place, (before if prefix else _upper(word)) == "PREFIX"
        elif match.lastgroup == "word":
            before, word = _upper(word), match
        elif match.lastgroup != "comment" and not match[0].isspace():
            before, word = "", None


def _upper(word: re.Match[str] | None) -> str:
    return word[0].upper() if word is not None else ""


def _unescaped(sparql: str) -> str:
    """The text with `\\uXXXX` replaced, which SPARQL does before it reads anything."""

    def letter(match: re.Match[str]) -> str:
        code = int(match[1] or match[2], 16)
        return chr(code) if code <= 0x10FFFF else "\ufffd"

    return _CODEPOINT.sub(letter, sparql)


def refusal(sparql: str) -> Diagnostic | None:
    """Why a text is not to be run: it is an update, asks another server, or is too long or deep; `None` if it may be."""
    if len(sparql) > MAX_LENGTH:
        return Diagnostic("too-long", 0, 0, {"input": sparql[:20] + "…", "limit": MAX_LENGTH})
    deep = _too_deep(sparql)
    if deep is not None:
        return deep
    form = None
    for word, place in words(sparql):
        if SERVICE in word:
            return _fault("sparql-service", SERVICE, place, sparql)
        if form is None and word in UPDATES:
            return _fault("sparql-update", word, place, sparql)
        if form is None and word in FORMS:
            form = word
    return None


def _too_deep(sparql: str) -> Diagnostic | None:
    """The fault of brackets in brackets in brackets, at the first that is one too many."""
    depth = 0
    for match in _TOKENS.finditer(_unescaped(sparql)):
        if match.lastgroup == "other" and match[0] in "([{":
            depth += 1
            if depth > MAX_DEPTH:
                place = min(match.start(), len(sparql) - 1)
                return Diagnostic("too-deep", place, place + 1, {"limit": MAX_DEPTH})
        elif match.lastgroup == "other" and match[0] in ")]}":
            depth = max(depth - 1, 0)
    return None


def form_of(sparql: str) -> str:
    """The form of a query: one of `FORMS`, or "" if it has none."""
    return next((word for word, _ in words(sparql) if word in FORMS), "")


def _fault(code: str, word: str, place: int, sparql: str) -> Diagnostic:
    place = min(place, len(sparql))
    return Diagnostic(code, place, min(place + len(word), len(sparql)), {"input": word})

"""Cuts a folded text into statements, so that every bad one can be reported.

A statement ends at a line end, `;` or `。`, but not inside quotes or brackets. Quotes close on their
line; brackets may go on over lines until one begins with a statement's keyword.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from ...kb.diagnostics import Diagnostic
from ...kb.values import value
from .keywords import keywords, nearest_opening, one_slip, opening

MAX_STATEMENT = 4000
MAX_DEPTH = 24
MAX_STATEMENTS = 5_000
MAX_FAULTS = 500
_QUOTES = {'"': '"', "《": "》", "「": "」"}
_BRACKETS = {"(": ")", "{": "}"}
_PLAIN = re.compile(r"[^\"《「》」(){}#\n;。]+")
_WORD = re.compile(r"[\w'-]+|\S")


@value
class Piece:
    """A statement as cut from the text.

    Args:
        keyword: Key of its first word in `keywords.toml`.
        text: What follows the keyword, with blanks for comments; as long as in the user's text.
        start: Offset of `text` in the file.
        first: Offset of the keyword.
    """

    keyword: str
    text: str
    start: int
    first: int

    @property
    def end(self) -> int:
        """The offset just past the statement."""
        return self.start + len(self.text)


def split(text: str) -> tuple[list[Piece], list[Diagnostic]]:
    """The statements of a folded text, and what is wrong with their brackets, lengths and keywords."""
    faults: list[Diagnostic] = []
    pieces: list[Piece] = []
    for start, raw, bad in _raw_statements(text):
        if len(pieces) > MAX_STATEMENTS or len(faults) > MAX_FAULTS:
            params: dict[str, object] = {
                "input": raw[:20],
                "limit": MAX_STATEMENTS,
                "faults": MAX_FAULTS,
            }
            faults.append(Diagnostic("too-many", start, start + len(raw), params))
            break
        if bad is not None:
            faults.append(bad)
            pieces.append(_unreadable(start))
            continue
        if len(raw) > MAX_STATEMENT:
            faults.append(_too_long(raw, start))
            pieces.append(_unreadable(start))
            continue
        found = opening(raw)
        if found is not None:
            keyword, past = found
            pieces.append(Piece(keyword, raw[past:], start + past, start))
        elif pieces and pieces[-1].keyword == "when" and _continues(raw):
            pieces[-1] = _joined(pieces[-1], raw, start, text)
            if len(pieces[-1].text) > MAX_STATEMENT:
                faults.append(_too_long(pieces[-1].text, pieces[-1].start))
                pieces[-1] = _unreadable(start)
        else:
            word = _WORD.match(raw)
            shown = word[0] if word else raw[:20]
            hint = nearest_opening(shown) if len(faults) < 50 else None
            end = start + len(shown)
            params = {"input": shown, "known": _known()}
            faults.append(Diagnostic("unknown-keyword", start, end, params, hint))
    return pieces, faults


def _unreadable(start: int) -> Piece:
    """Stands for a bad statement, so that what follows does not continue the `when` before it."""
    return Piece("unreadable", "", start, start)


def _too_long(raw: str, start: int) -> Diagnostic:
    params: dict[str, object] = {"input": raw[:20] + "…", "limit": MAX_STATEMENT}
    return Diagnostic("too-long", start, start + len(raw), params)


@functools.cache
def _known() -> dict[str, str]:
    table = keywords()["statements"].values()
    return {
        "en": ", ".join(f"`{f[0]}`" for f in table),
        "ja": "、".join(f"`{f[1]}`" for f in table),
    }


def _continues(raw: str) -> bool:
    """Whether a piece without keyword is a sentence of the clause before, not a misspelt keyword."""
    word = _WORD.match(raw)
    if (
        word is None
        or not word[0].isascii()
        or word[0].casefold() in keywords()["continuation"]["words"]
    ):
        return True
    near = nearest_opening(word[0]) if word[0][0].isalpha() else None
    return near is None or not one_slip(near, word[0].casefold())


def _joined(piece: Piece, raw: str, start: int, text: str) -> Piece:
    """A `when` with a further sentence; what stood between becomes a full stop or blanks."""
    between = text[piece.end : start]
    blanks = "".join(c if c in ".。" else " " for c in _without_comments(between))
    before = piece.text.rstrip()
    if blanks and not blanks.strip() and not before.endswith((".", "。")):
        stop = "." if before[-1:].isascii() else "。"
        blanks = stop + blanks[1:]
    return Piece(piece.keyword, piece.text + blanks + raw, piece.start, piece.first)


def _without_comments(text: str) -> str:
    return re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), text)


def _raw_statements(text: str) -> Iterator[tuple[int, str, Diagnostic | None]]:
    """Offsets and texts of statements without leading and trailing blanks; a fault of their brackets."""
    at, size = 0, len(text)
    while at < size:
        if text[at].isspace() or text[at] in ";。":
            at += 1
        elif text[at] == "#":
            newline = text.find("\n", at)
            at = size if newline < 0 else newline
        else:
            start = at
            at, raw, bad = _statement(text, start)
            yield start, raw.rstrip(), bad


def _statement(text: str, start: int) -> tuple[int, str, Diagnostic | None]:
    """The end of the statement at `start`, its text with blanks for comments, and its first fault."""
    at, size = start, len(text)
    parts: list[str] = []
    open_: list[int] = []
    bad: Diagnostic | None = None
    while at < size:
        plain = _PLAIN.match(text, at)
        if plain:
            parts.append(plain[0])
            at = plain.end()
            continue
        char = text[at]
        if char in _QUOTES:
            newline = text.find("\n", at)
            line_end = size if newline < 0 else newline
            close = text.find(_QUOTES[char], at + 1, line_end)
            if close < 0:
                bad = bad or _unbalanced(text, at)
                parts.append(text[at:line_end])
                at = line_end
                break
            parts.append(text[at : close + 1])
            at = close + 1
            continue
        if char == "#":
            newline = text.find("\n", at)
            line_end = size if newline < 0 else newline
            parts.append(" " * (line_end - at))
            at = line_end
            continue
        if char in ";。\n":
            inside = bool(open_) and not (char == "\n" and _keyword_line(text, at + 1))
            if not inside:
                break
        elif char in _BRACKETS:
            open_.append(at)
            if len(open_) > MAX_DEPTH and bad is None:
                params: dict[str, object] = {"input": text[at : at + 10], "limit": MAX_DEPTH}
                bad = Diagnostic("too-deep", at, at + 1, params)
        elif char in ")}":
            if open_ and _BRACKETS[text[open_[-1]]] == char:
                open_.pop()
            else:
                bad = bad or _unbalanced(text, at)
        elif char in "》」":
            bad = bad or _unbalanced(text, at)
        parts.append(char)
        at += 1
    if open_ and bad is None:
        bad = _unbalanced(text, open_[0])
    return max(at, start + 1), "".join(parts), bad


def _keyword_line(text: str, at: int) -> bool:
    """Whether the line at `at` begins with a statement's keyword."""
    while at < len(text) and text[at] in " \t":
        at += 1
    return opening(text, at) is not None


def _unbalanced(text: str, at: int) -> Diagnostic:
    return Diagnostic("unbalanced", at, at + 1, {"input": text[at]})

"""Faults as text: message, place, the line with the faulty part marked, and a hint.

cards.rk:3:12: unknown word `Goblni` [unknown-word]
  ask "X" is Goblni
             ^^^^^^
  did you mean `Goblin`?
"""

from __future__ import annotations

import bisect
import functools
import unicodedata
from collections.abc import Sequence

from ...kb.diagnostics import Diagnostic
from ...kb.messages import message
from ...kb.visible import visible
from ..language.fold import fold_text

MAX_SHOWN = 50
MAX_WIDTH = 100
_WORDS = {
    "en": {
        "hint": "did you mean `{0}`?",
        "then": "; ",
        "more": "… and {0} more",
        "one": "… and 1 more",
        "rule": "rule",
    },
    "ja": {
        "hint": "もしかして: `{0}`",
        "then": "。",
        "more": "…ほか{0}件",
        "one": "…ほか1件",
        "rule": "ルール",
    },
}


def highlight(faults: Sequence[Diagnostic], text: str, name: str, lang: str) -> str:
    """All faults in the order of their places, each once, the first `MAX_SHOWN` in full.

    Args:
        faults: Offsets are those of the text; a fault that ends at 0 stands nowhere in it.
        text: The text as the user wrote it.
        name: What to call it: a file's name, `<stdin>`.
        lang: Language of the messages.
    """
    ordered = sorted(dict.fromkeys(faults), key=lambda d: (d.start, d.end))
    lines = _Lines(text)
    shown = [_record(d, lines, name, lang) for d in ordered[:MAX_SHOWN]]
    left = len(ordered) - MAX_SHOWN
    if left > 0:
        shown.append(_WORDS[lang]["one" if left == 1 else "more"].format(left))
    return "\n".join(shown)


def said(fault: Diagnostic, lang: str) -> str:
    """A fault in one line, with its code and hint but without its place."""
    return _headline(fault, lang) + hinted(fault.hint, lang)


def hinted(hint: str | None, lang: str) -> str:
    """The nearest known word as what may follow a message; "" if there is none."""
    words = _WORDS[lang]
    return words["then"] + words["hint"].format(visible(hint)) if hint else ""


def _headline(fault: Diagnostic, lang: str) -> str:
    rule = f" [{_WORDS[lang]['rule']} {fault.rule}]" if fault.rule else ""
    return f"{message(fault, lang)} [{fault.code}]{rule}"


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1, in characters."""
    return _lines_of(text).place(offset)


class _Lines:
    """The lines of a text and where they begin; a form of the text in which only `\\n` ends a line."""

    def __init__(self, text: str) -> None:
        self.text = text
        folded = fold_text(text)
        self.starts = [0, *(i + 1 for i, char in enumerate(folded) if char == "\n")]

    def place(self, offset: int) -> tuple[int, int]:
        offset = min(max(offset, 0), len(self.text))
        number = bisect.bisect_right(self.starts, offset)
        return number, offset - self.starts[number - 1] + 1

    def line(self, number: int) -> str:
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@functools.lru_cache(maxsize=2)
def _lines_of(text: str) -> _Lines:
    """The lines of a text; the places of one are asked for one after another."""
    return _Lines(text)


def _record(fault: Diagnostic, lines: _Lines, name: str, lang: str) -> str:
    rows = [_headline(fault, lang)]
    if fault.end:
        number, column = lines.place(fault.start)
        rows[0] = f"{visible(name)}:{number}:{column}: {rows[0]}"
        rows += _marked(lines.line(number), column - 1, fault.end - fault.start)
    if fault.hint:
        rows.append("  " + _WORDS[lang]["hint"].format(visible(fault.hint)))
    return "\n".join(rows)


def _marked(line: str, column: int, length: int) -> list[str]:
    """The line, cut to its part around the fault, and carets under the fault."""
    first = (
        max(0, min(column - MAX_WIDTH // 2, len(line) - MAX_WIDTH)) if len(line) > MAX_WIDTH else 0
    )
    part = line[first : first + MAX_WIDTH]
    head = "…" if first else ""
    end = min(column + max(length, 1), first + len(part))
    marked = line[column:end]
    before = head + line[first:column]
    tail = "…" if first + MAX_WIDTH < len(line) else ""
    carets = "^" * max(1, sum(map(char_width, marked)))
    shown = "".join(plain_char(c) for c in head + part + tail)
    return (
        ["  " + shown.rstrip(), "  " + " " * sum(map(char_width, before)) + carets]
        if shown.strip()
        else []
    )


def plain_char(char: str) -> str:
    """A character that moves no cursor: blanks for tabs, a mark for what cannot be shown."""
    if char == "\t":
        return " "
    category = unicodedata.category(char)
    return "\ufffd" if category in ("Cc", "Cs", "Cf") else char


def char_width(char: str) -> int:
    """Columns of a character on a terminal."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1

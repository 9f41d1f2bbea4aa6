"""Texts in pictures: measured with wide characters as two columns, shortened and broken into lines."""

from __future__ import annotations

import re

from ..answers.highlight import char_width

_WORD = re.compile(r"\s*(?:[\u1100-\uffff]|[^\s\u1100-\uffff]+)\s*")


def width(text: str) -> int:
    """Columns of a text."""
    return sum(map(char_width, text))


def shorten(text: str, columns: int) -> str:
    """A text cut to a number of columns, with a sign where it was cut."""
    if width(text) <= columns:
        return text
    kept, used = "", 1
    for char in text:
        used += char_width(char)
        if used > columns:
            break
        kept += char
    return kept.rstrip() + "…"


def wrap(text: str, columns: int) -> list[str]:
    """A text in lines of a number of columns; broken at blanks, and after any wide character."""
    lines = [""]
    for word in _WORD.findall(text):
        if lines[-1] and width((lines[-1] + word).rstrip()) > columns:
            lines.append("")
        lines[-1] += word
    return [shorten(line.strip(), columns) for line in lines]

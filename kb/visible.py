"""Text of others as it may be shown: what moves a cursor or turns the direction of writing is escaped."""

from __future__ import annotations

import unicodedata

_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_KEPT = "\n\t"


def visible(text: str) -> str:
    """A text in which control, direction and other unseen characters stand as `\\uXXXX`; lines stay lines."""
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char in _KEPT or unicodedata.category(char) not in _HIDDEN:
        return char
    code = ord(char)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"

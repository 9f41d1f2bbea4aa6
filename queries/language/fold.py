"""One form for the many ways to type a character, one for one, so that positions stay the user's.

Full width letters, digits and marks become half width; dashes become `-` or `—`, curly quotes plain
ones, every blank a space, every line end a newline. Half-width katakana stay (two of them may make
one letter): `kb.lexicon.fold` treats them when words are looked up. `ー` is a letter.
"""

from __future__ import annotations

import unicodedata

from ...kb.diagnostics import Diagnostic

_MARKS = {
    "-": "‐‑−﹣",
    "—": "‒–―─⸺",
    '"': "“”„‟",
    "'": "‘’‚‛",
    " ": "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
    "\u202f\u205f\u3000\ufeff",
    "\n": "\u0085\u2028\u2029\u000b\u000c",
    "。": "｡",
    "「": "｢",
    "」": "｣",
    "、": "､",
    "・": "･",
}
_TABLE = {ord(char): plain for plain, chars in _MARKS.items() for char in chars}
_TABLE |= {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_HARMLESS = frozenset("\t\n\r")
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def fold_text(text: str) -> str:
    """The text with each character in its one form; as long as the text."""
    folded = text.translate(_TABLE)
    if "\r" in folded:
        folded = folded.replace("\r\n", " \n").replace("\r", "\n")
    return folded


def control_characters(text: str, limit: int) -> list[Diagnostic]:
    """A fault for each character that no text should hold: controls, NUL, lone surrogates."""
    faults = []
    for at, char in enumerate(text):
        if char < " " or char > "~":
            category = unicodedata.category(char)
            bad = category in ("Cc", "Cs", "Cn", "Co") or char in _BIDI
            if bad and char not in _HARMLESS and ord(char) not in _TABLE:
                params: dict[str, object] = {"input": f"U+{ord(char):04X}"}
                faults.append(Diagnostic("control-character", at, at + 1, params))
                if len(faults) == limit:
                    break
    return faults


def without_controls(text: str) -> str:
    """The text with a space for each control character, as long as before."""
    return "".join(
        char
        if " " <= char <= "~" or char in _HARMLESS or not unicodedata.category(char).startswith("C")
        else " "
        for char in text
    )

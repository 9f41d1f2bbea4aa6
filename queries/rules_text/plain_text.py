"""A rules text without characters that nobody sees, and where each of the others stood in it.

Zero-width characters, byte order marks, soft hyphens and control characters are left out, and a
letter that stands for several (a ligature) becomes these. All other kinds of width, dash and
quotation mark are one for one (`wording.folding`).
"""

from __future__ import annotations

import re
import unicodedata

from ...kb.values import value

_HIDDEN = frozenset(("Cc", "Cf", "Co", "Cs"))
_BREAKS = frozenset("\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
# Latin letters, punctuation, kana and ideographs, none of which is left out or stands for several.
_PLAIN = re.compile(
    "[\t\n\x20-\x7e\xa0-\xac\xae-\u0131\u2010-\u2027\u2030-\u205e\u2212\u3000-\u9fff]*"
)
_SELECTORS = range(0xFE00, 0xFE10)


@value
class PlainText:
    """A text as it is read.

    Args:
        text: What is read.
        places: For each of its characters the offset in the text as it was written; `None`: the same.
        length: Characters of the text as it was written.
    """

    text: str
    places: tuple[int, ...] | None
    length: int

    def start(self, offset: int) -> int:
        """Where a character stood in the text as it was written."""
        if self.places is None:
            return offset
        return self.places[offset] if offset < len(self.places) else self.length

    def end(self, offset: int) -> int:
        """The offset, in the text as it was written, just past what ends at an offset."""
        return offset if self.places is None else self.start(offset - 1) + 1 if offset else 0


def plain_text(text: str) -> PlainText:
    """The text without characters that nobody sees."""
    if _PLAIN.fullmatch(text):
        return PlainText(text, None, len(text))
    shown: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        seen = _seen(char, text[place + 1 : place + 2])
        shown.append(seen)
        places += [place] * len(seen)
    joined = "".join(shown)
    return PlainText(joined, None if joined == text else tuple(places), len(text))


def _seen(char: str, following: str) -> str:
    """What is read of a character: one or several letters, a line end, or nothing."""
    if char in "\t\n" or " " <= char <= "~":
        return char
    if char == "\r":
        return "" if following == "\n" else "\n"
    if char in _BREAKS:
        return "\n"
    if unicodedata.category(char) in _HIDDEN or ord(char) in _SELECTORS:
        return ""
    letters = unicodedata.normalize("NFKC", char)
    return letters if len(letters) > 1 and letters.isascii() and letters.isalpha() else char

"""One kind of width, dash and quotation mark for the characters of a wording."""

from __future__ import annotations

import unicodedata

_DASHES = dict.fromkeys(map(ord, "—–―─"), "—") | dict.fromkeys(map(ord, "‐‑−"), "-")
_QUOTES = {
    ord("’"): "'",
    ord("‘"): "'",
    ord("“"): '"',
    ord("”"): '"',
    ord("«"): "《",
    ord("»"): "》",
}
_FOLDS = _DASHES | _QUOTES


def fold_wording(text: str) -> str:
    """The text in one kind of width, dash and quotation mark, character by character.

    Offsets stay those of the original: a character whose folded form is longer is kept.
    """
    if text.isascii():
        return text
    folded = []
    for char in text:
        wide = unicodedata.normalize("NFKC", char)
        folded.append(wide if len(wide) == 1 and not "ｦ" <= char <= "ﾟ" else char)
    return "".join(folded).translate(_FOLDS)

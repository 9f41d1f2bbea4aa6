"""One kind of width, dash and quotation mark for the characters of a wording."""

from __future__ import annotations

import functools
import re
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
_OTHER = re.compile(r"[^\x00-\x7f]")


def fold_wording(text: str) -> str:
    """The text in one kind of width, dash and quotation mark, character by character.

    Offsets stay those of the original: a character whose folded form is longer is kept.
    """
    return _OTHER.sub(lambda found: _folded(found.group()), text)


@functools.lru_cache(maxsize=8192)
def _folded(char: str) -> str:
    wide = unicodedata.normalize("NFKC", char)
    kept = wide if len(wide) == 1 and not "ｦ" <= char <= "ﾟ" else char
    return kept.translate(_FOLDS)

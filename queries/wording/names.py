"""Names in a wording: those of the scenario, which may stand there without quotation marks."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from .folding import fold_wording

NamesByFirst = Mapping[str, list[tuple[str, str]]]


@functools.lru_cache(maxsize=64)
def names_by_first(names: tuple[str, ...]) -> NamesByFirst:
    """Names, each with its folded form, by their first character, the longest first."""
    listed: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(names, key=len, reverse=True):
        if name:
            folded = fold_wording(name)
            listed.setdefault(folded[:1], []).append((folded, name))
    return listed


def longest_name(text: str, start: int, listed: NamesByFirst) -> str | None:
    """The longest of the names that the text spells at an offset, as a whole word."""
    for folded, name in listed.get(text[start : start + 1], ()):
        end = start + len(name)
        if not text.startswith(folded, start):
            continue
        if not (name[-1].isascii() and name[-1].isalnum() and text[end : end + 1].isalnum()):
            return name
    return None

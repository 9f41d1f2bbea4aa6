"""Names in a wording: those of the scenario, which may stand there without quotation marks."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from .folding import fold_wording


def names_by_first(names: Collection[str]) -> dict[str, list[str]]:
    """Names by their first character, the longest first."""
    listed: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        if name:
            listed.setdefault(fold_wording(name)[:1], []).append(name)
    return listed


def longest_name(text: str, start: int, listed: Mapping[str, list[str]]) -> str | None:
    """The longest of the names that the text spells at an offset, as a whole word."""
    for name in listed.get(text[start : start + 1], ()):
        end = start + len(name)
        if not text.startswith(fold_wording(name), start):
            continue
        if not (name[-1].isascii() and name[-1].isalnum() and text[end : end + 1].isalnum()):
            return name
    return None

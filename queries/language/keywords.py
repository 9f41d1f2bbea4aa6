"""The words of the query language, read once from `keywords.toml`."""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path
from typing import Any


@functools.cache
def keywords() -> dict[str, Any]:
    """All tables of the file."""
    path = Path(__file__).with_name("keywords.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


@functools.cache
def _openings() -> re.Pattern[str]:
    """Matches a statement's first word; the group's name is its key, `_` for `-`."""
    forms = [(form, key) for key, forms in keywords()["statements"].items() for form in forms]
    forms.sort(key=lambda pair: -len(pair[0]))
    parts = [f"(?:{word_pattern(form)})" for form, _ in forms]
    groups = [f"(?P<k{i}>{part})" for i, part in enumerate(parts)]
    return re.compile("|".join(groups), re.IGNORECASE)


@functools.cache
def _opening_keys() -> tuple[str, ...]:
    forms = [(form, key) for key, forms in keywords()["statements"].items() for form in forms]
    forms.sort(key=lambda pair: -len(pair[0]))
    return tuple(key for _, key in forms)


def word_pattern(form: str) -> str:
    """A regular expression for fixed words: any blanks between, no half of a Latin word."""
    pattern = r"\s+".join(map(re.escape, form.split()))
    return pattern + (r"(?![\w'-])" if form[-1].isascii() and form[-1].isalnum() else "")


def opening(text: str, start: int = 0) -> tuple[str, int] | None:
    """The keyword with which a statement begins and the offset just past it."""
    match = _openings().match(text, start)
    if match is None:
        return None
    number = int((match.lastgroup or "k0")[1:])
    return _opening_keys()[number], match.end()


def nearest_opening(word: str) -> str | None:
    """The keyword that a misspelt first word may have meant."""
    import difflib

    if word.casefold() in keywords()["continuation"]["words"]:
        return None
    known = {f.split()[0]: f for forms in keywords()["statements"].values() for f in forms}
    word = word[:20].casefold()
    slips = [k for k in known if len(k) > 2 and one_slip(k, word)]
    near = sorted(slips, key=lambda k: abs(len(k) - len(word))) or difflib.get_close_matches(
        word, known, n=1, cutoff=0.6
    )
    return known[near[0]] if near else None


def one_slip(known: str, word: str) -> bool:
    """Whether a word is the known one but for one letter more, less, other or swapped."""
    at = next((i for i, (a, b) in enumerate(zip(known, word, strict=False)) if a != b), None)
    if at is None:
        return abs(len(known) - len(word)) <= 1
    swapped = known[at + 1 : at + 2] + known[at : at + 1] + known[at + 2 :]
    return (
        known[at + 1 :] == word[at + 1 :]
        or known[at:] == word[at + 1 :]
        or known[at + 1 :] == word[at:]
        or swapped == word[at:]
    )

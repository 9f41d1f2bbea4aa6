"""The words of a reference in one language, from `words.toml`."""

from __future__ import annotations

import functools
from collections.abc import Mapping


@functools.cache
def _table() -> dict[str, dict[str, str]]:
    """Key → language → words."""
    import tomllib
    from pathlib import Path

    path = Path(__file__).with_name("words.toml")
    found: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


class Words:
    """Words by key, in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __getitem__(self, key: str) -> str:
        return _table()[key][self.lang]

    def pick(self, found: Mapping[str, str]) -> str:
        """The text in this language, or in another one if there is none, or ""."""
        return found.get(self.lang) or next(iter(found.values()), "")

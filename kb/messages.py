"""Messages by code in English and Japanese, from `messages.toml`."""

from __future__ import annotations

import functools

from .diagnostics import Diagnostic
from .visible import visible

LANGUAGES = ("en", "ja")


@functools.cache
def catalogue() -> dict[str, dict[str, str]]:
    """Code → language → template."""
    import tomllib
    from pathlib import Path

    path = Path(__file__).with_name("messages.toml")
    found: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


class _Gaps(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def message(diagnostic: Diagnostic, lang: str) -> str:
    """The text of a diagnostic as it may be shown; parameters that differ by language are picked."""
    templates = catalogue().get(diagnostic.message or diagnostic.code)
    params = {
        key: value.get(lang, next(iter(value.values()), "")) if isinstance(value, dict) else value
        for key, value in diagnostic.params.items()
    }
    if templates is None:
        words = ", ".join(str(v) for v in params.values())
        return f"{diagnostic.code}: {words}" if words else diagnostic.code
    text = templates.get(lang) or templates["en"]
    place = str(params.get("place", "?"))
    if place != "?" and "{place}" not in text:
        text += " ({rule}, {place})"
    return visible(text.format_map(_Gaps(params | {"hint": diagnostic.hint or ""})))

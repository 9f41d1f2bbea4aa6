"""What a grammar wanted at a place, in words for the message: `labels.toml` says them."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable
from importlib.resources import files

SHOWN = 4


@functools.cache
def _labels() -> dict[str, dict[str, str]]:
    text = files(__package__).joinpath("labels.toml").read_text("utf-8")
    loaded: dict[str, dict[str, str]] = tomllib.loads(text)
    return loaded


def label(wanted: Iterable[str]) -> dict[str, str]:
    """The wanted things as one phrase a language: "a verb, a comma or …"."""
    keys = list(dict.fromkeys(wanted))[:SHOWN]
    table = _labels()
    said = {}
    for lang, comma, last in (("en", ", ", " or "), ("ja", "、", "か")):
        words = [table[key][lang] for key in keys]
        said[lang] = last.join(filter(None, (comma.join(words[:-1]), *words[-1:])))
    return said

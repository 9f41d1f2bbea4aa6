"""The language that the user asks for, before any option is read."""

from __future__ import annotations

import os
from collections.abc import Sequence

VARIABLE = "RULEKEEP_LANG"
LANGUAGES = ("en", "ja")
_OPTION = "--lang"


def chosen_language(arguments: Sequence[str]) -> str:
    """What the last `--lang` among the arguments says, else `RULEKEEP_LANG`, else English."""
    pairs = zip(arguments, [*arguments[1:], ""], strict=True)
    said = [a.removeprefix(f"{_OPTION}=") if a != _OPTION else b for a, b in pairs if _says(a)]
    named = [*said[-1:], os.environ.get(VARIABLE, "")]
    return next((lang for lang in named if lang in LANGUAGES), LANGUAGES[0])


def without_language(arguments: Sequence[str]) -> list[str]:
    """The arguments less `--lang` and what follows it."""
    before = ["", *arguments[:-1]]
    return [a for a, b in zip(arguments, before, strict=True) if not _says(a) and b != _OPTION]


def asks_for_help(arguments: Sequence[str]) -> bool:
    """Whether help is asked for, or comes because a command is not named to its end."""
    return not {"-h", "--help"}.isdisjoint(arguments) or len(without_language(arguments)) < 2


def _says(argument: str) -> bool:
    return argument == _OPTION or argument.startswith(f"{_OPTION}=")

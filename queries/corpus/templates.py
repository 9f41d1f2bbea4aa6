"""Writes rulings that are not formalised yet: an empty one to fill in, or one of a list."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

from ..language.fold import fold_text, without_controls
from ..language.keywords import keywords

_QUOTES = (('"', '"'), ("「", "」"), ("《", "》"))


@functools.cache
def _templates() -> dict[str, str]:
    import tomllib

    path = Path(__file__).with_name("template.toml")
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def new_ruling(id_: str, game: str | None, lang: str) -> str:
    """A commented ruling to fill in.

    Args:
        id_: Its id, sound by `ids.id_fault`.
        game: Its game; `None` for the one that scenarios have by default.
        lang: Language of its keywords and comments.
    """
    header = f"  {word('game', lang)} {game}\n" if game else ""
    return _templates()[lang].replace("{id}", id_).replace("{game}", header)


def listed_ruling(
    id_: str,
    game: str | None,
    lines: Iterable[tuple[str, str]],
    comments: Iterable[str],
    lang: str,
) -> str:
    """A ruling with what a list says of it.

    Args:
        id_: Its id.
        game: Its game; `None` for the one that scenarios have by default.
        lines: Keys of its further headers with their values, ready to be written.
        comments: Lines to keep beside it.
        lang: Language of its keywords.
    """
    head = [f'{word("scenario", lang)} "{id_}"']
    head += [f"  {word('game', lang)} {game}"] if game else []
    head += [f"  {word('ruling', lang)} {id_}", f"  {word('not-formalised', lang)}"]
    head += [f"  {word(key, lang)} {told}" for key, told in lines]
    head += [f"# {line}" for line in comments]
    return "".join(f"{line}\n" for line in head)


def word(key: str, lang: str, table: str = "statements") -> str:
    """A word of the query language."""
    forms = keywords()[table][key]
    return str(forms[0] if lang == "en" else forms[-1])


def one_line(text: str) -> str:
    """A text as one line of characters that a scenario may hold."""
    return " ".join(without_controls(text).split())


def quoted(text: str) -> str:
    """A line in quotes that do not occur in it; if all do, its double quotes become single ones."""
    folded = fold_text(text)
    for opening, closing in _QUOTES:
        if closing not in folded:
            return f"{opening}{text}{closing}"
    single = "".join("'" if f == '"' else char for char, f in zip(text, folded, strict=True))
    return f'"{single}"'

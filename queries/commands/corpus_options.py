"""Options and small steps that the commands on corpora share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic
from .options import fail, language

if TYPE_CHECKING:
    from ..corpus.rulings import Corpus, Ruled

Command = Callable[..., Any]
PATHS = click.argument("paths", nargs=-1, metavar="[PATH]…")
GAME = click.option(
    "--game", metavar="ID", help="Only this game; default: every game of the cases."
)
LANG = language("Language.")


def known_game(game: str | None, lang: str) -> None:
    """Exits with 2 if there is no such game."""
    from ...kb.logic.check import nearest
    from ...kb.sources import games

    if game is not None and game not in games():
        hint = nearest(game, games())
        fail(Diagnostic("unknown-game", params={"input": game}, hint=hint), lang)


def corpus_of(paths: Sequence[str], game: str | None, lang: str) -> Corpus:
    """The corpus of some paths, or the one that ships; exits with 2 if a path is not there."""
    from ..corpus.rulings import files_in, read_corpus, shipped_files

    missing(paths, lang)
    if paths:
        return read_corpus(files_in(paths))
    return read_corpus(map(near, shipped_files(game)))


def near(file: str) -> str:
    """A file's name from the working folder, if it is below that."""
    name = os.path.relpath(file)
    return file if name.startswith(os.pardir) else name


def watched(cases: Sequence[Ruled]) -> Iterator[Ruled]:
    """The cases; on a terminal it is shown how far they are."""
    from ..corpus.progress import Progress

    with Progress(len(cases)) as progress:
        for case in cases:
            progress(case.ruling.id)
            yield case


def missing(paths: Sequence[str], lang: str) -> None:
    """Exits with 2 if one of some paths is not there, or is a folder without scenario files."""
    from ..corpus.rulings import empty_folders

    for path in paths:
        if not os.path.exists(path):
            reason = os.strerror(2)
            fail(Diagnostic("cannot-read", params={"input": path, "reason": reason}), lang)
    for fault in empty_folders(paths):
        fail(fault, lang)

"""The rulings that ship with a game, in the plain values that their export takes."""

from __future__ import annotations

from collections.abc import Iterator

from ..kb.rdf.ruling_text import RulingText
from .corpus.rulings import Ruled, read_corpus, shipped_files


def ruling_texts(game: str) -> Iterator[RulingText]:
    """The rulings of a game, in the order of their files.

    A game that inherits from another has its own ones only: rulings are of the game that they name.
    """
    for ruled in read_corpus(shipped_files(game)).rulings.values():
        yield _plain(ruled)


def _plain(ruled: Ruled) -> RulingText:
    ruling, span = ruled.ruling, ruled.scenario.span
    return RulingText(
        ruling.id,
        ruled.scenario.title,
        dict(ruling.question),
        dict(ruling.answer),
        tuple(reason.words for reason in ruling.reasons if reason.words),
        tuple(reason.statement for reason in ruling.reasons if reason.statement),
        tuple(ruled.scenario.cites),
        tuple(ruling.sources),
        ruling.dated,
        ruling.status,
        ruling.version,
        _own_lines(ruled.text[span.start : span.end], ruled.scenario.title),
    )


def _own_lines(text: str, title: str) -> str:
    """The lines of a scenario, without what its file says before its title or as comments after it."""
    lines = text.splitlines()
    first = next((n for n, line in enumerate(lines) if title in line), 0)
    last = max((n for n, line in enumerate(lines, 1) if line.strip() and line[0] != "#"), default=0)
    return "\n".join(lines[first:last])

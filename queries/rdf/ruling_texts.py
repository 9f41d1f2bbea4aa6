"""The rulings that ship with a game, in the plain values that their export takes."""

from __future__ import annotations

import os

from ...kb.caches import checksum, prune, read_cache, write_cache
from ...kb.codec import Codec
from ...kb.rdf.ruling_text import RulingText
from ...kb.sources import stamp, stamp_of_all
from ..corpus.rulings import Ruled, read_corpus, shipped_files
from ..corpus.texts import file_text

_CODEC = Codec(RulingText)


def ruling_texts(game: str) -> tuple[RulingText, ...]:
    """The rulings of a game, in the order of their files; from the cache if nothing has changed.

    A game that inherits from another has its own ones only: rulings are of the game that they name.
    """
    files = shipped_files(game)
    state = [
        stamp_of_all(),
        stamp(os.path.dirname(os.path.dirname(__file__))),
        *map(file_text, files),
    ]
    name = f"rulings-{game}-{checksum(';'.join(state))}.json"
    kept = read_cache(name)
    if kept is not None:
        try:
            found: tuple[RulingText, ...] = _CODEC.loads(kept)
        except (ValueError, TypeError, IndexError, KeyError):
            pass
        else:
            return found
    made = tuple(map(_plain, read_corpus(files).rulings.values()))
    write_cache(name, _CODEC.dumps(made))
    prune(f"rulings-{game}", name)
    return made


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

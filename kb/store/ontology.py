"""What the knowledge base itself knows of a game, as graphs for a store: the pieces of its export."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator

from ..caches import checksum
from ..diagnostics import DiagnosticError
from ..rdf.ruling_text import RulingText
from ..sources import fingerprint, games
from .memory import MemoryStore

OWNERS = ("terms", "cards", "rulings", "rules", "ontology")  # who has what several pieces state
RulingsOf = Callable[[str], Iterable[RulingText]]


def no_rulings(game: str) -> tuple[RulingText, ...]:
    """No rulings, for those who cannot read them."""
    del game
    return ()


def knowledge_graphs(
    of_games: Iterable[str], rulings_of: RulingsOf = no_rulings
) -> Iterator[tuple[str, list[bytes]]]:
    """Named graphs of the knowledge of some games, as sorted lines of N-Triples.

    Exports are whole each by itself, so what pieces share stands in several; here each triple stands in
    one graph, so that the union of the graphs has it once and queries count right.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: A game's files are faulty.
    """
    from ..rdf.iris import graph_iri
    from ..rdf.pieces import at_hand, quads

    seen: set[bytes] = set()
    for game in sorted(of_games):
        rulings = tuple(rulings_of(game))
        if not at_hand(game, rulings):
            _make_apart(game, rulings)
        for piece in OWNERS:
            lines = {f"{quad.triple} .\n".encode() for quad in quads(game, (piece,), rulings)}
            yield graph_iri(game, piece), sorted(lines - seen)
            seen |= lines


def state_of_knowledge(of_games: Iterable[str], rulings_of: RulingsOf = no_rulings) -> str:
    """Stands for all that `knowledge_graphs` gives."""
    parts = (f"{game} {fingerprint(game)} {tuple(rulings_of(game))!r}" for game in sorted(of_games))
    return checksum("\n".join(parts))


def _make_apart(game: str, rulings: tuple[RulingText, ...]) -> None:
    """Has another process make the pieces and fill the caches, so that its memory is given back.

    What that process fails to make is made by this one, which then tells why.
    """
    import multiprocessing

    apart = multiprocessing.get_context("spawn").Process(target=_make, args=(game, rulings))
    apart.start()
    try:
        apart.join()
    finally:
        apart.kill()


def _make(game: str, rulings: tuple[RulingText, ...]) -> None:
    import signal

    from ..rdf.pieces import PIECES, quads

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for this one ends it
    with contextlib.suppress(DiagnosticError):
        quads(game, PIECES, rulings)


def ontologies(rulings_of: RulingsOf = no_rulings) -> MemoryStore:
    """The knowledge of all games in memory, which is all there is to ask before any import."""
    store = MemoryStore()
    store.put(dict(knowledge_graphs(games(), rulings_of)))
    return store

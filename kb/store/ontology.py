"""What the knowledge base itself knows of a game, as graphs for a store: the pieces of its export."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..rdf.ruling_text import RulingText
from ..sources import games
from .memory import MemoryStore

RulingsOf = Callable[[str], Iterable[RulingText]]


def no_rulings(game: str) -> tuple[RulingText, ...]:
    """No rulings, for those who cannot read them."""
    del game
    return ()


def knowledge_graphs(game: str, rulings: Iterable[RulingText] = ()) -> dict[str, list[bytes]]:
    """The named graphs of a game's knowledge as sorted lines of N-Triples, the same for the same files.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The game's files are faulty.
    """
    from ..rdf.iris import graph_iri
    from ..rdf.pieces import PIECES, at_hand, quads

    rulings = tuple(rulings)
    if not at_hand(game, rulings):
        _make_apart(game, rulings)
    return {
        graph_iri(game, piece): sorted(
            f"{quad.triple} .\n".encode() for quad in quads(game, (piece,), rulings)
        )
        for piece in PIECES
    }


def _make_apart(game: str, rulings: tuple[RulingText, ...]) -> None:
    """Has another process make the pieces and fill the caches, so that its memory is given back."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=context) as apart:
        apart.submit(_make, game, rulings).result()


def _make(game: str, rulings: tuple[RulingText, ...]) -> None:
    from ..rdf.pieces import PIECES, quads

    quads(game, PIECES, rulings)


def ontologies(rulings_of: RulingsOf = no_rulings) -> MemoryStore:
    """The knowledge of all games in memory, which is all there is to ask before any import."""
    store = MemoryStore()
    for game in games():
        store.put(knowledge_graphs(game, rulings_of(game)))
    return store

"""The ontology of a game as lines of N-Triples, the same for the same files."""

from __future__ import annotations

from ..diagnostics import Diagnostic, DiagnosticError
from ..sources import files_of, games
from .graphs import ontology_graph
from .memory import MemoryStore


def ontology_lines(game: str) -> list[bytes]:
    """All triples of a game's Turtle files, sorted; blank nodes have canonical labels.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: A file is no Turtle.
    """
    import pyoxigraph

    found = pyoxigraph.Dataset()
    for path in files_of(game):
        try:
            for quad in pyoxigraph.parse(
                path=path, format=pyoxigraph.RdfFormat.TURTLE, rename_blank_nodes=True
            ):
                found.add(quad)
        except (SyntaxError, OSError) as error:
            params = {"input": str(error)[:200], "rule": path, "place": path}
            raise DiagnosticError([Diagnostic("syntax", params=params)]) from None
    found.canonicalize(pyoxigraph.CanonicalizationAlgorithm.RDFC_1_0)
    text = pyoxigraph.serialize(found, format=pyoxigraph.RdfFormat.N_QUADS)
    assert text is not None
    return sorted(text.splitlines(keepends=True))


def ontologies() -> MemoryStore:
    """The ontologies of all games in memory, which is all there is to ask before any import."""
    store = MemoryStore()
    store.put({ontology_graph(game): ontology_lines(game) for game in games()})
    return store

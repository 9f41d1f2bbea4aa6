"""The ontology of a game as lines of N-Triples, the same for the same files."""

from __future__ import annotations

from ..diagnostics import Diagnostic, DiagnosticError
from ..sources import files_of


def ontology_lines(game: str) -> list[bytes]:
    """All triples of a game's Turtle files, sorted; blank nodes have canonical labels.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: A file is no Turtle.
    """
    import pyoxigraph as ox

    found = ox.Dataset()
    for path in files_of(game):
        try:
            for quad in ox.parse(path=path, format=ox.RdfFormat.TURTLE, rename_blank_nodes=True):
                found.add(quad)
        except (SyntaxError, OSError) as error:
            params = {"input": str(error)[:200], "rule": path, "place": path}
            raise DiagnosticError([Diagnostic("syntax", params=params)]) from None
    found.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    text = ox.serialize(found, format=ox.RdfFormat.N_QUADS)
    assert text is not None
    return sorted(text.splitlines(keepends=True))

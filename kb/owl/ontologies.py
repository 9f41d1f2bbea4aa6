"""Ontologies for reasoners: the exported pieces of a game, other people's files, and what statements claim of classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rdflib import RDF, RDFS, Graph, URIRef

from ..rdf.pieces import merged, quads
from ..rdf.rdflib_graphs import add_quads, quiet
from ..turtle.graph import local, rk

if TYPE_CHECKING:
    from pyoxigraph import Quad

PIECES = ("ontology", "rules", "terms", "cards")
USUAL = ("ontology", "terms")
_NOT_OF_OWL = frozenset({str(RDF.HTML)})


def game_ontology(game: str, pieces: Sequence[str] = USUAL) -> Graph:
    """Pieces of a game's knowledge as one ontology.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The game's files are faulty.
    """
    graph = Graph()
    add_quads(graph, merged(quads(game, pieces), game, pieces))
    return graph


def add_file(graph: Graph, found: Iterable[Quad], mark: str) -> None:
    """Adds what a file of others says.

    Args:
        graph: The ontology.
        found: The quads of the file.
        mark: What tells its blank nodes from those of other files.
    """
    with quiet():
        add_quads(graph, found, mark, _NOT_OF_OWL)


def claimed_subclasses(game: str) -> dict[str, tuple[tuple[URIRef, URIRef], ...]]:
    """Statement → the classes that it says are under others, with those.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The game's files are faulty.
    """
    rules = Graph()
    add_quads(rules, quads(game, ("rules",)))
    found: dict[str, tuple[tuple[URIRef, URIRef], ...]] = {}
    for statement, node in sorted(rules.subject_objects(rk("claimsSubclass")), key=str):
        sub, sup = rules.value(node, rk("sub")), rules.value(node, rk("super"))
        if isinstance(sub, URIRef) and isinstance(sup, URIRef):
            found[local(statement)] = (*found.get(local(statement), ()), (sub, sup))
    return found


def add_claims(graph: Graph, claims: Iterable[tuple[URIRef, URIRef]]) -> None:
    """Adds that classes are under others."""
    for sub, sup in claims:
        graph.add((sub, RDFS.subClassOf, sup))

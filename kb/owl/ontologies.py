"""Ontologies for reasoners: the exported pieces of a game, other people's files, and what statements claim of classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rdflib import RDFS, Graph, URIRef

from ..rdf.pieces import merged, quads
from ..turtle_graph import local, rk

if TYPE_CHECKING:
    from pyoxigraph import Quad, Triple

PIECES = ("ontology", "rules", "terms", "cards")
USUAL = ("ontology", "terms")


def game_ontology(game: str, pieces: Sequence[str] = USUAL) -> Graph:
    """Pieces of a game's knowledge as one ontology.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The game's files are faulty.
    """
    return graph_of(merged(quads(game, pieces), game, pieces))


def graph_of(found: Iterable[Quad | Triple]) -> Graph:
    """Triples, or quads without their graphs, as an rdflib graph."""
    import pyoxigraph

    triples = (pyoxigraph.Triple(each.subject, each.predicate, each.object) for each in found)
    lines = pyoxigraph.serialize(triples, format=pyoxigraph.RdfFormat.N_TRIPLES)
    return Graph().parse(data=lines, format="nt")


def claimed_subclasses(game: str) -> dict[str, tuple[tuple[URIRef, URIRef], ...]]:
    """Statement → the classes that it says are under others, with those.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The game's files are faulty.
    """
    rules = graph_of(quads(game, ("rules",)))
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

"""Graphs that data are validated in: the shapes, and the part of the knowledge that the data refer to."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

import pyoxigraph
from pyoxigraph import Quad
from rdflib import OWL, RDF, RDFS, SKOS, BNode, Graph
from rdflib.term import Node

from ..rdf.pieces import quads
from ..sources import shape_files
from ..turtle.graph import BASE, rk

GROUND = ("ontology", "rules", "terms", "cards")

# What shapes ask of nodes that data refer to: their classes, and what tells terms and rules apart.
_ASKED = {
    str(p)
    for p in (
        RDF.type, RDFS.subClassOf, SKOS.prefLabel, RDFS.label, rk("category"), rk("logicOf"),
        rk("partOf"), rk("predicateKind"), rk("validFrom"), rk("validTo"),
    )
}  # fmt: skip
_KIND = "/inKind"
_INDIVIDUAL = pyoxigraph.NamedNode(str(OWL.NamedIndividual))


def grounds_of(game: str, described: set[str]) -> tuple[list[Quad], set[str]]:
    """What the knowledge of a game says that data may rest on, and every IRI that it knows.

    Args:
        game: Its id.
        described: IRIs of nodes that the data describe too; all is kept that is said of them.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The game's files are faulty.
    """
    kept: list[Quad] = []
    known: set[str] = set()
    for quad in quads(game, GROUND):
        if quad.object == _INDIVIDUAL or pyoxigraph.BlankNode in (
            type(quad.subject),
            type(quad.object),
        ):
            continue  # what has no name cannot be referred to, and data that have it have their own
        prop, subject = quad.predicate.value, getattr(quad.subject, "value", "")
        known.update((prop, subject))
        if prop in _ASKED or subject in described or prop.endswith(_KIND):
            kept.append(quad)
    return kept, known


def shapes() -> Graph:
    """The shapes of the ontology."""
    graph = Graph()
    for path in shape_files():
        graph.parse(path, format="turtle")
    return graph


class Focused(Graph):
    """A graph in which only some nodes count as instances of a class: those that are to be checked.

    Shapes ask for the instances of the classes that they target; all other questions see the whole.
    """

    focus: frozenset[Node] | None = None  # all of them

    def subjects(
        self, predicate: Any = None, object: Any = None, unique: bool = False
    ) -> Generator[Node, None, None]:
        """Subjects with a property and value; instances only of the nodes to be checked."""
        for subject in super().subjects(predicate, object, unique):
            if self.focus is None or predicate != RDF.type or subject in self.focus:
                yield subject

    def subject_objects(
        self, predicate: Any = None, unique: bool = False
    ) -> Generator[tuple[Node, Node], None, None]:
        """Subjects and values of a property, of the nodes to be checked."""
        for subject, found in super().subject_objects(predicate, unique):
            if self.focus is None or subject in self.focus:
                yield subject, found


_PREFIXES: Mapping[str, str] = {
    "rk": f"{BASE}core/",
    "owl": str(OWL),
    "rdf": str(RDF),
    "rdfs": str(RDFS),
    "skos": str(SKOS),
    "swrl": "http://www.w3.org/2003/11/swrl#",
    "dcterms": "http://purl.org/dc/terms/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "prov": "http://www.w3.org/ns/prov#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


def short(iri: str) -> str:
    """An IRI as people write it: with the usual prefix, and a game's id as its prefix."""
    for prefix, space in _PREFIXES.items():
        if iri.startswith(space):
            return f"{prefix}:{iri[len(space) :]}"
    if iri.startswith(BASE):
        game, slash, rest = iri[len(BASE) :].partition("/")
        if slash:
            return f"{game}:{rest}"
    return iri


def shown_focus(node: Any) -> str:
    """A node as it is named in findings."""
    return f"_:{node}" if isinstance(node, BNode) else str(node)

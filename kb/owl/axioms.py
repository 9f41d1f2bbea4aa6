"""The axioms on classes and properties of a game, without individuals, annotations and rules."""

from __future__ import annotations

from rdflib import OWL, RDF, RDFS, Graph, URIRef

from ..sources import files_of
from ..turtle.graph import BASE
from ..turtle.inherit import read_game_graph

_KEPT = (
    RDFS.subClassOf, OWL.equivalentClass, OWL.disjointWith, OWL.unionOf, OWL.onProperty, OWL.hasValue,
    OWL.someValuesFrom, OWL.intersectionOf, OWL.inverseOf, RDFS.domain, RDFS.range, RDF.first, RDF.rest,
)  # fmt: skip


def class_axioms(game: str) -> Graph:
    """The axioms on classes and properties of a game.

    Raises:
        UnknownGame: There is no such game.
    """
    whole, _ = read_game_graph(game, files_of(game))
    return axioms_of(whole)


def axioms_of(whole: Graph) -> Graph:
    """The axioms on classes and properties of a game's graph."""
    kept = Graph()
    for prop in _KEPT:
        for triple in whole.triples((None, prop, None)):
            kept.add(triple)
    for node in whole.subjects(RDF.type, OWL.Class):
        kept.add((node, RDF.type, OWL.Class))
    for node in whole.subjects(RDF.type, OWL.Restriction):
        kept.add((node, RDF.type, OWL.Restriction))
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty, OWL.FunctionalProperty):
        for node in whole.subjects(RDF.type, kind):
            kept.add((node, RDF.type, kind))
    for node in set(whole.objects(None, OWL.hasValue)):
        kept.add((node, RDF.type, OWL.NamedIndividual))
    kept.add((URIRef(BASE + "reasoned"), RDF.type, OWL.Ontology))
    return kept

"""The ontology of a game as one Turtle text: same input, same bytes; dated, licensed, without extras."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from rdflib import DCTERMS, OWL, RDF, XSD, Graph, Literal, URIRef

from .sources import files_of
from .turtle_graph import BASE
from .turtle_inherit import read_game_graph

LICENCE = URIRef("https://spdx.org/licenses/MIT")


def ontology_turtle(game: str) -> str:
    """All Turtle files of a game as one, with its date, version and licence.

    The date is that of the newest rules text that the terms know, so that exports are repeatable.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: A file is no Turtle, or the game cannot inherit as it says.
    """
    graph, _ = read_game_graph(game, files_of(game))
    merged = Graph()
    for prefix, namespace in sorted(graph.namespaces()):
        merged.bind(prefix, namespace, override=True)
    for triple in graph:
        merged.add(triple)
    ontology = URIRef(f"{BASE}{game}")
    for other in list(merged.subjects(RDF.type, OWL.Ontology)):
        for triple in list(merged.triples((other, None, None))):
            merged.remove(triple)
    dates = sorted(str(o) for o in graph.objects(None, URIRef(f"{BASE}core/validFrom")))
    merged.add((ontology, RDF.type, OWL.Ontology))
    merged.add((ontology, DCTERMS.title, Literal(f"Rulekeep: {game}", lang="en")))
    merged.add((ontology, DCTERMS.license, LICENCE))
    merged.add((ontology, OWL.versionInfo, Literal(_version())))
    if dates:
        merged.add((ontology, DCTERMS.date, Literal(dates[-1], datatype=XSD.date)))
    return merged.serialize(format="longturtle")


def _version() -> str:
    try:
        return version("rulekeep")
    except PackageNotFoundError:
        return "unknown"

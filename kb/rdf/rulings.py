"""Rulings as RDF: question and answer in words, reasons, source, date, status, and the scenario as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rdflib import DCTERMS, RDF, RDFS, XSD, Graph, Literal, URIRef

from ..turtle.graph import rk
from .iris import ruling_iri
from .ruling_text import RulingText


def rulings_graph(game: str, rulings: Iterable[RulingText], rules: Mapping[str, URIRef]) -> Graph:
    """Rulings as individuals of `rk:Ruling`.

    Args:
        game: The game that they belong to.
        rulings: The rulings.
        rules: The IRI of each rule and statement by its id.
    """
    graph = Graph()
    for ruling in rulings:
        node = URIRef(ruling_iri(game, ruling.id))
        graph.add((node, RDF.type, rk("Ruling")))
        graph.add((node, rk("id"), Literal(ruling.id)))
        _texts(graph, node, ruling)
        for prop, ids in (("cites", ruling.cites), ("reason", ruling.statements)):
            for name in ids:
                known = rules.get(name)
                link = (rk(prop), known) if known else (rk("unknownRule"), Literal(name))
                graph.add((node, *link))
        if ruling.dated:
            graph.add((node, rk("statedOn"), Literal(ruling.dated, datatype=XSD.date)))
    return graph


def _texts(graph: Graph, node: URIRef, ruling: RulingText) -> None:
    for lang, words in ruling.question.items():
        graph.add((node, rk("questionText"), Literal(words, lang)))
    for lang, words in ruling.answer.items():
        graph.add((node, rk("answerText"), Literal(words, lang)))
    single = (
        (RDFS.label, ruling.title),
        (rk("status"), ruling.status),
        (rk("edition"), ruling.version),
        (rk("scenarioText"), ruling.scenario),
    )
    several = [(DCTERMS.source, text) for text in ruling.sources]
    several += [(rk("reasonText"), text) for text in ruling.reasons]
    for prop, text in (*single, *several):
        if text:
            graph.add((node, prop, Literal(text)))

"""Rulings as RDF: question and answer in words, reasons, source, date, status, and the scenario as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from rdflib import DCTERMS, RDF, RDFS, XSD, Graph, Literal, URIRef

from ..turtle_graph import rk
from ..values import value
from .iris import ruling_iri


@value
class RulingText:
    """A ruling in plain values, as whoever reads rulings hands it over.

    Args:
        id: Its id, unique in a game.
        title: The title of its scenario.
        question: The question in words, by language.
        answer: The answer in words, by language.
        reasons: Words of its reasons.
        statements: Ids of statements that it gives as reasons.
        cites: Ids of the rules that its answer rests on.
        sources: Where it stands.
        dated: ISO date, or "".
        status: How far it binds, or "".
        version: Version of the rules that it speaks of, or "".
        scenario: The text of its scenario, or "" if it stands in words only.
    """

    id: str
    title: str = ""
    question: Mapping[str, str] = field(default_factory=dict, hash=False)
    answer: Mapping[str, str] = field(default_factory=dict, hash=False)
    reasons: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    dated: str = ""
    status: str = ""
    version: str = ""
    scenario: str = ""


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

"""Reads the texts of rules and statements, and what they rest on, from the graph of some Turtle files."""

from __future__ import annotations

from collections.abc import Iterator

from rdflib import RDF, RDFS, Graph, URIRef

from ..documents import Authority, RuleText
from ..logic.syntax import Place
from .graph import by_language, local, rk, text_of


def read_texts(graph: Graph, places: dict[str, Place]) -> Iterator[RuleText]:
    """Every rule and statement, sorted by its IRI."""
    for subject in sorted({*_of_class(graph, "Rule"), *_of_class(graph, "Statement")}):
        name = local(subject)
        yield RuleText(
            name,
            local(graph.value(subject, rk("partOf")) or ""),
            by_language(graph, subject, RDFS.label),
            by_language(graph, subject, rk("statement")),
            local(graph.value(subject, rk("authority")) or ""),
            str(graph.value(subject, rk("logic")) or ""),
            tuple(sorted(local(o) for o in graph.objects(subject, rk("cites")))),
            text_of(graph, subject, "validFrom") or "",
            text_of(graph, subject, "validTo") or "",
            str(places.get(name, Place())),
            by_language(graph, subject, rk("historyNote")),
            local(graph.value(subject, rk("kind")) or ""),
            text_of(graph, subject, "statedOn") or "",
            text_of(graph, subject, "edition") or "",
            text_of(graph, subject, "pageLine") or "",
            text_of(graph, subject, "normative") != "false",
        )


def read_authorities(graph: Graph) -> Iterator[Authority]:
    """Every authority, sorted by its IRI."""
    for subject in _of_class(graph, "Authority"):
        trust = text_of(graph, subject, "trust")
        yield Authority(
            local(subject), by_language(graph, subject, RDFS.label), int(trust) if trust else None
        )


def read_kinds(graph: Graph, of: str = "StatementKind") -> dict[str, dict[str, str]]:
    """Labels of the kinds of statement, or of another class of kinds, by id."""
    kinds = _of_class(graph, of)
    return {local(s): by_language(graph, s, RDFS.label) for s in kinds}


def _of_class(graph: Graph, name: str) -> list[URIRef]:
    found = graph.subjects(RDF.type, rk(name))
    return sorted(s for s in found if isinstance(s, URIRef))

"""Turtle files as a graph: IRIs and their ids, and where each subject stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from rdflib import Graph, Literal, URIRef
from rdflib.term import Node

from ..diagnostics import Diagnostic, DiagnosticError
from ..logic.syntax import Place
from ..rdf.iris import BASE, RK, local

__all__ = [
    "BASE",
    "by_language",
    "flag",
    "lines_by_language",
    "local",
    "read_graph",
    "rk",
    "text_of",
    "values_named",
]


def rk(name: str) -> URIRef:
    """An IRI of the core vocabulary."""
    return URIRef(RK + name)


def by_language(graph: Graph, subject: URIRef, predicate: URIRef) -> dict[str, str]:
    """Literals of a property by language, sorted by language."""
    found = sorted(
        (o.language or "en", str(o))
        for o in graph.objects(subject, predicate)
        if isinstance(o, Literal)
    )
    return dict(found)


def lines_by_language(graph: Graph, subject: URIRef, predicate: URIRef) -> dict[str, str]:
    """Texts of a subject by language, sorted; several of one language are lines."""
    found: dict[str, list[str]] = {}
    for text in sorted(graph.objects(subject, predicate), key=str):
        if isinstance(text, Literal) and text.language:
            found.setdefault(text.language, []).append(str(text))
    return {lang: "\n".join(texts) for lang, texts in sorted(found.items())}


def read_graph(files: Iterable[str]) -> tuple[Graph, dict[str, Place]]:
    """The graph of some Turtle files, and where each subject stands.

    Raises:
        DiagnosticError: A file is no Turtle.
    """
    graph = Graph()
    places: dict[str, Place] = {}
    for path in map(Path, files):
        text = path.read_text(encoding="utf-8")
        try:
            graph.parse(data=text, format="turtle")
        except Exception as error:  # noqa: BLE001 - rdflib raises more than it documents
            fault = str(error).splitlines()[0][:200]
            params = {"input": fault, "rule": path.name, "place": path.name}
            raise DiagnosticError([Diagnostic("syntax", params=params)]) from None
        places |= _places(path, text)
    return graph, places


def _places(path: Path, text: str) -> dict[str, Place]:
    """Subject's local name → place, for subjects at the start of a line."""
    found: dict[str, Place] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"(?:[\w-]*:|<\S*/)([^\s>]+)>?\s+a\s", line)
        if match and not line.startswith("@"):
            found.setdefault(match[1].replace("\\", ""), Place(path.name, number))
    return found


def flag(graph: Graph, subject: URIRef, name: str) -> bool:
    """Whether a property of the core says `true`."""
    return str(graph.value(subject, rk(name))) == "true"


def values_named(graph: Graph, subject: Node, name: str) -> Iterator[Node]:
    """Values of a property by its id, whichever game of a lineage declares it."""
    for prop, value in graph.predicate_objects(subject):
        if local(prop) == name and str(prop).startswith(BASE):
            yield value


def text_of(graph: Graph, subject: Node, name: str) -> str | None:
    """The value of a property of the core as text."""
    value = graph.value(subject, rk(name))
    return str(value) if value is not None else None

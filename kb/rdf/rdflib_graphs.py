"""Quads of pyoxigraph as graphs of rdflib, their texts as they are written: no number is worked out, none is rewritten."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator
from typing import Any

import pyoxigraph
from pyoxigraph import Quad, Triple
from rdflib import RDF, XSD, BNode, Graph, Literal, URIRef
from rdflib.term import Node

# rdflib reads values of these by parsers that were not made for what strangers wrote.
MARKUP = frozenset({str(RDF.XMLLiteral), str(RDF.HTML)})


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keeps rdflib from logging what it thinks of literals: those who check them say it."""
    logger = logging.getLogger("rdflib.term")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


def term(node: Any, unread: frozenset[str] = MARKUP) -> Node:
    """A term of pyoxigraph as one of rdflib, its text as it is written.

    Args:
        node: The term.
        unread: Datatypes whose literals get another datatype, so that rdflib does not read them.
    """
    if isinstance(node, pyoxigraph.NamedNode):
        return URIRef(node.value)
    if isinstance(node, pyoxigraph.BlankNode):
        return BNode(node.value)
    if node.language:
        return Literal(node.value, lang=node.language)
    kind = node.datatype.value
    if kind == str(XSD.string):  # rdflib tells it from a plain one, Turtle and RDF 1.1 do not
        return Literal(node.value)
    if kind in unread:
        kind = f"{kind}-unread"
    return Literal(node.value, datatype=URIRef(kind), normalize=False)


def add_quads(
    graph: Graph,
    found: Iterable[Quad | Triple],
    mark: str = "",
    unread: frozenset[str] = MARKUP,
) -> set[Node]:
    """Adds quads to a graph without their graphs' names, and gives the subjects of those added.

    Args:
        graph: The graph.
        found: The quads, or triples.
        mark: Keeps the blank nodes of one file from those of another.
        unread: As `term` has it.
    """
    kept: dict[Any, Node] = {}
    subjects = set[Node]()
    for each in found:
        nodes = []
        for part in (each.subject, each.predicate, each.object):
            node = kept.get(part)
            if node is None:
                node = kept[part] = _marked(term(part, unread), mark)
            nodes.append(node)
        graph.add((nodes[0], nodes[1], nodes[2]))
        subjects.add(nodes[0])
    return subjects


def _marked(node: Node, mark: str) -> Node:
    return BNode(f"{mark}{node}") if mark and isinstance(node, BNode) else node

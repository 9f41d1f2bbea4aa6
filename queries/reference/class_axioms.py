"""What an ontology says of classes, in the words of the Manchester syntax: names and what joins them."""

from __future__ import annotations

from collections.abc import Iterator

from rdflib import OWL, RDFS, BNode, Graph, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from ...kb.turtle.graph import local
from ...kb.values import value

_SAID = (
    ("SubClassOf", RDFS.subClassOf),
    ("EquivalentTo", OWL.equivalentClass),
    ("DisjointWith", OWL.disjointWith),
)
_JOINED = ((OWL.unionOf, "or"), (OWL.intersectionOf, "and"))
_RESTRICTED = ((OWL.hasValue, "value"), (OWL.someValuesFrom, "some"), (OWL.allValuesFrom, "only"))


@value
class Axiom:
    """What is said of a class.

    Args:
        said: "SubClassOf", "EquivalentTo" or "DisjointWith".
        parts: The class expression: names and what joins them, each with whether it is a name.
    """

    said: str
    parts: tuple[tuple[str, bool], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names in it."""
        return tuple(text for text, name in self.parts if name)

    def __str__(self) -> str:
        return f"{self.said} {''.join(text for text, _ in self.parts)}"


def axioms_of(graph: Graph, subject: URIRef) -> list[Axiom]:
    """What a graph says of a class, sorted."""
    found = [
        Axiom(said, tuple(_expression(graph, other)))
        for said, prop in _SAID
        for other in graph.objects(subject, prop)
    ]
    order = [said for said, _ in _SAID]
    return sorted(found, key=lambda a: (order.index(a.said), str(a)))


def _expression(graph: Graph, node: Node) -> Iterator[tuple[str, bool]]:
    if not isinstance(node, BNode):
        yield local(node), True
        return
    for prop, word in _JOINED:
        if (members := graph.value(node, prop)) is not None:
            for number, member in enumerate(Collection(graph, members)):
                if number:
                    yield f" {word} ", False
                yield from _inner(graph, member)
            return
    inverse = graph.value(node, OWL.inverseOf)
    if inverse is not None:
        yield "inverse ", False
        yield from _expression(graph, inverse)
        return
    on = graph.value(node, OWL.onProperty)
    for prop, word in _RESTRICTED:
        filler = graph.value(node, prop)
        if on is not None and filler is not None:
            yield from _inner(graph, on)
            yield f" {word} ", False
            yield from _inner(graph, filler)


def _inner(graph: Graph, node: Node) -> Iterator[tuple[str, bool]]:
    """An expression within another, in brackets unless it is a name."""
    if isinstance(node, BNode):
        yield "(", False
        yield from _expression(graph, node)
        yield ")", False
    else:
        yield from _expression(graph, node)

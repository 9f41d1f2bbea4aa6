"""Every shape fires: a described node that is spoilt in one property is told so by the shape of that property."""

from __future__ import annotations

import functools

import pytest

from .test_shapes import SH, exported, scenario

pytest.importorskip("pyshacl")

from pyoxigraph import BlankNode, Literal, NamedNode, Quad
from rdflib import RDF, Graph, URIRef
from rulekeep.kb.validation.graphs import shapes
from rulekeep.kb.validation.run import validate

TYPE = str(RDF.type)
LATER = {
    "https://w3id.org/rulekeep/core/validFrom": "https://w3id.org/rulekeep/core/validTo",
    "http://www.w3.org/ns/dcat#startDate": "http://www.w3.org/ns/dcat#endDate",
}
# No export has such a node, or the path is one that no single triple spoils; `test_validation` has the rest.
UNTRIED = {
    "Happening: an event generated a situation or a change",
    "ScenarioRule: a rule of a scenario has a logic",
    "ScenarioRule: the logic is one text of the form premise ^ premise -> conclusion",
    "denied: a predicate has a sentence that denies its fact: rk:denies",
    "duelmasters/Made: a label is a text with its language, one for each language",
    "isFluent: is a fluent",
    "mtg/Made: a label is a text with its language, one for each language",
}
SHAPE = "https://w3id.org/rulekeep/shape/"


@functools.cache
def described() -> dict[str, list[Quad]]:
    """All triples of what is exported, by subject."""
    found: dict[str, list[Quad]] = {}
    for quad in (*exported("mtg"), *exported("duelmasters"), *scenario()):
        found.setdefault(str(quad.subject), []).append(quad)
    return found


def targets(graph: Graph, shape: URIRef) -> list[str]:
    """Some nodes that a shape targets."""
    classes = {str(o) for o in graph.objects(shape, SH.targetClass)}
    having = {str(o) for o in graph.objects(shape, SH.targetSubjectsOf)}
    return [
        node
        for node, quads in described().items()
        if any(
            q.predicate.value in having
            or (q.predicate.value == TYPE and getattr(q.object, "value", "") in classes)
            for q in quads
        )
    ]


def paths(graph: Graph, prop: URIRef) -> list[str]:
    """The properties of a path: itself, or its ways."""
    path = graph.value(prop, SH.path)
    ways = graph.value(path, SH.alternativePath)
    found = [path] if isinstance(path, URIRef) else list(graph.items(ways)) if ways else []
    return [str(way) for way in found if isinstance(way, URIRef)]


def spoilt(graph: Graph, prop: URIRef, node: str, copy: NamedNode) -> list[Quad]:
    """A copy of a node in which one property is as its shape does not want it."""
    ways = paths(graph, prop)
    quads = [Quad(copy, q.predicate, q.object) for q in described()[node]]
    least = graph.value(prop, SH.minCount)
    if graph.value(prop, SH.sparql):
        date = NamedNode("http://www.w3.org/2001/XMLSchema#date")
        for way, day in ((ways[0], "2020-01-01"), (LATER[ways[0]], "2010-01-01")):
            quads = [q for q in quads if q.predicate.value != way]
            quads.append(Quad(copy, NamedNode(way), Literal(day, datatype=date)))
    elif (allowed := graph.value(prop, SH.qualifiedValueShape)) is not None:
        values = graph.items(graph.value(allowed, SH["in"]))
        quads += [Quad(copy, NamedNode(ways[0]), NamedNode(str(value))) for value in values]
    elif least is not None and int(least):
        quads = [q for q in quads if q.predicate.value not in ways]
    elif str(graph.value(prop, SH.nodeKind)).endswith("BlankNodeOrIRI") or graph.value(
        prop, SH.disjoint
    ):
        quads.append(Quad(copy, NamedNode(ways[0]), Literal("wrong")))
    elif graph.value(prop, SH.maxCount) is not None:
        quads += [Quad(copy, NamedNode(ways[0]), BlankNode(f"b{n}")) for n in range(2)]
    else:
        quads.append(Quad(copy, NamedNode(ways[0]), BlankNode("b")))
    return quads


def test_every_property_that_a_shape_wants_is_missed_where_it_is_spoilt() -> None:
    graph = shapes()
    wanted: dict[str, tuple[str, str]] = {}
    spoilt_quads: list[Quad] = []
    untried = set()
    for shape in sorted(graph.subjects(RDF.type, SH.NodeShape)):
        nodes = targets(graph, shape)
        for prop in sorted(graph.objects(shape, SH.property), key=str):
            (message,) = [str(m) for m in graph.objects(prop, SH.message) if m.language == "en"]
            if not nodes or not paths(graph, prop):
                untried.add(f"{shape.removeprefix(SHAPE)}: {message}")
                continue
            copy = f"http://example.org/{len(wanted)}"
            wanted[copy] = (str(shape), message)
            spoilt_quads += spoilt(graph, prop, nodes[0], NamedNode(copy))
    said = {(f.focus, f.message["en"]) for f in validate({"x": spoilt_quads}, "mtg").findings}
    silent = [f"{s}: {m}" for copy, (s, m) in wanted.items() if (copy, m) not in said]
    assert silent == []
    assert untried == UNTRIED
    assert len(wanted) > 150

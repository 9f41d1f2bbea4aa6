"""What the individuals of an ontology say of each other: which property leads from which class to which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from rdflib import RDF, RDFS, XSD, Graph, Literal, URIRef
from rdflib.term import Node

from ...kb.turtle_graph import BASE, local
from ...kb.values import value

TEXT = "text"
_VALUES = {XSD.date: "date", XSD.integer: "number", XSD.boolean: "yes or no"}


@value
class Link:
    """That a property leads from individuals of a class to others, or to values.

    Args:
        source: Local name of the class of what it is said of.
        property: Local name of the property, or that with a prefix if it is another vocabulary's.
        target: Local name of the class of its values, or "" if these are no individuals.
        values: What its values are if they are no individuals: "text", "date", "number" or
            "yes or no".
        count: How often it is said.
    """

    source: str
    property: str
    target: str
    values: str
    count: int


def links_of(graph: Graph, classes: Collection[str]) -> list[Link]:
    """Every such link of a graph, sorted.

    Args:
        graph: The graph.
        classes: Local names of the classes that count; an individual of several is taken for one of
            the most special of them, of those for the one with the most members.
    """
    owner = main_classes(graph, classes)
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for subject, prop, found in graph:
        if subject not in owner or str(prop).startswith((str(RDF), str(RDFS), _OWL)):
            continue
        name = _name(graph, prop)
        if isinstance(found, Literal):
            kind = _VALUES.get(found.datatype, TEXT) if found.datatype else TEXT
            counts[owner[subject], name, "", kind] += 1
        elif found in owner:
            counts[owner[subject], name, owner[found], ""] += 1
    return [Link(*link, count) for link, count in sorted(counts.items())]


_OWL = "http://www.w3.org/2002/07/owl#"


def _name(graph: Graph, prop: Node) -> str:
    """The local name of an own property, the short form of another's."""
    return local(prop) if str(prop).startswith(BASE) else graph.qname(str(prop))


def main_classes(graph: Graph, classes: Collection[str]) -> dict[Node, str]:
    """The class that each individual is taken for.

    Classes that share a superclass without members of its own are taken for that: the kinds of
    predicate are predicates.
    """
    members = Counter(local(o) for o in graph.objects(None, RDF.type))
    above = _above(graph, set(classes))
    for name, higher in above.items():
        if not members[higher] and sum(h == higher for h in above.values()) > 1:
            members[name] = 0
    found: dict[Node, str] = {}
    for subject in {s for s in graph.subjects(RDF.type) if isinstance(s, URIRef)}:
        own = {local(o) for o in graph.objects(subject, RDF.type)} & set(classes)
        own -= {above[c] for c in own if c in above}
        if own:
            best = min(own, key=lambda c: (-members[c], c))
            found[subject] = best if members[best] else above[best]
    return found


def _above(graph: Graph, classes: set[str]) -> dict[str, str]:
    """The first declared superclass of each class that has one."""
    found = sorted(
        (local(below), local(above))
        for below, above in graph.subject_objects(RDFS.subClassOf)
        if isinstance(above, URIRef)
    )
    return {b: a for b, a in reversed(found) if a in classes and b in classes}

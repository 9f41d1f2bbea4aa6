"""What an export says of its individuals: which property leads from which class to which."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from pyoxigraph import BlankNode, RdfFormat, serialize
from rdflib import OWL, RDF, RDFS, SKOS, XSD, Graph, Literal, URIRef
from rdflib.term import Node

from ...kb.knowledge import Knowledge
from ...kb.rdf.pieces import PIECES, merged, quads
from ...kb.turtle.graph import BASE, local, rk
from ...kb.values import value
from ..rdf.ruling_texts import ruling_texts

TEXT = "text"
PREDICATE = "Predicate"
# Classes of other vocabularies whose individuals count.
SWRL_RULE = "swrl:Imp"
FOREIGN = {URIRef("http://www.w3.org/2003/11/swrl#Imp"): SWRL_RULE}
# Properties whose values are classes or sorts of values.
_CLASSES = {*(rk(f"argument{place}") for place in range(1, 5)), rk("range")}
_BUILT_IN = tuple(map(str, (RDF, RDFS, OWL)))
_VALUES = {XSD.date: "date", XSD.integer: "number", XSD.boolean: "yes or no"}


@value
class Link:
    """That a property leads from individuals of a class to others, or to values.

    Args:
        source: Local name of the class of what it is said of.
        property: Local name of the property, or that with a prefix if it is another vocabulary's.
        target: Local name of the class of its values, or "" if these are no individuals.
        values: What its values are if they are no individuals: "text", "date", "number",
            "yes or no", "class" or "scheme" (a concept scheme).
        count: How often it is said.
    """

    source: str
    property: str
    target: str
    values: str
    count: int


def exported(knowledge: Knowledge) -> Graph:
    """What an export says of everything that has an IRI."""
    game = knowledge.game
    triples = merged(quads(game, PIECES, ruling_texts(game)), game)
    named = [t for t in triples if not isinstance(t.subject, BlankNode)]
    lines = serialize(named, format=RdfFormat.N_TRIPLES)
    assert lines is not None
    return Graph().parse(data=lines, format="nt")


def links_of(graph: Graph, classes: Collection[str]) -> list[Link]:
    """Every such link of a graph, sorted.

    Args:
        graph: The graph.
        classes: Local names of the own classes that count.
    """
    owner = main_classes(graph, classes)
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for subject, prop, found in graph:
        if subject not in owner or str(prop).startswith(_BUILT_IN):
            continue
        name = _name(graph, prop)
        if isinstance(found, Literal):
            kind = _VALUES.get(found.datatype, TEXT) if found.datatype else TEXT
            counts[owner[subject], name, "", kind] += 1
        elif prop in _CLASSES:
            counts[owner[subject], name, "", "class"] += 1
        elif found in owner:
            counts[owner[subject], name, owner[found], ""] += 1
        elif (found, RDF.type, SKOS.ConceptScheme) in graph:
            counts[owner[subject], name, "", "scheme"] += 1
    return [Link(*link, count) for link, count in sorted(counts.items())]


def _name(graph: Graph, prop: Node) -> str:
    """The local name of an own property, the short form of another's."""
    return local(prop) if str(prop).startswith(BASE) else graph.qname(str(prop))


def main_classes(graph: Graph, classes: Collection[str]) -> dict[Node, str]:
    """The class that each individual is taken for: one of the most special that count.

    Of several it is the one with the most members. What has a kind of predicate is a predicate
    first. Classes that share a superclass without members of its own are taken for that.
    """
    types = [(s, _class_name(o)) for s, o in graph.subject_objects(RDF.type)]
    members = Counter(name for _, name in types)
    above = _above(graph, set(classes))
    for name, higher in above.items():
        if not members[higher] and sum(h == higher for h in above.values()) > 1:
            members[name] = 0
    own: dict[Node, set[str]] = defaultdict(set)
    for subject, name in types:
        if isinstance(subject, URIRef) and (name in classes or name in FOREIGN.values()):
            own[subject].add(name)
    found: dict[Node, str] = {}
    for subject, names in own.items():
        own_ones = names - {*FOREIGN.values()} or names
        special = own_ones - {above[c] for c in own_ones if c in above}
        best = min(special, key=lambda c: (-members[c], c))
        found[subject] = best if members[best] else above[best]
    found |= dict.fromkeys(graph.subjects(rk("predicateKind")), PREDICATE)
    return found


def _class_name(node: Node) -> str:
    return FOREIGN.get(URIRef(str(node)), local(node))


def _above(graph: Graph, classes: set[str]) -> dict[str, str]:
    """The first declared superclass of each class that has one."""
    found = sorted(
        (local(below), local(above))
        for below, above in graph.subject_objects(RDFS.subClassOf)
        if isinstance(above, URIRef)
    )
    return {b: a for b, a in reversed(found) if a in classes and b in classes}

"""The source graph of a game as a graph that keeps OWL 2 DL, with nothing of it lost.

What changes: lists of argument sorts become annotations, one for each place; blank nodes outside class
expressions get IRIs; every class, property and individual is declared. A predicate of two arguments is a
property, another one a class (of what has it; of its facts where these have several arguments or none;
of what a functor makes), labelled by its sentence where it has no label. Its kind is an annotation, since
owlready2 refuses properties that are individuals too. The headers of the files go: an export has its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rdflib import OWL, RDF, RDFS, SKOS, XSD, BNode, Graph, Literal, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from ..turtle.graph import BASE, rk
from ..turtle.rules import KINDS

ARGUMENTS = tuple(rk(f"argument{place}") for place in range(1, 5))
BUILT_IN = tuple(map(str, (RDF, RDFS, OWL, XSD)))
PROPERTIES = (OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty)
DECLARATIONS = (OWL.Class, *PROPERTIES, OWL.NamedIndividual)

# How properties of other vocabularies are used here. What SKOS has as annotation is annotation; DCTERMS
# and the rest tell readers.
_LINKS = ("inScheme", "hasTopConcept", "topConceptOf", "broader", "narrower", "member")
FOREIGN = {SKOS[name]: OWL.ObjectProperty for name in _LINKS}
_KINDS = {rk(kind) for kind in KINDS}
_SLOT = re.compile(r"\{(\d)[^}]*\}")
_LETTERS = "XYZW"


def owl_model(source: Graph) -> Graph:
    """What a source graph says, in OWL 2 DL; without a header."""
    model = Graph()
    named = _named_nodes(source)
    headers = set(source.subjects(RDF.type, OWL.Ontology))
    lists = _domain_lists(source)
    for s, p, o in source:
        if s in headers or s in lists or p == rk("domains"):
            continue
        kind = rk("predicateKind") if p == RDF.type and o in _KINDS else p
        model.add((named.get(s, s), kind, named.get(o, o)))
    for node, iri in named.items():
        kind = rk("Sharing") if (node, rk("logicOf"), None) in source else rk("SubclassClaim")
        model.add((iri, RDF.type, kind))
    for subject, head in source.subject_objects(rk("domains")):
        _describe_predicate(model, subject, list(Collection(source, head)))
    declare(model)
    return model


def _domain_lists(source: Graph) -> set[Node]:
    """The nodes of the lists of argument sorts."""
    found = set[Node]()
    todo = list(source.objects(None, rk("domains")))
    while todo:
        node = todo.pop()
        if isinstance(node, BNode) and node not in found:
            found.add(node)
            todo += source.objects(node, RDF.rest)
    return found


def _named_nodes(source: Graph) -> dict[Node, URIRef]:
    """IRIs for the blank nodes that are values of own properties: the subject's with that property's name."""
    found: dict[Node, URIRef] = {}
    for subject in sorted({s for s in source.subjects() if isinstance(s, URIRef)}):
        for prop in sorted(set(source.predicates(subject)), key=str):
            if not str(prop).startswith(BASE) or prop == rk("domains"):
                continue
            nodes = [o for o in source.objects(subject, prop) if isinstance(o, BNode)]
            for number, node in enumerate(sorted(nodes, key=lambda n: _content(source, n)), 1):
                name = str(prop).rpartition("/")[2]
                mark = f".{number}" if number > 1 else ""
                found[node] = URIRef(f"{subject}.{name}{mark}")
    return found


def _content(source: Graph, node: Node) -> list[tuple[str, str]]:
    """What is said of a node, in a fixed order."""
    return sorted((str(p), str(o)) for p, o in source.predicate_objects(node))


def _describe_predicate(model: Graph, subject: Node, domains: list[Node]) -> None:
    """States the arguments of a predicate, and what it is in OWL unless that is stated."""
    model.add((subject, rk("arity"), Literal(len(domains))))
    for prop, domain in zip(ARGUMENTS, domains, strict=False):
        model.add((subject, prop, domain))
    functor = (subject, rk("predicateKind"), rk("Functor")) in model
    if len(domains) != 2 or functor:
        model.add((subject, RDF.type, OWL.Class))
    elif not any((subject, RDF.type, prop) in model for prop in PROPERTIES):
        value = (domains[1], RDF.type, rk("ValueSort")) in model
        model.add((subject, RDF.type, OWL.DatatypeProperty if value else OWL.ObjectProperty))
    if (subject, RDFS.label, None) not in model and (subject, SKOS.prefLabel, None) not in model:
        for sentence in list(model.objects(subject, rk("says"))):
            if isinstance(sentence, Literal):
                model.add((subject, RDFS.label, Literal(_label(sentence), sentence.language)))


def _label(sentence: str) -> str:
    """A sentence with letters for its arguments: "{0} is on {1}" is "X is on Y"."""
    return _SLOT.sub(lambda slot: _LETTERS[min(int(slot[1]), 3)], sentence)


def declare(model: Graph) -> None:
    """Declares every class, property and individual that a graph uses."""
    for prop in sorted(set(model.predicates()), key=str):
        if not built_in(prop) and not any((prop, RDF.type, p) in model for p in PROPERTIES):
            model.add((prop, RDF.type, FOREIGN.get(URIRef(str(prop)), OWL.AnnotationProperty)))
    for node in set(model.objects(None, RDF.type)):
        if not built_in(node):
            model.add((node, RDF.type, OWL.Class))
    for prop in (*ARGUMENTS, rk("predicateKind")):
        for node in set(model.objects(None, prop)):
            if (node, RDF.type, rk("ValueSort")) not in model:
                model.add((node, RDF.type, OWL.Class))
    for node in set(_individuals(model)):
        if isinstance(node, URIRef):
            model.add((node, RDF.type, OWL.NamedIndividual))


def _individuals(model: Graph) -> Iterator[Node]:
    """What is spoken of as an individual."""
    for subject, kind in model.subject_objects(RDF.type):
        if not built_in(kind):
            yield subject
    for prop in set(model.subjects(RDF.type, OWL.ObjectProperty)):
        for subject, value in model.subject_objects(prop):
            yield subject
            yield value
    for prop in set(model.subjects(RDF.type, OWL.DatatypeProperty)):
        yield from model.subjects(prop)
    yield from model.objects(None, OWL.hasValue)


def built_in(node: Node) -> bool:
    """Whether an IRI belongs to the vocabulary of OWL itself."""
    return str(node).startswith(BUILT_IN)

"""The terms of a game in SKOS: a concept scheme for each category and each kind of subtype, groups as collections.

A term that is the class of the objects that have it is also a narrower concept of the term whose class is
above its own. Kinds of subtype are schemes themselves and so no concepts.
"""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import DCTERMS, RDF, RDFS, SKOS, Graph, Literal, URIRef

from ..lexicon import Term
from ..turtle.graph import local, rk
from .header import titles
from .iris import scheme_iri


def concepts_graph(game: str, source: Graph, terms: Iterable[Term]) -> Graph:
    """What SKOS says of terms beyond the source.

    Args:
        game: The game.
        source: Its source graph.
        terms: Its terms of every date.
    """
    graph = Graph()
    iris = {local(s): s for s in set(source.subjects(SKOS.prefLabel)) if isinstance(s, URIRef)}
    found = [(iris[term.id], term) for term in terms if term.id in iris]
    schemes = {iris[t.kind] for _, t in found if t.kind and t.kind in iris}
    schemes |= {s for s in source.subjects(RDF.type, SKOS.ConceptScheme) if isinstance(s, URIRef)}
    groups = {node for node, _ in found if (node, RDF.type, rk("TermGroup")) in source}
    for kind in schemes:
        graph.add((kind, RDF.type, SKOS.ConceptScheme))
    concepts = {node for node, _ in found} - schemes - groups
    for node, term in found:
        scheme = _scheme(graph, source, game, term.category)
        if node in groups:
            graph.add((node, RDF.type, SKOS.Collection))
            for member in source.subjects(RDF.type, node):
                graph.add((node, SKOS.member, member))
        elif node in concepts:
            own = [scheme] + ([iris[term.kind]] if term.kind in iris else [])
            _concept(graph, source, node, own, concepts)
    return graph


def _scheme(graph: Graph, source: Graph, game: str, category: str) -> URIRef:
    """The scheme of a category, with its labels."""
    scheme = URIRef(scheme_iri(game, category))
    if (scheme, RDF.type, SKOS.ConceptScheme) not in graph:
        graph.add((scheme, RDF.type, SKOS.ConceptScheme))
        for lang, label in _labels(source, category).items():
            graph.add((scheme, SKOS.prefLabel, Literal(label, lang)))
    return scheme


def _labels(source: Graph, category: str) -> dict[str, str]:
    """The names of a category by language; that of predicates, which words can name as well, is ours."""
    if category == "Class":
        return titles()["words"]
    found: dict[str, str] = {}
    for prop in (RDFS.label, SKOS.prefLabel):  # the second counts
        for subject, label in sorted(source.subject_objects(prop)):
            if local(subject) == category and isinstance(label, Literal) and label.language:
                found[label.language] = str(label)
    return found


def _concept(
    graph: Graph, source: Graph, node: URIRef, schemes: list[URIRef], concepts: set[URIRef]
) -> None:
    graph.add((node, RDF.type, SKOS.Concept))
    above = [o for o in source.objects(node, RDFS.subClassOf) if o in concepts and o != node]
    for broader in above:
        graph.add((node, SKOS.broader, broader))
        graph.add((broader, SKOS.narrower, node))
    for scheme in schemes:
        graph.add((node, SKOS.inScheme, scheme))
        if not above:
            graph.add((node, SKOS.topConceptOf, scheme))
            graph.add((scheme, SKOS.hasTopConcept, node))
    for successor in source.objects(node, rk("renamedTo")):
        graph.add((node, DCTERMS.isReplacedBy, successor))
        graph.add((successor, DCTERMS.replaces, node))

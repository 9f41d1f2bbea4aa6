"""Reads cards from the graph of some Turtle files: type lines, keywords, effects and facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rdflib import RDF, RDFS, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from ..documents import Card, CardEffect
from ..lexicon import fold
from ..logic.syntax import Atom, Declaration
from .graph import by_language, local, rk
from .rules import predicates

OBJECT = "Object"


def read_cards(graph: Graph, declarations: Iterable[Declaration]) -> Iterator[Card]:
    """Every card, sorted by its IRI."""
    effects: dict[str, list[tuple[str, CardEffect]]] = {}
    for subject, card in graph.subject_objects(rk("ofCard")):
        effect = effect_of(graph, subject, "static")
        effects.setdefault(local(card), []).append((str(subject), effect))
    stated = _about_objects(graph, declarations)
    for subject in cards_of(graph):
        yield Card(
            local(subject),
            by_language(graph, subject, SKOS.prefLabel),
            str(graph.value(subject, rk("typeLine"))),
            tuple(sorted(str(o) for o in graph.objects(subject, rk("keyword")))),
            tuple(e for _, e in sorted(effects.get(local(subject), ()), key=lambda pair: pair[0])),
            tuple(_facts(graph, subject, stated)),
            by_language(graph, subject, RDFS.comment),
        )


def cards_of(graph: Graph) -> list[URIRef]:
    """The cards of a graph, sorted."""
    return sorted(s for s in graph.subjects(rk("typeLine")) if isinstance(s, URIRef))


def _about_objects(graph: Graph, declarations: Iterable[Declaration]) -> list[tuple[URIRef, int]]:
    """Rigid predicates whose first argument is an object, with their arity: what a card may state."""
    iris = {local(s): s for s in predicates(graph)}
    return [
        (iris[d.name], d.arity)
        for d in declarations
        if d.kind == "rigid" and not d.engine and d.domains[:1] == (OBJECT,)
    ]


def _facts(graph: Graph, card: URIRef, stated: list[tuple[URIRef, int]]) -> Iterator[Atom]:
    """What a card states of the objects that are it, without the object itself.

    As elsewhere a class is a predicate of one argument, a property one of two.
    """
    for iri, arity in stated:
        if arity == 1 and (card, RDF.type, iri) in graph:
            yield Atom(local(iri), ())
        elif arity == 2:
            for node in sorted(graph.objects(card, iri), key=str):
                yield Atom(local(iri), (value_of(node),))


def value_of(node: object) -> str | int:
    """A node as an argument of a fact: a number, a text or an id."""
    if isinstance(node, Literal):
        return int(str(node)) if str(node).lstrip("-").isdigit() else str(node)
    return local(node)


def effect_of(graph: Graph, subject: Node, generated_by: str) -> CardEffect:
    """The effect that an individual describes."""
    only_while = graph.value(subject, rk("onlyWhile"))
    restricts = graph.value(subject, rk("restricts"))
    return CardEffect(
        str(graph.value(subject, rk("exactForm")) or ""),
        str(graph.value(subject, rk("generatedAs")) or generated_by),
        local(only_while) if only_while is not None else "",
        tuple(sorted(local(o) for o in graph.objects(subject, rk("marks")))),
        local(restricts) if restricts is not None else "",
        str(graph.value(subject, rk("demands")) or ""),
        tuple(sorted(_said(o) for o in graph.objects(subject, rk("condition")))),
        int(str(graph.value(subject, rk("option")) or 0)),
    )


def _said(node: Node) -> tuple[str, str]:
    """The language and the words of a literal."""
    return (node.language or "" if isinstance(node, Literal) else ""), str(node)


def read_keywords(graph: Graph) -> dict[str, CardEffect]:
    """Keyword abilities that stand for an effect, by folded label in either language."""
    found = {}
    for subject in graph.subjects(RDF.type, rk("Keyword")):
        effect = effect_of(graph, subject, "static")
        for label in graph.objects(subject, SKOS.prefLabel):
            found[fold(str(label))] = effect
    return dict(sorted(found.items()))

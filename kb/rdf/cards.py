"""What the type line of a card says in terms: links to them, beside the line as text."""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import Graph, URIRef

from ..diagnostics import DiagnosticError
from ..documents import Card
from ..knowledge import Knowledge
from ..turtle_graph import local
from ..typeline import read_type_line


def card_links(source: Graph, cards: Iterable[Card], knowledge: Knowledge) -> Graph:
    """Triples that say which terms the type lines of cards show, by the predicate of their category.

    A line that the words of the date do not read has no links; its text is exported all the same.
    """
    graph = Graph()
    iris = {local(s): s for s in set(source.subjects()) if isinstance(s, URIRef)}
    labelled = {t.id: t for t in knowledge.content.terms}
    for card in cards:
        try:
            shown = read_type_line(card.type_line, knowledge.lexicon).ids
        except DiagnosticError:
            continue
        for term in shown:
            category = knowledge.content.categories.get(labelled[term].category)
            if category and category.printed in iris:
                graph.add((iris[card.id], iris[category.printed], iris[term]))
    return graph

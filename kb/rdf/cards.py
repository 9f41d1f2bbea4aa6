"""What cards say in terms: links from type lines and from effects to them, beside these as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rdflib import Graph, Literal, URIRef

from ..diagnostics import DiagnosticError
from ..documents import Card
from ..knowledge import Knowledge
from ..lexicon import Term
from ..turtle.graph import local, rk
from ..typelines.reading import read_type_line

_NAMES = re.compile(r'named "[^"]*"')
_WORD = re.compile(r"\w+")


def card_links(source: Graph, cards: Iterable[Card], knowledge: Knowledge) -> Graph:
    """Triples that say which terms the type lines of cards show, and which their effects name.

    A type line is said by the predicate of each term's category. A line that the words of the date do
    not read has no links; its text is exported all the same.
    """
    graph = Graph()
    iris = {local(s): s for s in set(source.subjects()) if isinstance(s, URIRef)}
    terms, categories = knowledge.lexicon.terms, knowledge.content.categories
    for card in cards:
        try:
            shown = read_type_line(card.type_line, knowledge.lexicon).ids
        except DiagnosticError:
            continue
        for term in shown:
            category = categories.get(terms[term].category)
            if category and category.printed in iris:
                graph.add((iris[card.id], iris[category.printed], iris[term]))
    for effect, form in source.subject_objects(rk("exactForm")):
        if isinstance(form, Literal) and (effect, rk("ofCard"), None) in source:
            for named in terms_named(str(form), knowledge):
                graph.add((effect, rk("namesTerm"), iris[named.id]))
    return graph


def terms_named(form: str, knowledge: Knowledge) -> Iterator[Term]:
    """The terms that an effect in exact form names, in order.

    A word that stands for several terms is one of the kind that was named before it, else one
    without a kind.
    """
    lexicon = knowledge.lexicon
    kinds = {lexicon[t.kind].category for t in lexicon.terms.values() if t.kind}
    categories = {*knowledge.content.categories, *kinds, "TermGroup"}
    text = _NAMES.sub("", form)
    last, end = "", 0
    for word in _WORD.finditer(text):
        if word.start() < end:
            continue
        end, found = lexicon.longest(text, word.start(), categories)
        members = [lexicon[m].kind for t in found for m in t.members if m in lexicon.terms]
        if len(found) > 1:
            fit = [t for t in found if t.kind == last] or [t for t in found if not t.kind]
            found = tuple(fit) or found
        named = (t.id for t in found if t.category in kinds)
        last = next((k for k in members if k), next(named, last))
        yield from found

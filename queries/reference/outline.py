"""Gathers what a reference tells of a game, from its knowledge and from the graph of its files."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby

from rdflib import OWL, RDF, RDFS, SKOS, Graph, URIRef

from ...kb.knowledge import Knowledge, Sentences
from ...kb.lexicon import Term
from ...kb.logic.syntax import Declaration
from ...kb.sources import files_of, load_readings
from ...kb.turtle_graph import BASE, by_language, flag, local, rk
from ...kb.turtle_inherit import read_game_graph
from ...kb.turtle_rules import KINDS
from ..rulebook import shared_by, shares_of
from .class_axioms import Axiom, axioms_of
from .entries import (
    AuthorityEntry,
    ClassEntry,
    Labels,
    Outline,
    PredicateEntry,
    PropertyEntry,
    ReadingEntry,
    ReadingRuleEntry,
    RuleEntry,
    TermEntry,
    TermGroup,
)
from .links import Link, links_of
from .logic_words import called
from .swrl_forms import rdf_form, swrl_forms

_PROPERTIES = {
    "object": OWL.ObjectProperty,
    "data": OWL.DatatypeProperty,
    "annotation": OWL.AnnotationProperty,
}


def outline_of(knowledge: Knowledge) -> Outline:
    """What a reference tells of a game, of every date.

    Raises:
        DiagnosticError: A file is no Turtle, or the game cannot inherit as it says.
    """
    graph, _ = read_game_graph(knowledge.game, files_of(knowledge.game))
    iris = {local(s): str(s) for s in sorted(_named(graph.subjects()))}
    readings = tuple(_readings(graph, iris))
    predicates = tuple(_predicates(knowledge, graph, iris, readings))
    classes = tuple(_classes(knowledge, graph, predicates))
    links = links_of(graph, [c.id for c in classes])
    return Outline(
        knowledge.game,
        by_language(graph, URIRef(BASE + knowledge.game), RDFS.label),
        tuple(links),
        classes,
        tuple(_properties(graph, links, {p.id for p in predicates})),
        predicates,
        tuple(_rules(knowledge, iris)),
        tuple(_terms(knowledge, graph, iris)),
        tuple(_authorities(knowledge, iris)),
        readings,
        knowledge.documents.kinds,
    )


def _named(nodes: Iterable[object]) -> set[URIRef]:
    return {n for n in nodes if isinstance(n, URIRef) and n.startswith(BASE)}


def _labels(graph: Graph, subject: URIRef) -> Labels:
    return by_language(graph, subject, SKOS.prefLabel) or by_language(graph, subject, RDFS.label)


# --- classes --------------------------------------------------------------------------------------


def _classes(
    knowledge: Knowledge, graph: Graph, predicates: tuple[PredicateEntry, ...]
) -> Iterator[ClassEntry]:
    """Classes that are declared, have members or are those of arguments, without terms."""
    arguments: dict[str, dict[str, list[int]]] = defaultdict(dict)
    for entry in predicates:
        for place, domain in enumerate(entry.declaration.domains, 1):
            arguments[domain].setdefault(entry.id, []).append(place)
    terms = {t.id for t in knowledge.content.terms if t.category not in ("Class", "Category")}
    members = Counter(local(o) for o in graph.objects(None, RDF.type) if str(o).startswith(BASE))
    declared = {local(s) for s in _named(graph.subjects(RDF.type, OWL.Class))}
    plain = {p.id for p in predicates} - set(arguments)
    iris = {local(n): n for nodes in (graph.all_nodes(), graph.subjects()) for n in _named(nodes)}
    for name in sorted((declared | set(members) | set(arguments)) - terms):
        iri = iris.get(name, rk(name))
        axioms = tuple(axioms_of(graph, iri))
        below = tuple(sorted(local(s) for s in _named(graph.subjects(RDFS.subClassOf, iri))))
        if name in plain and not axioms and not below:
            continue
        yield ClassEntry(
            name,
            str(iri),
            _labels(graph, iri),
            by_language(graph, iri, RDFS.comment),
            axioms,
            below,
            members[name],
            tuple((p, tuple(places)) for p, places in sorted(arguments[name].items())),
            (iri, RDF.type, rk("ValueSort")) in graph,
        )


def _properties(graph: Graph, links: list[Link], predicates: set[str]) -> Iterator[PropertyEntry]:
    for kind in _PROPERTIES.values():
        for subject in sorted(_named(graph.subjects(RDF.type, kind))):
            name = local(subject)
            if name not in predicates:
                own = tuple(link for link in links if link.property == name)
                word = str(kind).rpartition("#")[2]
                yield PropertyEntry(name, str(subject), _labels(graph, subject), word, own)


# --- predicates and rules -------------------------------------------------------------------------


def _predicates(
    knowledge: Knowledge, graph: Graph, iris: dict[str, str], readings: tuple[ReadingEntry, ...]
) -> Iterator[PredicateEntry]:
    concluded: dict[str, list[str]] = defaultdict(list)
    used: dict[str, list[str]] = defaultdict(list)
    logics = [(t.name, t.logic) for t in knowledge.documents.rules.values()]
    logics += [(rule.id, rule.logic) for reading in readings for rule in reading.rules]
    for name, logic in logics:
        before, after = called(logic)
        for predicate in before:
            used[predicate].append(name)
        for predicate in after:
            concluded[predicate].append(name)
    phrases: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for phrase in knowledge.content.phrases:
        for lang, forms in phrase.forms.items():
            phrases[phrase.predicate][lang] = (*phrases[phrase.predicate].get(lang, ()), *forms)
    declared = [("", d, knowledge.content.sentences) for d in _declarations(knowledge)]
    for reading in load_readings(knowledge.game).values():
        declared += [(reading.name, d, reading.sentences) for d in reading.text.declarations]
    order = list(KINDS.values())
    forms = swrl_forms(knowledge.content.programs.theory)
    for own, found, sentences in sorted(
        declared, key=lambda d: (order.index(d[1].kind), d[1].name)
    ):
        name = found.name
        yield PredicateEntry(
            found,
            iris[name],
            _labels(graph, URIRef(iris[name])),
            sentences.get(name, Sentences()),
            phrases[name],
            tuple(concluded[name]),
            tuple(used[name]),
            own,
            flag(graph, URIRef(iris[name]), "catalogue"),
            rdf_form(found, _stated_form(graph, URIRef(iris[name]))),
            forms.relations.get(name, ()),
        )


def _stated_form(graph: Graph, subject: URIRef) -> str:
    """What kind of property the files say that a predicate is, or ""."""
    kinds = set(graph.objects(subject, RDF.type))
    return next((word for word, kind in _PROPERTIES.items() if kind in kinds), "")


def _declarations(knowledge: Knowledge) -> list[Declaration]:
    """What the files declare; the compiler adds predicates of its own."""
    declared = knowledge.content.programs.theory.declarations
    return [d for d in declared.values() if d.name in knowledge.content.sentences]


def _rules(knowledge: Knowledge, iris: dict[str, str]) -> Iterator[RuleEntry]:
    texts = knowledge.documents.rules
    readings = load_readings(knowledge.game).values()
    forms = swrl_forms(knowledge.content.programs.theory)
    parts: dict[str, list[str]] = defaultdict(list)
    cited: dict[str, list[str]] = defaultdict(list)
    for text in texts.values():
        parts[text.part_of].append(text.name)
        for name in text.cites:
            cited[name].append(text.name)
    for text in texts.values():
        name = text.name
        yield RuleEntry(
            text,
            iris[name],
            tuple(parts[name]),
            tuple(cited[name]),
            tuple(shares_of(name, knowledge)),
            tuple(shared_by(name, knowledge)),
            tuple(r.name for r in readings if name in r.of),
            forms.said.get(name, ()),
            forms.unsaid.get(name, {}),
        )


# --- terms, authorities, readings -----------------------------------------------------------------


def _terms(knowledge: Knowledge, graph: Graph, iris: dict[str, str]) -> Iterator[TermGroup]:
    def group(term: Term) -> str:
        return term.kind or term.category

    terms = [t for t in knowledge.content.terms if t.category != "Class"]
    for name, members in groupby(sorted(terms, key=lambda t: (group(t), t.id)), key=group):
        iri = URIRef(iris.get(name, str(rk(name))))
        entries = [
            TermEntry(t, iris[t.id], tuple(_telling(t, axioms_of(graph, URIRef(iris[t.id])))))
            for t in members
        ]
        yield TermGroup(name, _labels(graph, iri), tuple(entries))


def _telling(term: Term, axioms: Iterable[Axiom]) -> Iterator[Axiom]:
    """Axioms that say more than that an object of the class has the term, and its kind."""
    for axiom in axioms:
        if axiom.names[-1:] != (term.id,) and axiom.names != (term.kind,):
            yield axiom


def _authorities(knowledge: Knowledge, iris: dict[str, str]) -> Iterator[AuthorityEntry]:
    found = knowledge.documents
    counts = Counter(t.authority for t in found.rules.values())
    for authority in sorted(found.authorities.values(), key=lambda a: (-(a.trust or 0), a.id)):
        yield AuthorityEntry(authority, iris[authority.id], counts[authority.id])


def _readings(graph: Graph, iris: dict[str, str]) -> Iterator[ReadingEntry]:
    for subject in sorted(_named(graph.subjects(RDF.type, rk("Reading")))):
        own = sorted(_named(graph.subjects(rk("inReading"), subject)))
        rules = [s for s in own if (s, RDF.type, rk("ReadingRule")) in graph]
        yield ReadingEntry(
            local(subject),
            iris[local(subject)],
            by_language(graph, subject, RDFS.label),
            by_language(graph, subject, RDFS.comment),
            tuple(sorted(map(local, graph.objects(subject, rk("of"))))),
            tuple(_reading_rule(graph, s) for s in rules),
            tuple(local(s) for s in own if s not in rules),
            tuple(sorted(map(local, graph.objects(subject, rk("drops"))))),
        )


def _reading_rule(graph: Graph, subject: URIRef) -> ReadingRuleEntry:
    return ReadingRuleEntry(
        local(subject),
        str(subject),
        by_language(graph, subject, RDFS.label),
        str(graph.value(subject, rk("logic")) or ""),
        local(graph.value(subject, rk("replaces")) or ""),
    )

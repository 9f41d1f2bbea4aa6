"""Gathers what a reference tells of a game, from its knowledge and from the graph of its files."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from rdflib import OWL, RDF, RDFS, SKOS, Graph, URIRef

from ...kb.documents import RuleText
from ...kb.knowledge import Knowledge, Sentences
from ...kb.lexicon import Term
from ...kb.logic.syntax import Declaration
from ...kb.rdf.swrl import names_of
from ...kb.sources import files_of, load_readings
from ...kb.turtle.graph import BASE, by_language, flag, local, rk
from ...kb.turtle.inherit import read_game_graph
from ...kb.turtle.rules import KINDS
from ...kb.values import value
from ..rulebook.rulebook import shared_by, shares_of
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
from .links import Link, exported, links_of
from .logic_words import mentions
from .swrl_forms import SwrlForms, rdf_form, swrl_forms

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
    theory = knowledge.content.programs.theory
    implied = {r.name: r for r in theory.rules if r.name not in knowledge.documents.rules}
    names = names_of(graph)
    iris = {local(s): str(s) for s in sorted(_named(graph.subjects()))}
    iris |= {name: names.rule(name) for name in implied}
    texts = dict(knowledge.documents.rules)
    texts |= {n: RuleText(n, authority="Machinery", logic=str(r)) for n, r in implied.items()}
    source = _Source(knowledge, graph, iris, swrl_forms(theory), texts)
    readings = tuple(_readings(source))
    predicates = tuple(_predicates(source, readings))
    export = exported(knowledge)
    classes = tuple(_classes(source, predicates, export))
    links = links_of(export, [c.id for c in classes])
    return Outline(
        knowledge.game,
        by_language(graph, URIRef(BASE + knowledge.game), RDFS.label),
        tuple(links),
        classes,
        tuple(_properties(graph, links, {p.id for p in predicates})),
        predicates,
        tuple(_rules(source)),
        tuple(_terms(source)),
        tuple(_authorities(source)),
        readings,
        knowledge.documents.kinds,
    )


@value
class _Source:
    """What there is to gather from.

    Args:
        iris: Local name → IRI.
        forms: How the export says the rules.
        texts: Rules by name: those of the files, and those that declarations imply.
    """

    knowledge: Knowledge
    graph: Graph
    iris: Mapping[str, str]
    forms: SwrlForms
    texts: Mapping[str, RuleText]

    def node(self, name: str) -> URIRef:
        """What has a local name; one of the core if nothing is said of it."""
        return URIRef(self.iris.get(name, str(rk(name))))


def _named(nodes: Iterable[object]) -> set[URIRef]:
    return {n for n in nodes if isinstance(n, URIRef) and n.startswith(BASE)}


def _labels(graph: Graph, subject: URIRef) -> Labels:
    return by_language(graph, subject, SKOS.prefLabel) or by_language(graph, subject, RDFS.label)


# --- classes --------------------------------------------------------------------------------------


def _classes(
    source: _Source, predicates: tuple[PredicateEntry, ...], export: Graph
) -> Iterator[ClassEntry]:
    """Classes that are declared, have members or are those of arguments, without terms."""
    knowledge, graph = source.knowledge, source.graph
    arguments: dict[str, dict[str, list[int]]] = defaultdict(dict)
    for entry in predicates:
        for place, domain in enumerate(entry.declaration.domains, 1):
            arguments[domain].setdefault(entry.id, []).append(place)
    terms = {t.id for t in knowledge.content.terms if t.category not in ("Class", "Category")}
    members = Counter(local(o) for o in export.objects(None, RDF.type) if str(o).startswith(BASE))
    members += Counter(local(o) for o in export.objects(None, rk("predicateKind")))
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


def _predicates(source: _Source, readings: tuple[ReadingEntry, ...]) -> Iterator[PredicateEntry]:
    knowledge, graph = source.knowledge, source.graph
    logics = [(t.name, t.logic) for t in source.texts.values()]
    logics += [(rule.id, rule.logic) for reading in readings for rule in reading.rules]
    used, concluded = mentions(logics)
    phrases = _phrases(knowledge)
    declared = [("", d, knowledge.content.sentences) for d in _declarations(knowledge)]
    for reading in load_readings(knowledge.game).values():
        declared += [(reading.name, d, reading.sentences) for d in reading.text.declarations]
    order = list(KINDS.values())
    declared.sort(key=lambda d: (order.index(d[1].kind), d[1].name))
    for own, found, sentences in declared:
        name, node = found.name, source.node(found.name)
        yield PredicateEntry(
            found,
            str(node),
            _labels(graph, node),
            sentences.get(name, Sentences()),
            phrases[name],
            tuple(concluded[name]),
            tuple(used[name]),
            own,
            flag(graph, node, "catalogue"),
            rdf_form(found, _stated_form(graph, node)),
            source.forms.relations.get(name, ()),
        )


def _phrases(knowledge: Knowledge) -> dict[str, dict[str, tuple[str, ...]]]:
    """Predicate → language → templates."""
    found: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for phrase in knowledge.content.phrases:
        for lang, forms in phrase.forms.items():
            found[phrase.predicate][lang] = (*found[phrase.predicate].get(lang, ()), *forms)
    return found


def _stated_form(graph: Graph, subject: URIRef) -> str:
    """What kind of property the files say that a predicate is, or ""."""
    kinds = set(graph.objects(subject, RDF.type))
    return next((word for word, kind in _PROPERTIES.items() if kind in kinds), "")


def _declarations(knowledge: Knowledge) -> list[Declaration]:
    """What the files declare; the compiler adds predicates of its own."""
    declared = knowledge.content.programs.theory.declarations
    return [d for d in declared.values() if d.name in knowledge.content.sentences]


def _rules(source: _Source) -> Iterator[RuleEntry]:
    knowledge, forms = source.knowledge, source.forms
    texts = source.texts
    readings = load_readings(knowledge.game).values()
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
            str(source.node(name)),
            tuple(parts[name]),
            tuple(cited[name]),
            tuple(shares_of(name, knowledge)),
            tuple(shared_by(name, knowledge)),
            tuple(r.name for r in readings if name in r.of),
            forms.said.get(name, ()),
            forms.unsaid.get(name, {}),
        )


# --- terms, authorities, readings -----------------------------------------------------------------


def _terms(source: _Source) -> Iterator[TermGroup]:
    graph = source.graph

    def group(term: Term) -> str:
        return term.kind or term.category

    terms = [t for t in source.knowledge.content.terms if t.category != "Class"]
    for name, members in groupby(sorted(terms, key=lambda t: (group(t), t.id)), key=group):
        nodes = [(t, source.node(t.id)) for t in members]
        entries = [TermEntry(t, str(n), tuple(_telling(t, axioms_of(graph, n)))) for t, n in nodes]
        yield TermGroup(name, _labels(graph, source.node(name)), tuple(entries))


def _telling(term: Term, axioms: Iterable[Axiom]) -> Iterator[Axiom]:
    """Axioms that say more than that an object of the class has the term, and its kind."""
    for axiom in axioms:
        if axiom.names[-1:] != (term.id,) and axiom.names != (term.kind,):
            yield axiom


def _authorities(source: _Source) -> Iterator[AuthorityEntry]:
    found = source.knowledge.documents.authorities
    counts = Counter(t.authority for t in source.texts.values())
    for authority in sorted(found.values(), key=lambda a: (-(a.trust or 0), a.id)):
        yield AuthorityEntry(authority, str(source.node(authority.id)), counts[authority.id])


def _readings(source: _Source) -> Iterator[ReadingEntry]:
    graph = source.graph
    for subject in sorted(_named(graph.subjects(RDF.type, rk("Reading")))):
        own = sorted(_named(graph.subjects(rk("inReading"), subject)))
        rules = [s for s in own if (s, RDF.type, rk("ReadingRule")) in graph]
        yield ReadingEntry(
            local(subject),
            str(subject),
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

"""Reads a game's Turtle files with rdflib: terms, declared predicates, rules, facts, cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rdflib import RDF, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from ..consistency.claims import Claim
from ..consistency.tensions import Tension
from ..diagnostics import DiagnosticError
from ..documents import Documents
from ..knowledge import Category, Content, Phrase
from ..lexicon import Term
from ..logic.dated import compile_dated
from ..logic.syntax import Atom, Declaration
from ..logic.theory import build_theory
from ..phrases import check_phrases
from ..readings import Reading
from .cards import cards_of, effect_of, read_cards, read_keywords, value_of
from .claims import read_claims, read_tensions
from .graph import BASE, by_language, flag, local, rk, text_of, values_named
from .inherit import read_game_graph
from .readings import read_readings
from .rules import predicates, read_rules, sentences_of
from .texts import read_authorities, read_kinds, read_texts


def read_game(
    game: str, files: Iterable[str]
) -> tuple[Content, Documents, dict[str, Reading], tuple[Claim, ...], tuple[Tension, ...]]:
    """All a game's files say: what questions need, and on demand; readings, claims, tensions.

    Raises:
        DiagnosticError: With every fault of the rules or phrases, each with its name and file:line.
    """
    graph, places = read_game_graph(game, files)
    declarations, rules = read_rules(graph, places)
    programs = compile_dated(build_theory(declarations, rules))
    content = Content(
        game,
        tuple(terms_of(graph, graph.subjects(SKOS.prefLabel))),
        programs,
        tuple(_facts(graph, declarations, catalogue=False)),
        {local(s): sentences_of(graph, s) for s in predicates(graph)},
        {str(k): local(s) for s, k in graph.subject_objects(rk("role")) if isinstance(k, Literal)},
        {local(s): c for s, c in _categories(graph)},
        tuple(sorted(local(s) for s in graph.subjects(rk("ownZone")))),
        {str(code): local(s) for s, code in sorted(graph.subject_objects(rk("judges")))},
        tuple(_phrases(graph)),
        {local(s): by_language(graph, s, rk("because")) for s in _explained(graph)},
        read_kinds(graph, "EventKind"),
    )
    declared = {d.name: d for d in declarations}
    faults = check_phrases(content.phrases, declared, {t.category for t in content.terms})
    if faults:
        raise DiagnosticError(faults)
    documents = Documents(
        {t.name: t for t in read_texts(graph, places)},
        {c.id: c for c in read_cards(graph, declarations)},
        tuple(_facts(graph, declarations, catalogue=True)),
        read_keywords(graph),
        {a.id: a for a in read_authorities(graph)},
        read_kinds(graph),
    )
    readings = read_readings(graph, places, programs.theory)
    claims = read_claims(graph, places, declarations)
    return content, documents, readings, claims, read_tensions(graph)


def _categories(graph: Graph) -> Iterator[tuple[URIRef, Category]]:
    for subject in sorted(s for s in graph.subjects(rk("heldBy")) if isinstance(s, URIRef)):
        values = [local(graph.value(subject, rk(p))) for p in ("heldBy", "printedBy", "filteredBy")]
        yield subject, Category(*values)


def _explained(graph: Graph) -> list[URIRef]:
    """Rules that say why one event comes before another."""
    return sorted({s for s in graph.subjects(rk("because")) if isinstance(s, URIRef)})


def _phrases(graph: Graph) -> Iterator[Phrase]:
    for subject in dict.fromkeys(predicates(graph)):
        for name in ("phrase", "optionPhrase", "memberPhrase"):
            forms: dict[str, list[str]] = {}
            for form in sorted(graph.objects(subject, rk(name)), key=str):
                if isinstance(form, Literal):
                    forms.setdefault(form.language or "en", []).append(str(form))
            if forms:
                sorted_forms = {lang: tuple(found) for lang, found in sorted(forms.items())}
                made = graph.value(subject, rk("exactForm")) is not None
                effect = effect_of(graph, subject, "resolved") if made else None
                plain = name == "phrase"
                yield Phrase(
                    local(subject),
                    name == "optionPhrase",
                    sorted_forms,
                    effect,
                    merges=flag(graph, subject, "merging"),
                    member=name == "memberPhrase",
                    declares=plain and flag(graph, subject, "declares"),
                    puts=local(graph.value(subject, rk("puts")) or "") if plain else "",
                )


def terms_of(graph: Graph, subjects: Iterable[Node]) -> Iterator[Term]:
    """Labelled individuals of a game, and predicates that words can name, as terms; sorted."""
    named = set(predicates(graph))
    for subject in sorted({s for s in subjects if isinstance(s, URIRef)}):
        if local(subject).startswith("card/"):
            continue
        labels: dict[str, list[str]] = {}
        for prop in (SKOS.prefLabel, SKOS.altLabel):
            for label in sorted(graph.objects(subject, prop), key=str):
                if isinstance(label, Literal):
                    labels.setdefault(label.language or "en", []).append(str(label))
        kind = min(values_named(graph, subject, "inKind"), key=str, default=None)
        successor = graph.value(subject, rk("renamedTo"))
        yield Term(
            id=local(subject),
            category=_category(graph, subject, subject in named),
            kind=local(kind) if kind else None,
            labels={lang: tuple(words) for lang, words in sorted(labels.items())},
            plurals=tuple(sorted(str(o) for o in graph.objects(subject, rk("plural")))),
            valid_from=text_of(graph, subject, "validFrom"),
            valid_to=text_of(graph, subject, "validTo"),
            successor=local(successor) if successor else None,
            **_extras(graph, subject),
        )


def _extras(graph: Graph, subject: URIRef) -> dict[str, Any]:
    """Fields of `Term` beyond the plain ones, where the ontology states them."""
    order = graph.value(subject, rk("displayOrder"))
    extras: dict[str, Any] = {
        "uses": tuple(sorted(map(local, values_named(graph, subject, "usesKind")))),
        "display_order": int(str(order)) if order is not None else 0,
        "members": tuple(sorted(local(s) for s in graph.subjects(RDF.type, subject))),
        "whole_text": flag(graph, subject, "wholeText"),
        "listed_in": local(graph.value(subject, rk("listedIn")) or ""),
        "located": by_language(graph, subject, rk("located")),
        "joint": text_of(graph, subject, "joint") or "",
        "heads_line": flag(graph, subject, "headsLine"),
    }
    return extras


_OWN = {"Concept", "Class", "NamedIndividual", "ConceptScheme"}


def _category(graph: Graph, subject: URIRef, predicate: bool) -> str:
    """The first of its classes that is a category of terms; predicates are of the category Class."""
    if (subject, RDF.type, rk("TermGroup")) in graph:
        return "TermGroup"
    if (subject, RDF.type, rk("Category")) in graph:
        return "Category"
    if predicate:
        return "Class"
    classes = [o for o in graph.objects(subject, RDF.type) if str(o).startswith(BASE)]
    preferred = [c for c in classes if flag(graph, URIRef(str(c)), "category")]
    names = sorted(local(c) for c in (preferred or classes) if local(c) not in _OWN)
    return names[0] if names else "Thing"


def _facts(graph: Graph, declarations: Iterable[Declaration], catalogue: bool) -> Iterator[Atom]:
    """Triples that are facts of rigid predicates: classes for one argument, properties for two.

    What a card states is said of the objects that are it (see `turtle_cards`), so it is left out.
    """
    iris = {local(s): s for s in predicates(graph)}
    cards = set(cards_of(graph))
    for declaration in declarations:
        if declaration.kind != "rigid" or declaration.engine:
            continue
        iri = iris[declaration.name]
        if flag(graph, iri, "catalogue") != catalogue:
            continue
        if declaration.arity == 1:
            for subject in sorted(graph.subjects(RDF.type, iri), key=str):
                if subject not in cards:
                    yield Atom(declaration.name, (local(subject),))
        elif declaration.arity == 2:
            for subject, value in sorted(graph.subject_objects(iri)):
                if subject not in cards:
                    yield Atom(declaration.name, (local(subject), value_of(value)))

"""Reads a game's Turtle files with rdflib: terms, declared predicates, rules, facts, cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rdflib import RDF, RDFS, SKOS, Graph, Literal, URIRef
from rdflib.collection import Collection

from .diagnostics import Diagnostic, DiagnosticError
from .knowledge import Card, CardEffect, Category, Content, Documents, RuleText, Sentences
from .lexicon import Term, fold
from .logic.parser import parse_rule
from .logic.program import compile_theory
from .logic.syntax import Atom, Declaration, Place, Rule
from .logic.theory import build_theory

BASE = "https://w3id.org/rulekeep/"
RK = f"{BASE}core/"
KINDS = {
    "Rigid": "rigid",
    "Fluent": "fluent",
    "Derived": "derived",
    "EventPredicate": "event",
    "Choice": "choice",
    "Functor": "term",
}


def rk(name: str) -> URIRef:
    """An IRI of the core vocabulary."""
    return URIRef(RK + name)


def local(node: object) -> str:
    """The id of an IRI: what follows the game's or the core's name; of a rule, its name."""
    text = str(node)
    if not text.startswith(BASE):
        return text
    rest = text[len(BASE) :].partition("/")[2]
    return rest.removeprefix("rule/")


def by_language(graph: Graph, subject: URIRef, predicate: URIRef) -> dict[str, str]:
    """Literals of a property by language, sorted by language."""
    found = sorted(
        (o.language or "en", str(o))
        for o in graph.objects(subject, predicate)
        if isinstance(o, Literal)
    )
    return dict(found)


def read_graph(files: Iterable[str]) -> tuple[Graph, dict[str, Place]]:
    """The graph of some Turtle files, and where each subject stands.

    Raises:
        DiagnosticError: A file is no Turtle.
    """
    graph = Graph()
    places: dict[str, Place] = {}
    for path in map(Path, files):
        text = path.read_text(encoding="utf-8")
        try:
            graph.parse(data=text, format="turtle")
        except Exception as error:  # noqa: BLE001 - rdflib raises more than it documents
            fault = str(error).splitlines()[0][:200]
            params = {"input": fault, "rule": path.name, "place": path.name}
            raise DiagnosticError([Diagnostic("syntax", params=params)]) from None
        places |= _places(path, text)
    return graph, places


def read_rules(graph: Graph, places: dict[str, Place]) -> tuple[list[Declaration], list[Rule]]:
    """The declared predicates and the rules with logic of a graph.

    Raises:
        DiagnosticError: With every fault of the rules' syntax, each with its rule and file:line.
    """
    rules, faults = _rules(graph, places)
    if faults:
        raise DiagnosticError(faults)
    return list(_declarations(graph, places)), rules


def read_game(game: str, files: Iterable[str]) -> tuple[Content, Documents]:
    """All that a game's files say.

    Raises:
        DiagnosticError: With every fault of the rules, each with its rule and file:line.
    """
    graph, places = read_graph(files)
    declarations, rules = read_rules(graph, places)
    program = compile_theory(build_theory(declarations, rules))
    content = Content(
        game,
        tuple(_terms(graph)),
        program,
        tuple(_facts(graph, declarations, catalogue=False)),
        {local(s): _sentences(graph, s) for s in _predicates(graph)},
        {str(k): local(s) for s, k in graph.subject_objects(rk("role")) if isinstance(k, Literal)},
        {local(s): c for s, c in _categories(graph)},
        tuple(sorted(local(s) for s in graph.subjects(rk("ownZone")))),
        {str(code): local(s) for s, code in sorted(graph.subject_objects(rk("judges")))},
    )
    return content, Documents(
        {t.name: t for t in _rule_texts(graph, places)},
        {c.id: c for c in _cards(graph)},
        tuple(_facts(graph, declarations, catalogue=True)),
        _keywords(graph),
    )


def _places(path: Path, text: str) -> dict[str, Place]:
    """Subject's local name → place, for subjects at the start of a line."""
    found: dict[str, Place] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"[\w-]*:(\S+)\s+a\s", line)
        if match and not line.startswith("@"):
            found.setdefault(match[1].replace("\\", ""), Place(path.name, number))
    return found


def _predicates(graph: Graph) -> Iterator[URIRef]:
    for kind in KINDS:
        yield from sorted(s for s in graph.subjects(RDF.type, rk(kind)) if isinstance(s, URIRef))


def _declarations(graph: Graph, places: dict[str, Place]) -> Iterator[Declaration]:
    for subject in _predicates(graph):
        kind = next(KINDS[k] for k in KINDS if (subject, RDF.type, rk(k)) in graph)
        head = graph.value(subject, rk("domains"))
        domains = tuple(local(d) for d in Collection(graph, head)) if head is not None else ()
        base = graph.value(subject, rk("continuousFrom"))
        name = local(subject)
        yield Declaration(
            name,
            kind,
            domains,
            functional=_flag(graph, subject, "functional"),
            base=local(base) if base else None,
            one_per=_positions(graph, subject, "onePer"),
            most_one_per=_positions(graph, subject, "mostOnePer"),
            engine=_flag(graph, subject, "engine"),
            place=places.get(name, Place()),
        )


def _categories(graph: Graph) -> Iterator[tuple[URIRef, Category]]:
    for subject in sorted(s for s in graph.subjects(rk("heldBy")) if isinstance(s, URIRef)):
        values = [local(graph.value(subject, rk(p))) for p in ("heldBy", "printedBy", "filteredBy")]
        yield subject, Category(*values)


def _flag(graph: Graph, subject: URIRef, name: str) -> bool:
    return str(graph.value(subject, rk(name))) == "true"


def _positions(graph: Graph, subject: URIRef, name: str) -> tuple[int, ...] | None:
    found = sorted(int(str(o)) - 1 for o in graph.objects(subject, rk(name)))
    return tuple(found) if found else None


def _rules(graph: Graph, places: dict[str, Place]) -> tuple[list[Rule], list[Diagnostic]]:
    rules: list[Rule] = []
    faults: list[Diagnostic] = []
    for subject, logic in sorted(graph.subject_objects(rk("logic"))):
        name = local(subject)
        place = places.get(name, Place())
        try:
            rule = parse_rule(name, str(logic), place)
            priority = graph.value(subject, rk("priority"))
            machinery = graph.value(subject, rk("authority")) == rk("Machinery")
            rules.append(replace(rule, priority=int(str(priority or 0)), machinery=machinery))
        except DiagnosticError as error:
            for d in error.diagnostics:
                params = {**d.params, "rule": name, "place": str(place)}
                faults.append(Diagnostic(d.code, d.start, d.end, params, d.hint))
    return rules, faults


def _sentences(graph: Graph, subject: URIRef) -> Sentences:
    return Sentences(
        by_language(graph, subject, rk("says")),
        by_language(graph, subject, rk("denies")),
        by_language(graph, subject, rk("saysStart")),
        by_language(graph, subject, rk("saysEnd")),
        tuple(sorted(local(o) for o in graph.objects(subject, rk("givenBy")))),
        local(graph.value(subject, rk("persistsBy")) or ""),
        str(graph.value(subject, rk("tell")) or "main"),
        by_language(graph, subject, rk("deniesAny")),
        tuple(sorted(local(o) for o in graph.objects(subject, rk("givenBySeveral")))),
    )


def _terms(graph: Graph) -> Iterator[Term]:
    """Every labelled individual of a game, and every predicate that words can name."""
    predicates = set(_predicates(graph))
    for subject in sorted({s for s in graph.subjects(SKOS.prefLabel) if isinstance(s, URIRef)}):
        if local(subject).startswith("card/"):
            continue
        labels: dict[str, list[str]] = {}
        for prop in (SKOS.prefLabel, SKOS.altLabel):
            for label in sorted(graph.objects(subject, prop), key=str):
                if isinstance(label, Literal):
                    labels.setdefault(label.language or "en", []).append(str(label))
        kind = graph.value(subject, URIRef(f"{_game_base(subject)}inKind"))
        successor = graph.value(subject, rk("renamedTo"))
        yield Term(
            id=local(subject),
            category=_category(graph, subject, subject in predicates),
            kind=local(kind) if kind else None,
            labels={lang: tuple(words) for lang, words in sorted(labels.items())},
            plurals=tuple(sorted(str(o) for o in graph.objects(subject, rk("plural")))),
            valid_from=_text(graph, subject, "validFrom"),
            valid_to=_text(graph, subject, "validTo"),
            successor=local(successor) if successor else None,
            **_extras(graph, subject),
        )


def _extras(graph: Graph, subject: URIRef) -> dict[str, Any]:
    """Fields of `Term` beyond the plain ones, where the ontology states them."""
    base = _game_base(subject)
    order = graph.value(subject, rk("displayOrder"))
    extras: dict[str, Any] = {
        "uses": tuple(sorted(local(o) for o in graph.objects(subject, URIRef(f"{base}usesKind")))),
        "display_order": int(str(order)) if order is not None else 0,
        "members": tuple(sorted(local(s) for s in graph.subjects(RDF.type, subject))),
        "whole_text": _flag(graph, subject, "wholeText"),
        "listed_in": local(graph.value(subject, rk("listedIn")) or ""),
    }
    return extras


def _game_base(subject: URIRef) -> str:
    rest = str(subject)[len(BASE) :]
    return BASE + rest.partition("/")[0] + "/"


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
    preferred = [c for c in classes if _flag(graph, URIRef(str(c)), "category")]
    names = sorted(local(c) for c in (preferred or classes) if local(c) not in _OWN)
    return names[0] if names else "Thing"


def _text(graph: Graph, subject: URIRef, name: str) -> str | None:
    value = graph.value(subject, rk(name))
    return str(value) if value is not None else None


def _facts(graph: Graph, declarations: Iterable[Declaration], catalogue: bool) -> Iterator[Atom]:
    """Triples that are facts of rigid predicates: classes for one argument, properties for two."""
    iris = {local(s): s for s in _predicates(graph)}
    for declaration in declarations:
        if declaration.kind != "rigid" or declaration.engine:
            continue
        iri = iris[declaration.name]
        if _flag(graph, iri, "catalogue") != catalogue:
            continue
        if declaration.arity == 1:
            for subject in sorted(graph.subjects(RDF.type, iri), key=str):
                yield Atom(declaration.name, (local(subject),))
        elif declaration.arity == 2:
            for subject, value in sorted(graph.subject_objects(iri)):
                yield Atom(declaration.name, (local(subject), _value(value)))


def _value(node: object) -> str | int:
    if isinstance(node, Literal):
        return int(str(node)) if str(node).lstrip("-").isdigit() else str(node)
    return local(node)


def _rule_texts(graph: Graph, places: dict[str, Place]) -> Iterator[RuleText]:
    for subject in sorted(s for s in graph.subjects(RDF.type, rk("Rule")) if isinstance(s, URIRef)):
        name = local(subject)
        yield RuleText(
            name,
            local(graph.value(subject, rk("partOf")) or ""),
            by_language(graph, subject, RDFS.label),
            by_language(graph, subject, rk("statement")),
            local(graph.value(subject, rk("authority")) or ""),
            str(graph.value(subject, rk("logic")) or ""),
            tuple(sorted(local(o) for o in graph.objects(subject, rk("cites")))),
            _text(graph, subject, "validFrom") or "",
            _text(graph, subject, "validTo") or "",
            str(places.get(name, Place())),
            by_language(graph, subject, rk("historyNote")),
        )


def _keywords(graph: Graph) -> dict[str, CardEffect]:
    """Keyword abilities that stand for an effect, by folded label in either language."""
    found = {}
    for subject in graph.subjects(RDF.type, rk("Keyword")):
        form = str(graph.value(subject, rk("exactForm")))
        effect = CardEffect(form, str(graph.value(subject, rk("generatedBy")) or "static"))
        for label in graph.objects(subject, SKOS.prefLabel):
            found[fold(str(label))] = effect
    return dict(sorted(found.items()))


def _cards(graph: Graph) -> Iterator[Card]:
    effects: dict[str, list[tuple[str, CardEffect]]] = {}
    for subject, card in graph.subject_objects(rk("ofCard")):
        form = str(graph.value(subject, rk("exactForm")))
        kind = str(graph.value(subject, rk("generatedBy")) or "static")
        effects.setdefault(local(card), []).append((str(subject), CardEffect(form, kind)))
    for subject in sorted(s for s in graph.subjects(rk("typeLine")) if isinstance(s, URIRef)):
        yield Card(
            local(subject),
            by_language(graph, subject, SKOS.prefLabel),
            str(graph.value(subject, rk("typeLine"))),
            tuple(sorted(str(o) for o in graph.objects(subject, rk("keyword")))),
            tuple(e for _, e in sorted(effects.get(local(subject), ()), key=lambda pair: pair[0])),
        )

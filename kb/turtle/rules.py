"""Declared predicates and rules with their logic, from the graph of some Turtle files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rdflib import RDF, Graph, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from ..diagnostics import Diagnostic, DiagnosticError
from ..knowledge import Sentences
from ..logic.parser import parse_rule
from ..logic.syntax import Declaration, Place, Rule
from .graph import by_language, flag, lines_by_language, local, rk, text_of
from .shares import placed, sharings_of, stray_shares

KINDS = {
    "Rigid": "rigid",
    "Fluent": "fluent",
    "Derived": "derived",
    "EventPredicate": "event",
    "Choice": "choice",
    "Functor": "term",
}


def read_rules(graph: Graph, places: dict[str, Place]) -> tuple[list[Declaration], list[Rule]]:
    """The declared predicates and the rules with logic of a graph.

    Raises:
        DiagnosticError: With every fault of the rules' syntax, each with its rule and file:line.
    """
    rules, faults = _rules(graph, places)
    faults += stray_shares(graph, places)
    if faults:
        raise DiagnosticError(faults)
    return list(declarations_of(graph, predicates(graph), places)), rules


def predicates(graph: Graph, reading: URIRef | None = None) -> Iterator[URIRef]:
    """The declared predicates of the rules themselves, or those that a reading adds."""
    for kind in KINDS:
        found = [s for s in graph.subjects(RDF.type, rk(kind)) if isinstance(s, URIRef)]
        yield from sorted(s for s in found if graph.value(s, rk("inReading")) == reading)


def declarations_of(
    graph: Graph, subjects: Iterable[URIRef], places: dict[str, Place]
) -> Iterator[Declaration]:
    """What is declared of some predicates."""
    for subject in subjects:
        kind = next(KINDS[k] for k in KINDS if (subject, RDF.type, rk(k)) in graph)
        head = graph.value(subject, rk("domains"))
        domains = tuple(local(d) for d in Collection(graph, head)) if head is not None else ()
        base = graph.value(subject, rk("continuousFrom"))
        name = local(subject)
        yield Declaration(
            name,
            kind,
            domains,
            functional=flag(graph, subject, "functional"),
            base=local(base) if base else None,
            one_per=_positions(graph, subject, "onePer"),
            most_one_per=_positions(graph, subject, "mostOnePer"),
            engine=flag(graph, subject, "engine"),
            range=local(graph.value(subject, rk("range")) or ""),
            place=places.get(name, Place()),
        )


def _positions(graph: Graph, subject: URIRef, name: str) -> tuple[int, ...] | None:
    found = sorted(int(str(o)) - 1 for o in graph.objects(subject, rk(name)))
    return tuple(found) if found else None


def _rules(graph: Graph, places: dict[str, Place]) -> tuple[list[Rule], list[Diagnostic]]:
    rules: list[Rule] = []
    faults: list[Diagnostic] = []
    own = {*graph.subjects(RDF.type, rk("ReadingRule"))} - {*graph.subjects(RDF.type, rk("Rule"))}
    for subject, logic in sorted(graph.subject_objects(rk("logic"))):
        if subject in own:
            continue
        try:
            rules.append(rule_of(graph, subject, local(subject), str(logic), places))
        except DiagnosticError as error:
            faults += error.diagnostics
    return rules, faults


def rule_of(graph: Graph, subject: Node, name: str, logic: str, places: dict[str, Place]) -> Rule:
    """A rule with logic, and the statements that share it.

    Raises:
        DiagnosticError: Its syntax or that of a condition is faulty; with name and place.
    """
    place = places.get(local(subject), Place())
    try:
        rule = parse_rule(name, logic, place)
    except DiagnosticError as error:
        raise DiagnosticError(placed(error, name, place)) from None
    since, until = _validity(graph, subject)
    return replace(
        rule,
        priority=int(str(graph.value(subject, rk("priority")) or 0)),
        machinery=graph.value(subject, rk("authority")) == rk("Machinery"),
        valid_from=since,
        valid_to=until,
        shared=sharings_of(graph, subject, rule, places),
    )


def _validity(graph: Graph, subject: Node) -> tuple[str, str]:
    """From when until when a rule holds: as long as it and all rules that it is part of do."""
    since, until = "", ""
    todo, seen = [subject], set[Node]()
    while todo:
        rule = todo.pop()
        if rule not in seen:
            seen.add(rule)
            since = max(since, text_of(graph, rule, "validFrom") or "")
            until = min(filter(None, (until, text_of(graph, rule, "validTo"))), default="")
            todo += [*graph.objects(rule, rk("partOf")), *graph.objects(rule, rk("replaces"))]
    return since, until


def sentences_of(graph: Graph, subject: URIRef) -> Sentences:
    """How a predicate is told."""
    return Sentences(
        by_language(graph, subject, rk("says")),
        by_language(graph, subject, rk("denies")),
        by_language(graph, subject, rk("saysStart")),
        by_language(graph, subject, rk("saysEnd")),
        tuple(sorted(local(o) for o in graph.objects(subject, rk("givenBy")))),
        local(graph.value(subject, rk("persistsBy")) or ""),
        str(graph.value(subject, rk("tell")) or "main"),
        lines_by_language(graph, subject, rk("deniesAny")),
        tuple(sorted(local(o) for o in graph.objects(subject, rk("givenBySeveral")))),
        by_language(graph, subject, rk("refutes")),
        by_language(graph, subject, rk("refutesAny")),
        tuple(sorted(local(o) for o in graph.objects(subject, rk("refutedBy")))),
        by_language(graph, subject, rk("deniesStart")),
        by_language(graph, subject, rk("deniesEnd")),
        local(graph.value(subject, rk("eventKind")) or ""),
        flag(graph, subject, "notWorkedOut"),
    )

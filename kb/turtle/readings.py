"""Reads the readings of a game's Turtle files: their predicates, their rules, and what they drop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rdflib import RDF, RDFS, Graph, URIRef

from ..diagnostics import Diagnostic, DiagnosticError
from ..logic.check import check_theory, nearest
from ..logic.syntax import Place, Rule, WorldText
from ..logic.theory import Theory
from ..readings import Reading
from .graph import by_language, local, rk
from .rules import declarations_of, predicates, rule_of, sentences_of


def read_readings(graph: Graph, places: dict[str, Place], theory: Theory) -> dict[str, Reading]:
    """Every reading by name.

    Args:
        graph: The Turtle files of a game.
        places: Where each subject stands.
        theory: The rules of every date, of which the readings are.

    Raises:
        DiagnosticError: With every fault of the readings, each with its rule and file:line.
    """
    subjects = _subjects(graph, RDF.type, rk("Reading"))
    faults = list(_strays(graph, places, set(subjects)))
    found = {}
    for subject in subjects:
        try:
            reading = _reading(graph, subject, places, theory)
            found[reading.name] = reading
        except DiagnosticError as error:
            faults += error.diagnostics
    if faults:
        raise DiagnosticError(faults)
    return found


def _subjects(graph: Graph, predicate: URIRef, value: URIRef) -> list[URIRef]:
    return sorted(s for s in graph.subjects(predicate, value) if isinstance(s, URIRef))


def _strays(graph: Graph, places: dict[str, Place], readings: set[URIRef]) -> Iterator[Diagnostic]:
    """Faults of rules that are in no reading."""
    for subject in _subjects(graph, RDF.type, rk("ReadingRule")):
        if not readings & set(graph.objects(subject, rk("inReading"))):
            yield _fault("reading-missing", local(subject), local(subject), places)


def _reading(graph: Graph, subject: URIRef, places: dict[str, Place], theory: Theory) -> Reading:
    name = local(subject)
    drops = tuple(sorted(local(o) for o in graph.objects(subject, rk("drops"))))
    faults = [
        _fault("reading-of-unknown-rule", name, drop, places, nearest(drop, theory.names))
        for drop in drops
        if drop not in theory.names
    ]
    rules = []
    for rule in _subjects(graph, rk("inReading"), subject):
        if (rule, RDF.type, rk("ReadingRule")) in graph:
            try:
                rules.append(_rule(graph, rule, name, places, theory))
            except DiagnosticError as error:
                faults += error.diagnostics
    own = list(predicates(graph, subject))
    declarations = tuple(declarations_of(graph, own, places))
    text = WorldText(declarations, tuple(rules), drops)
    if not faults:
        faults = check_theory(theory.amended(text))
    if faults:
        raise DiagnosticError(faults)
    return Reading(
        name,
        tuple(sorted(local(o) for o in graph.objects(subject, rk("of")))),
        by_language(graph, subject, RDFS.label),
        by_language(graph, subject, RDFS.comment),
        text,
        {local(p): sentences_of(graph, p) for p in own},
        str(places.get(name, Place())),
    )


def _rule(
    graph: Graph, subject: URIRef, reading: str, places: dict[str, Place], theory: Theory
) -> Rule:
    """A rule of a reading, under the name of the one that it replaces, if it does."""
    own = local(subject)
    target = graph.value(subject, rk("replaces"))
    if target is not None and local(target) not in theory.by_name:
        hint = nearest(local(target), theory.by_name)
        raise DiagnosticError([_fault("reading-of-unknown-rule", own, local(target), places, hint)])
    if target is None and own in theory.by_name:
        raise DiagnosticError([_fault("rule-twice", own, own, places)])
    logic = str(graph.value(subject, rk("logic")) or "")
    rule = rule_of(graph, subject, own, logic, places)
    return replace(rule, name=own if target is None else local(target), reading=reading)


def _fault(
    code: str, rule: str, word: str, places: dict[str, Place], hint: str | None = None
) -> Diagnostic:
    params = {"input": word, "rule": rule, "place": str(places.get(rule, Place()))}
    return Diagnostic(code, params=params, hint=hint)

"""What shapes cannot see in data: logic that is not understood, words no type line knows, words used twice, circles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from rdflib import SKOS, Graph, Literal
from rdflib.term import Node

from ..diagnostics import Diagnostic, DiagnosticError
from ..knowledge import Knowledge
from ..lexicon import Lexicon, Term, fold
from ..logic.check import check_claim, check_rule
from ..logic.parser import parse_body, parse_rule
from ..logic.syntax import Declaration, Rule
from ..turtle.game import terms_of
from ..turtle.graph import local, rk
from ..turtle.rules import KINDS, declarations_of, predicates
from ..typelines.reading import read_faces
from .findings import Finding, finding_of
from .graphs import Focused, short, shown_focus

TextCheck = Callable[[str, Lexicon], Iterable[Diagnostic]]


def check_texts(
    data: Focused, knowledge: Knowledge, more: Mapping[str, TextCheck]
) -> Iterator[Finding]:
    """Faults of the texts of data.

    Args:
        data: The data with the knowledge that they rest on, focused on what they describe.
        knowledge: The knowledge of the game.
        more: Further checks, by the id of the property whose texts they read.
    """
    known = {term.id for term in knowledge.content.terms}
    described = tuple(terms_of(data, _labelled(data)))
    own = tuple(term for term in described if term.id not in known)
    lexicon = _lexicon(knowledge, own)
    found, endless = _declared(data)
    for subject in endless:
        fault = Diagnostic("endless-list", params={"input": last_part(local(subject))})
        yield finding_of(shown_focus(subject), fault, "rk:domains", "")
    declared = {name: d for d in found for name in (d.name, last_part(d.name))}
    declared |= knowledge.program.theory.declarations
    checks: dict[str, TextCheck] = {"typeLine": _type_line, **more}
    for name, check in checks.items():
        for subject, text in _texts(data, name):
            if name == "typeLine" and (subject, rk("ofScenario"), None) in data:
                continue  # what an object has become in a game, which may be no line of a card
            for fault in _faults(check, text, lexicon):
                yield finding_of(shown_focus(subject), fault, f"rk:{name}", text)
    for name, check_logic in (("logic", check_rule), ("claims", check_claim)):
        for subject, text in _texts(data, name):
            for fault in _logic(last_part(local(subject)), text, declared, check_logic):
                yield finding_of(shown_focus(subject), fault, f"rk:{name}", text)
    for subject, text in _texts(data, "where"):
        for fault in _premises(text):
            yield finding_of(shown_focus(subject), fault, "rk:where", text)
    yield from _words_twice(own, knowledge, data)


def _lexicon(knowledge: Knowledge, own: tuple[Term, ...]) -> Lexicon:
    content = knowledge.content
    return Lexicon(
        (*content.terms, *own), knowledge.date, content.judges, content.categories.keys()
    )


def _labelled(data: Graph) -> set[Node]:
    """What the data call by a word that type lines may show: no cards."""
    cards = set(data.subjects(rk("typeLine")))
    return {s for s, _ in data.subject_objects(SKOS.prefLabel) if s not in cards}


def _declared(data: Graph) -> tuple[list[Declaration], list[Node]]:
    """The predicates that data declare, in the form of sources or exports; those whose list has no end."""
    found: list[Declaration] = []
    endless: list[Node] = []
    for predicate in predicates(data):
        try:
            found += declarations_of(data, [predicate], {})
        except ValueError:
            endless.append(predicate)
    for subject, kind in data.subject_objects(rk("predicateKind")):
        arity = data.value(subject, rk("arity"))
        if local(kind) in KINDS and isinstance(arity, Literal) and isinstance(arity.value, int):
            places = range(1, min(arity.value, 9) + 1)
            sorts = tuple(local(data.value(subject, rk(f"argument{n}")) or "") for n in places)
            functional = str(data.value(subject, rk("functional"))) == "true"
            name, of = local(subject), KINDS[local(kind)]
            found.append(Declaration(name, of, sorts, functional=functional))
    return found, endless


def _texts(data: Graph, name: str) -> list[tuple[Node, str]]:
    found = data.subject_objects(rk(name))
    return sorted(((s, str(o)) for s, o in found if isinstance(o, Literal)), key=str)


def last_part(name: str) -> str:
    """The last part of an IRI, by which logic names a predicate of another namespace; of an id, the id."""
    return re.split(r"[/#]", name)[-1] or name if ":" in name else name


def _faults(check: TextCheck, text: str, lexicon: Lexicon) -> list[Diagnostic]:
    try:
        return list(check(text, lexicon))
    except DiagnosticError as error:
        return error.diagnostics


def _type_line(text: str, lexicon: Lexicon) -> Iterable[Diagnostic]:
    read_faces(text, lexicon)
    return ()


def _logic(
    name: str,
    text: str,
    declared: dict[str, Declaration],
    check: Callable[[Rule, dict[str, Declaration]], list[Diagnostic]],
) -> list[Diagnostic]:
    try:
        rule = parse_rule(name, text)
    except DiagnosticError as error:
        return [replace(d, params={"rule": name, **d.params}) for d in error.diagnostics]
    return check(rule, declared)


def _premises(text: str) -> list[Diagnostic]:
    try:
        parse_body(text)
    except DiagnosticError as error:
        return error.diagnostics
    return []


def _words_twice(own: Iterable[Term], knowledge: Knowledge, data: Graph) -> Iterator[Finding]:
    """Words that a kind has for two terms on the same date."""
    iris = {local(s): s for s in data.subjects(SKOS.prefLabel)}
    taken: dict[tuple[str, str, str | None], list[Term]] = {}
    new = {t.id: t for t in own}
    for term in (*knowledge.content.terms, *own):
        for word in {fold(label) for all_ in term.labels.values() for label in all_[:1]}:
            taken.setdefault((word, term.category, term.kind), []).append(term)
    for (word, _, kind), terms in taken.items():
        if kind is None or len(terms) < 2:
            continue
        for term in terms:
            others = [t for t in terms if t.id != term.id and _together(t, term)]
            if term.id in new and others:
                params = {"input": word, "other": short(others[0].id)}
                fault = Diagnostic("word-taken", params=params)
                yield finding_of(shown_focus(iris[term.id]), fault, "skos:prefLabel", word)


def _together(one: Term, other: Term) -> bool:
    """Whether there is a day on which both are in the rules."""
    starts = max(one.valid_from or "", other.valid_from or "")
    ends = [t.valid_to for t in (one, other) if t.valid_to]
    return not ends or starts < min(ends)

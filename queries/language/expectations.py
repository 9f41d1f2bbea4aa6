"""Judges what questions name: objects must be declared, type lines readable, atoms well formed."""

from __future__ import annotations

from ...kb.diagnostics import DiagnosticError
from ...kb.logic.syntax import Literal
from ..syntax import (
    AtomExpectation,
    ExactlyExpectation,
    Expectation,
    HasTypesExpectation,
    IsExpectation,
    UndeterminedExpectation,
)
from .collected import EVERY, Collected


def judge_expectation(c: Collected, expectation: Expectation) -> None:
    """Notes the faults of what is expected, and keeps its premises and type lines."""
    match expectation:
        case UndeterminedExpectation(inner):
            judge_expectation(c, inner)
        case IsExpectation():
            c.known_object(expectation.object, expectation.span)
            c.mention(expectation.terms)
        case HasTypesExpectation():
            c.known_object(expectation.object, expectation.span)
            if expectation.type_line:
                _line(c, expectation)
        case AtomExpectation(text=text, facts=facts) if facts:
            c.bodies[text] = tuple(map(Literal, c.said(facts)))
        case ExactlyExpectation():
            from .exactly import open_facts

            c.bodies[expectation.text] = open_facts(expectation, c)
        case AtomExpectation():
            c.atoms(expectation.text, expectation.span)


def _line(c: Collected, expectation: HasTypesExpectation) -> None:
    line = expectation.type_line
    if line in c.lines:
        return
    from .lines import read_expected_line

    try:
        found = read_expected_line(line, c.lexicon, c.knowledge.content.categories)
    except DiagnosticError as error:
        start = expectation.type_line_span.start
        c.faults += [d.shifted(start) for d in error.diagnostics]
        return
    c.lines[line] = found
    c.mention(t for t in found.ids if not t.endswith(EVERY))

"""Runs one scenario and answers its questions: what comes of it is its report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.logic.shared import names_rule
from ..facts.meaning import mean
from ..syntax import (
    AtomExpectation,
    ErrorExpectation,
    ExactlyExpectation,
    Find,
    Note,
    OrderExpectation,
    Question,
    ScenarioText,
    UndeterminedExpectation,
    WhyOrder,
)
from .answer import Answer
from .case import Case
from .report import Report
from .running import build_case
from .scenario_knowledge import knowledge_of

if TYPE_CHECKING:
    from ...kb.knowledge import Knowledge
    from ...kb.readings import Reading


def report_of(
    scenario: ScenarioText,
    text: str,
    faults: list[Diagnostic],
    options: dict[str, Any],
) -> Report:
    """The report of a scenario: what is wrong with it, or the answers to its questions.

    Args:
        scenario: The scenario.
        text: The whole text that it was read from.
        faults: What was wrong with that text.
        options: Those of `knowledge_of`.
    """
    span = scenario.span
    own = [f for f in faults if span.start <= f.start < max(span.end, span.start + 1)]
    report = Report(scenario.title, errors=list(own), scenario=scenario)
    knowledge = _judged_by(report, scenario, text, options)
    if knowledge is not None:
        _run(report, scenario, text, knowledge)
    report.errors = list(dict.fromkeys(report.errors))
    _expected_errors(report, scenario)
    return report


def _judged_by(
    report: Report, scenario: ScenarioText, text: str, options: dict[str, Any]
) -> Knowledge | None:
    """What a scenario is judged by, as far as there is what it asks for."""
    try:
        return knowledge_of(scenario, **options)
    except DiagnosticError:
        from ..language.scenario_faults import judged_by

        knowledge, faults = judged_by(scenario, text, options)
        report.errors += faults
        return knowledge


def _run(report: Report, scenario: ScenarioText, text: str, knowledge: Knowledge) -> None:
    """Runs a scenario and answers its questions if nothing is wrong with it."""
    if scenario.cites:
        from ..language.scenario_faults import cited_in_vain

        report.errors += cited_in_vain(scenario, text, knowledge)
    if scenario.ruling is not None and scenario.ruling.reasons:
        from ..corpus.reasons import reason_faults

        report.errors += reason_faults(scenario, knowledge)
    if not report.formalised:
        return
    meaning, found = mean(scenario, knowledge)
    report.errors += found
    report.notes = [*map(_under, knowledge.readings), *meaning.notes]
    if report.errors:
        return
    try:
        report.case = build_case(meaning, knowledge)
        _answer_all(report, scenario, report.case, text)
    except DiagnosticError as error:
        from ..language.scenario_faults import at_heading

        report.errors += [at_heading(d, scenario, text) for d in error.diagnostics]


def _under(reading: Reading) -> Note:
    """Says that answers hold under a reading."""
    of = ", ".join(reading.of)
    return Note("under-reading", {"input": reading.name, "of": of, "words": reading.label})


def _expected_errors(report: Report, scenario: ScenarioText) -> None:
    wanted = [
        s
        for s in scenario.statements
        if isinstance(s, Question) and isinstance(s.expectation, ErrorExpectation)
    ]
    if not wanted:
        return
    report.expects_error = True
    codes = [e.code for e in report.errors]
    for question in wanted:
        assert isinstance(question.expectation, ErrorExpectation)
        code = question.expectation.code
        got = ", ".join(codes) or "no error"
        verdict = "yes" if code in codes else "no"
        report.answers.append(
            Answer(f"error {code}", verdict, expected=code in codes, got=got, verb="then")
        )


def _answer_all(report: Report, scenario: ScenarioText, case: Case, text: str) -> None:
    questions = sum(isinstance(s, Question) and s.verb == "flip" for s in scenario.statements)
    for statement in scenario.statements:
        if isinstance(statement, Question) and not isinstance(
            statement.expectation, ErrorExpectation
        ):
            report.answers.append(_answer(statement, case, text, questions))
        elif isinstance(statement, WhyOrder):
            from .order_steps import why_order

            report.answers.append(why_order(case))
        elif isinstance(statement, Find):
            from ..finding.find import find

            report.answers.append(find(statement, case.knowledge))
    ends = [{n: case.types(n, leaf) for n in case.meaning.objects} for leaf in case.run.leaves]
    if ends:
        report.lines = {n: ids for n, ids in ends[0].items() if all(e[n] == ids for e in ends)}
        report.order = case.order()
    report.notes += _engine_notes(case)
    cited = {name for a in report.answers for name in a.rules}
    report.cites_missing = [
        n for n in scenario.cites if not any(names_rule(n, name) for name in cited)
    ]
    if scenario.cites and not any(isinstance(s, Question | Find) for s in scenario.statements):
        report.cites_missing = list(scenario.cites)


def _answer(question: Question, case: Case, text: str, questions: int) -> Answer:
    expectation = question.expectation
    inner = expectation.inner if isinstance(expectation, UndeterminedExpectation) else expectation
    found = case.ask(inner, question.after_step)
    answer = replace(
        found,
        question=_words(question, text),
        verb=question.verb,
        subject=getattr(inner, "object", ""),
        has=getattr(inner, "words", ""),
        ordered=isinstance(inner, OrderExpectation),
    )
    if question.verb == "flip":
        from .flip import flips

        return replace(answer, flips=tuple(flips(case, inner, found.rules, questions)))
    if question.verb != "then":
        if isinstance(expectation, UndeterminedExpectation):
            verdict = "yes" if found.verdict == "undetermined" else "no"
            return replace(answer, verdict=verdict)
        return answer
    wanted = "undetermined" if isinstance(expectation, UndeterminedExpectation) else "yes"
    return replace(answer, expected=found.verdict == wanted, got=_got(question, inner, case, found))


def _words(question: Question, text: str) -> str:
    """The question as it was written."""
    expectation = question.expectation
    if isinstance(expectation, OrderExpectation):
        return "order " + ", ".join(map(str, expectation.timestamps))
    words = text[expectation.span.start : max(expectation.span.end, question.span.end)].strip()
    negated = isinstance(expectation, AtomExpectation | ExactlyExpectation) and expectation.negated
    return f"not {words}" if negated else words


def _got(question: Question, expectation: object, case: Case, found: Answer) -> str:
    from .describe import got

    return got(expectation, case, found, question.after_step)


def _engine_notes(case: Case) -> list[Note]:
    """Notes that the rules conclude: what an effect could not do (predicates with a note's role)."""
    from .notes import engine_notes

    return engine_notes(case)

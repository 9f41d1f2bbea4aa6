"""The few public functions that the command line, notebooks and other programs all call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..kb.diagnostics import DiagnosticError
from .answers.answer import Answer
from .answers.answering import report_of
from .answers.report import Report
from .language.parse import parse
from .syntax import Question, ScenarioText

if TYPE_CHECKING:
    from .pictures.timeline import Timeline


def check(
    text: str,
    *,
    game: str | None = None,
    as_of: str | None = None,
    without: Sequence[str] = (),
    readings: Sequence[str] = (),
    verb: str | None = None,
) -> list[Report]:
    """Runs every scenario of a text and answers its questions.

    Args:
        text: Text of the query language, in English or Japanese.
        game: Overrules the scenarios' own game.
        as_of: Date for scenarios that name none.
        without: Rules to leave out.
        readings: Readings under which rules are taken.
        verb: Answer `ask` questions as if they were `why` or `flip`.

    Returns:
        A report for each scenario; faults of the text itself are in the first one.
    """
    scenarios, faults = parse(text, as_of, game)
    if verb in ("why", "flip"):
        scenarios = [_with_verb(s, verb) for s in scenarios]
    options = {"game": game, "as_of": as_of, "without": without, "readings": readings}
    reports = [report_of(s, text, faults, options) for s in scenarios]
    loose = [f for f in faults if not any(f in r.errors for r in reports)]
    if loose:
        reports.insert(0, Report(errors=loose))
    return reports


def _with_verb(scenario: ScenarioText, verb: str) -> ScenarioText:
    statements = tuple(
        replace(s, verb=verb) if isinstance(s, Question) and s.verb == "ask" else s
        for s in scenario.statements
    )
    return replace(scenario, statements=statements)


def show(text: str, **options: object) -> dict[str, frozenset[str]]:
    """Object → ids of its terms at the end of the (first) scenario of a text.

    Raises:
        DiagnosticError: The text or the scenario is faulty.
    """
    reports = check(text, **options)  # type: ignore[arg-type]
    faults = [e for r in reports for e in r.errors]
    if faults:
        raise DiagnosticError(faults)
    return reports[0].lines if reports else {}


def ask(text: str, **options: object) -> list[Answer]:
    """The answers to the questions of a text.

    Raises:
        DiagnosticError: The text or a scenario is faulty.
    """
    reports = check(text, **options)  # type: ignore[arg-type]
    faults = [e for r in reports for e in r.errors if not r.expects_error]
    if faults:
        raise DiagnosticError(faults)
    return [answer for report in reports for answer in report.answers]


def timeline(text: str, lang: str = "en", **options: object) -> Timeline:
    """What happened in the first scenario of a text, in order.

    Raises:
        DiagnosticError: The text or the scenario is faulty.
    """
    reports = check(text, **options)  # type: ignore[arg-type]
    faults = [e for r in reports for e in r.errors]
    if faults or not reports:
        raise DiagnosticError(faults)
    return reports[0].timeline(lang)

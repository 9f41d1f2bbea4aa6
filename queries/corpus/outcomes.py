"""What a case comes to under some rules: its answers, type lines, orders and timeline, to be compared."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import field, replace

from ...kb.messages import message
from ...kb.values import value
from ..answers.answer import UNDETERMINED, Answer
from ..answers.answering import report_of
from ..answers.case import Case
from ..answers.describe import got
from ..answers.output import VERDICTS
from ..answers.printing import line_of
from ..answers.report import Report
from ..pictures.timeline import Change, Choice, Event, Step, Timeline
from ..syntax import (
    ErrorExpectation,
    ExactlyExpectation,
    Expectation,
    HasTypesExpectation,
    OrderExpectation,
    Question,
    ScenarioText,
    UndeterminedExpectation,
)
from .findings import Finding
from .rulings import Ruled

MOST_ORDERS = 4  # outcomes of which the order is told


@value
class Said:
    """What one question comes to.

    Args:
        question: The question as written.
        verdict: "yes", "no" or "undetermined".
        got: What there is, in words: the verdict, or the list or the line that was asked for.
        listed: It asks for a list.
        rules: Names of the rules that its proof cites.
        rests_on: Names of all rules and statements in its proof, told or not.
    """

    question: str
    verdict: str
    got: str
    listed: bool = False
    rules: tuple[str, ...] = field(default=(), compare=False)
    rests_on: frozenset[str] = field(default=frozenset(), compare=False)


@value
class Happened:
    """A step of a timeline as it is told.

    Args:
        place: Its branch and number, as `1.2:3`.
        events: What happens.
        details: What is chosen, changes, becomes due or is no longer due.
        rules: Names of the rules behind all that.
    """

    place: str
    events: tuple[str, ...]
    details: tuple[str, ...]
    rules: tuple[str, ...] = field(default=(), compare=False)


@value
class Outcome:
    """What a case comes to; two are equal if nothing of it differs, whatever the rules behind it.

    Args:
        errors: Codes of the errors that it is refused with.
        faults: The errors in words.
        answers: One for each question.
        lines: Object → its type line at the end, in words; "" where outcomes differ.
        orders: The orders of application of all outcomes.
        steps: The timeline.
        order_rules: Names of the rules that put the effects in their order.
    """

    errors: tuple[str, ...] = ()
    faults: tuple[str, ...] = field(default=(), compare=False)
    answers: tuple[Said, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()
    steps: tuple[Happened, ...] = ()
    order_rules: tuple[str, ...] = field(default=(), compare=False)

    @property
    def rests_on(self) -> frozenset[str]:
        """Names of all rules and statements in the proofs of its answers."""
        return frozenset[str]().union(*(said.rests_on for said in self.answers))


def outcome_of(
    ruled: Ruled,
    lang: str = "en",
    *,
    as_of: str | None = None,
    readings: Sequence[str] = (),
    without: Sequence[str] = (),
    timeline: bool = True,
) -> Outcome:
    """What a case comes to.

    Args:
        ruled: The case; its own readings and the rules that it leaves out are kept.
        lang: Language of the words.
        as_of: Date of the rules for a case that names none.
        readings: Further readings.
        without: Further rules to leave out.
        timeline: Whether the steps are told too.
    """
    options: dict[str, object] = {
        "game": None, "as_of": as_of, "without": without, "readings": readings,
    }  # fmt: skip
    report = report_of(ruled.scenario, ruled.text, ruled.faults, options)
    return outcome_from(report, lang, timeline=timeline)


def plain(ruled: Ruled) -> Ruled:
    """A case without the readings that it takes itself."""
    return replace(ruled, scenario=replace(ruled.scenario, readings=()))


def outcome_from(report: Report, lang: str, *, timeline: bool = True) -> Outcome:
    """What a report comes to."""
    errors = tuple(e.code for e in report.errors)
    faults = tuple(message(e, lang) for e in report.errors)
    case, scenario = report.case, report.scenario
    if case is None or scenario is None or errors:
        return Outcome(errors, faults)
    lines = tuple((name, _line(report, case, name, lang)) for name in case.meaning.objects)
    orders = tuple(sorted({tuple(case.order(leaf)) for leaf in case.run.leaves}))
    own = {d.name for reading in case.knowledge.readings for d in reading.text.declarations}
    steps = tuple(_steps(report.timeline(lang), own)) if timeline else ()
    said = tuple(_said(report, case, scenario, lang))
    return Outcome((), (), said, lines, orders, steps, _order_rules(case))


def refused(ruled: Ruled, outcome: Outcome, lang: str) -> Iterator[Finding]:
    """Says that a case cannot be run, unless it expects that."""
    asked = (s.expectation for s in ruled.scenario.statements if isinstance(s, Question))
    if outcome.errors and not any(isinstance(e, ErrorExpectation) for e in asked):
        words = {lang: "; ".join(outcome.faults)}
        yield Finding("faulty", {"message": words}, ruled.place, ruled.ruling.id)


def _order_rules(case: Case) -> tuple[str, ...]:
    proofs = [node for leaf in case.run.leaves[:MOST_ORDERS] for node in case.order_proof(leaf)]
    return case.rules_of(tuple(proofs))


def _line(report: Report, case: Case, name: str, lang: str) -> str:
    ids = report.lines.get(name)
    return line_of(ids, case.knowledge, lang) if ids is not None else ""


def _said(report: Report, case: Case, scenario: ScenarioText, lang: str) -> Iterator[Said]:
    asked = [
        s
        for s in scenario.statements
        if isinstance(s, Question) and not isinstance(s.expectation, ErrorExpectation)
    ]
    answers = [a for a in report.answers if a.verb not in ("find", "why-order")]
    for question, answer in zip(asked, answers, strict=False):
        expectation = question.expectation
        if isinstance(expectation, UndeterminedExpectation):
            expectation = expectation.inner
        words = VERDICTS[lang][answer.verdict]
        if answer.verdict != UNDETERMINED:
            words = _words(expectation, case, answer, question.after_step, lang) or words
        yield Said(
            answer.question,
            answer.verdict,
            words,
            isinstance(expectation, ExactlyExpectation),
            answer.rules,
            frozenset(name for proof in answer.proofs for name in proof.rules()),
        )


def _words(
    expectation: Expectation, case: Case, answer: Answer, after_step: int | None, lang: str
) -> str:
    """What there is where a line, an order or a list is asked for, else ""."""
    if isinstance(expectation, OrderExpectation):
        return ", ".join(map(str, case.order()))
    if isinstance(expectation, HasTypesExpectation | ExactlyExpectation):
        return got(expectation, case, answer, after_step, lang)
    return ""


def _steps(timeline: Timeline, silent: Container[str]) -> Iterator[Happened]:
    """The steps; what readings note for themselves, in predicates of their own, is left out."""
    for branch in timeline.course.walk():
        for step in branch.steps:
            place = f"{branch.label}:{step.number}" if branch.label else str(step.number)
            yield _happened(place, step, timeline, silent)


def _happened(place: str, step: Step, timeline: Timeline, silent: Container[str]) -> Happened:
    changes = [c for c in step.changes if c.fact.partition("(")[0] not in silent]
    waits, lapses = (sorted(e.said for e in events) for events in (step.waits, step.lapses))
    details = [
        *(timeline.word("chosen" if c.taken else "declined", c.said) for c in step.choices),
        *(c.said for c in changes),
        *(timeline.word("waits", said) for said in waits),
        *(timeline.word("lapses", said) for said in lapses),
    ]
    cited: tuple[Event | Change | Choice, ...] = (
        *step.events, *step.choices, *changes, *step.waits, *step.lapses,
    )  # fmt: skip
    rules = tuple(dict.fromkeys(name for item in cited for name in item.rules))
    return Happened(place, tuple(e.said for e in step.events), tuple(details), rules)

"""The few public functions that the command line, notebooks and other programs all call."""

from __future__ import annotations

import functools
import glob
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..kb.diagnostics import Diagnostic, DiagnosticError
from ..kb.knowledge import Knowledge, load
from ..kb.lexicon import Lexicon
from ..kb.logic.theory import ConflictingReadings, UnknownReading, UnknownRule, names_rule
from ..kb.sources import (
    UnknownGame,
    checksum,
    fingerprint,
    games,
    load_readings,
    read_cache,
    write_cache,
)
from .answer import Answer, Case, build_case
from .meaning import mean
from .syntax import (
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

if TYPE_CHECKING:
    from ..kb.readings import Reading
    from .phrases import Phrasebook

MAX_CACHED = 20_000  # characters of a text whose parse is cached


@dataclass
class Report:
    """What came of one scenario.

    Args:
        title: Its title.
        answers: One for each question, in order.
        errors: What is wrong with the scenario; offsets are those of the text.
        notes: What the reader must know.
        case: The scenario as it was run; `None` if it could not be.
        scenario: The parsed scenario; `None` for faults of the file as a whole.
        lines: Object → ids of its terms at the end (where every outcome agrees).
        order: Timestamps of the type-changing effects in order of application.
        cites_missing: Rules that `cites` asks for and no proof cites.
    """

    title: str = ""
    answers: list[Answer] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    case: Case | None = None
    scenario: ScenarioText | None = None
    lines: dict[str, frozenset[str]] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    cites_missing: list[str] = field(default_factory=list)
    expects_error: bool = False

    @property
    def passed(self) -> bool:
        """Whether there is no error and every expectation came out as expected."""
        met = all(a.expected is not False for a in self.answers)
        return met and not self.cites_missing and (self.expects_error or not self.errors)

    @property
    def exit_code(self) -> int:
        """0 yes or all as expected, 1 no or a mismatch, 2 error, 3 undetermined; first of 2, 1, 3, 0."""
        if self.errors and not self.expects_error:
            return 2
        codes = {_code(a) for a in self.answers} | ({1} if self.cites_missing else set())
        return next((c for c in (1, 3) if c in codes), 0)


def _code(answer: Answer) -> int:
    if answer.expected is not None:
        return 0 if answer.expected else 1
    return {"yes": 0, "no": 1, "undetermined": 3}[answer.verdict]


@functools.lru_cache(maxsize=64)
def knowledge_for(
    game: str,
    as_of: str | None,
    without: tuple[str, ...] = (),
    readings: tuple[str, ...] = (),
) -> Knowledge:
    """The knowledge of a game as of a date under readings less some rules, kept for the next question."""
    return load(game, as_of).under(readings).without(without)


@functools.cache
def _grammar_stamp() -> str:
    """Stands for all that a parse depends on: the ontologies' files and the code of this package."""
    here = os.path.dirname(__file__)
    found = glob.glob(f"{glob.escape(here)}/**/*.*", recursive=True)
    own = [f"{p}:{os.stat(p).st_mtime_ns}" for p in sorted(found) if p.endswith((".py", ".toml"))]
    return checksum(";".join([*map(fingerprint, games()), *own]))


def _lexicon_for(game: str, as_of: str | None) -> Lexicon:
    return knowledge_for(game, as_of).lexicon


@functools.cache
def _phrases_for(game: str) -> Phrasebook:
    from .phrases import Phrasebook

    return Phrasebook(knowledge_for(game, None))


def parse(text: str, as_of: str | None = None) -> tuple[list[ScenarioText], list[Diagnostic]]:
    """The scenarios of a text; sound texts are cached, so that the next process need not parse."""
    key = f"{_grammar_stamp()}|{as_of}|{text}"
    name = f"parse-{checksum(key)}.json"
    cached = read_cache(name) if len(text) < MAX_CACHED else None
    if cached is not None:
        from .cache_codec import from_json

        stated, _, rest = cached.partition("\n")
        try:
            if json.loads(stated) == key:
                return from_json(rest), []
        except (ValueError, TypeError, KeyError, IndexError):
            pass
    from .read import parse_file

    def lexicon_for(game: str, date: str | None) -> Lexicon:
        return _lexicon_for(game, date or as_of)

    scenarios, faults = parse_file(text, lexicon_for, phrases_for=_phrases_for)
    if not faults and len(text) < MAX_CACHED:
        from .cache_codec import to_json

        write_cache(name, f"{json.dumps(key)}\n{to_json(scenarios)}")
    return scenarios, faults


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
    scenarios, faults = parse(text, as_of)
    if verb in ("why", "flip"):
        scenarios = [_with_verb(s, verb) for s in scenarios]
    options = {"game": game, "as_of": as_of, "without": without, "readings": readings}
    reports = [_report(s, text, faults, options) for s in scenarios]
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


def knowledge_of(
    scenario: ScenarioText,
    *,
    game: str | None = None,
    as_of: str | None = None,
    without: Sequence[str] = (),
    readings: Sequence[str] = (),
) -> Knowledge:
    """The knowledge that a scenario is judged by; the options are those of `check`.

    Raises:
        DiagnosticError: `unknown-game`, `unknown-rule`, `unknown-reading`, `conflicting-readings`,
            or a date of which nothing is known.
    """
    removed = tuple(dict.fromkeys((*scenario.without, *without)))
    taken = tuple(dict.fromkeys((*scenario.readings, *readings)))
    game, as_of = game or scenario.game, scenario.as_of or as_of
    try:
        knowledge = knowledge_for(game, as_of, removed, taken)
    except UnknownRule as error:
        raise DiagnosticError([_unknown_rule(error.name, game, as_of)]) from None
    except UnknownReading as error:
        raise DiagnosticError([_unknown_reading(error.name, game)]) from None
    except ConflictingReadings as error:
        both: dict[str, object] = {"input": error.rule, "names": ", ".join(error.names)}
        raise DiagnosticError([Diagnostic("conflicting-readings", params=both)]) from None
    except UnknownGame as error:
        unknown = Diagnostic("unknown-game", params={"input": error.game})
        raise DiagnosticError([unknown]) from None
    first = knowledge.first_date
    if knowledge.date < first:
        params = {"input": knowledge.date, "first": first}
        raise DiagnosticError([Diagnostic("bad-date", params=params, message="date-too-early")])
    return knowledge


def _report(
    scenario: ScenarioText,
    text: str,
    faults: list[Diagnostic],
    options: dict[str, Any],
) -> Report:
    span = scenario.span
    own = [f for f in faults if span.start <= f.start < max(span.end, span.start + 1)]
    report = Report(scenario.title, errors=list(own), scenario=scenario)
    try:
        knowledge = knowledge_of(scenario, **options)
        if scenario.cites:
            known = {*knowledge.documents.rules, *knowledge.program.theory.by_name}
            missing = [n for n in scenario.cites if not any(names_rule(n, k) for k in known)]
            report.errors += [_unknown_rule(n, knowledge.game) for n in missing]
        meaning, found = mean(scenario, knowledge)
        report.errors += found
        report.notes = [*map(_under, knowledge.readings), *meaning.notes]
        if not report.errors:
            report.case = build_case(meaning, knowledge)
            _answer_all(report, scenario, report.case, text)
    except DiagnosticError as error:
        report.errors += [d for d in error.diagnostics if d not in report.errors]
    _expected_errors(report, scenario)
    return report


def _under(reading: Reading) -> Note:
    """Says that answers hold under a reading."""
    of = ", ".join(reading.of)
    return Note("under-reading", {"input": reading.name, "of": of, "words": reading.label})


def _unknown_reading(name: str, game: str) -> Diagnostic:
    from ..kb.logic.check import nearest

    hint = nearest(name, load_readings(game))
    return Diagnostic("unknown-reading", params={"input": name}, hint=hint)


def _unknown_rule(name: str, game: str, as_of: str | None = None) -> Diagnostic:
    """The error for a rule that cannot be left out: there is none, or not then, or it has no logic."""
    from ..kb.logic.check import nearest

    knowledge = load(game)
    rules = knowledge.documents.rules
    if any(names_rule(name, rule.name) for rule in knowledge.content.programs.theory.rules):
        params = {"input": name, "date": as_of or {"en": "the newest date", "ja": "最新の時点"}}
        return Diagnostic("unknown-rule", params=params, message="rule-not-then")
    if name in rules:
        return Diagnostic("unknown-rule", params={"input": name}, message="no-logic")
    return Diagnostic("unknown-rule", params={"input": name}, hint=nearest(name, rules))


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
            from .find import find

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

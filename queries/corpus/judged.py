"""What the report of a scenario comes to, as findings at their places in the file."""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.diagnostics import Diagnostic
from ..answers.answer import UNDETERMINED, Answer
from ..answers.highlight import place, said
from ..answers.report import Report
from ..syntax import Find, Question, Ruling, ScenarioText, WhyOrder
from .findings import Finding, Place

LANGUAGES = ("en", "ja")


def place_of(file: str, text: str, offset: int) -> Place:
    """Line and column of an offset in a file."""
    return Place(file, *place(text, offset))


def faulty(fault: Diagnostic, file: str, text: str, ruling: Ruling | None = None) -> Finding:
    """A fault of a file, or of a ruling in it, as a finding."""
    told = {lang: said(fault, lang) for lang in LANGUAGES}
    where = place_of(file, text, fault.start) if fault.end else Place(file)
    return Finding("faulty", {"message": told}, where, ruling.id if ruling else "")


def twice(ruling: Ruling, file: str, text: str, other: Place) -> Finding:
    """Says that another ruling, read before, has the same id."""
    params = {"id": ruling.id, "other": f"{other.file}:{other.line}"}
    where = place_of(file, text, ruling.span.start)
    return Finding("ruling-twice", params, where, ruling.id, related=(other,))


def findings_of(report: Report, file: str, text: str) -> Iterator[Finding]:
    """What did not come out as a scenario says, and what is wrong with it.

    Args:
        report: Its report; a ruling's findings carry the ruling's id, others the title.
        file: The file, as it was named.
        text: The text of the file.
    """
    scenario = report.scenario
    ruling = scenario.ruling if scenario is not None else None
    id_ = ruling.id if ruling else ""
    name = id_ or report.title or file
    start = place_of(file, text, scenario.span.start if scenario is not None else 0)
    if report.errors and not report.expects_error:
        yield from (faulty(error, file, text, ruling) for error in report.errors)
        return
    if not report.formalised:
        yield Finding("not-formalised", {"id": name}, start, id_)
    for answer, offset in _answers(report):
        if answer.expected is False:
            where = start if offset is None else place_of(file, text, offset)
            yield _mismatch(answer, name, where, id_)
    if report.cites_missing:
        rules = ", ".join(report.cites_missing)
        yield Finding("not-cited", {"id": name, "rules": rules}, start, id_)


def _mismatch(answer: Answer, name: str, where: Place, id_: str) -> Finding:
    from ..answers.output import VERDICTS

    got = answer.got or answer.verdict
    told = {lang: VERDICTS[lang].get(got, got) for lang in LANGUAGES}
    params = {"id": name, "question": answer.question, "expected": answer.question, "got": told}
    kind = "undecided" if answer.verdict == UNDETERMINED else "disagrees"
    return Finding(kind, params, where, id_, answer.rules)


def _answers(report: Report) -> Iterator[tuple[Answer, int | None]]:
    """The answers with the offsets of their questions, as far as those are known."""
    statements = report.scenario.statements if report.scenario is not None else ()
    asked = [s for s in statements if isinstance(s, Question | WhyOrder | Find)]
    known = len(asked) == len(report.answers) and not report.expects_error
    for number, answer in enumerate(report.answers):
        yield answer, asked[number].span.start if known else None


def name_of(scenario: ScenarioText | None, number: int) -> str:
    """What to call a scenario: the id of its ruling, its title, or its number in the file."""
    if scenario is None:
        return f"scenario {number}"
    ruling = scenario.ruling
    return (ruling.id if ruling else "") or scenario.title or f"scenario {number}"

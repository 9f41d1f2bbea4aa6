"""Checks scenario files one after another; what is wrong with one does not keep others from being checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...kb.diagnostics import Diagnostic
from ...kb.files import shown_name
from ..answers.answering import report_of
from ..answers.report import Report
from ..language.parse import parse
from ..syntax import ScenarioText
from .findings import Finding, Place
from .formats import Examined
from .judged import findings_of, name_of, place_of, twice
from .texts import file_text


@dataclass
class Checked:
    """What came of one scenario of a file.

    Args:
        file: The file, as it was named.
        text: Its text.
        report: The scenario's report; faults of the file as a whole are in one of their own.
        number: Which of the scenarios of the file it is, from 1.
        other: Where a ruling with its id stands that was checked before, if one does.
    """

    file: str
    text: str
    report: Report
    number: int
    other: Place | None = None

    @property
    def examined(self) -> Examined:
        """What was checked, and where it begins."""
        scenario = self.report.scenario
        start = scenario.span.start if scenario is not None else 0
        return Examined(name_of(scenario, self.number), place_of(self.file, self.text, start))

    def findings(self) -> Iterator[Finding]:
        """What did not come out as written."""
        ruling = self.report.ruling
        if self.other is not None and ruling is not None:
            yield twice(ruling, self.file, self.text, self.other)
        else:
            yield from findings_of(self.report, self.file, self.text)


@dataclass
class Prepared:
    """A scenario of a file that is yet to be run.

    Args:
        file: The file, as it was named.
        text: Its text.
        scenario: The scenario.
        faults: What is wrong with the file.
        number: Which of the scenarios of the file it is, from 1.
        other: Where a ruling with its id stands that came before, if one does.
    """

    file: str
    text: str
    scenario: ScenarioText
    faults: list[Diagnostic]
    number: int
    other: Place | None = None

    @property
    def name(self) -> str:
        """What to call it."""
        return name_of(self.scenario, self.number)

    @property
    def line(self) -> int:
        """Where it begins."""
        return place_of(self.file, self.text, self.scenario.span.start).line


@dataclass
class ScenarioFile:
    """A file as it was read.

    Args:
        name: What to call it.
        text: Its text.
        scenarios: Its scenarios.
        loose: What is wrong with it outside all of them.
    """

    name: str
    text: str
    scenarios: list[Prepared]
    loose: list[Diagnostic]


@dataclass
class Checker:
    """Checks files, and knows the rulings that it met.

    Args:
        options: `game`, `as_of`, `without` and `readings` as in `rulekeep.check`.
    """

    options: dict[str, Any]
    _met: dict[str, Place] = field(default_factory=dict)

    def read(self, file: str, name: str | None = None) -> ScenarioFile:
        """A file with its scenarios.

        Args:
            file: The file; `-` for standard input.
            name: What to call it; default: as it is named.

        Raises:
            DiagnosticError: The file cannot be read.
        """
        text, name = file_text(file), name or shown_name(file)
        scenarios, faults = parse(text, self.options["as_of"], self.options["game"])
        spans = [scenario.span for scenario in scenarios]
        loose = [f for f in faults if not any(s.start <= f.start < s.end for s in spans)]
        prepared = [
            Prepared(name, text, scenario, faults, number, self._meet(scenario, name, text))
            for number, scenario in enumerate(scenarios, 1)
        ]
        return ScenarioFile(name, text, prepared, loose)

    def _meet(self, scenario: ScenarioText, name: str, text: str) -> Place | None:
        """Where a ruling with the same id was met before, if it was."""
        if scenario.ruling is None:
            return None
        id_ = scenario.ruling.id
        before = self._met.get(id_)
        if before is None:
            self._met[id_] = place_of(name, text, scenario.ruling.span.start)
        return before

    def check(self, file: str) -> Iterator[Checked]:
        """What came of each scenario of a file, as it is worked out.

        Raises:
            DiagnosticError: The file cannot be read.
        """
        read = self.read(file)
        if read.loose:
            yield Checked(read.name, read.text, Report(errors=read.loose), 1)
        for prepared in read.scenarios:
            yield self.run(prepared)

    def run(self, prepared: Prepared) -> Checked:
        """What comes of a scenario; a ruling whose id is taken is not run."""
        scenario, text, other = prepared.scenario, prepared.text, prepared.other
        if scenario.ruling is not None and other is not None:
            span = scenario.ruling.span
            params = {"input": scenario.ruling.id, "other": f"{other.file}:{other.line}"}
            fault = Diagnostic("ruling-twice", span.start, span.end, params)
            report = Report(scenario.title, errors=[fault], scenario=scenario)
        else:
            report = report_of(scenario, text, prepared.faults, self.options)
        return Checked(prepared.file, text, report, prepared.number, other)

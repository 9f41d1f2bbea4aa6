"""Checks scenario files one after another; what is wrong with one does not keep others from being checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...kb.diagnostics import Diagnostic
from ..answering import report_of
from ..parse import parse
from ..report import Report
from ..syntax import ScenarioText
from .findings import Finding, Place
from .formats import Tested
from .judged import findings_of, name_of, place_of, twice
from .texts import file_text, shown_name


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
    def tested(self) -> Tested:
        """What was checked, and where it begins."""
        scenario = self.report.scenario
        start = scenario.span.start if scenario is not None else 0
        return Tested(name_of(scenario, self.number), place_of(self.file, self.text, start))

    def findings(self) -> Iterator[Finding]:
        """What did not come out as written."""
        ruling = self.report.ruling
        if self.other is not None and ruling is not None:
            yield twice(ruling, self.file, self.text, self.other)
        else:
            yield from findings_of(self.report, self.file, self.text)


@dataclass
class Checker:
    """Checks files, and knows the rulings that it met.

    Args:
        options: `game`, `as_of`, `without` and `readings` as in `rulekeep.check`.
    """

    options: dict[str, Any]
    _met: dict[str, Place] = field(default_factory=dict)

    def check(self, file: str) -> Iterator[Checked]:
        """What came of each scenario of a file, as it is worked out.

        Raises:
            DiagnosticError: The file cannot be read.
        """
        text, name = file_text(file), shown_name(file)
        scenarios, faults = parse(text, self.options["as_of"], self.options["game"])
        spans = [scenario.span for scenario in scenarios]
        loose = [f for f in faults if not any(s.start <= f.start < s.end for s in spans)]
        if loose:
            yield Checked(name, text, Report(errors=loose), 1)
        for number, scenario in enumerate(scenarios, 1):
            yield self._checked(name, text, scenario, faults, number)

    def _checked(
        self, name: str, text: str, scenario: ScenarioText, faults: list[Diagnostic], number: int
    ) -> Checked:
        ruling = scenario.ruling
        other = self._met.get(ruling.id) if ruling is not None else None
        if ruling is not None and other is not None:
            params = {"input": ruling.id, "other": f"{other.file}:{other.line}"}
            fault = Diagnostic("ruling-twice", ruling.span.start, ruling.span.end, params)
            report = Report(scenario.title, errors=[fault], scenario=scenario)
            return Checked(name, text, report, number, other)
        if ruling is not None:
            self._met[ruling.id] = place_of(name, text, ruling.span.start)
        report = report_of(scenario, text, faults, self.options)
        return Checked(name, text, report, number)

"""What came of one scenario: its answers, its faults, and the exit code that they make."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..exit_codes import worst
from ..syntax import Note, Ruling, ScenarioText
from .answer import Answer
from .case import Case

if TYPE_CHECKING:
    from ..pictures.timeline import Timeline


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
    def ruling(self) -> Ruling | None:
        """The head of its ruling, if it is one."""
        return self.scenario.ruling if self.scenario is not None else None

    @property
    def formalised(self) -> bool:
        """Whether there is anything to judge: not so of a ruling that only stands in words."""
        return self.ruling is None or self.ruling.formalised

    @property
    def name(self) -> str:
        """The id of its ruling with its title, or its title."""
        id_ = self.ruling.id if self.ruling is not None else ""
        return ": ".join(dict.fromkeys(part for part in (id_, self.title) if part))

    @property
    def passed(self) -> bool:
        """Whether there is no error and every expectation came out as expected."""
        met = all(a.expected is not False for a in self.answers)
        return met and not self.cites_missing and (self.expects_error or not self.errors)

    def timeline(self, lang: str = "en") -> Timeline:
        """What happened, in order.

        Raises:
            DiagnosticError: The scenario is faulty.
        """
        from ..pictures.timeline_run import timeline_of

        if self.case is None:
            raise DiagnosticError(self.errors)
        return timeline_of(self.case, self.title, lang)

    @property
    def exit_code(self) -> int:
        """0 yes or all as expected, 1 no or a mismatch, 2 error, 3 undetermined; the worst counts."""
        if self.errors and not self.expects_error:
            return 2
        return worst([*map(_code, self.answers), 1 if self.cites_missing else 0])


def _code(answer: Answer) -> int:
    if answer.expected is not None:
        return 0 if answer.expected else 1
    return {"yes": 0, "no": 1, "undetermined": 3}[answer.verdict]

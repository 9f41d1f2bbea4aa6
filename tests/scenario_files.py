"""The project's own scenario files, cut into one text a scenario, and what a run of one comes to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulekeep.queries.answers.report import Report
from rulekeep.queries.api import check

FOLDER = Path(__file__).with_name("scenarios")
_HEAD = re.compile(r"^(?:scenario|場面)\s+[\"「《](?P<title>[^\"」》]*)[\"」》]\s*$", re.MULTILINE)


@dataclass(frozen=True)
class ScenarioSource:
    """A scenario of a file.

    Args:
        file: Stem of the file's name.
        title: Title, unique in the file.
        text: Its text alone.
    """

    file: str
    title: str
    text: str

    @property
    def id(self) -> str:
        """File and title, as a test is named."""
        return f"{self.file}: {self.title}"


def sources() -> list[ScenarioSource]:
    """All scenarios of all files, in order."""
    found = []
    for path in sorted(FOLDER.glob("*.rk")):
        text = path.read_text(encoding="utf-8")
        heads = [*_HEAD.finditer(text)]
        ends = [*(head.start() for head in heads[1:]), len(text)]
        found += [
            ScenarioSource(path.stem, head["title"], text[head.start() : end])
            for head, end in zip(heads, ends, strict=True)
        ]
    return found


def outcome(report: Report) -> tuple[object, ...]:
    """What must stay the same while no rule is taken out: verdicts, lines, order and errors."""
    verdicts = tuple((a.question, a.verdict, a.expected, a.got, a.rows) for a in report.answers)
    lines = tuple(sorted((name, tuple(sorted(ids))) for name, ids in report.lines.items()))
    return verdicts, lines, tuple(report.order), tuple(e.code for e in report.errors)


def run(text: str, without: Sequence[str] = ()) -> Report:
    """The only report of the text of one scenario."""
    (report,) = check(text, without=without)
    return report

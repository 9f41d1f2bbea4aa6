"""The picture of a timeline as Mermaid text: a flowchart from top to bottom that forks where the run does.

A dotted line leads from the end of a branch to a step of another after which all is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from .graph_mermaid import escape
from .texts import shorten
from .timeline import Branch, Join, Step, Timeline
from .timeline_text import cut, ending, event_text, forks, head, rows

MAX_WORDS = 80


def timeline_mermaid(timeline: Timeline) -> str:
    """The text of the picture."""
    return "\n".join(["flowchart TB", *(f"    {line}" for line in _Drawer(timeline).lines()), ""])


class _Drawer:
    """Gives each step a node, and remembers which."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.nodes: dict[Join, str] = {}
        self.count = 0

    def lines(self) -> Iterator[str]:
        timeline = self.timeline
        yield f"accTitle: {escape(head(timeline))}"
        told = [event_text(timeline, e) for e in timeline.due]
        start = [head(timeline), forks(timeline), *(timeline.word("waits", t) for t in told)]
        start += [cut(timeline)]
        if not (timeline.course.steps or timeline.course.branches):
            start.append(timeline.word("idle"))
        yield f'n0(["{_label([row for row in start if row])}"])'
        self.nodes[Join("", 0)] = "n0"
        yield from self._branch(timeline.course, "n0")

    def _branch(self, branch: Branch, last: str) -> Iterator[str]:
        label = self.timeline.word("branch", branch.label, branch.told) if branch.label else ""
        for step in branch.steps:
            node = self._next()
            self.nodes[Join(branch.label, step.number)] = node
            yield f'{node}["{_label(self._rows(step))}"]'
            yield f"{last} -->{_edge(label)} {node}"
            last, label = node, ""
        for below in branch.branches:
            yield from self._branch(below, last)
        if branch.joins is not None:
            said = escape(ending(self.timeline, branch))
            yield f'{last} -. "{said}" .- {self.nodes[branch.joins]}'
        elif branch.open:
            node = self._next()
            yield f'{node}(["{escape(ending(self.timeline, branch))}"])'
            yield f"{last} -.->{_edge(label)} {node}"

    def _next(self) -> str:
        self.count += 1
        return f"n{self.count}"

    def _rows(self, step: Step) -> list[str]:
        told = [event_text(self.timeline, e) for e in step.events]
        if len(told) > 1:  # a label that begins like "1." would be read as a list
            first = [f"{step.number}: {self.timeline.word('together')}", *(f"· {t}" for t in told)]
        else:
            first = [f"{step.number}: {told[0]}"]
        return [*first, *(f"– {row}" for row in rows(self.timeline, step))]


def _label(lines: list[str]) -> str:
    return "<br/>".join(escape(shorten(line, MAX_WORDS)) for line in lines)


def _edge(label: str) -> str:
    return f'|"{escape(label)}"|' if label else ""

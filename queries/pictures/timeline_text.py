"""Timelines as text: numbered steps, below each what it changed with the rules behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..answers.case import Case
from .timeline import Branch, Change, Choice, Event, Step, Timeline
from .timeline_run import timeline_of


def timeline_lines(case: Case, lang: str, title: str = "") -> list[str]:
    """The timeline of a scenario, line by line."""
    return list(_lines(timeline_of(case, title, lang)))


def timeline_text(timeline: Timeline) -> str:
    """The timeline as plain text."""
    return "\n".join(_lines(timeline))


def head(timeline: Timeline) -> str:
    """What is told, as one line without its colon."""
    title = timeline.title
    if not title:
        return timeline.word("title")
    quoted = f"「{title}」" if timeline.lang == "ja" else f'"{title}"'
    return timeline.word("titled", quoted)


def forks(timeline: Timeline) -> str:
    """How many branches and outcomes there are, or "" where nothing is open."""
    branches = len(timeline.course.ends())
    if branches < 2:
        return ""
    key = "forks-one" if timeline.outcomes == 1 else "forks"
    return timeline.word(key, branches, timeline.outcomes)


def event_text(timeline: Timeline, event: Event, told: set[str] | None = None) -> str:
    """An event with its cause and the rules behind it.

    Args:
        timeline: Gives the words.
        event: The event.
        told: The words of effects and the statements that share a logic which were told before: they
            are told once. Without it words are always told, and such statements never.
    """
    said = event.said
    if event.words and (told is None or event.words not in told):
        said = timeline.word("words", said, event.words)
    if told is not None:
        told.add(event.words)
    return said + _cited(timeline, event, told, event.called)


def rows(timeline: Timeline, step: Step, told: set[str] | None = None) -> list[str]:
    """What is told of a step below its events, a line each; `told` as for events."""
    found = [
        timeline.word("chosen" if c.taken else "declined", c.said) + _cited(timeline, c, told)
        for c in step.choices
    ]
    found += [c.said + _cited(timeline, c, told) for c in step.changes]
    found += [timeline.word("anew")] if step.anew else []
    found += [timeline.word("waits", event_text(timeline, e, told)) for e in step.waits]
    found += [timeline.word("lapses", e.said) for e in step.lapses]
    return found or [timeline.word("nothing")]


def ending(timeline: Timeline, branch: Branch) -> str:
    """How a branch ends, where it is neither at a fork nor at an outcome; or ""."""
    if branch.joins is not None and branch.joins.branch:
        return timeline.word("joins", branch.joins.branch, branch.joins.step)
    if branch.joins is not None:
        return timeline.word("joins-trunk", branch.joins.step)
    return timeline.word("open") if branch.open else ""


def cut(timeline: Timeline) -> str:
    """That the timeline is cut short, and why; or ""."""
    return timeline.word(f"cut-{timeline.cut}", timeline.steps) if timeline.cut else ""


def numbers(rules: Iterable[str]) -> list[str]:
    """The numbers of rules, without the labels of their parts."""
    return list(dict.fromkeys(rule.partition("-")[0] for rule in rules))


def _cited(
    timeline: Timeline, said: Event | Change | Choice, told: set[str] | None, *first: str
) -> str:
    """What stands behind something, in brackets."""
    known = numbers(said.rules)
    parts = [", ".join([*first, *known])] if first or known else []
    if told is not None:
        also = [n for n in numbers(said.also) if n not in told and n not in known]
        parts += [timeline.word("also", ", ".join(also))] if also else []
        told |= {*also}
    return f" [{'; '.join(parts)}]" if parts else ""


def _lines(timeline: Timeline) -> Iterator[str]:
    counted, told = forks(timeline), set[str]()
    yield f"{head(timeline)}{f' ({counted})' if counted else ''}:"
    if timeline.due:
        yield f"  {timeline.word('start')}:"
        for event in timeline.due:
            yield f"     - {timeline.word('waits', event_text(timeline, event, told))}"
    yield from _branch_lines(timeline, timeline.course, "  ", told)
    yield from [f"  {cut(timeline)}"] if timeline.cut else []


def _branch_lines(timeline: Timeline, branch: Branch, indent: str, told: set[str]) -> Iterator[str]:
    for step in branch.steps:
        yield from _step_lines(timeline, step, indent, told)
    if not (branch.steps or branch.branches or branch.open):
        yield indent + timeline.word("idle")
    for below in branch.branches:
        yield indent + timeline.word("branch", below.label, below.told)
        yield from _branch_lines(timeline, below, indent + "  ", told)
    said = ending(timeline, branch)
    yield from [f"{indent}   ({said})"] if said else []


def _step_lines(timeline: Timeline, step: Step, indent: str, told: set[str]) -> Iterator[str]:
    """A step with what is told below it."""
    events = [event_text(timeline, event, told) for event in step.events]
    number = f"{step.number}. "
    below = indent + " " * len(number)
    if len(events) == 1:
        yield f"{indent}{number}{events[0]}"
    else:
        yield f"{indent}{number}{timeline.word('together')}:"
        yield from (f"{below}· {event}" for event in events)
    yield from (f"{below}- {row}" for row in rows(timeline, step, told))

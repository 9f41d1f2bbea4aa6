"""The picture of a timeline as SVG: steps from top to bottom, branches side by side where the run forks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from .drawing import COLUMN, LINE, MARGIN, PAD, add, arrow, canvas, frame, plain, stroke, write
from .texts import width, wrap
from .timeline import Branch, Step, Timeline
from .timeline_text import cut, ending, event_text, forks, head, rows, timeline_text

GAP, BETWEEN = 26, 28
MAX_COLUMNS, HANG = 64, 2  # further lines of a row stand a little to the right
STRONG, PLAIN, FAINT = "strong", "plain", "faint"

Row = tuple[str, str, int]  # a line of text, how it stands out, and how many columns it is moved


@dataclass
class _Block:
    """Lines that stand together: in a frame those of a step, by themselves those of a branch."""

    rows: list[Row]
    framed: bool
    idle: bool = False
    tip: str = ""

    @property
    def wide(self) -> float:
        """Its width."""
        return max(width(text) + moved for text, _, moved in self.rows) * COLUMN + 2 * PAD

    @property
    def high(self) -> int:
        """Its height."""
        return len(self.rows) * LINE + (PAD if self.framed else 0)


@dataclass
class _Column:
    """The blocks of a branch from top to bottom, with the columns after it side by side."""

    blocks: list[_Block]
    below: list[_Column]

    @property
    def wide(self) -> float:
        """Its width with that of all below."""
        own = max((block.wide for block in self.blocks), default=0)
        beside = sum(column.wide for column in self.below) + BETWEEN * (len(self.below) - 1)
        return max(own, beside if self.below else 0)

    @property
    def high(self) -> int:
        """Its height with that of all below."""
        own = sum(block.high + GAP for block in self.blocks)
        return own + max((column.high for column in self.below), default=0)


def timeline_svg(timeline: Timeline) -> str:
    """The text of the picture."""
    top = _Block(list(_head(timeline)), framed=False)
    column = _column(timeline, timeline.course)
    column.blocks.insert(0, top)
    size = (column.wide + 2 * MARGIN, column.high - GAP + 2 * MARGIN)
    root = canvas(*size, timeline.lang, head(timeline), timeline_text(timeline))
    _draw(root, column, MARGIN, MARGIN, None)
    return ET.tostring(root, encoding="unicode") + "\n"


def _head(timeline: Timeline) -> Iterator[Row]:
    yield from _rows(head(timeline), STRONG)
    yield from _rows(forks(timeline), FAINT)
    yield from _rows(cut(timeline), FAINT)
    for event in timeline.due:
        yield from _rows(timeline.word("waits", event_text(timeline, event)), PLAIN)
    if not (timeline.course.steps or timeline.course.branches):
        yield from _rows(timeline.word("idle"), PLAIN)


def _column(timeline: Timeline, branch: Branch) -> _Column:
    blocks = []
    if branch.label:
        told = timeline.word("branch", branch.label, branch.told)
        blocks.append(_Block(list(_rows(told, STRONG)), framed=False))
    blocks += [_step(timeline, step) for step in branch.steps]
    said = ending(timeline, branch)
    blocks += [_Block(list(_rows(said, FAINT)), framed=False)] if said else []
    return _Column(blocks, [_column(timeline, below) for below in branch.branches])


def _step(timeline: Timeline, step: Step) -> _Block:
    told = [event_text(timeline, event) for event in step.events]
    first = told[0] if len(told) == 1 else timeline.word("together")
    found = list(_rows(f"{step.number}. {first}", STRONG))
    if len(told) > 1:
        for line in told:
            found += _rows(f"· {line}", STRONG)
    below = rows(timeline, step)
    idle = below == [timeline.word("nothing")]
    for line in below:
        found += _rows(f"– {line}", FAINT if idle else PLAIN)
    return _Block(found, framed=True, idle=idle, tip="\n".join([*told, *below]))


def _rows(text: str, style: str) -> Iterator[Row]:
    """A text broken into lines."""
    for number, line in enumerate(wrap(text, MAX_COLUMNS)):
        if line:
            yield line, style, HANG if number else 0


def _draw(
    root: ET.Element, column: _Column, left: float, top: float, source: tuple[float, float] | None
) -> None:
    """Draws a column in its width, joined to the point above it, then those below it."""
    middle = left + column.wide / 2
    for block in column.blocks:
        if source is not None:
            _join(root, source, (middle, top))
        _block(root, block, middle, top)
        top += block.high
        source = (middle, top)
        top += GAP
    for below in column.below:
        _draw(root, below, left, top, source)
        left += below.wide + BETWEEN


def _join(root: ET.Element, source: tuple[float, float], target: tuple[float, float]) -> None:
    """An arrow down from a point to another, bent halfway if that is not below it."""
    (x, y), (to, end) = source, target
    bend = "" if x == to else f"V{y + GAP / 2:.0f} H{to:.0f} "
    stroke(root, f"M{x:.0f} {y:.0f} {bend}V{end - 8:.0f}", opacity=0.4)
    arrow(root, to, end, "down", opacity=0.4)


def _block(root: ET.Element, block: _Block, middle: float, top: float) -> None:
    group = add(root, "g")
    left = middle - block.wide / 2
    if block.framed:
        add(group, "title").text = plain(block.tip)
        frame(group, left, top, block.wide, block.high, dashed=block.idle)
    inset = PAD / 2 if block.framed else 0
    for number, (text, style, moved) in enumerate(block.rows):
        x, y = left + PAD + moved * COLUMN, top + inset + LINE * number + 13
        write(group, x, y, text, bold=style == STRONG, faint=style == FAINT)

"""A diagram of the model as SVG: columns of boxes, a line for each pair of classes that are linked."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from ..pictures.drawing import COLUMN, LINE, MARGIN, PAD, add, canvas, plain
from ..pictures.texts import shorten, width, wrap
from .diagram import Box, Diagram, Row
from .diagram_layout import Layout, Place, lay_out

TITLE = LINE + 8
HEAD = LINE * 2 + 8  # the name of a class in words, and below it its local name
SPACE = 72.0  # between two columns, where lines bend
LABEL_COLUMNS, LEGEND_COLUMNS = 32, 120
COLOURS = (
    ("#0b5cad", "#6cb6ff"), ("#9a3412", "#ff9b6b"), ("#166534", "#6fce8e"), ("#7e22ce", "#cfa3ff"),
    ("#9d174d", "#ff8fb8"), ("#0f6b66", "#5cd3c8"), ("#7a5800", "#e3b341"), ("#374151", "#b8c0cc"),
)  # fmt: skip


def svg(diagram: Diagram) -> str:
    """The text of the picture; the same for the same diagram."""
    sheet = _Sheet(diagram)
    legend = [line for words in diagram.legend for line in wrap(words, LEGEND_COLUMNS)]
    below = sheet.layout.height + MARGIN * 2 + TITLE
    columns = max(map(width, (diagram.title, *legend)))
    wide = max(sheet.right, columns * COLUMN) + MARGIN * 2
    root = canvas(
        wide, below + LINE * len(legend) + MARGIN, diagram.lang, diagram.title, _told(diagram)
    )
    style = root.find("style")
    assert style is not None
    style.text = (style.text or "") + _colours()
    _write(root, MARGIN, MARGIN + 14, diagram.title, size=16, bold=True)
    for box in diagram.boxes:
        sheet.lines(root, box)
    for box in diagram.boxes:
        sheet.box(root, box)
    for number, words in enumerate(legend, 1):
        _write(root, MARGIN, below + LINE * number - 4, words, faint=True)
    return ET.tostring(root, encoding="unicode") + "\n"


def _colours() -> str:
    """The style of lines where the reader prefers light on dark."""
    rules = "".join(
        f".line{n}{{stroke:{night}}}.ink{n}{{fill:{night}}}" for n, (_, night) in enumerate(COLOURS)
    )
    return f"@media(prefers-color-scheme:dark){{{rules}}}"


def _told(diagram: Diagram) -> str:
    """The picture in words, for who cannot see it."""
    return "\n".join(
        f"{box.label}: " + ", ".join(f"{r.name} {r.target or r.values}".strip() for r in box.rows)
        for box in diagram.boxes
    )


class _Sheet:
    """Where boxes and lines stand."""

    def __init__(self, diagram: Diagram) -> None:
        self.boxes = {box.id: box for box in diagram.boxes}
        edges = [(b.id, r.target) for b in diagram.boxes for r in b.rows if r.target]
        edges += [(b.id, b.above) for b in diagram.boxes if b.above]
        heights = {b.id: _height(b) for b in diagram.boxes}
        self.layout: Layout = lay_out(heights, edges)
        targets = sorted({target for source, target in edges if source != target})
        self.colour = {name: n % len(COLOURS) for n, name in enumerate(targets)}
        self.wide = [
            max(_width(b) for b in diagram.boxes if self.layout.boxes[b.id].column == column)
            for column in range(self.layout.columns)
        ]

    @property
    def right(self) -> float:
        """The right side of the last column."""
        return self.left(self.layout.columns - 1) + self.wide[-1] + SPACE / 2 - MARGIN

    def left(self, column: int) -> float:
        """The left side of a column."""
        return MARGIN + sum(self.wide[:column]) + SPACE * column

    def top(self, place: Place) -> float:
        """The upper side of what stands at a place."""
        return MARGIN + TITLE + place.top

    def box(self, root: ET.Element, box: Box) -> None:
        """Draws a class with its rows."""
        place = self.layout.boxes[box.id]
        x, y, wide = self.left(place.column), self.top(place), self.wide[place.column]
        group = add(root, "g")
        ground = add(group, "rect", x=x, y=y, width=wide, height=_height(box), rx=6)
        ground.set("class", "ground")
        ground.set("fill", "#fff")
        frame = add(group, "rect", x=x, y=y, width=wide, height=_height(box), rx=6)
        frame.set("class", "frame")
        frame.set("fill", "currentColor")
        frame.set("fill-opacity", "0.05")
        frame.set("stroke", "currentColor")
        add(group, "path", d=f"M{x:.1f} {y + HEAD:.1f} h{wide:.1f}", stroke="currentColor")
        add(group, "title").text = plain(f"{box.label} ({box.id})")
        _write(group, x + PAD, y + LINE - 1, _short(box.label), bold=True)
        _write(group, x + PAD, y + LINE * 2, box.id, faint=True)
        if box.members:
            _write(group, x + wide - PAD, y + LINE - 1, str(box.members), end=True, faint=True)
        for number, row in enumerate(box.rows):
            self._row(group, row, x, y + HEAD + LINE * number + 15, wide)

    def _row(self, group: ET.Element, row: Row, x: float, y: float, wide: float) -> None:
        if row.mark:
            _write(group, x + PAD, y, row.mark, faint=True)
        _write(group, x + PAD + (22 if row.mark else 0), y, row.name)
        shown = [f"→ {row.target}" if row.target else row.values, str(row.count or "")]
        text = _write(group, x + wide - PAD, y, "  ".join(filter(None, shown)), end=True)
        if row.target in self.colour:
            _paint(text, "ink", self.colour[row.target])
        elif not row.target:
            text.set("opacity", "0.75")

    def lines(self, root: ET.Element, box: Box) -> None:
        """Draws the lines from a class to others, one for each, and to its superclass."""
        rows: dict[str, list[int]] = {}
        for number, row in enumerate(box.rows):
            if row.target and row.target != box.id:
                rows.setdefault(row.target, []).append(number)
        for target, numbers in rows.items():
            middle = HEAD + LINE * (sum(numbers) / len(numbers) + 0.5)
            self._line(root, box, target, middle)
        if box.above not in ("", box.id):
            self._line(root, box, box.above, HEAD / 2, dashed=True)

    def _line(
        self, root: ET.Element, box: Box, target: str, down: float, *, dashed: bool = False
    ) -> None:
        source, goal = self.layout.boxes[box.id], self.layout.boxes[target]
        way = -1 if goal.column < source.column else 1
        x = self.left(source.column) + (self.wide[source.column] if way > 0 else 0)
        path = [f"M{x:.1f} {self.top(source) + down:.1f}"]
        y = self.top(source) + down
        for column in range(source.column + way, goal.column, way):
            lane = self.layout.lanes.get((target, column))
            if lane is None:
                continue
            start = self.left(column) + (0 if way > 0 else self.wide[column])
            x, y = _bend(path, x, y, start, self.top(lane) + 5), self.top(lane) + 5
            x += way * self.wide[column]
            path.append(f"H{x:.1f}")
        end = self.top(goal) + HEAD / 2
        tip = self.left(goal.column) + (0 if way > 0 else self.wide[goal.column])
        _bend(path, x, y, tip - way * 8, end)
        head = f"M{tip:.1f} {end:.1f} l{-9 * way} -4.5 v9 z"
        group = add(root, "g")
        line = add(group, "path", d=" ".join(path), fill="none")
        line.set("stroke-width", "1.5")
        if dashed:
            line.set("stroke-dasharray", "5 4")
        _paint(line, "line", self.colour[target])
        _paint(add(group, "path", d=head), "ink", self.colour[target])


def _paint(element: ET.Element, kind: str, colour: int) -> None:
    """Gives a line or what is filled one of the colours."""
    element.set("class", f"{kind}{colour}")
    element.set("stroke" if kind == "line" else "fill", COLOURS[colour][0])


def _bend(path: list[str], x: float, y: float, end: float, level: float) -> float:
    """Leads a path to a point, level at both ends; the x of that point."""
    middle = (x + end) / 2
    path.append(f"C{middle:.1f} {y:.1f} {middle:.1f} {level:.1f} {end:.1f} {level:.1f}")
    return end


def _height(box: Box) -> float:
    return HEAD + LINE * len(box.rows) + (4 if box.rows else 0)


def _short(label: str) -> str:
    """The name of a class without what explains it."""
    return shorten(re.split(r": |（", label)[0], LABEL_COLUMNS)


def _width(box: Box) -> float:
    head = width(_short(box.label)) * 1.1
    rows = [max(head, width(box.id)) + (len(str(box.members)) + 3 if box.members else 0)]
    for row in box.rows:
        shown = width(row.name) + width(row.target or row.values) + len(str(row.count or ""))
        rows.append(shown + (3 if row.mark else 0) + 7)
    return max(rows) * COLUMN + 2 * PAD


def _write(
    parent: ET.Element,
    x: float,
    y: float,
    words: str,
    *,
    size: int = 13,
    bold: bool = False,
    end: bool = False,
    faint: bool = False,
) -> ET.Element:
    text = add(parent, "text", x=x, y=y)
    if size != 13:
        text.set("font-size", str(size))
    if bold:
        text.set("font-weight", "600")
    if end:
        text.set("text-anchor", "end")
    if faint:
        text.set("opacity", "0.75")
    text.text = plain(words)
    return text

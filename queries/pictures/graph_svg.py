"""The picture of an order of application as SVG: effects from top to bottom, dependencies as arcs."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from ..answers.order_steps import OrderStep
from .drawing import COLUMN, LINE, MARGIN, PAD, add, arrow, canvas, frame, plain, stroke, write
from .graph import Edge, Graph
from .texts import shorten, width, wrap

GAP = 26
MAX_COLUMNS, LEGEND_COLUMNS = 56, 84
LANE, FIRST_LANE = 30, 40


@dataclass
class _Layout:
    """Where boxes and arcs stand."""

    graph: Graph
    rows: list[list[str]]
    tops: list[int]
    box: float
    lanes: dict[Edge, int]

    def height(self, place: int) -> int:
        """Height of the box at a place."""
        return len(self.rows[place - 1]) * LINE + PAD

    @property
    def right(self) -> float:
        """The right side of the boxes."""
        return MARGIN + self.box

    def port(self, edge: Edge, place: int) -> float:
        """Where an edge meets the side of a box: those that lead up are above those that lead down."""
        ends = [e for e in self.graph.edges if place in (e.source, e.target)]
        ends.sort(key=lambda e: (e.source + e.target - place, e.source))
        step = self.height(place) / (len(ends) + 1)
        return self.tops[place - 1] + step * (ends.index(edge) + 1)


def svg(graph: Graph) -> str:
    """The text of the picture."""
    layout = _layout(graph)
    bottom = layout.tops[-1] + layout.height(len(graph.nodes)) if graph.nodes else MARGIN
    legend = _legend(graph)
    columns = max((width(text) for _, text, _ in legend), default=0)
    arcs = FIRST_LANE + LANE * (max(layout.lanes.values(), default=-1) + 1) + 20
    right = max(layout.right + (arcs if graph.edges else 0), MARGIN + 22 + columns * COLUMN)
    size = (right + MARGIN, bottom + LINE * (len(legend) + 1) + MARGIN)
    root = _root(graph, *size)
    for node in graph.nodes:
        _box(root, layout, node)
    for letter, edge in zip(_letters(len(graph.edges)), graph.edges, strict=True):
        _arc(root, layout, edge, letter)
    for row, (letter, text, strong) in enumerate(legend, 2):
        y = bottom + row * LINE
        if letter:
            write(root, MARGIN, y, letter, bold=True)
        write(root, MARGIN + (22 if graph.edges else 0), y, text, faint=not strong)
    return ET.tostring(root, encoding="unicode") + "\n"


def _layout(graph: Graph) -> _Layout:
    rows, tops, top = [], [], MARGIN
    for node in graph.nodes:
        head = shorten(f"{node.number}. {node.effect}", MAX_COLUMNS)
        words = wrap(node.words, MAX_COLUMNS)
        if len(words) > 2:
            words = [words[0], shorten(f"{words[1]} {words[2]}", MAX_COLUMNS)]
        found = [row for row in (head, *words, graph.details(node)) if row]
        rows.append(found)
        tops.append(top)
        top += len(found) * LINE + PAD + GAP
    box = max((width(r) for found in rows for r in found), default=0) * COLUMN + 2 * PAD
    return _Layout(graph, rows, tops, box, _lanes(graph.edges))


def _lanes(edges: tuple[Edge, ...]) -> dict[Edge, int]:
    """A lane for each arc, short ones near the boxes, so that none lies on another."""
    lanes: dict[Edge, int] = {}
    for edge in sorted(edges, key=lambda e: (abs(e.source - e.target), e.source, e.target)):
        near = {lane for other, lane in lanes.items() if _overlap(edge, other)}
        lanes[edge] = next(n for n in range(len(edges)) if n not in near)
    return lanes


def _overlap(one: Edge, other: Edge) -> bool:
    first, second = sorted((one.source, one.target)), sorted((other.source, other.target))
    return first[0] < second[1] and second[0] < first[1]


def _letters(count: int) -> list[str]:
    """Names of arcs: a … z, then a2 …"""
    names = (f"{chr(97 + n % 26)}{n // 26 + 1 if n >= 26 else ''}" for n in range(count))
    return list(names)


def _legend(graph: Graph) -> list[tuple[str, str, bool]]:
    """Lines below the boxes: the letter of an arc, words, and whether they are to stand out."""
    lines = []
    for letter, edge in zip(_letters(len(graph.edges)), graph.edges, strict=True):
        first, *rest = wrap(graph.sentence(edge), LEGEND_COLUMNS)
        lines += [(letter, first, True), *(("", more, True) for more in rest)]
    if not graph.nodes:
        lines.append(("", graph.word("none"), True))
    elif not graph.edges:
        lines.append(("", graph.word("independent"), False))
    if graph.outcomes > 1:
        lines.append(("", graph.word("outcomes", graph.outcomes), False))
    return lines


def _root(graph: Graph, wide: float, high: float) -> ET.Element:
    said = [f"{n.number}. {n.text}" for n in graph.nodes]
    said += [graph.sentence(e) for e in graph.edges]
    return canvas(wide, high, graph.lang, graph.head, "\n".join(said) or graph.word("none"))


def _box(root: ET.Element, layout: _Layout, node: OrderStep) -> None:
    top, height = layout.tops[node.number - 1], layout.height(node.number)
    group = add(root, "g")
    add(group, "title").text = plain(f"{node.words}\n{node.text}".strip())
    frame(group, MARGIN, top, layout.box, height, dashed=node.idle)
    rows = layout.rows[node.number - 1]
    for number, row in enumerate(rows):
        y = top + PAD / 2 + LINE * number + 13
        last = number == len(rows) - 1 and number > 0
        write(group, MARGIN + PAD, y, row, bold=not number, faint=last)
    if node.number < len(layout.tops):
        middle, low = MARGIN + layout.box / 2, top + height
        stroke(group, f"M{middle:.0f} {low} v{GAP - 8}", opacity=0.4)
        arrow(group, middle, low + GAP, "down", opacity=0.4)


def _arc(root: ET.Element, layout: _Layout, edge: Edge, letter: str) -> None:
    begin, end = layout.port(edge, edge.source), layout.port(edge, edge.target)
    x, reach = layout.right, FIRST_LANE + LANE * layout.lanes[edge]
    group = add(root, "g")
    add(group, "title").text = plain(layout.graph.sentence(edge))
    bow = f"C{x + reach:.0f} {begin:.0f} {x + reach:.0f} {end:.0f} {x + 8:.0f} {end:.0f}"
    stroke(group, f"M{x:.0f} {begin:.0f} {bow}", dashed=edge.loop)
    arrow(group, x, end, "left")
    write(group, x + reach * 0.75 + 4, (begin + end) / 2 + 4, letter, bold=True)

"""The picture of an order of application as SVG: effects from top to bottom, dependencies as arcs.

It has neither script nor references. Where it stands in a page it takes the page's colour; by
itself it is dark on light, or light on dark where the reader prefers that.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from .graph import Edge, Graph, Node
from .graph_text import shorten, width, wrap

NAMESPACE = "http://www.w3.org/2000/svg"
STYLE = (
    ":root{color-scheme:light dark;color:#1f2328}:root>.ground{fill:#fff}"
    "@media(prefers-color-scheme:dark){:root{color:#e6edf3}:root>.ground{fill:#0d1117}}"
)
COLUMN = 7.4  # width of a column at the size of the text
LINE, PAD, GAP, MARGIN = 18, 12, 26, 16
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
            _text(root, MARGIN, y, letter, bold=True)
        _text(root, MARGIN + (22 if graph.edges else 0), y, text, faint=not strong)
    return ET.tostring(root, encoding="unicode") + "\n"


def _layout(graph: Graph) -> _Layout:
    rows, tops, top = [], [], MARGIN
    for node in graph.nodes:
        head = shorten(f"{node.place}. {node.effect}", MAX_COLUMNS)
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
    root = _new(
        None,
        "svg",
        xmlns=NAMESPACE,
        width=wide,
        height=high,
        viewBox=f"0 0 {wide:.0f} {high:.0f}",
        role="img",
        fill="currentColor",
        lang=graph.lang,
    )
    root.set("font-family", "system-ui, sans-serif")
    root.set("font-size", "13")
    _new(root, "title").text = _plain(graph.head)
    said = [f"{n.place}. {n.reason}" for n in graph.nodes]
    said += [graph.sentence(e) for e in graph.edges]
    _new(root, "desc").text = _plain("\n".join(said) or graph.word("none"))
    _new(root, "style").text = STYLE
    ground = _new(root, "rect", width="100%", height="100%", fill="none")
    ground.set("class", "ground")
    return root


def _box(root: ET.Element, layout: _Layout, node: Node) -> None:
    top, height = layout.tops[node.place - 1], layout.height(node.place)
    group = _new(root, "g")
    _new(group, "title").text = _plain(f"{node.words}\n{node.reason}".strip())
    box = _new(group, "rect", x=MARGIN, y=top, width=layout.box, height=height, rx=6)
    box.set("fill", "currentColor")
    box.set("fill-opacity", "0.05")
    box.set("stroke", "currentColor")
    if node.idle:
        box.set("stroke-dasharray", "4 3")
    rows = layout.rows[node.place - 1]
    for number, row in enumerate(rows):
        y = top + PAD / 2 + LINE * number + 13
        last = number == len(rows) - 1 and number > 0
        _text(group, MARGIN + PAD, y, row, bold=not number, faint=last)
    if node.place < len(layout.tops):
        middle, low = MARGIN + layout.box / 2, top + height
        _line(group, f"M{middle:.0f} {low} v{GAP - 8}", opacity=0.4)
        _head(group, middle, low + GAP, "down", opacity=0.4)


def _arc(root: ET.Element, layout: _Layout, edge: Edge, letter: str) -> None:
    begin, end = layout.port(edge, edge.source), layout.port(edge, edge.target)
    x, reach = layout.right, FIRST_LANE + LANE * layout.lanes[edge]
    group = _new(root, "g")
    _new(group, "title").text = _plain(layout.graph.sentence(edge))
    bow = f"C{x + reach:.0f} {begin:.0f} {x + reach:.0f} {end:.0f} {x + 8:.0f} {end:.0f}"
    _line(group, f"M{x:.0f} {begin:.0f} {bow}", dashed=edge.loop)
    _head(group, x, end, "left")
    _text(group, x + reach * 0.75 + 4, (begin + end) / 2 + 4, letter, bold=True)


def _line(parent: ET.Element, path: str, *, dashed: bool = False, opacity: float = 1) -> None:
    line = _new(parent, "path", d=path, fill="none", stroke="currentColor")
    line.set("stroke-width", "1.5")
    if dashed:
        line.set("stroke-dasharray", "5 4")
    if opacity < 1:
        line.set("opacity", str(opacity))


def _head(parent: ET.Element, x: float, y: float, way: str, opacity: float = 1) -> None:
    """The head of an arrow whose point is given."""
    legs = "l9 -4.5 v9 z" if way == "left" else "l-4.5 -9 h9 z"
    head = _new(parent, "path", d=f"M{x:.0f} {y:.0f} {legs}")
    if opacity < 1:
        head.set("opacity", str(opacity))


def _text(
    parent: ET.Element, x: float, y: float, words: str, *, bold: bool = False, faint: bool = False
) -> None:
    text = _new(parent, "text", x=x, y=y)
    if bold:
        text.set("font-weight", "600")
    if faint:
        text.set("opacity", "0.75")
    text.text = _plain(words)


def _new(parent: ET.Element | None, name: str, **attributes: object) -> ET.Element:
    shown = {
        key: f"{found:.1f}".removesuffix(".0") if isinstance(found, float) else str(found)
        for key, found in attributes.items()
    }
    return ET.Element(name, shown) if parent is None else ET.SubElement(parent, name, shown)


def _plain(text: str) -> str:
    """A text without what XML cannot hold."""
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)

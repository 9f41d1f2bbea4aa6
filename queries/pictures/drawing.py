"""What SVG pictures are drawn with: the sheet, boxes, texts, lines and heads of arrows.

A picture has neither script nor references. Where it stands in a page it takes the page's colour; by
itself it is dark on light, or light on dark where the reader prefers that.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

NAMESPACE = "http://www.w3.org/2000/svg"
STYLE = (
    ":root{color-scheme:light dark;color:#1f2328}:root>.ground{fill:#fff}"
    "@media(prefers-color-scheme:dark){:root{color:#e6edf3}:root>.ground{fill:#0d1117}}"
)
COLUMN = 7.4  # width of a column at the size of the text
LINE, PAD, MARGIN = 18, 12, 16


def canvas(wide: float, high: float, lang: str, title: str, told: str) -> ET.Element:
    """An empty sheet of a size, with a title and what is told of it to who cannot see it."""
    root = add(
        None,
        "svg",
        xmlns=NAMESPACE,
        width=wide,
        height=high,
        viewBox=f"0 0 {wide:.0f} {high:.0f}",
        role="img",
        fill="currentColor",
        lang=lang,
    )
    root.set("font-family", "system-ui, sans-serif")
    root.set("font-size", "13")
    add(root, "title").text = plain(title)
    add(root, "desc").text = plain(told)
    add(root, "style").text = STYLE
    ground = add(root, "rect", width="100%", height="100%", fill="none")
    ground.set("class", "ground")
    return root


def frame(
    parent: ET.Element, x: float, y: float, wide: float, high: float, *, dashed: bool = False
) -> None:
    """A box with round corners."""
    box = add(parent, "rect", x=x, y=y, width=wide, height=high, rx=6)
    box.set("fill", "currentColor")
    box.set("fill-opacity", "0.05")
    box.set("stroke", "currentColor")
    if dashed:
        box.set("stroke-dasharray", "4 3")


def stroke(parent: ET.Element, path: str, *, dashed: bool = False, opacity: float = 1) -> None:
    """A line along a path."""
    line = add(parent, "path", d=path, fill="none", stroke="currentColor")
    line.set("stroke-width", "1.5")
    if dashed:
        line.set("stroke-dasharray", "5 4")
    if opacity < 1:
        line.set("opacity", str(opacity))


def arrow(parent: ET.Element, x: float, y: float, way: str, opacity: float = 1) -> None:
    """The head of an arrow whose point is given: `left` or `down`."""
    legs = "l9 -4.5 v9 z" if way == "left" else "l-4.5 -9 h9 z"
    point = add(parent, "path", d=f"M{x:.0f} {y:.0f} {legs}")
    if opacity < 1:
        point.set("opacity", str(opacity))


def write(
    parent: ET.Element, x: float, y: float, words: str, *, bold: bool = False, faint: bool = False
) -> None:
    """A line of text."""
    text = add(parent, "text", x=x, y=y)
    if bold:
        text.set("font-weight", "600")
    if faint:
        text.set("opacity", "0.75")
    text.text = plain(words)


def add(parent: ET.Element | None, name: str, **attributes: object) -> ET.Element:
    """A new element below another, or one by itself."""
    shown = {
        key: f"{found:.1f}".removesuffix(".0") if isinstance(found, float) else str(found)
        for key, found in attributes.items()
    }
    return ET.Element(name, shown) if parent is None else ET.SubElement(parent, name, shown)


def plain(text: str) -> str:
    """A text without what XML cannot hold."""
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)

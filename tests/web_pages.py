"""Reads static pages as browsers would: their structure, names, links and headings, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

EMPTY = {"meta", "link", "img", "br", "hr", "input"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass
class Page:
    """What a page holds.

    Args:
        faults: What is wrong with its structure.
        ids: The names of its places.
        links: Addresses that it leads to or draws on.
        headings: Its headings: level, and text less the names in it.
        langs: Values of `lang`, that of the page first.
        scoped: Whether every head of a table says what it heads.
        scripts: Elements that would run something.
        text: Its text.
    """

    faults: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    langs: list[str] = field(default_factory=list)
    scoped: bool = True
    scripts: list[str] = field(default_factory=list)
    text: str = ""


def read_page(text: str) -> Page:
    """The page that a text is."""
    parser = _Parser()
    parser.feed(text)
    parser.close()
    parser.page.faults += [f"not closed: {tag}" for tag in parser.open]
    parser.page.text = "".join(parser.said)
    return parser.page


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self.open: list[str] = []
        self.said: list[str] = []
        self.plain: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if len(given) != len(attrs):
            self.page.faults.append(f"attribute twice: {self.get_starttag_text()}")
        self.page.ids += [v for k, v in attrs if k == "id" and v is not None]
        self.page.links += [v for k, v in attrs if k in ("href", "src") and v is not None]
        self.page.langs += [v for k, v in attrs if k == "lang" and v is not None]
        if tag == "th" and given.get("scope") not in ("row", "col"):
            self.page.scoped = False
        if tag == "img" and not given.get("alt"):
            self.page.faults.append("picture without words")
        if tag == "script" or any(k.startswith("on") for k in given):
            self.page.scripts.append(self.get_starttag_text() or tag)
        if tag in HEADINGS:
            self.plain = []
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.page.faults.append(f"closed out of order: {tag} at {self.getpos()}")
        if tag in HEADINGS:
            level = HEADINGS.index(tag) + 1
            self.page.headings.append((level, "".join(self.plain).strip()))

    def handle_data(self, data: str) -> None:
        self.said.append(data)
        if "code" not in self.open:
            self.plain.append(data)

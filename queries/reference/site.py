"""The pages of a reference: static HTML with anchors that are local names, in one folder a language and game.

No page has a script or needs anything from elsewhere; the same ontology gives the same bytes.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .diagram import KINDS, diagram_of
from .diagram_svg import svg
from .entries import Labels, Outline, RuleEntry
from .logic_words import words_of
from .names import Links, Name, names_of
from .words import Words

LANGUAGES = ("en", "ja")
PAGES = (
    "index", "classes", "properties", "predicates", "rules", "terms", "authorities", "readings", "names",
)  # fmt: skip
_TEMPLATES = Path(__file__).with_name("templates")


def site(outlines: Sequence[Outline], langs: Sequence[str] = LANGUAGES) -> dict[str, str]:
    """Every file of a reference by its path.

    Args:
        outlines: What to tell, a game each.
        langs: Languages of the pages.
    """
    files = {"style.css": (_TEMPLATES / "style.css").read_text(encoding="utf-8")}
    games = [(o.game, o.labels) for o in outlines]
    words = {lang: Words(lang) for lang in langs}
    start = _environment().get_template("start.html")
    files["index.html"] = start.render(games=games, langs=langs, words=words)
    for outline in outlines:
        for lang in langs:
            for name, text in _pages(outline, lang, langs):
                files[f"{lang}/{outline.game}/{name}"] = text
    return files


def write_site(files: dict[str, str], folder: str) -> None:
    """Writes the files below a folder, which is made.

    Raises:
        OSError: One cannot be written.
    """
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


@functools.cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _pages(outline: Outline, lang: str, langs: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pages and pictures of a game in a language, by file name."""
    links, words = Links(outline), Words(lang)

    def label(labels: Labels) -> Markup:
        return _labelled(labels, lang)

    given: dict[str, Any] = {
        "outline": outline,
        "game": words.pick(outline.labels) or outline.game,
        "lang": lang,
        "others": [other for other in langs if other != lang],
        "pages": PAGES,
        "pictures": KINDS,
        "w": words,
        "link": links,
        "label": label,
        "logic": functools.partial(_logic, links),
    }
    for page in PAGES:
        more = {"rules": _rules, "names": _names}.get(page, _nothing)(outline)
        template = _environment().get_template(f"{page}.html")
        yield f"{page}.html", template.render(given, page=page, **more)
    for kind in KINDS:
        yield f"{kind}.svg", svg(diagram_of(outline, kind, lang))


def _labelled(labels: Labels, lang: str) -> Markup:
    """A text in a language; in another one, which is then marked, if there is none."""
    if lang in labels:
        return Markup("{}").format(labels[lang])
    for other, text in labels.items():
        return Markup('<span lang="{}">{}</span>').format(other, text)
    return Markup("")


def _logic(links: Links, text: str) -> Markup:
    """A logic with its words marked by kind; what is declared leads to where it is told of."""
    parts = []
    for word in words_of(text):
        shown = Markup("{}").format(word.text)
        if word.kind in ("predicate", "individual"):
            kinds = ("predicate",) if word.kind == "predicate" else ("term", "class")
            address = links.address(word.text, *kinds)
            if address:
                shown = Markup('<a href="{}">{}</a>').format(address, shown)
        if word.kind:
            shown = Markup('<span class="{}">{}</span>').format(word.kind, shown)
        parts.append(shown)
    return Markup('<code class="logic">{}</code>').format(Markup("").join(parts))


# --- what pages need besides ----------------------------------------------------------------------


def _nothing(outline: Outline) -> dict[str, Any]:
    del outline
    return {}


def _rules(outline: Outline) -> dict[str, Any]:
    """Rules by their authority; each with whether it is part of another one there."""
    order = [a.id for a in outline.authorities]
    rules = sorted(
        outline.rules,
        key=lambda r: (_index(order, r.text.authority), r.text.authority, natural(r.id)),
    )
    groups = []
    for authority, found in groupby(rules, key=lambda r: r.text.authority):
        members = list(found)
        groups.append((authority, members, _roots(members)))
    return {"groups": groups}


def _index(order: Sequence[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


def _roots(members: Sequence[RuleEntry]) -> list[str]:
    """Names of the rules that are part of no other of the group."""
    names = {r.id for r in members}
    return [r.id for r in members if r.text.part_of not in names]


def natural(name: str) -> list[tuple[int, str]]:
    """A key by which numbers in names count as numbers: 205.2 before 205.10."""
    parts = re.findall(r"\d+|\D+", name)
    return [(int(p), "") if p.isdecimal() else (-1, p) for p in parts]


def _names(outline: Outline) -> dict[str, Any]:
    """Every name by its first letter, names of several kinds told together."""
    found = sorted(names_of(outline), key=lambda n: (_initial(n), n.id.casefold(), n.id, n.kind))
    return {"letters": [(letter, list(names)) for letter, names in groupby(found, key=_initial)]}


def _initial(name: Name) -> str:
    first = name.id[:1].upper()
    return "0–9" if first.isdecimal() else first

"""The lists of types in a comprehensive-rules text, found by the labels of what the ontology's rules list."""

from __future__ import annotations

import bisect
import functools
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..dates import is_date
from ..lexicon import Lexicon, Term, fold
from ..values import value

SECTION = re.compile(r"\d+")


@value
class Listing:
    """What a rule lists.

    Args:
        id: Id of a kind of subtype, or of a category of terms.
        rule: Number of the rule as the ontology has it.
        label: Its label, singular.
    """

    id: str
    rule: str
    label: str


@value
class Item:
    """An item of a list as it is written.

    Args:
        text: Its words.
        line: The line on which it begins, from 1.
    """

    text: str
    line: int


@value
class Enumeration:
    """A sentence that lists something.

    Args:
        items: What it lists, which may be nothing between two commas.
        line: The line on which the list ends.
        stopped: A full stop follows.
        joined: The last item is joined by the word for that, or the only one.
    """

    items: tuple[Item, ...]
    line: int
    stopped: bool
    joined: bool


@functools.cache
def patterns() -> Mapping[str, Any]:
    """The patterns that texts are read with."""
    return tomllib.loads(Path(__file__).with_name("rules_text.toml").read_text("utf-8"))


def listings(lexicon: Lexicon) -> list[Listing]:
    """Everything that some rule lists: kinds of subtype, and categories whose terms have the rule."""
    found: dict[str, Listing] = {}
    lang = patterns()["label_language"]
    for term in lexicon.terms.values():
        if not term.listed_in:
            continue
        kind = any(other.kind == term.id for other in lexicon.terms.values())
        name = term.id if kind else term.category
        named = lexicon.terms.get(name)
        if named is not None:
            found[name] = Listing(name, term.listed_in, named.label(lang))
    return sorted(found.values(), key=lambda listing: listing.rule)


def members(listing: Listing, lexicon: Lexicon) -> dict[str, Term]:
    """What the ontology has in a list as of the lexicon's date, by folded label."""
    terms = (t for t in lexicon.terms.values() if t.valid(lexicon.date))
    return {
        fold(term.label(patterns()["label_language"])): term
        for term in terms
        if listing.id == (term.kind or term.category) and (term.kind or term.listed_in)
    }


def effective_date(text: str) -> tuple[str, str]:
    """The ISO date since which a text says that it holds, and the words for it; "" for what it lacks.

    Words for a day that no calendar has give no date.
    """
    words = patterns()
    found = re.search(words["effective"], text)
    if found is None:
        return "", ""
    said = " ".join(text[found.start("month") : found.end()].split())
    if found["month"] not in words["months"]:
        return "", said
    month = words["months"].index(found["month"]) + 1
    date = f"{found['year']}-{month:02}-{int(found['day']):02}"
    return (date if is_date(date) else ""), said


def lists_of(text: str, wanted: list[Listing]) -> dict[str, list[Enumeration]]:
    """Id of a listing → the sentences that list it, for those that the text has."""
    sections = {m[0] for each in wanted if (m := SECTION.match(each.rule))}
    rules = [rule for rule in _rules(text) if rule.number.partition(".")[0] in sections]
    found = {}
    for each in wanted:
        label = re.escape(each.label).replace(r"\ ", r"\s+")
        pattern = re.compile(patterns()["list"].replace("{label}", label))
        if sentences := [s for rule in rules for s in rule.enumerations(pattern)]:
            found[each.id] = sentences
    return found


class _Rule:
    """A rule of a text, which may be broken into several lines."""

    def __init__(self, number: str) -> None:
        self.number = number
        self._parts: list[str] = []
        self._starts: list[int] = []  # offset at which each line begins
        self._lines: list[int] = []
        self._size = 0

    def add(self, part: str, line: int) -> None:
        """Takes what stands on a line."""
        self._parts.append(part)
        self._starts.append(self._size)
        self._lines.append(line)
        self._size += len(part) + 1

    def enumerations(self, pattern: re.Pattern[str]) -> Iterator[Enumeration]:
        """The sentences that list what a pattern says."""
        words = patterns()
        body = re.sub(words["reference"], lambda m: " " * len(m[0]), " ".join(self._parts))
        start = 0
        for stop in re.finditer(r"\.(?=\s|$)|$", body):
            match = pattern.match(body[start : stop.start()])
            if match is not None:
                first, last = (start + offset for offset in match.span("items"))
                yield self._enumeration(body, first, last, bool(stop[0]))
            start = stop.end()

    def _enumeration(self, body: str, first: int, last: int, stopped: bool) -> Enumeration:
        between = list(re.compile(patterns()["between"]).finditer(body, first, last))
        edges = [first, *(edge for sign in between for edge in sign.span()), last]
        items = tuple(self._item(body, a, b) for a, b in zip(edges[::2], edges[1::2], strict=True))
        joined = not between or patterns()["and"] in between[-1][0]
        return Enumeration(items, self._line(last - 1), stopped, joined)

    def _item(self, body: str, start: int, end: int) -> Item:
        text = body[start:end]
        blank = len(text) - len(text.lstrip())
        return Item(" ".join(text.split()).replace("’", "'"), self._line(start + blank))

    def _line(self, offset: int) -> int:
        return self._lines[bisect.bisect_right(self._starts, offset) - 1]


def _rules(text: str) -> Iterator[_Rule]:
    """The rules of a text."""
    rule = re.compile(patterns()["rule"])
    current: _Rule | None = None
    for line, words in enumerate([*re.split(r"\r\n|\r|\n", text), ""], 1):
        start = rule.match(words.strip())
        if current and (start or not words.strip()):
            yield current
            current = None
        if start:
            current = _Rule(start["number"])
            current.add(start["text"], line)
        elif current:
            current.add(words.strip(), line)

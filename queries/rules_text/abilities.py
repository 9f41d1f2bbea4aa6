"""Cuts a rules text into abilities and sentences, by punctuation and by the shapes in `shapes.toml`.

Each paragraph is an ability: what stands before its effect (a bullet, a chapter, an ability word, a
cost) is taken off, reminder text in brackets and abilities in quotation marks are abilities of their
own. Nothing is understood here; offsets are those of the text.
"""

from __future__ import annotations

import functools
import itertools
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

from ...kb.values import value
from ..wording.folding import fold_wording

MAX_TEXT = 20_000


@value
class Sentence:
    """A sentence of an ability.

    Args:
        text: Its words, folded, without its reminder text.
        start: Its first offset in the rules text.
        end: The offset just past it.
    """

    text: str
    start: int
    end: int


@value
class Ability:
    """One ability of a rules text.

    Args:
        kind: "static", "activated", "triggered", "loyalty", "chapter", "mode", "level",
            "reminder" or "quoted".
        label: What stands before cost and effect: a bullet, a chapter, an ability word.
        cost: The words before the colon, or "".
        sentences: Those of its effect.
        granted: It stands in quotation marks: some other object has it.
        aside: Labels and cost with the places where they stand.
    """

    kind: str
    label: str
    cost: str
    sentences: tuple[Sentence, ...]
    granted: bool = False
    aside: tuple[Sentence, ...] = ()


@value
class Shapes:
    """Patterns of a language for the parts of an ability."""

    labels: tuple[tuple[str, re.Pattern[str]], ...]
    trigger: re.Pattern[str]
    stop: re.Pattern[str]
    quotes: re.Pattern[str]
    cost: re.Pattern[str]
    modes: re.Pattern[str]


@functools.cache
def shapes(lang: str) -> Shapes:
    """The patterns of a language, from `shapes.toml`."""
    table = tomllib.loads(files(__package__).joinpath("shapes.toml").read_text("utf-8"))[lang]
    labels = tuple((kind, re.compile(pattern)) for kind, pattern in table["labels"])
    made = {k: re.compile(table[k]) for k in ("trigger", "stop", "quotes", "cost", "modes")}
    return Shapes(labels, **made)


def abilities(text: str, lang: str) -> list[Ability]:
    """The abilities of a rules text in order; an ability in quotes or brackets follows its host."""
    folded = fold_wording(text)
    found: list[Ability] = []
    table = shapes(lang)
    for match in re.finditer(r"[^\n]+", folded):
        cuts = [m.start() for m in table.modes.finditer(folded, match.start(), match.end())]
        for start, end in itertools.pairwise([match.start(), *cuts, match.end()]):
            found += _of(folded[start:end], start, table, granted=False)
    return found


def _of(text: str, start: int, table: Shapes, *, granted: bool) -> Iterator[Ability]:
    """The ability of a paragraph, with those that stand in it."""
    quoted = list(table.quotes.finditer(text))
    shown = _blank(text, [(m.start(1), m.end(1)) for m in quoted], "_")
    brackets = list(_brackets(shown)) if "(" in shown else []
    body = _blank(text, brackets, " ")
    shown = _blank(shown, brackets, " ")
    kind, at = "static", len(text) - len(text.lstrip())
    labels = []
    aside = []
    more = True
    while more:
        more = False
        for name, pattern in table.labels:
            match = pattern.match(shown, at)
            if match and match.end() > at:
                kind = name or kind
                labels.append(text[at : match.end()].strip())
                aside.append(_part(text, at, match.end(), start))
                at, more = match.end(), True
    cost = table.cost.match(shown, at)
    words = ""
    if cost and kind != "loyalty":
        words = text[at : cost.end() - 1].strip()
        aside.append(_part(body, at, cost.end() - 1, start))
        at, kind = cost.end(), "activated"
    elif kind == "static" and table.trigger.match(shown, at):
        kind = "triggered"
    sentences = tuple(_sentences(body, shown, at, start, table))
    yield Ability(kind, " ".join(labels), words, sentences, granted, tuple(aside))
    for match in quoted:
        if not any(a <= match.start() < b for a, b in brackets):
            yield from _of(match.group(1), start + match.start(1), table, granted=True)
    for first, last in brackets:
        inside = text[first + 1 : last - 1]
        listed = tuple(_sentences(inside, inside, 0, start + first + 1, table))
        yield Ability("reminder", "", "", listed, granted)


def _part(text: str, first: int, last: int, start: int) -> Sentence:
    """A range of a paragraph without the blanks around it."""
    words = text[first:last]
    lead = len(words) - len(words.lstrip())
    return Sentence(words.strip(), start + first + lead, start + first + len(words.rstrip()))


def _sentences(body: str, shown: str, at: int, start: int, table: Shapes) -> Iterator[Sentence]:
    """Sentences of a paragraph from an offset on; full stops in quotes do not end one."""
    ends = [m.end() for m in table.stop.finditer(shown, at)]
    for end in [*ends, len(body)]:
        words = body[at:end]
        if words.strip(" .。"):
            lead = len(words) - len(words.lstrip())
            yield Sentence(words.strip(), start + at + lead, start + at + len(words.rstrip()))
        at = end


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """Outermost brackets, with their offsets; one that is never closed ends with the text."""
    depth, first = 0, 0
    for place, char in enumerate(text):
        if char == "(":
            first = first if depth else place
            depth += 1
        elif char == ")" and depth:
            depth -= 1
            if not depth:
                yield first, place + 1
    if depth:
        yield first, len(text)


def _blank(text: str, ranges: list[tuple[int, int]], filler: str) -> str:
    for first, last in ranges:
        text = text[:first] + filler * (last - first) + text[last:]
    return text

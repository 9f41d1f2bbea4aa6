"""The lists of types in a comprehensive-rules text, found by the labels of what the ontology's rules list."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..lexicon import Lexicon, Term, fold
from ..values import value

MAX_ITEM = 60
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


def effective_date(text: str) -> str | None:
    """The ISO date since which a text says that it holds."""
    words = patterns()
    found = re.search(words["effective"], text)
    if found is None or found["month"] not in words["months"]:
        return None
    month = words["months"].index(found["month"]) + 1
    return f"{found['year']}-{month:02}-{int(found['day']):02}"


def lists_of(text: str, wanted: list[Listing]) -> dict[str, list[str]]:
    """Id of a listing → its items in the order of the text, for those that the text has."""
    words = patterns()
    sections = {m[0] for each in wanted if (m := SECTION.match(each.rule))}
    rules = [body for number, body in _rules(text) if number.partition(".")[0] in sections]
    found = {}
    for each in wanted:
        label = re.escape(each.label).replace(r"\ ", r"\s+")
        pattern = re.compile(words["list"].replace("{label}", label))
        items = [item for body in rules for item in _items(body, pattern)]
        if items:
            found[each.id] = list(dict.fromkeys(items))
    return found


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """Numbers of rules with their texts, also where a text is broken into several lines."""
    rule = re.compile(patterns()["rule"])
    number, parts = "", list[str]()
    for line in [*text.splitlines(), ""]:
        start = rule.match(line.strip())
        if start or not line.strip():
            if number:
                yield number, " ".join(parts)
            number, parts = (start["number"], [start["text"]]) if start else ("", [])
        elif number:
            parts.append(line.strip())


def _items(body: str, pattern: re.Pattern[str]) -> Iterator[str]:
    words = patterns()
    for sentence in re.split(r"\.(?=\s|$)", re.sub(words["reference"], "", body)):
        match = pattern.match(" ".join(sentence.split()))
        if match is None:
            continue
        items = [item.strip() for item in re.split(words["between"], match["items"])]
        if all(0 < len(item) <= MAX_ITEM and item.isprintable() for item in items):
            yield from (item.replace("’", "'") for item in items)

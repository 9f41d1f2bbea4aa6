"""Where a reference tells of a name: pages by kind, and the links that lead to them."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from markupsafe import Markup

from ...kb.values import value
from .entries import Labels, Outline

_SAFE = "!$&'()*+,;=:@/?-._~"  # what may stand in the fragment of an address as it is


@value
class Name:
    """A name that a reference tells of.

    Args:
        kind: "class", "property", "predicate", "rule", "term", "authority", "reading" or
            "reading-rule".
        id: Its local name.
        labels: Its label by language.
    """

    kind: str
    id: str
    labels: Labels

    @property
    def address(self) -> str:
        """The page that tells of it, and its place there, relative to the other pages of the game."""
        return f"{PAGES[self.kind]}#{quote(self.id, safe=_SAFE)}"


PAGES = {
    "class": "classes.html",
    "property": "properties.html",
    "predicate": "predicates.html",
    "rule": "rules.html",
    "term": "terms.html",
    "authority": "authorities.html",
    "reading": "readings.html",
    "reading-rule": "readings.html",
}


def names_of(outline: Outline) -> Iterator[Name]:
    """Every name that a reference tells of, as often as it is told of."""
    for entry in outline.classes:
        yield Name("class", entry.id, entry.labels)
    for prop in outline.properties:
        yield Name("property", prop.id, prop.labels)
    for predicate in outline.predicates:
        yield Name("predicate", predicate.id, predicate.labels or predicate.sentences.says)
    for rule in outline.rules:
        yield Name("rule", rule.id, rule.text.label)
    for group in outline.terms:
        for term in group.terms:
            labels = {lang: found[0] for lang, found in term.term.labels.items() if found}
            yield Name("term", term.id, labels)
    for authority in outline.authorities:
        yield Name("authority", authority.id, authority.authority.labels)
    for reading in outline.readings:
        yield Name("reading", reading.id, reading.labels)
        for own in reading.rules:
            yield Name("reading-rule", own.id, own.labels)


class Links:
    """Links to what a reference tells of, by kind and local name."""

    def __init__(self, outline: Outline) -> None:
        self._known = {(name.kind, name.id): name for name in names_of(outline)}

    def __call__(self, name: str, *kinds: str) -> Markup:
        """A link to what has a name, of the first kind that has one; else the name alone."""
        shown = Markup("<code>{}</code>").format(name)
        for kind in kinds:
            if found := self._known.get((kind, name)):
                return Markup('<a href="{}">{}</a>').format(found.address, shown)
        return shown

    def address(self, name: str, *kinds: str) -> str:
        """The address of what has a name, of the first kind that has one, or ""."""
        found = (self._known.get((kind, name)) for kind in kinds)
        return next((known.address for known in found if known), "")

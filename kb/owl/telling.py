"""Axioms told in words, with labels for names: "nothing is both a fortifying castle and a shield card"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from urllib.parse import unquote

from rdflib import OWL, RDFS, SKOS, Graph, Literal

from ..diagnostics import Diagnostic
from ..messages import message
from .explanations import Axiom

_RELATIONS = (
    "subClassOf", "equivalentTo", "disjointWith", "type", "range", "domain", "subPropertyOf",
    "propertyDisjointWith", "inverseOf", "differentFrom", "sameAs",
)  # fmt: skip
_SORTS = (
    "Functional", "InverseFunctional", "Symmetric", "Asymmetric", "Transitive", "Reflexive",
    "Irreflexive",
)  # fmt: skip
_LISTS = ("DisjointClasses", "EquivalentClasses", "DifferentIndividuals", "DisjointProperties")
_RESTRICTIONS = ("some", "only", "value", "min", "max", "exactly", "self")


class Labels:
    """What names are called in a language; labels that two names have are told apart by the names.

    Args:
        among: The names that are told together; all by default.
    """

    def __init__(self, graph: Graph, lang: str, among: Collection[str] | None = None) -> None:
        self.lang = lang
        self._labels: dict[str, str] = {}
        bearers: dict[str, set[str]] = defaultdict(set)
        for prop in (SKOS.prefLabel, RDFS.label):
            for subject, label in graph.subject_objects(prop):
                if isinstance(label, Literal) and (label.language or lang) == lang:
                    self._labels[str(subject)] = str(label)
        for iri, text in self._labels.items():
            if among is None or iri in among:
                bearers[text].add(iri)
        self._shared = {text for text, iris in bearers.items() if len(iris) > 1}

    def __call__(self, iri: str) -> str:
        """The label of a name, or its last part."""
        name = unquote(iri.rstrip("/#").replace("#", "/").rpartition("/")[2])
        if iri in (str(OWL.Thing), str(OWL.Nothing)):
            return _say(f"owl-{name}", self.lang)
        label = self._labels.get(iri)
        if label is None:
            return name
        return f"{label} ({name})" if label in self._shared and label != name else label


def tell(axiom: Axiom, labels: Labels) -> str:
    """An axiom in the language of the labels; what has no words of its own as the reasoner writes it."""
    words = list(axiom.words)
    try:
        return _Telling(words, labels).axiom()
    except (_Unknown, IndexError):
        return " ".join(_name(word, labels) for word in words)


class _Unknown(Exception):
    """Words that are no axiom that is known here."""


def _say(key: str, lang: str, *parts: str) -> str:
    params = {f"part{number}": part for number, part in enumerate(parts)}
    return message(Diagnostic(key, params=params), lang)


def _name(word: str, labels: Labels) -> str:
    """A name, a keyword or a literal."""
    if word.startswith("?<"):
        return "?" + labels(word[2:-1])
    if word.startswith("<"):
        return labels(word[1:-1])
    return labels(str(OWL[word])) if word in ("Thing", "Nothing") else word


class _Telling:
    """State of telling one axiom: its words and how far they are read."""

    def __init__(self, words: Sequence[str], labels: Labels) -> None:
        self.words = words
        self.labels = labels
        self.place = 0

    def axiom(self) -> str:
        first = self.words[0]
        if first in _SORTS:
            self.place = 1
            return self.done(self.say(first, self.role()))
        if first in _LISTS:
            self.place = 2
            members = []
            while self.peek() != ")":
                members.append(self.expression())
            self.place += 1
            return self.done(self.say(first, self.joined(members, "list")))
        if first == "Rule":
            return self.rule()
        left = self.expression(whole=False)
        word = self.next()
        if word in _RELATIONS:
            right = self.role() if "roperty" in word or word == "inverseOf" else self.expression()
            return self.done(self.say(word, left, right))
        return self.done(self.say("fact", left, _name(word, self.labels), self.value()))

    def rule(self) -> str:
        """A rule in the syntax of the rule language."""
        text = "".join(_name(word, self.labels) for word in self.words[2:-1])
        body, _, head = text.replace("),", ") ^ ").replace(",", ", ").partition("->")
        return self.say("rule", f"{body} → {head}")

    def done(self, text: str) -> str:
        if self.place != len(self.words):
            raise _Unknown
        return text

    # --- class expressions -----------------------------------------------------------------------

    def expression(self, *, whole: bool = True) -> str:
        """A class expression, or a name where one must stand."""
        parts = [self.conjunction() if whole else self.unary()]
        while whole and self.peek() == "or":
            self.place += 1
            parts.append(self.conjunction())
        return self.joined(parts, "or")

    def conjunction(self) -> str:
        parts = [self.unary()]
        while self.peek() == "and":
            self.place += 1
            parts.append(self.unary())
        return self.joined(parts, "and")

    def unary(self) -> str:
        word = self.next()
        if word == "not":
            return self.say("not", self.unary())
        if word == "(":
            inner = self.expression()
            self.expect(")")
            return inner
        if word == "{":
            members = [self.value()]
            while self.peek() == ",":
                self.place += 1
                members.append(self.value())
            self.expect("}")
            return self.joined(members, "or")
        if word == "inverse" or self.peek() in _RESTRICTIONS:
            self.place -= 1
            return self.restriction()
        return _name(word, self.labels)

    def restriction(self) -> str:
        if self.peek() == "inverse" and self.words[self.place + 2] == "some":
            self.place += 3
            return self.say("some-of", _name(self.words[self.place - 2], self.labels), self.unary())
        role, kind = self.role(), self.next()
        if kind in ("some", "only"):
            return self.say(kind, role, self.unary())
        if kind == "value":
            return self.say(kind, role, self.value())
        if kind == "self":
            return self.say(kind, role)
        number = self.next()
        ends = self.peek() in (None, "and", "or", ")", *_RELATIONS)
        among = self.labels(str(OWL.Thing)) if ends else self.unary()
        return self.say(kind, role, number, among)

    def role(self) -> str:
        word = self.next()
        if word == "inverse":
            return self.say("inverse", self.role())
        return _name(word, self.labels)

    def value(self) -> str:
        return _name(self.next(), self.labels)

    # --- words -----------------------------------------------------------------------------------

    def joined(self, parts: Sequence[str], by: str = "and") -> str:
        text = parts[0]
        for part in parts[1:]:
            text = self.say(by, text, part)
        return text

    def say(self, key: str, *parts: str) -> str:
        return _say(f"owl-{key}", self.labels.lang, *parts)

    def peek(self) -> str | None:
        return self.words[self.place] if self.place < len(self.words) else None

    def next(self) -> str:
        self.place += 1
        return self.words[self.place - 1]

    def expect(self, word: str) -> None:
        if self.next() != word:
            raise _Unknown

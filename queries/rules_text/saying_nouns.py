"""Types and objects in words: lists of types, and noun phrases for what an effect affects."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from ...kb.knowledge import Knowledge
from ...kb.lexicon import plural
from ..facts.filters import alternatives
from ..syntax import ControlledBy, Filter, HasTerm, InZone, IsA, Named, Objects, Other
from .stand_ins import OpenLexicon, group_of_stand_in, is_stand_in, number_of_stand_in, open_lexicon

_CATEGORIES = ("Supertype", "Subtype", "CardType")


class Unsayable(ValueError):
    """Raised for an effect that the sentences cannot say."""


@functools.cache
def _sentences(lang: str) -> dict[str, Any]:
    text = files(__package__).joinpath("saying.toml").read_text("utf-8")
    found: dict[str, Any] = tomllib.loads(text)[lang]
    return found


class Nouns:
    """Says types and objects in one language."""

    def __init__(self, knowledge: Knowledge, lang: str) -> None:
        self.knowledge = knowledge
        self.lang = lang
        self.lexicon: OpenLexicon = open_lexicon(knowledge.lexicon)
        self.table = _sentences(lang)

    def types(self, terms: Sequence[str], *, many: bool = False) -> str:
        """Types in the order of a type line, the last one as a plural if there are `many` objects."""
        ordered = sorted(terms, key=lambda t: _CATEGORIES.index(self.lexicon[t].category))
        words = [self._term(t) for t in ordered]
        last = self.lexicon[ordered[-1]]
        if many and last.category != "Supertype" and not is_stand_in(ordered[-1]):
            words[-1] = self._plural(ordered[-1])
        if self.lang == "en":
            return " ".join(words)
        said = ""
        for word in words:
            said += word if not said or said.endswith("の") else self.table["between"] + word
        return said.removesuffix("の")

    def _term(self, term: str) -> str:
        if is_stand_in(term):
            return self._chosen("chosen", term)
        return self.label(term)

    def _chosen(self, key: str, term: str) -> str:
        template: str = self.table[key][number_of_stand_in(term)]
        return template.format(self.label(group_of_stand_in(term)))

    def label(self, term: str) -> str:
        """The word for a term.

        Raises:
            Unsayable: The language has none.
        """
        label = self.lexicon[term].label(self.lang)
        if self.lang == "ja" and label.isascii():
            raise Unsayable(label)
        lower = self.lang == "en" and self.lexicon[term].category != "Subtype"
        return label.lower() if lower else label

    def _plural(self, term: str) -> str:
        found = self.lexicon[term]
        words = found.plurals[0] if found.plurals else plural(found.label("en"))
        return words if found.category == "Subtype" else words.lower()

    def group(self, group: str) -> str:
        """The words for all types of a kind."""
        return self._plural(group) if self.lang == "en" else self.label(group)

    def objects(self, subject: Filter) -> str:
        """The objects that a filter takes, as noun phrases.

        Raises:
            Unsayable: The sentences cannot say what is demanded of them.
        """
        if isinstance(subject, Objects):
            named = [self.table["copied-name"].format(name) for name in subject.names]
            return str(self.table["and"].join(named))
        return str(self.table["and"].join(self._phrase(list(a)) for a in alternatives(subject)))

    def _phrase(self, parts: list[tuple[Filter, bool]]) -> str:
        """One noun phrase: adjectives, nouns and what stands around them."""
        table = self.table
        other = any(isinstance(f, Other) and not n for f, n in parts)
        if any(isinstance(f, Other) and n for f, n in parts):
            raise Unsayable("other")
        without = [self._piece(f) for f, n in parts if n and isinstance(f, HasTerm | IsA)]
        nouns = sorted(
            (f.terms[0] for f, n in parts if isinstance(f, HasTerm) and not n),
            key=lambda t: _CATEGORIES.index(self.lexicon[t].category),
        )
        classes = [f.predicate for f, n in parts if isinstance(f, IsA) and not n]
        around = [
            self._around(f, n)
            for f, n in parts
            if isinstance(f, ControlledBy | InZone | Named | Objects)
        ]
        around += [self._chosen("of-chosen", t) for t in nouns if is_stand_in(t)]
        nouns = [t for t in nouns if not is_stand_in(t)]
        adjectives = [table["non"].format(word) for word in without]
        head = self._head([*nouns, *classes])
        if self.lang == "ja":
            lead = "".join(around) + str(table["all"]) + (table["other"] if other else "")
            return lead + "".join(adjectives) + head
        lead = table["all"] + (table["other"] if other else "")
        return " ".join([lead + " ".join([*adjectives, head]), *around])

    def _head(self, terms: list[str]) -> str:
        bare = not terms or self.lexicon[terms[-1]].category == "Supertype"
        if self.lang == "ja":
            said = self._types_of(terms)
            return said + (self.table["object"] if bare else "")
        words = [self.label(t) for t in terms]
        if bare:
            return " ".join([*words, self.table["object"]])
        return " ".join([*words[:-1], self._plural(terms[-1])])

    def _types_of(self, terms: list[str]) -> str:
        said = ""
        for term in terms:
            word = self.label(term)
            said += word if not said or said.endswith("の") else self.table["between"] + word
        return said

    def _piece(self, part: HasTerm | IsA) -> str:
        return self.label(
            part.terms[0] if isinstance(part, HasTerm) else part.predicate
        ).removesuffix("の")

    def _around(self, part: ControlledBy | InZone | Named | Objects, negated: bool) -> str:
        key, word = "", ""
        if isinstance(part, ControlledBy) and part.player in ("you", "opponent"):
            key = "yours" if part.player == "you" else "theirs"
            key = f"not-{key}" if negated else key
        elif isinstance(part, InZone):
            key, word = "not-place" if negated else "place", self.label(part.zone)
        elif isinstance(part, Named) and not negated:
            key, word = "named", part.name
        if key not in self.table:
            raise Unsayable(key)
        return str(self.table[key].format(word))

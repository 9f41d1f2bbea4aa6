"""Puts an effect in exact form into words that are read as the same exact form again.

The words are plain rather than those of a card: a subject, a predicate for each operation, and for a
copy its exceptions. All sentences stand in `saying.toml`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from ...kb.knowledge import Knowledge
from ...kb.lexicon import plural
from ..filters import alternatives
from ..syntax import (
    Clause,
    ControlledBy,
    Effect,
    Filter,
    HasTerm,
    InZone,
    IsA,
    Named,
    Objects,
    Other,
)
from .exact_form import copied_name
from .operations import (
    ADD,
    ADD_EVERY,
    COPY,
    FACE_DOWN,
    LOSE,
    LOSE_ABILITIES,
    LOSE_ALL,
    REPLACE,
    SET,
    Operation,
    additions,
    operations,
)
from .stand_ins import (
    OpenLexicon,
    group_of_stand_in,
    is_stand_in,
    number_of_stand_in,
    open_lexicon,
)

_CATEGORIES = ("Supertype", "Subtype", "CardType")


class Unsayable(ValueError):
    """Raised for an effect that the sentences cannot say."""


@functools.cache
def _sentences(lang: str) -> dict[str, Any]:
    text = files(__package__).joinpath("saying.toml").read_text("utf-8")
    found: dict[str, Any] = tomllib.loads(text)[lang]
    return found


def effect_words(effect: Effect, knowledge: Knowledge, lang: str, *, itself: bool = False) -> str:
    """An effect in words.

    Args:
        effect: What it does and to what.
        knowledge: Names the terms and concludes what is added.
        lang: "en" or "ja".
        itself: It is about the object that says it.

    Raises:
        Unsayable: The sentences of the language cannot say it.
    """
    return _Speaker(knowledge, lang).effect(effect, itself=itself)


class _Speaker:
    """Says effects in one language."""

    def __init__(self, knowledge: Knowledge, lang: str) -> None:
        self.knowledge = knowledge
        self.lang = lang
        self.lexicon: OpenLexicon = open_lexicon(knowledge.lexicon)
        self.table = _sentences(lang)

    def effect(self, effect: Effect, *, itself: bool) -> str:
        """The whole effect."""
        listed = operations(effect, self.knowledge)
        many = effect.subject is not None and not itself
        subject = self.table["self"] if itself else self.table["affected"]
        if many and effect.subject is not None:
            subject = self._nouns(effect.subject)
        if len(listed) == 1 and listed[0].verb == REPLACE:
            return self.table["replaced"].format(subject, *self._replaced(listed[0]))
        if len(listed) == 1 and listed[0].verb == FACE_DOWN and not listed[0].terms:
            return self.table["turned"].format(subject)
        if any(op.verb == REPLACE for op in listed):
            raise Unsayable(effect.words)
        form = "plural" if many and "plural" in self.table else "singular"
        copying = [op for op in listed if op.verb == COPY]
        rest = self._predicates([op for op in listed if op.verb != COPY], form, copying=copying)
        if copying:
            made = self.table[form]["copy"].format(self._model(copying[0]))
            said = self._sentence(subject, [made])
            return said + (self.table["exceptions"].format(self._joined(rest)) if rest else "")
        return self._sentence(subject, rest)

    def _sentence(self, subject: str, predicates: list[str]) -> str:
        joined = self._joined(predicates)
        return str(self.table["sentence"].format(subject=subject, predicates=joined))

    def _joined(self, predicates: list[str]) -> str:
        if "continued" in self.table:
            said = [self._continued(p) for p in predicates[:-1]]
            return str(self.table["comma"].join([*said, *predicates[-1:]]))
        if len(predicates) < 3:
            return str(self.table["and"].join(predicates))
        return str(self.table["comma"].join(predicates[:-1]) + self.table["last"] + predicates[-1])

    def _continued(self, predicate: str) -> str:
        for end, form in self.table["continued"].items():
            if predicate.endswith(end):
                return predicate.removesuffix(end) + str(form)
        raise Unsayable(predicate)

    def _predicates(
        self, listed: Sequence[Operation], form: str, *, copying: list[Operation]
    ) -> list[str]:
        spoken = "exception" if copying and "exception" in self.table else form
        table = self.table[spoken]
        many = spoken == "plural"
        given = [op for op in listed if op.verb in (ADD, SET)]
        found = self._given(given, table, many=many)
        for op in listed:
            if op.verb == FACE_DOWN:
                words = self.table["face-down"] + self._face_down(op)
                found.append(self._fill(table["become"], words, many=many))
            elif op.verb == LOSE:
                found += [self._fill(table["lose"], self._types((t,)), many=many) for t in op.terms]
            elif op.verb in (ADD_EVERY, LOSE_ALL):
                key = "every" if op.verb == ADD_EVERY else "lose-all"
                found.append(table[key].format(group=self._group(op.group)))
            elif op.verb == LOSE_ABILITIES:
                found.append(table["abilities"])
        return found

    def _given(self, ops: list[Operation], table: dict[str, str], *, many: bool) -> list[str]:
        """What is set and added, in as few predicates as say it."""
        added = {t for op in ops if op.verb == ADD for t in op.terms}
        every = [t for op in ops for t in op.terms]
        free = {t for t in every if self.lexicon[t].category == "Supertype"}
        if not every:
            return []
        whole = self._fill(table["become"], self._types(every, many=many), many=many)
        if self._concluded(every) - free == added - free:
            return [whole]
        if set(every) - free <= added:
            return [self._fill(table["add"], self._types(every, many=many), many=many)]
        if not added - free:
            return [whole, table["only"]]
        first = [t for t in every if t not in added or t in free]
        then = [t for t in every if t in added and t not in free]
        return [
            *self._given([Operation(SET, terms=tuple(first))], table, many=many),
            self._fill(table["add"], self._types(then, many=many), many=many),
        ]

    def _concluded(self, terms: list[str]) -> frozenset[str]:
        """What a plain clause that gives some terms adds."""
        return additions((Clause(tuple(terms)),), self.knowledge)[0]

    def _fill(self, template: str, types: str, *, many: bool) -> str:
        vowel = types.lower().startswith(("a", "e", "i", "o", "u"))
        plain = many or types.startswith("the ") or not self._is_noun(types)
        article = "" if plain else "an " if vowel else "a "
        return template.format(types=types, article=article)

    def _is_noun(self, types: str) -> bool:
        """Whether words end in a noun, not in an adjective alone."""
        last = self.knowledge.lexicon.lookup(types) or self.knowledge.lexicon.lookup(
            types.split()[-1]
        )
        return not all(t.category == "Supertype" for t in last)

    def _types(self, terms: Sequence[str], *, many: bool = False) -> str:
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

    def _face_down(self, op: Operation) -> str:
        return self._types(op.terms)

    def _term(self, term: str) -> str:
        if is_stand_in(term):
            return self._chosen("chosen", term)
        return self._label(term)

    def _chosen(self, key: str, term: str) -> str:
        template: str = self.table[key][number_of_stand_in(term)]
        return template.format(self._label(group_of_stand_in(term)))

    def _label(self, term: str) -> str:
        label = self.lexicon[term].label(self.lang)
        if self.lang == "ja" and label.isascii():
            raise Unsayable(label)
        lower = self.lang == "en" and self.lexicon[term].category != "Subtype"
        return label.lower() if lower else label

    def _plural(self, term: str) -> str:
        found = self.lexicon[term]
        words = found.plurals[0] if found.plurals else plural(found.label("en"))
        return words if found.category == "Subtype" else words.lower()

    def _group(self, group: str) -> str:
        return self._plural(group) if self.lang == "en" else self._label(group)

    def _model(self, op: Operation) -> str:
        name = copied_name(op.model)
        if name is None:
            return str(self.table["copied-choice"])
        return str(self.table["copied-name"].format(name))

    def _replaced(self, op: Operation) -> tuple[str, str]:
        old, new = op.terms
        if self.lang == "ja" and (is_stand_in(old) or is_stand_in(new)):
            raise Unsayable(old)
        one = (
            self.table["one"].format(self._label(group_of_stand_in(old)))
            if is_stand_in(old)
            else ""
        )
        return one or self._label(old), self.table["another"] if is_stand_in(new) else self._label(
            new
        )

    # --- what it affects ----------------------------------------------------------------------------

    def _nouns(self, subject: Filter) -> str:
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
            lead = "".join(around) + table["all"] + (table["other"] if other else "")
            return lead + "".join(adjectives) + head
        lead = table["all"] + (table["other"] if other else "")
        return " ".join([lead + " ".join([*adjectives, head]), *around])

    def _head(self, terms: list[str]) -> str:
        bare = not terms or self.lexicon[terms[-1]].category == "Supertype"
        if self.lang == "ja":
            said = self._types_of(terms)
            return said + (self.table["object"] if bare else "")
        words = [self._label(t) for t in terms]
        if bare:
            return " ".join([*words, self.table["object"]])
        return " ".join([*words[:-1], self._plural(terms[-1])])

    def _types_of(self, terms: list[str]) -> str:
        said = ""
        for term in terms:
            word = self._label(term)
            said += word if not said or said.endswith("の") else self.table["between"] + word
        return said

    def _piece(self, part: HasTerm | IsA) -> str:
        return self._label(
            part.terms[0] if isinstance(part, HasTerm) else part.predicate
        ).removesuffix("の")

    def _around(self, part: ControlledBy | InZone | Named | Objects, negated: bool) -> str:
        key, word = "", ""
        if isinstance(part, ControlledBy) and part.player in ("you", "opponent"):
            key = "yours" if part.player == "you" else "theirs"
            key = f"not-{key}" if negated else key
        elif isinstance(part, InZone):
            key, word = "not-place" if negated else "place", self._label(part.zone)
        elif isinstance(part, Named) and not negated:
            key, word = "named", part.name
        if key not in self.table:
            raise Unsayable(key)
        return str(self.table[key].format(word))

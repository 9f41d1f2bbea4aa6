"""Puts an effect in exact form into words that are read as the same exact form again.

The words are plain rather than those of a card: a subject, a predicate for each operation, and for a
copy its exceptions. All sentences stand in `saying.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...kb.knowledge import Knowledge
from ..syntax import Clause, Effect
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
from .saying_nouns import Nouns, Unsayable
from .stand_ins import group_of_stand_in, is_stand_in


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
        self.nouns = Nouns(knowledge, lang)
        self.lexicon = self.nouns.lexicon
        self.table = self.nouns.table

    def effect(self, effect: Effect, *, itself: bool) -> str:
        """The whole effect."""
        listed = operations(effect, self.knowledge)
        many = effect.subject is not None and not itself
        subject = self.table["self"] if itself else self.table["affected"]
        if many and effect.subject is not None:
            subject = self.nouns.objects(effect.subject)
        if len(listed) == 1 and listed[0].verb == REPLACE:
            return str(self.table["replaced"].format(subject, *self._replaced(listed[0])))
        if len(listed) == 1 and listed[0].verb == FACE_DOWN and not listed[0].terms:
            return str(self.table["turned"].format(subject))
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
                words = self.table["face-down"] + self.nouns.types(op.terms)
                found.append(self._fill(table["become"], words, many=many))
            elif op.verb == LOSE:
                found += [
                    self._fill(table["lose"], self.nouns.types((t,)), many=many) for t in op.terms
                ]
            elif op.verb in (ADD_EVERY, LOSE_ALL):
                key = "every" if op.verb == ADD_EVERY else "lose-all"
                found.append(table[key].format(group=self.nouns.group(op.group)))
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
        whole = self._fill(table["become"], self.nouns.types(every, many=many), many=many)
        if self._concluded(every) - free == added - free:
            return [whole]
        if set(every) - free <= added:
            return [self._fill(table["add"], self.nouns.types(every, many=many), many=many)]
        if not added - free:
            return [whole, table["only"]]
        first = [t for t in every if t not in added or t in free]
        then = [t for t in every if t in added and t not in free]
        return [
            *self._given([Operation(SET, terms=tuple(first))], table, many=many),
            self._fill(table["add"], self.nouns.types(then, many=many), many=many),
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

    def _model(self, op: Operation) -> str:
        name = copied_name(op.model)
        if name is None:
            return str(self.table["copied-choice"])
        return str(self.table["copied-name"].format(name))

    def _replaced(self, op: Operation) -> tuple[str, str]:
        old, new = op.terms
        if self.nouns.lang == "ja" and (is_stand_in(old) or is_stand_in(new)):
            raise Unsayable(old)
        one = (
            self.table["one"].format(self.nouns.label(group_of_stand_in(old)))
            if is_stand_in(old)
            else ""
        )
        return one or self.nouns.label(old), self.table["another"] if is_stand_in(
            new
        ) else self.nouns.label(new)

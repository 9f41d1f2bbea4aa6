"""Puts an effect in exact form into words that are read as the same exact form again.

The words are plain rather than those of a card: a subject, a predicate for each operation, and for a
copy its exceptions. All sentences stand in `saying.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...kb.knowledge import Knowledge
from ..language.others import others_said, says_other
from ..syntax import Clause, Effect, Objects
from .exact_form import CHOSEN, copied_name
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
from .saying_nouns import Nouns
from .saying_types import Unsayable
from .stand_ins import group_of_stand_in, is_stand_in, number_of_stand_in


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


def _copies_another(listed: Sequence[Operation]) -> bool:
    """Whether what is copied is not the object that says it, so that "other" leaves out the former."""
    return any(op.verb == COPY and op.model not in ("", "~") for op in listed)


def _is_one(effect: Effect) -> bool:
    """Whether what is affected is one object that is called by its name."""
    return isinstance(effect.subject, Objects) and len(effect.subject.names) == 1


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
        chosen = [t for op in listed for t in op.terms if is_stand_in(t)]
        self.nouns.two_choices = any(map(number_of_stand_in, chosen))
        many = effect.subject is not None and not itself
        subject = self.table["self"] if itself else self.table["affected"]
        if many and effect.subject is not None:
            another = _copies_another(listed)
            self.nouns.but_itself = another and says_other(effect.subject)
            known = another and not self.nouns.but_itself
            named = others_said(CHOSEN, effect.subject) if known else effect.subject
            subject = self.nouns.objects(named)
        if len(listed) == 1 and listed[0].verb == REPLACE:
            words = self._replaced(listed[0], unnamed=effect.words.startswith("{"))
            key = "replaced-choice" if is_stand_in(listed[0].terms[0]) else "replaced"
            alone = not (many or itself) and "replaced-it" in self.table
            key = "replaced-it" if alone else key
            return str(self.table[key].format(subject, *words))
        by_name = isinstance(effect.subject, Objects) and "article" in self.table
        bare = len(listed) == 1 and listed[0].verb == FACE_DOWN and not listed[0].terms
        if bare and not by_name:
            return str(self.table["turned-self" if itself else "turned"].format(subject))
        if any(op.verb == REPLACE for op in listed):
            raise Unsayable(effect.words, "together")
        several = many and not _is_one(effect)
        form = "plural" if several else "singular"
        copying = [op for op in listed if op.verb == COPY]
        rest = self._predicates([op for op in listed if op.verb != COPY], form, copying=copying)
        if copying:
            made = self.table[form]["copy"].format(self._model(copying[0]))
            said = self._sentence(subject, [made])
            key = (
                "exceptions-plural"
                if several and "exceptions-plural" in self.table
                else "exceptions"
            )
            return said + (self.table[key].format(self._joined(rest)) if rest else "")
        return self._sentence(subject, rest)

    def _sentence(self, subject: str, predicates: list[str]) -> str:
        joined = self._joined(predicates)
        before = joined.startswith(tuple(self.table.get("pause-before", ())))
        if before or len(subject) > self.table.get("pause-after", len(subject)):
            joined = self.table["comma"] + joined
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
        raise Unsayable(predicate, "together")

    def _predicates(
        self, listed: Sequence[Operation], form: str, *, copying: list[Operation]
    ) -> list[str]:
        many = form == "plural"
        table = self.table[form]
        if copying:
            said = "exception-plural" if many else "exception"
            table = self.table.get(said, self.table["exception"])
        given = [op for op in listed if op.verb in (ADD, SET)]
        # What is given is kept when all others are lost, so the loss is said first.
        emptied = [op for op in listed if op.verb == LOSE_ALL] if given else []
        found = [self._all("lose-all", op.group, table) for op in emptied]
        found += self._given(given, table, many=many)
        lost = [] if "neither" not in self.table else self._singly_lost(listed)
        for op in listed:
            if op in emptied:
                continue
            if op.verb == FACE_DOWN and not op.terms:
                found.append(table["down"])
            elif op.verb == FACE_DOWN:
                words = self.nouns.strung(self.nouns.in_order(op.terms), many=many)
                article = "" if many else self.table.get("article", "")
                words = article + self.table["face-down"] + words
                found.append(table["become"].format(types=words))
            elif op.verb == LOSE and (group := self.nouns.whole_group(op.terms)):
                found.append(table["lose-all"].format(group=self.nouns.several(group)))
            elif op.verb == LOSE and len(lost) > 1:
                if op.terms[0] == lost[0]:
                    words = "".join(
                        self.table["neither"].format(self.nouns.listed((t,))) for t in lost
                    )
                    found.append(words + self.table["nor"])
            elif op.verb == LOSE:
                single = (self.nouns.listed((t,), many=many) for t in op.terms)
                found += [table["lose"].format(types=words) for words in single]
            elif op.verb in (ADD_EVERY, LOSE_ALL):
                key = "every" if op.verb == ADD_EVERY else "lose-all"
                found.append(self._all(key, op.group, table))
            elif op.verb == LOSE_ABILITIES:
                found.append(table["abilities"])
        return found

    def _all(self, key: str, group: str, table: dict[str, str]) -> str:
        """A predicate about all types of a kind."""
        several, one = self.nouns.several(group), self.nouns.label(group)
        return table[key].format(group=several, one=one)

    def _singly_lost(self, listed: Sequence[Operation]) -> list[str]:
        """Types that are lost, each by its name."""
        lost = (op for op in listed if op.verb == LOSE and not self.nouns.whole_group(op.terms))
        return [term for op in lost for term in op.terms]

    def _given(self, ops: list[Operation], table: dict[str, str], *, many: bool) -> list[str]:
        """What is set and added, in as few predicates as say it."""
        added = {t for op in ops if op.verb == ADD for t in op.terms}
        every = [t for op in ops for t in op.terms]
        free = {t for t in every if self.lexicon[t].category == "Supertype"}
        if not every:
            return []

        def fill(key: str, terms: list[str]) -> str:
            return table[key].format(types=self.nouns.listed(terms, many=many))

        if all(t in free for t in every) and self.table.get("apart"):
            return [fill("become", [t]) for t in every]
        if self._concluded(every) - free == added - free:
            return self._become(every, fill)
        if set(every) - free <= added:
            parts = self.nouns.by_card_type(self.nouns.in_order(every))
            if len(parts) > 1 and "besides" in table:
                return [fill("add", parts[0]), *(fill("besides", part) for part in parts[1:])]
            return [fill("add", every)]
        if not added - free:
            plain = [t for t in every if t in free]
            rest = self._become([t for t in every if t not in free], fill)
            return [*(self._become(plain, fill) if plain else ()), *rest, table["only"]]
        first = [t for t in every if t not in added or t in free]
        then = [t for t in every if t in added and t not in free]
        set_ = self._given([Operation(SET, terms=tuple(first))], table, many=many)
        return [*set_, fill("add", then)]

    def _become(self, terms: list[str], fill: Callable[[str, list[str]], str]) -> list[str]:
        """What is set; a type that is chosen does not stand before a noun in every language."""
        chosen = [t for t in terms if is_stand_in(t)]
        rest = [t for t in terms if t not in chosen]
        if chosen and rest and self.table.get("chosen-apart"):
            return [fill("become", rest), *(fill("become", [t]) for t in chosen)]
        if self.table.get("apart"):
            parts = self.nouns.by_card_type(self.nouns.in_order(terms))
            return [fill("become", part) for part in parts]
        return [fill("become", terms)]

    def _concluded(self, terms: list[str]) -> frozenset[str]:
        """What a plain clause that gives some terms adds."""
        return additions((Clause(tuple(terms)),), self.knowledge)[0]

    def _model(self, op: Operation) -> str:
        name = copied_name(op.model)
        if name is None:
            return str(self.table["copied-choice"])
        return str(self.table["copied-name"].format(name))

    def _replaced(self, op: Operation, *, unnamed: bool) -> tuple[str, str]:
        """The word that is replaced and the one that replaces it.

        Args:
            op: The operation.
            unnamed: Of what kind the words are that are chosen is not said, as in exact form.
        """
        old, new = op.terms
        kind = self.table["any-type"] if unnamed else None
        said = [
            self.table[key].format(kind or self.nouns.label(group_of_stand_in(term)))
            if is_stand_in(term)
            else self.nouns.label(term)
            for key, term in (("one", old), ("another", new))
        ]
        return said[0], said[1]

"""Sentences for the statements of a proof, in English and Japanese, from the ontology's templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from ..knowledge import Knowledge
from ..logic.syntax import Compound, Value, Var, show_value
from ..values import value
from .nodes import Fact, When

WORDS = {
    "en": {
        "start": "at the start",
        "after": "after {0}",
        "when": "when {0} is applied",
        "if": "if {0} were applied",
        "given": "given",
        "persists": "nothing ended it since",
        "lacks": "{0} does not apply:",
        "unfit": "the words of {0} do not fit:",
        "as above": "as above",
        "every": "every other {0}",
        "compare": "{0} {1} {2}",
        "any": "(any)",
    },
    "ja": {
        "start": "最初の時点で",
        "after": "{0}の後で",
        "when": "{0}が適用されると",
        "if": "仮に{0}が適用されるなら",
        "given": "前提",
        "persists": "以後これを終わらせるものがない",
        "lacks": "{0}は当てはまらない:",
        "unfit": "{0}の文言に当てはまらない:",
        "as above": "上に同じ",
        "every": "その他すべての{0}",
        "compare": "{0} {1} {2}",
        "any": "(いずれも)",
    },
}
LABELS = {
    "effect": {"en": "effect {0}", "ja": "効果{0}"},
    "ability": {"en": "ability {0}", "ja": "能力{0}"},
}


@value
class Speaker:
    """Turns statements of one answer into sentences of one language.

    Args:
        knowledge: Terms and sentence templates.
        lang: "en" or "ja".
        layers: Parts of effects that have several parts → the layer that tells them apart.
        objects: Names of the scenario's objects, which are told as they are.
        labels: Ids of the scenario's own (effects and their parts): ("effect" | "ability", number).
    """

    knowledge: Knowledge
    lang: str
    labels: dict[str, tuple[str, int]]
    objects: frozenset[str] = frozenset()
    layers: Mapping[str, str] = field(default_factory=dict)

    def word(self, key: str, *args: str) -> str:
        """A fixed phrase."""
        return WORDS[self.lang][key].format(*args)

    def value(self, value: Value) -> str:
        """The name of an individual."""
        if isinstance(value, Compound):
            sentences = self.knowledge.sentences.get(value.functor)
            args = [self.value(a) for a in value.args]
            if sentences and sentences.says:
                return self._pick(sentences.says).format(*args)
            return f"{value.functor}({', '.join(args)})"
        if isinstance(value, Var):
            return self.word("any")
        text = str(value)
        if text in self.labels:
            kind, number = self.labels[text]
            name = LABELS[kind][self.lang].format(number)
            layer = self.layers.get(text)
            return f"{name} ({self.value(layer)})" if layer else name
        if text in self.objects:
            return text
        term = self.knowledge.lexicon.terms.get(text)
        if term is not None:
            return term.label(self.lang)
        kind, slash, rest = text.rpartition("/")
        if slash and rest == "*" and kind in self.knowledge.lexicon.terms:
            return self.word("every", self.knowledge.lexicon[kind].label(self.lang))
        return text

    def _pick(self, by_language: dict[str, str]) -> str:
        return by_language.get(self.lang) or next(iter(by_language.values()), "")

    def fact(self, fact: Fact) -> str:
        """A statement as a sentence without its moment."""
        if fact.predicate == "compare":
            return self.word("compare", *map(str, fact.args))
        sentences = self.knowledge.sentences.get(fact.predicate)
        args = [self.value(a) for a in fact.args]
        if sentences is None:
            shown = ", ".join(map(show_value, fact.args))
            return (
                f"{'not ' if fact.negated else ''}{fact.change} {fact.predicate}({shown})".strip()
            )
        template = sentences.denies if fact.negated else sentences.says
        if fact.negated and sentences.denies_any and any(isinstance(a, Var) for a in fact.args):
            template = sentences.denies_any
        if fact.change == "starts" and sentences.starts:
            template = sentences.starts if not fact.negated else sentences.denies
        elif fact.change == "ends" and sentences.ends:
            template = sentences.ends if not fact.negated else sentences.says
        return self._pick(template).format(*args)

    def moment(self, when: When, place: Callable[[int], str]) -> str:
        """The moment of a statement; `place` names a situation."""
        words = []
        if when.event is not None:
            words.append(self.word("when", self.value(when.event)))
        elif when.situation >= 0 and not when.tried:
            words.append(place(when.situation))
        words += [self.word("if", self.value(event)) for event in when.tried]
        return ", ".join(filter(None, words))

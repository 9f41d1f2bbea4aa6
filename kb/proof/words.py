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
        "when-event": "when {0} happens",
        "if-event": "if {0} happened",
        "happens": "{0} happens",
        "given": "given",
        "persists": "nothing ended it since",
        "reading": "{0} (reading {1})",
        "lacks": "{0} does not apply:",
        "unfit": "the words of {0} do not fit:",
        "as above": "as above",
        "every": "every other {0}",
        "compare": "{0} {1} {2}",
        "any": "(any)",
        "since": ": {0}",
        "once": "once {0} is applied, {1}",
        "then": "{0} when {1} is applied",
    },
    "ja": {
        "start": "最初の時点で",
        "after": "{0}の後で",
        "when": "{0}が適用されると",
        "if": "仮に{0}が適用されるなら",
        "when-event": "{0}が起きると",
        "if-event": "仮に{0}が起きるなら",
        "happens": "{0}が起きる",
        "given": "前提",
        "persists": "以後これを終わらせるものがない",
        "reading": "{0}（解釈 {1}）",
        "lacks": "{0}は当てはまらない:",
        "unfit": "{0}の文言に当てはまらない:",
        "as above": "上に同じ",
        "every": "その他すべての{0}",
        "compare": "{0} {1} {2}",
        "any": "(いずれも)",
        "since": "（{0}）",
        "once": "{0}が適用されると、{1}",
        "then": "{1}が適用される時に{0}",
    },
}
QUOTES = {"en": '"{0}"', "ja": "《{0}》"}
LABELS = {
    "effect": {"en": "effect {0}", "ja": "効果{0}"},
    "effect-copied": {"en": "effect {0} as one of {1}", "ja": "{1}の効果としての効果{0}"},
    "effect-reworded": {"en": "effect {0} as reworded", "ja": "語が変わった効果{0}"},
    "event": {"en": "“{1}”", "ja": "『{1}』"},
    "ability": {"en": "ability {0}", "ja": "能力{0}"},
    "ability-copied": {"en": "ability {0} as one of {1}", "ja": "{1}の能力としての能力{0}"},
    "ability-reworded": {"en": "ability {0} as reworded", "ja": "語が変わった能力{0}"},
}

# What an effect, an ability or an event of a scenario is called: a key of `LABELS`, and what fills it.
Label = tuple[str | int, ...]


@value
class Speaker:
    """Turns statements of one answer into sentences of one language.

    Args:
        knowledge: Terms and sentence templates.
        lang: "en" or "ja".
        layers: Parts of effects that have several parts → the layer that tells them apart.
        objects: Names of the scenario's objects, which are told as they are.
        labels: Ids of the scenario's own (effects and their parts), and what they are called.
        names: Ids of the scenario's own that are told by a name instead.
    """

    knowledge: Knowledge
    lang: str
    labels: dict[str, Label]
    objects: frozenset[str] = frozenset()
    layers: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

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
        if text in self.names:
            return self.names[text]
        if text in self.labels:
            kind, *filled = self.labels[text]
            name = LABELS[str(kind)][self.lang].format(*filled)
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

    def title(self, event: Value) -> str:
        """An event at the head of a line: one that was given in a sentence is told by it."""
        return str(self.labels[str(event)][2]) if self._is_event(event) else self.value(event)

    def _is_event(self, value: Value) -> bool:
        """Whether a value is an event that was given in a sentence, and is called by it."""
        return isinstance(value, str) and self.labels.get(value, ("",))[0] == "event"

    def _pick(self, by_language: dict[str, str]) -> str:
        return by_language.get(self.lang) or next(iter(by_language.values()), "")

    def fact(self, fact: Fact) -> str:
        """A statement as a sentence without its moment."""
        if fact.predicate == "compare":
            return self.word("compare", *map(str, fact.args))
        sentences = self.knowledge.sentences.get(fact.predicate)
        args = [self.value(a) for a in fact.args]
        if fact.predicate == "happens" and not fact.negated and self._is_event(fact.args[0]):
            return self.word("happens", *args)
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

    def refutation(self, fact: Fact) -> str:
        """What keeps all rules for a statement from applying, or "" if there is no sentence for it."""
        sentences = self.knowledge.sentences.get(fact.predicate)
        if sentences is None:
            return ""
        opened = sentences.refutes_any and any(isinstance(a, Var) for a in fact.args)
        template = sentences.refutes_any if opened else sentences.refutes
        return self._pick(template).format(*map(self.value, fact.args))

    def moment(self, when: When, place: Callable[[int], str]) -> str:
        """The moment of a statement; `place` names a situation."""
        words = []
        if when.event is not None:
            words.append(self._moment("when", when.event))
        elif when.situation >= 0 and not when.tried:
            words.append(place(when.situation))
        words += [self._moment("if", event) for event in when.tried]
        return ", ".join(filter(None, words))

    def _moment(self, key: str, event: Value) -> str:
        return self.word(f"{key}-event" if self._is_event(event) else key, self.value(event))

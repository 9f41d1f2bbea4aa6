"""Sentences for the statements of a proof, in English and Japanese, from the ontology's templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Self

from ..knowledge import Knowledge
from ..logic.occurrences import variables
from ..logic.syntax import Compound, Value, Var, show_value
from ..values import value
from .nodes import Fact

WORDS = {
    "en": {
        "start": "at the start",
        "after": "after {0}", "after-event": "after {0}", "after-begins": "after {0} begins", "after-due": "after {0}",
        "when": "when {0} is applied", "when-event": "when {0}", "when-begins": "when {0} begins", "when-due": "at {0}",
        "if": "if {0} were applied",
        "happens": "{0} is applied", "happens-event": "{0}", "happens-begins": "{0} begins", "happens-due": "{0} takes place",
        "given": "given", "supposed": "supposed", "persists": "nothing ended it since", "reading": "{0} (reading {1})", ";": "; ",
        ",": ", ", "and": " and ", "options": "{0} ({1})",
        "also": "so also {0}", "with": "{0} ({1})",
        "lacks": "{0} does not apply:", "unfit": "the words of {0} do not fit:", "as above": "as above",
        "every": "every other {0}", "any": "(any)", "since": ": {0}",
        "compare": "{0} {1} {2}", "itself": "{0} is no other object than {0}",
        "once": "once {0} is applied, {1}", "then": "{0} when {1} is applied", "at": "{1}, {0}",
    },
    "ja": {
        "start": "最初の時点で",
        "after": "{0}の適用後", "after-event": "『{0}』の後で", "after-begins": "{0}が始まった後で", "after-due": "{0}の後で",
        "when": "{0}が適用されると", "when-event": "{0}と", "when-begins": "{0}が始まると", "when-due": "{0}の時に",
        "if": "仮に{0}が適用されるなら",
        "happens": "{0}が適用される", "happens-event": "{0}", "happens-begins": "{0}が始まる", "happens-due": "{0}が行われる",
        "given": "前提", "supposed": "仮定", "persists": "その後も変わらない", "reading": "{0}（解釈 {1}）", ";": "; ",
        ",": "、", "and": "と", "options": "{0}（{1}）",
        "also": "{0}も同旨", "with": "{0}（{1}）",
        "lacks": "{0}は適用されない:", "unfit": "{0}の文言に当てはまらない:", "as above": "上に同じ",
        "every": "その他すべての{0}", "any": "(いずれも)", "since": "（{0}）",
        "compare": "{0} {1} {2}", "itself": "{0}は他のオブジェクトではなく{0}自身である",
        "once": "{0}が適用されると、{1}", "then": "{1}が適用される時に{0}", "at": "{0}、{1}",
    },
}  # fmt: skip
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


class Name(str):
    """A name as it fills an English template: `{1:at}` says where something in a zone is, `{1:the}` names it."""

    located: str

    def __new__(cls, label: str, located: str = "") -> Self:
        """A name, for a zone with the words for being there ("on the …"): a preposition, then the zone."""
        made = super().__new__(cls, label)
        made.located = located
        return made

    def __format__(self, spec: str) -> str:
        if spec not in ("at", "the"):
            return str(self)
        located = self.located or f"in the {self}"
        return located if spec == "at" else located.partition(" ")[2]


def quoted(name: str, lang: str) -> str:
    """An object's name in the quotes of a language; in others if the name has them itself."""
    return QUOTES["ja" if '"' in name else lang].format(name)


# What an effect, an ability or an event of a scenario is called: a key of `LABELS`, and what fills it.
Label = tuple[str | int, ...]


@value
class Speaker:
    """Turns statements of one answer into sentences of one language.

    Args:
        knowledge: Terms and sentence templates.
        lang: "en" or "ja".
        layers: Parts of effects that have several parts → the layer that tells them apart.
        objects: Names of the scenario's objects, which are told in quotes.
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
            if str(value) in self.names:
                return self.names[str(value)]
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
            words = (quoted(str(f), self.lang) if f in self.objects else f for f in filled)
            name = LABELS[str(kind)][self.lang].format(*words)
            layer = self.layers.get(text)
            return f"{name} ({self.value(layer)})" if layer else name
        if text in self.objects:
            return quoted(text, self.lang)
        term = self.knowledge.lexicon.terms.get(text)
        if term is not None:
            return term.label(self.lang)
        kind, slash, rest = text.rpartition("/")
        if slash and rest == "*" and kind in self.knowledge.lexicon.terms:
            return self.word("every", self.knowledge.lexicon[kind].label(self.lang))
        return text

    def _name(self, value: Value) -> Name:
        term = self.knowledge.lexicon.terms.get(str(value))
        located = dict(term.located).get(self.lang, "") if term is not None else ""
        return Name(self.value(value), located)

    def title(self, event: Value) -> str:
        """An event at the head of a line: one that was given in a sentence is told by it."""
        return str(self.labels[str(event)][2]) if self.is_event(event) else self.value(event)

    def is_event(self, value: Value) -> bool:
        """Whether a value is an event that was given in a sentence, and is called by it."""
        return isinstance(value, str) and self.labels.get(value, ("",))[0] == "event"

    def _pick(self, by_language: dict[str, str]) -> str:
        return by_language.get(self.lang) or next(iter(by_language.values()), "")

    def fact(self, fact: Fact) -> str:
        """A statement as a sentence without its moment."""
        if fact.predicate == "compare":
            left, sign, right = fact.args
            words = (self.value(left), str(sign), self.value(right))
            return self.word("itself" if left == right and sign == "!=" else "compare", *words)
        sentences = self.knowledge.sentences.get(fact.predicate)
        args = [self._name(a) for a in fact.args]
        if sentences is None:
            shown = ", ".join(map(show_value, fact.args))
            return (
                f"{'not ' if fact.negated else ''}{fact.change} {fact.predicate}({shown})".strip()
            )
        template = sentences.denies if fact.negated else sentences.says
        opened = fact.negated and [i for i, a in enumerate(fact.args) if any(variables(a))]
        for line in self._pick(sentences.denies_any).splitlines() if opened else ():
            if not any(f"{{{place}" in line for place in opened or ()):
                return line.format(*args)
        if fact.change == "starts" and sentences.starts:
            denied = sentences.denies_start or sentences.denies
            template = denied if fact.negated else sentences.starts
        elif fact.change == "ends" and sentences.ends:
            denied = sentences.denies_end or sentences.says
            template = denied if fact.negated else sentences.ends
        return self._pick(template).format(*args)

    def together(self, predicate: str, rows: Sequence[tuple[Value, ...]]) -> str:
        """Facts of one predicate in one sentence; those that differ in several places, one by one."""
        columns = [dict.fromkeys(column) for column in zip(*rows, strict=True)]
        if sum(len(column) > 1 for column in columns) > 1:
            return self.word(",").join(self.fact(Fact(predicate, row)) for row in rows)
        names = [
            self.word("and").join(map(self.value, column))
            if len(column) > 1
            else self._name(*column)
            for column in columns
        ]
        return self._pick(self.knowledge.sentences[predicate].says).format(*names)

    def refutation(self, fact: Fact) -> str:
        """What keeps all rules for a statement from applying, or "" if there is no sentence for it."""
        sentences = self.knowledge.sentences.get(fact.predicate)
        if sentences is None:
            return ""
        opened = sentences.refutes_any and any(isinstance(a, Var) for a in fact.args)
        template = sentences.refutes_any if opened else sentences.refutes
        return self._pick(template).format(*map(self.value, fact.args))

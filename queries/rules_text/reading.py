"""Reads a rules text: the type-changing effects in it, and the sentences on types not understood."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge
from ..syntax import Effect
from ..wording import read_effect
from ..wording.antecedents import mentions_itself
from ..wording.drafts import IN_ADDITION, LOSES_OTHER
from ..wording.lexer import MAX_CLAUSE, Token, phrases, tokens_en
from ..wording.lexer_ja import tokens_ja
from ..wording.meanings import meanings
from ..wording.reader import is_japanese
from ..wording.spelling import nearest
from .abilities import MAX_TEXT, Ability, Sentence, abilities
from .card_reading import CardReading, TextEffect, Unread
from .clause_kinds import (
    changes_types,
    copying_named,
    copying_this,
    only_keeps,
    put_face_down,
    rider_of,
    says_something,
    subtypes_only,
)
from .cues import VERBS, may_speak_of_types, speaks_of_types
from .cues_ja import near_type, speaks_of_types_ja
from .exact_form import demanded_form, exact_form
from .stand_ins import default_kind, open_lexicon, stand_in, used_kind, usual_group
from .targets import DEMONSTRATIVE, declared_target, implies

_FACE_DOWN = ("face_down", "turn_face_down", "face_down_as")
_AIMING = ("particular", "demonstrative")
RESOLVED, STATIC, DEFINING = "resolved", "static", "defining"


@dataclass
class _Reader:
    """Reads the abilities of one text; remembers the effect that a further sentence may continue."""

    knowledge: Knowledge
    lang: str
    own: Collection[str]
    kind: str | None
    text: str
    abilities: bool = False
    effects: list[TextEffect] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def ability(self, ability: Ability) -> None:
        """Reads an ability, sentence by sentence."""
        last: tuple[Sentence, int] | None = None
        for number, sentence in enumerate(ability.sentences):
            if not may_speak_of_types(sentence.text, self.lang):
                continue
            before = " ".join(s.text for s in ability.sentences[:number])
            if last is not None and self._continues(sentence, ability, last):
                continue
            if before and self._continues_unread(sentence, ability.sentences[number - 1]):
                continue
            count = len(self.effects)
            self._sentence(sentence, ability, before)
            if len(self.effects) > count:
                last = sentence, count

    def _continues(self, sentence: Sentence, ability: Ability, last: tuple[Sentence, int]) -> bool:
        """Reads "It's still a land." with the sentence that it continues; whether it is such a one."""
        first, number = last
        try:
            alone = self._read(sentence.text)
        except DiagnosticError:
            return False
        extends = any(t.code == "same_true" for t in self._tokens(sentence.text)[:2])
        extends = extends or self._describes(sentence.text, self.effects[number].effect)
        keeps = alone.anaphoric and alone.clauses and all(map(only_keeps, alone.clauses))
        if not (extends or keeps):
            return False
        try:
            together = self._read(f"{first.text.rstrip('.。')}. {sentence.text}")
        except DiagnosticError:
            return False
        found = self.effects[number]
        joined = Sentence(self.text[first.start : sentence.end], first.start, sentence.end)
        itself = found.exact.endswith(" self")
        if not itself:
            together = self._with_target(together, first, ability.sentences)
        self.effects[number] = self._made(joined, ability, together, itself)
        return True

    def _continues_unread(self, sentence: Sentence, before: Sentence) -> bool:
        """Whether a sentence says what is kept by an effect that was not understood just before."""
        if not self.unread or self.unread[-1].end != before.end:
            return False
        try:
            alone = self._read(sentence.text)
        except DiagnosticError:
            return False
        return alone.anaphoric and all(map(only_keeps, alone.clauses))

    def _sentence(self, sentence: Sentence, ability: Ability, before: str) -> None:
        try:
            effect = self._read(sentence.text)
        except DiagnosticError as error:
            fault = error.diagnostics[0]
            if self._speaks(sentence.text) or self._meant_a_type(sentence.text, fault):
                words = self.text[sentence.start : sentence.end]
                fault = replace(fault, hint=self._hint(fault))
                self.unread.append(Unread(words, sentence.start, sentence.end, fault))
            return
        told = any(map(says_something, effect.clauses))
        if not told and any({LOSES_OTHER, IN_ADDITION} & {*c.cues} for c in effect.clauses):
            words = self.text[sentence.start : sentence.end]
            fault = Diagnostic("effect-incomplete", 0, len(words), {"input": words})
            self.unread.append(Unread(words, sentence.start, sentence.end, fault))
        losing = self.abilities and any(c.removes_abilities for c in effect.clauses)
        if losing or changes_types(effect):
            if effect.anaphoric and self._put_face_down(before, sentence.text):
                effect = replace(effect, clauses=tuple(map(put_face_down, effect.clauses)))
            itself = effect.itself or (effect.anaphoric and self._about_itself(before))
            if not itself:
                effect = self._with_target(effect, sentence, ability.sentences)
            self.effects.append(self._made(sentence, ability, effect, itself))

    def _read(self, text: str) -> Effect:
        lexicon = open_lexicon(self.knowledge.lexicon)
        kind = self.kind or usual_group(used_kind(text, lexicon, self.lang), lexicon)
        return read_effect(
            text, lexicon, stand_in=stand_in(lexicon, kind), own=self.own, hints=False
        )

    def _hint(self, fault: Diagnostic) -> str | None:
        """What an unknown word was meant to be; looked for only where it is told or matters."""
        if fault.code != "unknown-word":
            return fault.hint
        return nearest(str(fault.params["input"]), self.lang, self.knowledge.lexicon)

    def _speaks(self, text: str) -> bool:
        if len(text) > MAX_CLAUSE:
            return True
        tokens, lexicon = self._tokens(text), self.knowledge.lexicon
        return (speaks_of_types_ja if self.lang == "ja" else speaks_of_types)(tokens, lexicon)

    def _meant_a_type(self, text: str, fault: Diagnostic) -> bool:
        """Whether a word that nobody knows stands where a type does and is near to one."""
        if fault.code != "unknown-word":
            return False
        if self.lang == "ja":
            tokens, lexicon = self._tokens(text), self.knowledge.lexicon
            return near_type(text, tokens, fault.start, lexicon)
        before = [t.code for t in self._tokens(text) if t.end <= fault.start]
        while before and before[-1] in ("article", "pt", "colour"):
            before.pop()
        if not before or before[-1] not in VERBS:
            return False
        return bool(meanings(self.knowledge.lexicon.lookup(self._hint(fault) or "")))

    def _about_itself(self, before: str) -> bool:
        """Whether a pronoun at the start of a sentence means the object that has the ability."""
        tokens = self._tokens(before)
        return bool(mentions_itself(tokens, range(len(tokens) - 1, -1, -1), self.lang))

    def _tokens(self, text: str) -> list[Token]:
        cut = tokens_ja if self.lang == "ja" else tokens_en
        return cut(text, self.knowledge.lexicon, (), self.own)

    def _put_face_down(self, before: str, text: str) -> bool:
        """Whether what was said before puts an object face down, whose characteristics follow."""
        put = any(token.code in _FACE_DOWN for token in self._tokens(before))
        return put and self._tells_of_it(text)

    def _describes(self, text: str, before: Effect) -> bool:
        """Whether a sentence says what an object is that the effect before it put face down."""
        bare = [c.face_down and not c.gives for c in before.clauses]
        return bool(bare) and all(bare) and self._tells_of_it(text)

    def _tells_of_it(self, text: str) -> bool:
        """Whether a sentence says of something mentioned before what it is."""
        codes = [token.code for token in self._tokens(text)]
        if self.lang == "ja":
            return codes[:2] == ["pronoun", "topic"] and "be" in codes and "become" not in codes
        return codes[:1] == ["pronoun_be"] or codes[:2] == ["pronoun", "be"]

    def _with_target(
        self, effect: Effect, sentence: Sentence, sentences: Sequence[Sentence]
    ) -> Effect:
        """An effect on "it", with what the sentence demands of it that declares it as a target."""
        if any(rider_of(n) in ("creation", "copying") for n in effect.notes):
            return effect
        before = [s.text for s in sentences if s.end <= sentence.start]
        wanted = declared_target(before, self._tokens, self._read)
        if wanted is None or effect.subject is not None:
            return effect
        own = effect.subject_filter
        narrows = own is not None and self._tokens(sentence.text)[0].code in DEMONSTRATIVE
        if effect.anaphoric or (narrows and own is not None and implies(wanted, own)):
            return replace(effect, subject_filter=wanted)
        return effect

    def _generated_by(
        self, effect: Effect, ability: Ability, sentence: Sentence, *, itself: bool
    ) -> str:
        """Whether a static ability generates it, defines characteristics, or something resolves."""
        riders = {rider_of(n): str(n.params.get("words", "")).casefold() for n in effect.notes}
        period = riders.get("duration")
        lasting = period is None or period.startswith(phrases(self.lang).recurring)
        passing = effect.this_turn or effect.enters or not lasting
        aimed = any(t.code in _AIMING for t in self._tokens(sentence.text)) or effect.anaphoric
        aimed = aimed and effect.subject is None and not effect.says_host and not itself
        happening = any(rider in riders for rider in ("event", "creation", "action", "copying"))
        if ability.kind not in ("static", "level") or passing or aimed or happening:
            return RESOLVED
        conditional = ability.label or "condition" in riders or "duration" in riders
        becoming = any(t.code == "become" for t in self._tokens(sentence.text))
        if itself and becoming and not conditional:
            return RESOLVED
        defines = itself and not conditional and not effect.anaphoric
        return DEFINING if defines and all(map(subtypes_only, effect.clauses)) else STATIC

    def _durations(self, sentence: Sentence) -> Iterator[tuple[str, str]]:
        low = sentence.text.casefold()
        spoken = (p for p in phrases(self.lang).this_turn if p in low)
        return (("duration", words) for words in list(spoken)[:1])

    def _made(
        self, sentence: Sentence, ability: Ability, effect: Effect, itself: bool
    ) -> TextEffect:
        copied = next((c.copies for c in effect.clauses if c.copies is not None), "")
        if copied in self.own:
            effect = replace(effect, clauses=tuple(map(copying_this, effect.clauses)))
        elif copied and f"《{copied}》" in sentence.text:
            effect = replace(effect, clauses=tuple(map(copying_named, effect.clauses)))
        aside = [(str(rider_of(n)), str(n.params["words"])) for n in effect.notes if rider_of(n)]
        if effect.this_turn:
            aside += self._durations(sentence)
        if ability.cost:
            aside.insert(0, ("cost", ability.cost))
        return TextEffect(
            exact_form(effect, self.knowledge, itself=itself),
            self.text[sentence.start : sentence.end],
            sentence.start,
            sentence.end,
            ability.kind,
            self._generated_by(effect, ability, sentence, itself=itself),
            "" if itself else demanded_form(effect, self.knowledge),
            copied or "",
            tuple(aside),
            ability.granted,
            effect,
        )


def effects_of_text(
    text: str,
    knowledge: Knowledge,
    lang: str | None = None,
    own: Collection[str] = (),
    *,
    losing_abilities: bool = False,
) -> CardReading:
    """The type-changing effects of a rules text.

    Args:
        text: The text, an ability a line.
        knowledge: The game's terms and rules.
        lang: "en" or "ja"; by default what the script of the text tells.
        own: Names by which the text calls its own object.
        losing_abilities: Effects that make objects lose all abilities count too, which bears on
            types where an ability changes them.

    Raises:
        DiagnosticError: `too-long` past `MAX_TEXT` characters.
    """
    if len(text) > MAX_TEXT:
        faulty: dict[str, object] = {"input": f"{text[:20]}…", "limit": MAX_TEXT}
        raise DiagnosticError([Diagnostic("too-long", 0, len(text), faulty)])
    spoken = lang or ("ja" if is_japanese(text) else "en")
    reading = CardReading(text, spoken)
    if not may_speak_of_types(text, spoken):
        return reading
    names = frozenset(short for name in own for short in own_names(name))
    reader = _Reader(
        knowledge, spoken, names, default_kind(text, knowledge), text, losing_abilities
    )
    for ability in abilities(text, spoken):
        if ability.kind != "reminder":
            reader.ability(ability)
    return CardReading(text, spoken, tuple(reader.effects), tuple(reader.unread))


def own_names(name: str) -> Iterator[str]:
    """A name with the shorter ones by which a text calls its object ("X, the Y": "X")."""
    for whole in (name, *name.split(" // ")):
        yield whole
        for mark in (",", " the ", " of "):
            short = whole.partition(mark)[0].strip()
            if short != whole:
                yield short

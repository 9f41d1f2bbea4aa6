"""Reads the abilities of a rules text, sentence by sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon
from ..language.contradictory import contradictions
from ..syntax import Effect
from ..wording import read_effect
from ..wording.drafts import IN_ADDITION, LOSES_OTHER
from ..wording.lexer import Token
from ..wording.phrase_table import phrases
from .abilities import Ability, Sentence
from .card_reading import TextEffect, Unread
from .clause_kinds import (
    changes_types,
    copying_named,
    copying_this,
    only_keeps,
    put_face_down,
    rider_of,
    says_something,
)
from .cues import breaks_off
from .exact_form import demanded_form, exact_form
from .generation import generated_by
from .groups import of_group
from .left_out import with_others
from .own_names import entering_by_name
from .pronouns import (
    by_pronoun,
    describes,
    means_itself,
    puts_face_down,
    sets_this_apart,
    tells_of_it,
    tells_of_this,
)
from .refusals import cut, fault_of_slip, fault_of_types, may_speak, speaks
from .saying_types import sentences as sentences_of
from .stand_ins import open_lexicon, stand_in, used_kind, usual_group
from .targets import DEMONSTRATIVE, declared_target, implies

LOOK_BACK = 8  # sentences before one in which pronouns of it may have been spoken of


@dataclass
class AbilityReader:
    """Reads the abilities of one text; remembers the effect that a further sentence may continue."""

    knowledge: Knowledge
    lang: str
    own: Collection[str]
    kind: str | None
    text: str
    abilities: bool = False
    effects: list[TextEffect] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    @property
    def spoken(self) -> tuple[Lexicon, str, Collection[str]]:
        """What a sentence is looked at with: the words of the game, its language, own names."""
        return open_lexicon(self.knowledge.lexicon), self.lang, self.own

    def ability(self, ability: Ability) -> None:
        """Reads an ability, sentence by sentence; what stands before a colon or dash is no effect."""
        for part in ability.aside:
            if not may_speak(part.text, self.lang, self.knowledge.lexicon):
                continue
            broken = self.lang == "en" and breaks_off(self._tokens(part.text))
            if broken or speaks(part.text, *self.spoken):
                params: dict[str, object] = {"input": part.text}
                fault = Diagnostic("unread-types", 0, len(part.text), params, message="unread-cost")
                self._refused(part, fault)
        last: tuple[Sentence, int] | None = None
        for number, sentence in enumerate(ability.sentences):
            if not may_speak(sentence.text, self.lang, self.knowledge.lexicon):
                continue
            earlier = ability.sentences[max(0, number - LOOK_BACK) : number]
            before = " ".join(s.text for s in earlier)
            if last is not None and self._continues(sentence, ability, last):
                continue
            if before and self._continues_unread(sentence, ability.sentences[number - 1]):
                continue
            count = len(self.effects)
            self._sentence(sentence, ability, before, last)
            if len(self.effects) > count:
                last = sentence, count

    def _continues(self, sentence: Sentence, ability: Ability, last: tuple[Sentence, int]) -> bool:
        """Reads "It's still a land." with the sentence that it continues; whether it is such a one."""
        first, number = last
        try:
            alone = self._read(sentence.text)
        except DiagnosticError:
            return False
        tokens = self._tokens(sentence.text)
        extends = any(t.code == "same_true" for t in tokens[:2])
        extends = extends or describes(tokens, self.effects[number].effect, self.lang)
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

    def _sentence(
        self,
        sentence: Sentence,
        ability: Ability,
        before: str,
        last: tuple[Sentence, int] | None,
    ) -> None:
        """Reads a sentence by itself; `last` is the one with the effect before it, if there is one."""
        try:
            effect = self._of_group(self._read(sentence.text), sentence, ability.sentences)
        except DiagnosticError as error:
            self._refused(
                sentence, fault_of_types(sentence.text, error.diagnostics[0], *self.spoken)
            )
            return
        faults = self._faults(effect, sentence, first=last is None)
        if faults:
            self._refused(sentence, faults[0])
            return
        told = any(map(says_something, effect.clauses))
        if not told and any({LOSES_OTHER, IN_ADDITION} & {*c.cues} for c in effect.clauses):
            words = self.text[sentence.start : sentence.end]
            self._refused(
                sentence, Diagnostic("effect-incomplete", 0, len(words), {"input": words})
            )
        elif not changes_types(effect):
            self._refused(sentence, fault_of_slip(sentence.text, *self.spoken))
        if effect.stays:
            return
        losing = self.abilities and any(c.removes_abilities for c in effect.clauses)
        if losing or changes_types(effect):
            tokens, earlier = self._tokens(sentence.text), self._tokens(before)
            listing = puts_face_down(earlier) and tells_of_it(tokens, self.lang)
            if effect.anaphoric and listing:
                effect = replace(effect, clauses=tuple(map(put_face_down, effect.clauses)))
            itself = effect.itself or means_itself(
                effect, earlier, sentence.text, tokens, self.lang
            )
            apart = sets_this_apart(sentence.text, tokens, self.lang)
            if itself and tells_of_this(sentence.text, tokens, self.lang):
                effect = replace(effect, anaphoric=False)
            if not apart and (not effect.itself or by_pronoun(tokens, self.lang)):
                aimed = self._with_target(effect, sentence, ability.sentences)
                itself = itself and aimed is effect
                effect = aimed
            self.effects.append(self._made(sentence, ability, effect, itself))

    def _faults(self, effect: Effect, sentence: Sentence, *, first: bool) -> list[Diagnostic]:
        """What is wrong with an effect that was read: it contradicts itself, or only keeps something.

        That something is kept changes nothing by itself; behind another effect it is part of that one.
        """
        words = self.text[sentence.start : sentence.end]
        if effect.stays and not first:
            params: dict[str, object] = {"input": words}
            return [Diagnostic("effect-incomplete", 0, len(words), params, message="only-kept")]
        lexicon = open_lexicon(self.knowledge.lexicon)
        return contradictions(effect, lexicon, 0, len(words))

    def _read(self, text: str) -> Effect:
        lexicon = open_lexicon(self.knowledge.lexicon)
        kind = self.kind or usual_group(used_kind(text, lexicon, self.lang), lexicon)
        choosing = stand_in(lexicon, kind)
        read = read_effect(text, lexicon, stand_in=choosing, own=self.own, hints=False)
        return entering_by_name(read, self.own)

    def _refused(self, sentence: Sentence, fault: Diagnostic | None) -> None:
        """Lists a sentence as not understood, if it has a fault."""
        if fault is not None:
            words = self.text[sentence.start : sentence.end]
            self.unread.append(Unread(words, sentence.start, sentence.end, fault))

    def _tokens(self, text: str) -> list[Token]:
        return cut(text, self.lang, open_lexicon(self.knowledge.lexicon), self.own)

    def _with_target(
        self, effect: Effect, sentence: Sentence, sentences: Sequence[Sentence]
    ) -> Effect:
        """An effect on "it", with what the sentence demands of it that declares it as a target."""
        if any(rider_of(n) in ("creation", "copying") for n in effect.notes):
            return effect
        before = [s.text for s in sentences if s.end <= sentence.start]
        predicate = sentences_of("en")["singular"]["abilities"] if self.lang == "en" else ""
        wanted = declared_target(before, self._tokens, self._read, predicate)
        if wanted is None or effect.subject is not None:
            return effect
        own = effect.subject_filter
        narrows = own is not None and self._tokens(sentence.text)[0].code in DEMONSTRATIVE
        if (
            effect.anaphoric
            or effect.itself
            or (narrows and own is not None and implies(wanted, own))
        ):
            return replace(effect, subject_filter=wanted)
        return effect

    def _of_group(
        self, effect: Effect, sentence: Sentence, sentences: Sequence[Sentence]
    ) -> Effect:
        """An effect on "they", with the group that the sentences before it speak of."""
        before = [s.text for s in sentences if s.end <= sentence.start]
        if self.lang != "en" or not before:
            return effect
        predicate = sentences_of("en")["plural"]["abilities"]
        table = phrases("en")
        return of_group(effect, sentence.text, before, table, self._tokens, self._read, predicate)

    def _durations(self, sentence: Sentence) -> Iterator[tuple[str, str]]:
        low = sentence.text.casefold()
        spoken = (p for p in phrases(self.lang).this_turn if p in low)
        return (("duration", words) for words in list(spoken)[:1])

    def _made(
        self, sentence: Sentence, ability: Ability, effect: Effect, itself: bool
    ) -> TextEffect:
        copied = next((c.copies for c in effect.clauses if c.copies is not None), "")
        before = [s.text for s in ability.sentences if s.start < sentence.start]
        effect = with_others(effect, sentence.text, before, self.own, self._tokens)
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
            generated_by(effect, ability, self._tokens(sentence.text), self.lang, itself=itself),
            "" if itself else demanded_form(effect, self.knowledge),
            copied or "",
            tuple(aside),
            ability.granted,
            effect,
        )

"""What a parsed scenario means: facts, filter rules and given events for the engine, and questions.

Everything is judged here and reported together: unknown objects, illegal lines and choices,
contradictory effects. What follows from the facts is left to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..kb.diagnostics import Diagnostic, DiagnosticError
from ..kb.engine.scenario import Scenario
from ..kb.knowledge import Knowledge
from ..kb.lexicon import Term
from ..kb.logic.syntax import Atom, Compound, Head, Literal, Premise, Value
from ..kb.proof.words import Label
from ..kb.typeline import TypeLine, read_type_line
from .ability_facts import Stated, ability_facts
from .cards import KEYWORD
from .collected import Collected, labels_of
from .effect_facts import effect_facts, effect_id
from .filters import OBJECT
from .syntax import (
    AtomExpectation,
    CardEffect,
    Effect,
    EventSentence,
    EventStatement,
    ExactlyExpectation,
    Given,
    GivenChoice,
    GivenFact,
    HasTypesExpectation,
    IsExpectation,
    Note,
    Objects,
    Question,
    ScenarioText,
    Show,
    Span,
    UndeterminedExpectation,
)

Event = EventSentence | EventStatement
When = Effect | CardEffect | Event
MAX_EFFECTS = 30
EVERY = "*"  # the last part of the id of the individual that stands for all others of a kind


@dataclass
class Meaning:
    """A scenario ready to run.

    Args:
        scenario: For the engine.
        objects: Names of the declared objects, in order.
        labels: Words for ids that are not in the lexicon (effects, their parts and clauses).
        words: Effect id → the words it was given in.
        timestamps: Effect part → timestamp.
        lines: Type lines read, by the text.
        notes: What the reader must know.
        bodies: Text of premises → the premises with their constants resolved.
        sources: Effect id → the name after `from`, or of the card.
    """

    scenario: Scenario
    objects: list[str]
    labels: dict[str, Label] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    timestamps: dict[str, int] = field(default_factory=dict)
    lines: dict[str, TypeLine] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    bodies: dict[str, tuple[Premise, ...]] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)

    @property
    def numbered(self) -> dict[str, str]:
        """Words of the effects that answers call by a number; an event is called by its sentence."""
        return {name: w for name, w in self.words.items() if self.labels[name][0] != "event"}


def mean(text: ScenarioText, knowledge: Knowledge) -> tuple[Meaning, list[Diagnostic]]:
    """The meaning of a scenario, with every fault found on the way.

    Returns:
        The meaning (of what could be understood) and the faults; offsets are those of the file.
    """
    reader = _Reader(knowledge)
    reader.read(text)
    return reader.meaning(), reader.c.faults


class _Reader:
    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.lexicon = knowledge.lexicon
        self.c = Collected(knowledge)
        self.idle_cards: dict[str, str] = {}
        self.stated: list[Stated] = []

    def read(self, text: ScenarioText) -> None:
        """Reads all statements: objects first, since effects may name any of them."""
        for statement in text.statements:
            if isinstance(statement, Given):
                self._given(statement)
            elif isinstance(statement, GivenChoice):
                self._choice(statement)
            elif isinstance(statement, GivenFact):
                if statement.introduced:
                    from .introduced import introduce

                    introduce(statement.introduced, self.c, self._given)
                said = self.c.said(statement.facts)
                atoms = said or self.c.atoms(statement.text, statement.span)
                self.c.facts.update(dict.fromkeys(atoms))
        whens = [s for s in text.statements if isinstance(s, When)]
        effects = self._expand(whens)
        self.c.in_events = {
            str(w.facts[0].args[0])
            for w in whens
            if isinstance(w, EventSentence) and w.facts[0].args
        }
        ordered = any(isinstance(e, Effect) and e.until_step is not None for e in effects) or any(
            isinstance(s, Question | Show) and s.after_step is not None for s in text.statements
        )
        first = 0 if ordered else next((i for i, e in enumerate(effects) if _needs_event(e)), None)
        keywords = self._keywords_first()
        for number, ability in enumerate(self._keyword_effects(), 1):
            effect_facts(self.c, ability, ("ability", number), ability.timestamp or 0)
            self.stated.append(Stated(ability, "ability", number, ability.timestamp or 0))
            if number <= keywords:
                self.c.add("fromKeyword", f"A{number}")
            self._condition(number, ability.source or "")
        places: dict[int, int] = {}  # effects of one timestamp begin in either order
        for number, (effect, timestamp) in enumerate(
            zip(effects, timestamps_of(effects), strict=True), 1
        ):
            place = places.setdefault(timestamp, 2 * number)
            if isinstance(effect, Effect):
                begins = place if first is not None and number > first else None
                effect_facts(self.c, effect, ("effect", number), timestamp, place=begins)
                self.stated.append(Stated(effect, "effect", number, timestamp))
            else:
                self._event(effect, (number, timestamp, place))
        self._steps(effects, text)
        used = {w.name for w in whens if isinstance(w, CardEffect)}
        used |= {e.source for e in effects if isinstance(e, Effect) and e.source}
        for name, card_name in self.idle_cards.items():
            if not used & {name, card_name}:
                self.c.notes.append(Note("card-not-applied", {"input": card_name}))
        ability_facts(self.c, self.stated, self._merging(effects))
        for statement in text.statements:
            if isinstance(statement, Question):
                self._expectation(statement.expectation)
            elif isinstance(statement, Show) and statement.object is not None:
                self.c.known_object(statement.object, statement.span)

    def meaning(self) -> Meaning:
        """What was read."""
        facts = (*self.c.facts, *self._term_facts())
        scenario = Scenario(facts, tuple(self.c.rules), tuple(self.c.given))
        return Meaning(
            scenario,
            list(self.c.objects),
            self.c.labels,
            self.c.words,
            self.c.timestamps,
            self.c.lines,
            self.c.notes,
            self.c.bodies,
            self.c.sources,
        )

    # --- objects ----------------------------------------------------------------------------------

    def _given(self, given: Given) -> None:
        line_text, span, keywords = given.type_line, given.type_line_span, given.abilities
        facts: tuple[Atom, ...] = ()
        names = {n: given.named or n for n in given.names}
        if line_text is None:
            card_name = given.card or given.names[0]
            card = self.knowledge.documents.card_names.get(_key(card_name))
            if card is None:
                self.c.fault("unknown-card", given.span, card_name)
                return
            line_text, keywords = card.type_line, (*keywords, *card.keywords)
            facts = card.facts
            if card.remark:
                self.c.notes.append(
                    Note("card-remark", {"input": card_name, "remark": card.remark})
                )
            names = {n: card_name for n in given.names}
            defining = [e for e in card.effects if e.generated_by == "defining"]
            self.c.keyword_effects += [(e, n, given.span) for n in names for e in defining]
            if len(defining) < len(card.effects):
                self.idle_cards.update(dict.fromkeys(names, card_name))
        line = self._line(line_text, span)
        for name, printed in names.items():
            self.c.declare(name, printed, given)
            if given.token:
                self.c.add("Token", name)
            for term in line.ids if line else ():
                category = self.lexicon[term].category
                self.c.add(self.knowledge.content.categories[category].printed, name, term)
                self.c.mentioned.add(term)
            for fact in facts:
                self.c.add(fact.predicate, name, *fact.args)
                self.c.mention(a for a in fact.args if isinstance(a, str))
            for keyword in keywords:
                self._keyword(keyword, name, given)

    def _line(self, text: str, span: Span) -> TypeLine | None:
        try:
            line = read_type_line(text, self.lexicon)
        except DiagnosticError as error:
            self.c.faults += [d.shifted(span.start) for d in error.diagnostics]
            return None
        self.c.notes += [Note(d.message or d.code, dict(d.params)) for d in line.notes]
        self.c.lines[text] = line
        return line

    def _keyword(self, keyword: str, name: str, given: Given) -> None:
        form = self.knowledge.documents.keywords.get(_key(keyword))
        if form is None and self._restriction(keyword, name, given):
            return
        if form is None or form.restricts:
            self.c.notes.append(Note("ability-set-aside", {"input": keyword, "object": name}))
            return
        if form.generated_by == "defining":
            form = replace(form, generated_by=KEYWORD)
        self.c.keyword_effects.append((form, name, given.span))

    def _restriction(self, keyword: str, name: str, given: Given) -> bool:
        """States an ability that names objects, such as those that its own object may be put onto."""
        key, known = _key(keyword), self.knowledge.documents.keywords
        word = next((k for k, f in known.items() if f.restricts and key.startswith(k)), None)
        if word is None:
            return False
        from .exact import read_filter
        from .filters import filter_rules

        words = keyword[len(word) :].strip(" ()（）")
        try:
            filter_ = read_filter(words, self.lexicon)
            made = filter_rules(filter_, name, self.knowledge, given.controller, name, words)
        except DiagnosticError:
            return False
        predicate = known[word].restricts
        head = Head(Atom(predicate, (name, OBJECT)))
        self.c.rules += [replace(r, name=f"{name}: {words}", heads=(head,)) for r in made]
        self.c.add("restrictsHost", name)
        self.c.mention(
            a for r in made for x in r.literals for a in x.atom.args if isinstance(a, str)
        )
        return True

    def _choice(self, choice: GivenChoice) -> None:
        """Judges a choice by itself: it must be one member of the group that its kind names."""
        groups = [t for t in self.lexicon.lookup(choice.kind)]
        pool = {t.id for group in groups for t in self._members(group)}
        if not groups or not pool:
            self.c.fault(
                "unknown-word", choice.kind_span, choice.kind, self.lexicon.nearest(choice.kind)
            )
            return
        chosen = [t for t in self.lexicon.lookup(choice.value) if t.id in pool]
        if not chosen:
            kinds = groups[0].category == "SubtypeKind"
            rule = self.lexicon.judges("illegal-choice") if kinds else groups[0].listed_in
            params = {"input": choice.value, "kind": labels_of(groups[0])}
            start, end = choice.value_span.start, choice.value_span.end
            self.c.faults.append(
                Diagnostic("illegal-choice", start, end, params, rule=rule or None)
            )

    def _members(self, group: Term) -> list[Term]:
        terms = self.lexicon.terms.values()
        if group.category == "SubtypeKind":
            found = [t for t in terms if t.kind == group.id]
        elif group.members:
            found = [self.lexicon[m] for m in group.members if m in self.lexicon.terms]
        else:
            found = [t for t in terms if t.category == group.id]
        return [t for t in found if t.valid(self.lexicon.date)]

    # --- events -----------------------------------------------------------------------------------

    def _expand(self, whens: Iterable[When]) -> list[Effect | Event]:
        """Card effects and keywords replaced by the effects that they stand for."""
        effects: list[Effect | Event] = []
        for when in whens:
            if isinstance(when, CardEffect):
                from .cards import card_effects

                try:
                    effects += card_effects(when, self.knowledge, when.name in self.c.objects)
                except DiagnosticError as error:
                    self.c.faults += [d.shifted(when.span.start) for d in error.diagnostics]
            else:
                effects.append(when)
        if len(effects) > MAX_EFFECTS:
            span = effects[MAX_EFFECTS].span
            self.c.faults.append(
                Diagnostic("too-many-effects", span.start, span.end, {"limit": MAX_EFFECTS})
            )
        return effects[:MAX_EFFECTS]

    def _keywords_first(self) -> int:
        """Puts effects of keywords before other defining effects; says how many keywords there are."""
        self.c.keyword_effects.sort(key=lambda entry: entry[0].generated_by != KEYWORD)
        return sum(entry[0].generated_by == KEYWORD for entry in self.c.keyword_effects)

    def _keyword_effects(self) -> list[Effect]:
        """Effects of keyword abilities, older than all others: their objects were there at the start."""
        found = self.c.keyword_effects
        if not found:
            return []
        from .cards import keyword_effect

        made = [keyword_effect(form, name, span, self.knowledge) for form, name, span in found]
        return [replace(e, timestamp=n - len(made)) for n, e in enumerate(made, 1)]

    def _condition(self, number: int, name: str) -> None:
        """The state on which the effect of an ability hangs; the object begins in it."""
        state = self.c.keyword_effects[number - 1][0].only_while
        if state:
            self.c.add("onlyWhile", effect_id("ability", number), state)
            default = self.knowledge.role("default-zone")
            if self.c.objects[name].zone in (None, default):
                self.c.add("inState", name, state)

    def _merging(self, effects: list[Effect | Event]) -> Iterator[tuple[str, str, int]]:
        """Which objects merge with which, by the sentences of events, with their timestamps."""
        merge = {p.predicate for p in self.knowledge.content.phrases if p.merges}
        for timestamp, event in zip(timestamps_of(effects), effects, strict=True):
            if isinstance(event, EventSentence) and event.facts[0].predicate in merge:
                one, other = event.facts[0].args
                yield str(one), str(other), timestamp

    def _event(self, event: Event, at: tuple[int, int, int]) -> None:
        """States an event: its number, its timestamp and its place come after it."""
        number, timestamp, place = at
        if isinstance(event, EventSentence):
            name = effect_id("event", number)
            if not self._made_effect(event, at):
                self.c.labels[name] = ("event", number, event.words)
                self.c.words[name] = event.words
                self.c.given.append((name, place))
            self.c.add("place", name, timestamp)
            self.c.facts.update(dict.fromkeys(self.c.said(event.facts, (name,))))
            return
        for atom in self.c.atoms(event.text, event.span):
            value: Value = Compound(atom.predicate, atom.args)
            self.c.given.append((value, place))

    def _made_effect(self, event: EventSentence, at: tuple[int, int, int]) -> bool:
        """States the continuous effect that an event makes, if it makes one."""
        number, timestamp, place = at
        phrases = {p.predicate: p for p in self.knowledge.content.phrases}
        said = event.facts[0]
        stored = phrases[said.predicate].effect
        if stored is None:
            return False
        from .cards import event_effect

        effect = event_effect(stored, said.args, event, self.knowledge)
        label = ("effect", number)
        effect_facts(self.c, effect, label, timestamp, place=place, aimed=False)
        for mark in stored.marks:
            self.c.add(mark, effect_id(*label))
        self.stated.append(Stated(effect, *label, timestamp))
        return True

    def _steps(self, effects: list[Effect | Event], text: ScenarioText) -> None:
        """Judges the steps that durations and questions name."""
        for number, effect in enumerate(effects, 1):
            until = effect.until_step if isinstance(effect, Effect) else None
            if until is not None and not number < until <= len(effects) + 1:
                self.c.fault("no-such-step", effect.span, str(until))
        for statement in text.statements:
            after = statement.after_step if isinstance(statement, Question | Show) else None
            if after is not None and after > len(effects):
                self.c.fault("no-such-step", statement.span, str(after))

    # --- questions --------------------------------------------------------------------------------

    def _expectation(self, expectation: object) -> None:
        match expectation:
            case UndeterminedExpectation(inner):
                self._expectation(inner)
            case IsExpectation():
                self.c.known_object(expectation.object, expectation.span)
                self.c.mention(expectation.terms)
            case HasTypesExpectation():
                self.c.known_object(expectation.object, expectation.span)
                if expectation.type_line:
                    self._expected_line(expectation)
            case AtomExpectation(text=text, facts=facts) if facts:
                self.c.bodies[text] = tuple(map(Literal, self.c.said(facts)))
            case ExactlyExpectation():
                from .exactly import open_facts

                self.c.bodies[expectation.text] = open_facts(expectation, self.c)
            case AtomExpectation():
                self.c.atoms(expectation.text, expectation.span)

    def _expected_line(self, expectation: HasTypesExpectation) -> None:
        line = expectation.type_line
        if line in self.c.lines:
            return
        from .lines import read_expected_line

        try:
            found = read_expected_line(line, self.lexicon, self.knowledge.content.categories)
        except DiagnosticError as error:
            start = expectation.type_line_span.start
            self.c.faults += [d.shifted(start) for d in error.diagnostics]
            return
        self.c.lines[line] = found
        self.c.mention(t for t in found.ids if not t.endswith(EVERY))

    # --- shared -----------------------------------------------------------------------------------

    def _term_facts(self) -> list[Atom]:
        """Facts of the ontology about the terms at hand, and stand-ins for all others of a kind."""
        wanted = self.c.mentioned | self.knowledge.program.theory.constants
        held = self.knowledge.content.categories
        facts = []
        for atom in self.knowledge.content.facts:
            first = self.lexicon.terms.get(str(atom.args[0])) if atom.args else None
            if first is None or first.category not in held or first.id in wanted:
                facts.append(atom)
        facts += [
            Atom(self.knowledge.role("kind"), (f"{kind}/{EVERY}", kind))
            for kind in sorted(self.c.every)
        ]
        return facts


def _key(name: str) -> str:
    from ..kb.lexicon import fold

    return fold(name)


def timestamps_of(effects: Iterable[Effect | Event]) -> list[int]:
    """The timestamp of each: that after `at`, else the next one."""
    found = [0]
    for effect in effects:
        found.append(effect.timestamp if effect.timestamp is not None else found[-1] + 1)
    return found[1:]


def _needs_event(effect: Effect | Event) -> bool:
    """Whether what it does depends on the situation at its own time: an event of the game."""
    if isinstance(effect, Event) or effect.enters:
        return True
    resolved = effect.source is None and not effect.defining
    return resolved and effect.subject is not None and not isinstance(effect.subject, Objects)

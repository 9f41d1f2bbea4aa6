"""What a parsed scenario means: facts, filter rules and given events for the engine, and questions.

Everything is judged here and reported together: unknown objects, illegal lines and choices,
contradictory effects. What follows from the facts is left to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..kb.diagnostics import Diagnostic, DiagnosticError
from ..kb.engine.scenario import Scenario
from ..kb.knowledge import CardEffect as StoredEffect
from ..kb.knowledge import Knowledge
from ..kb.lexicon import Term
from ..kb.logic.syntax import Atom, Compound, Literal, Rule, Value
from ..kb.typeline import TypeLine, read_type_line
from .filters import filter_rules
from .syntax import (
    AtomExpectation,
    CardEffect,
    Clause,
    Effect,
    EventStatement,
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
        steps: Given events in order, by number of the `when` statement.
    """

    scenario: Scenario
    objects: list[str]
    labels: dict[str, tuple[str, int]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    timestamps: dict[str, int] = field(default_factory=dict)
    lines: dict[str, TypeLine] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    steps: list[Value] = field(default_factory=list)


def mean(text: ScenarioText, knowledge: Knowledge) -> tuple[Meaning, list[Diagnostic]]:
    """The meaning of a scenario, with every fault found on the way.

    Returns:
        The meaning (of what could be understood) and the faults; offsets are those of the file.
    """
    reader = _Reader(knowledge)
    reader.read(text)
    return reader.meaning(), reader.faults


class _Reader:
    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.lexicon = knowledge.lexicon
        self.faults: list[Diagnostic] = []
        self.facts: dict[Atom, None] = {}
        self.rules: list[Rule] = []
        self.given: list[tuple[Value, int]] = []
        self.mentioned: set[str] = set()
        self.every: set[str] = set()
        self.objects: dict[str, Given] = {}
        self.controllers: dict[str, str] = {}
        self.lines: dict[str, TypeLine] = {}
        self.notes: list[Note] = []
        self.labels: dict[str, tuple[str, int]] = {}
        self.words: dict[str, str] = {}
        self.timestamps: dict[str, int] = {}
        self.steps: list[Value] = []
        self.keyword_effects: list[tuple[StoredEffect, str, Span]] = []

    def read(self, text: ScenarioText) -> None:
        """Reads all statements: objects first, since effects may name any of them."""
        for statement in text.statements:
            if isinstance(statement, Given):
                self._given(statement)
            elif isinstance(statement, GivenChoice):
                self._choice(statement)
            elif isinstance(statement, GivenFact):
                self._fact(statement)
        whens = [s for s in text.statements if isinstance(s, Effect | CardEffect | EventStatement)]
        effects = self._expand(whens)
        ordered = any(
            isinstance(s, Question | Show) and s.after_step is not None for s in text.statements
        )
        first = 0 if ordered else next((i for i, e in enumerate(effects) if _needs_event(e)), None)
        timestamp = 0
        for index, effect in enumerate(effects):
            timestamp = effect.timestamp if effect.timestamp is not None else timestamp + 1
            happens = first is not None and index >= first
            if isinstance(effect, Effect):
                self._effect(effect, index + 1, timestamp, happens)
            else:
                self._event(effect, index + 1)
        for statement in text.statements:
            if isinstance(statement, Question):
                self._expectation(statement.expectation)
            elif isinstance(statement, Show) and statement.object is not None:
                self._known_object(statement.object, statement.span)

    def meaning(self) -> Meaning:
        """What was read."""
        facts = (*self.facts, *self._term_facts())
        scenario = Scenario(facts, tuple(self.rules), tuple(self.given))
        return Meaning(
            scenario,
            list(self.objects),
            self.labels,
            self.words,
            self.timestamps,
            self.lines,
            self.notes,
            self.steps,
        )

    # --- objects ----------------------------------------------------------------------------------

    def _add(self, predicate: str, *args: Value) -> None:
        self.facts[Atom(predicate, args)] = None

    def _given(self, given: Given) -> None:
        line_text, span, keywords = given.type_line, given.type_line_span, given.abilities
        names = {n: given.named or n for n in given.names}
        if line_text is None:
            card_name = given.card or given.names[0]
            card = self.knowledge.documents.card_names.get(_key(card_name))
            if card is None:
                self._fault("unknown-card", given.span, card_name)
                return
            line_text, keywords = card.type_line, (*keywords, *card.keywords)
            names = {n: card_name for n in given.names}
        line = self._line(line_text, span)
        for name, printed in names.items():
            if name in self.objects:
                self._fault("object-twice", given.span, name)
            self.objects[name] = given
            self.controllers[name] = given.controller
            self._add("Object", name)
            self._add("hasName", name, printed)
            self._add("controller", name, given.controller)
            zone = given.zone or self.knowledge.role("default-zone")
            self._add(self.knowledge.role("zone"), name, zone)
            if given.token:
                self._add("Token", name)
            for term in line.ids if line else ():
                category = self.lexicon[term].category
                self._add(self.knowledge.content.categories[category].printed, name, term)
                self.mentioned.add(term)
            for keyword in keywords:
                self._keyword(keyword, name, given)

    def _line(self, text: str, span: Span) -> TypeLine | None:
        try:
            line = read_type_line(text, self.lexicon)
        except DiagnosticError as error:
            self.faults += [d.shifted(span.start) for d in error.diagnostics]
            return None
        self.notes += [Note(d.message or d.code, dict(d.params)) for d in line.notes]
        self.lines[text] = line
        return line

    def _keyword(self, keyword: str, name: str, given: Given) -> None:
        form = self.knowledge.documents.keywords.get(_key(keyword))
        if form is None:
            self.notes.append(Note("ability-set-aside", {"input": keyword, "object": name}))
            return
        self.keyword_effects.append((form, name, given.span))

    def _choice(self, choice: GivenChoice) -> None:
        """Judges a choice by itself: it must be one member of the group that its kind names."""
        groups = [t for t in self.lexicon.lookup(choice.kind)]
        pool = {t.id for group in groups for t in self._members(group)}
        if not groups or not pool:
            self._fault(
                "unknown-word", choice.kind_span, choice.kind, self.lexicon.nearest(choice.kind)
            )
            return
        chosen = [t for t in self.lexicon.lookup(choice.value) if t.id in pool]
        if not chosen:
            kinds = groups[0].category == "SubtypeKind"
            rule = self.lexicon.judges("illegal-choice") if kinds else groups[0].listed_in
            params = {"input": choice.value, "kind": _labels(groups[0])}
            start, end = choice.value_span.start, choice.value_span.end
            self.faults.append(Diagnostic("illegal-choice", start, end, params, rule=rule or None))

    def _members(self, group: Term) -> list[Term]:
        terms = self.lexicon.terms.values()
        if group.category == "SubtypeKind":
            found = [t for t in terms if t.kind == group.id]
        elif group.members:
            found = [self.lexicon[m] for m in group.members if m in self.lexicon.terms]
        else:
            found = [t for t in terms if t.category == group.id]
        return [t for t in found if t.valid(self.lexicon.date)]

    def _fact(self, given: GivenFact) -> None:
        for atom in self._atoms(given.text, given.span):
            self.facts[atom] = None

    def _atoms(self, text: str, span: Span) -> list[Atom]:
        from ..kb.logic.parser import parse_body

        try:
            premises = parse_body(text)
        except DiagnosticError as error:
            self.faults += [d.shifted(span.start) for d in error.diagnostics]
            return []
        atoms = []
        for premise in premises:
            if isinstance(premise, Literal):
                atoms.append(premise.atom)
                self.mentioned.update(a for a in premise.atom.args if isinstance(a, str))
        return atoms

    # --- effects ----------------------------------------------------------------------------------

    def _expand(
        self, whens: Iterable[Effect | CardEffect | EventStatement]
    ) -> list[Effect | EventStatement]:
        """Card effects and keywords replaced by the effects that they stand for."""
        effects: list[Effect | EventStatement] = []
        for when in whens:
            if isinstance(when, CardEffect):
                from .cards import card_effects

                try:
                    effects += card_effects(when, self.knowledge, when.name in self.objects)
                except DiagnosticError as error:
                    self.faults += [d.shifted(when.span.start) for d in error.diagnostics]
            else:
                effects.append(when)
        for form, name, span in self.keyword_effects:
            from .cards import keyword_effect

            effects.insert(0, keyword_effect(form, name, span, self.knowledge))
        return effects

    def _effect(self, effect: Effect, number: int, timestamp: int, happens: bool) -> None:
        name = f"E{number}"
        self.labels[name] = ("effect", number)
        self.words[name] = effect.words
        self.steps.append(name)
        self.notes += effect.notes
        self._add("Effect", name)
        self._add("timestamp", name, timestamp)
        if happens:
            self.given.append((name, number))
        elif effect.condition_holds:
            self._add("inForce", name)
        source = effect.source
        controller = effect.controller or self.controllers.get(source or "", "A")
        if source is not None:
            self._source(effect, name, source)
        if effect.defining:
            self._add("characteristicDefining", name)
        self._subject(effect, name, controller, source)
        for layer, clauses in _parts(effect.clauses):
            self._part(name, layer, clauses, timestamp, effect.span)
        self._contradictions(effect)

    def _source(self, effect: Effect, name: str, source: str) -> None:
        self._add("static", name)
        if source in self.objects:
            self._add("fromAbility", name)
            self._add("generatedBy", name, source, name)
            self._add("baseAbility", source, name)
        elif not effect.defining:
            self.notes.append(Note("source-outside", {"input": source}))

    def _subject(self, effect: Effect, name: str, controller: str, source: str | None) -> None:
        subject = effect.subject
        if subject is None:
            fallback = source if source in self.objects else None
            if fallback is None:
                self._fault("no-subject", effect.span, effect.words)
                return
            subject = Objects((fallback,))
        if isinstance(subject, Objects):
            for target in subject.names:
                if self._known_object(target, effect.span):
                    self._add("chosenFor", name, target)
            return
        at_hand = source if source in self.objects else None
        try:
            rules = filter_rules(subject, name, self.knowledge, controller, at_hand, effect.words)
        except DiagnosticError as error:
            self.faults += [d.shifted(effect.span.start) for d in error.diagnostics]
            return
        self.rules += rules
        for rule in rules:
            self._mention(a for lit in rule.literals for a in lit.atom.args if isinstance(a, str))

    def _part(
        self, effect: str, layer: str, clauses: list[Clause], timestamp: int, span: Span
    ) -> None:
        part = f"{effect}/{layer}"
        self.labels[part] = self.labels[effect]
        self.timestamps[part] = timestamp
        self._add("ofEffect", part, effect)
        for number, clause in enumerate(clauses, 1):
            name = f"{part}.{number}"
            self.labels[name] = self.labels[effect]
            if layer == "down":
                self._add("turnsFaceDown", part)
                for term in clause.gives:
                    self._add("faceDownAs", part, term)
                self._mention(clause.gives)
                continue
            self._add("ofPart", name, part)
            self._clause(part, name, clause, span)

    def _clause(self, part: str, name: str, clause: Clause, span: Span) -> None:
        for predicate, values in (
            ("gives", clause.gives),
            ("removes", clause.removes),
            ("givesEvery", clause.gives_every),
            ("removesEvery", clause.removes_every),
            ("cue", clause.cues),
        ):
            for value in values:
                self._add(predicate, name, value)
        self._mention((*clause.gives, *clause.removes))
        self.every.update(clause.gives_every)
        if clause.removes_abilities:
            self._add("removesAbilities", part)
        if clause.copies is not None and self._known_object(clause.copies, span):
            self._add("copies", part, clause.copies)
        for old, new in clause.replaces:
            self._add("replacesWord", part, old, new)
            self._mention((old, new))

    def _contradictions(self, effect: Effect) -> None:
        given = {t for c in effect.clauses for t in c.gives}
        for term in sorted({t for c in effect.clauses for t in c.removes} & given):
            params = {"input": effect.words, "term": _labels(self.lexicon[term])}
            start, end = effect.span.start, effect.span.end
            code = "contradictory-effect"
            rule = self.lexicon.judges(code)
            self.faults.append(Diagnostic(code, start, end, params, rule=rule))

    def _event(self, event: EventStatement, number: int) -> None:
        for atom in self._atoms(event.text, event.span):
            value: Value = Compound(atom.predicate, atom.args)
            self.given.append((value, number))
            self.steps.append(value)

    # --- questions --------------------------------------------------------------------------------

    def _expectation(self, expectation: object) -> None:
        match expectation:
            case UndeterminedExpectation(inner):
                self._expectation(inner)
            case IsExpectation():
                self._known_object(expectation.object, expectation.span)
                self._mention(expectation.terms)
            case HasTypesExpectation():
                self._known_object(expectation.object, expectation.span)
                if expectation.type_line:
                    self._expected_line(expectation)
            case AtomExpectation():
                self._atoms(expectation.text, expectation.span)

    def _expected_line(self, expectation: HasTypesExpectation) -> None:
        line = expectation.type_line
        if line in self.lines:
            return
        from .lines import read_expected_line

        try:
            found = read_expected_line(line, self.lexicon, self.knowledge.content.categories)
        except DiagnosticError as error:
            start = expectation.type_line_span.start
            self.faults += [d.shifted(start) for d in error.diagnostics]
            return
        self.lines[line] = found
        self._mention(t for t in found.ids if not t.endswith(EVERY))

    # --- shared -----------------------------------------------------------------------------------

    def _mention(self, terms: Iterable[str]) -> None:
        self.mentioned.update(terms)

    def _known_object(self, name: str, span: Span) -> bool:
        if name in self.objects:
            return True
        import difflib

        near = difflib.get_close_matches(name, list(self.objects), 1, 0.5)
        self._fault("unknown-object", span, name, near[0] if near else None)
        return False

    def _fault(self, code: str, span: Span, word: str, hint: str | None = None) -> None:
        self.faults.append(Diagnostic(code, span.start, span.end, {"input": word}, hint))

    def _term_facts(self) -> list[Atom]:
        """Facts of the ontology about the terms at hand, and stand-ins for all others of a kind."""
        theory = self.knowledge.program.theory
        constants = {
            arg
            for rule in theory.rules
            for atom in (*(lit.atom for lit in rule.literals), *(h.atom for h in rule.heads))
            for arg in atom.args
            if isinstance(arg, str)
        }
        wanted = self.mentioned | constants
        held = self.knowledge.content.categories
        facts = []
        for atom in self.knowledge.content.facts:
            first = self.lexicon.terms.get(str(atom.args[0])) if atom.args else None
            if first is None or first.category not in held or first.id in wanted:
                facts.append(atom)
        kind_of = self.knowledge.role("kind")
        facts += [Atom(kind_of, (f"{kind}/{EVERY}", kind)) for kind in sorted(self.every)]
        return facts


def _key(name: str) -> str:
    from ..kb.lexicon import fold

    return fold(name)


def _labels(term: Term) -> dict[str, str]:
    return {lang: term.label(lang) for lang in ("en", "ja")}


def _needs_event(effect: Effect | EventStatement) -> bool:
    """Whether what it does depends on the situation at its own time: an event of the game."""
    if isinstance(effect, EventStatement):
        return True
    resolved = effect.source is None and not effect.defining
    return resolved and effect.subject is not None and not isinstance(effect.subject, Objects)


def _parts(clauses: tuple[Clause, ...]) -> list[tuple[str, list[Clause]]]:
    """Clauses by the part they belong to: exceptions go with the copying that they except from."""
    parts: dict[str, list[Clause]] = {}
    copying = any(c.copies is not None for c in clauses)
    for clause in clauses:
        if clause.face_down:
            key = "down"
        elif clause.replaces:
            key = "text"
        elif copying and not clause.removes_abilities:
            key = "copy"
        else:
            key = "types" if _changes_types(clause) else "abilities"
        parts.setdefault(key, []).append(clause)
        if key == "types" and clause.removes_abilities:
            parts["types"][-1] = _without_abilities(clause)
            parts.setdefault("abilities", []).append(Clause(removes_abilities=True))
    return list(parts.items())


def _changes_types(clause: Clause) -> bool:
    return bool(clause.gives or clause.removes or clause.gives_every or clause.removes_every)


def _without_abilities(clause: Clause) -> Clause:
    from dataclasses import replace

    return replace(clause, removes_abilities=False)

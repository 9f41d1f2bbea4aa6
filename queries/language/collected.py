"""What reading a scenario collects: facts, rules, given events, faults and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.documents import CardEffect as StoredEffect
from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon, Term
from ...kb.logic.occurrences import constants
from ...kb.logic.syntax import Atom, Compound, Literal, Premise, Rule, Value
from ...kb.proof.words import Label
from ...kb.typelines.reading import TypeLine
from ..syntax import Given, Note, SaidFact, Span
from .atoms import OBJECT, nearest_object, read_body

EVERY = "*"  # the last part of the id of the individual that stands for all others of a kind


@dataclass
class Collected:
    """The state of reading one scenario.

    Args:
        knowledge: What the scenario is about.
        facts: Facts in the order in which they were stated.
        rules: Filter rules of effects.
        given: Events with their places.
        mentioned: Ids of the terms that occur.
        every: Ids of the kinds of which some effect gives every member.
        objects: Declared objects by name.
        controllers: Object → player.
        in_events: Objects of which the sentence of an event speaks first.
        keyword_effects: Effects of keyword abilities: the stored effect, its object, where it stands.
        idle_cards: Declared object → its card, if that has effects that come about only by a `when`.
        bodies: Text of premises → the premises with their constants resolved.
    """

    knowledge: Knowledge
    faults: list[Diagnostic] = field(default_factory=list)
    facts: dict[Atom, None] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    given: list[tuple[Value, int]] = field(default_factory=list)
    mentioned: set[str] = field(default_factory=set)
    every: set[str] = field(default_factory=set)
    objects: dict[str, Given] = field(default_factory=dict)
    controllers: dict[str, str] = field(default_factory=dict)
    in_events: set[str] = field(default_factory=set)
    lines: dict[str, TypeLine] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    labels: dict[str, Label] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    timestamps: dict[str, int] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    keyword_effects: list[tuple[StoredEffect, str, Span]] = field(default_factory=list)
    idle_cards: dict[str, str] = field(default_factory=dict)
    bodies: dict[str, tuple[Premise, ...]] = field(default_factory=dict)

    @property
    def lexicon(self) -> Lexicon:
        """Words of the scenario's date."""
        return self.knowledge.lexicon

    def add(self, predicate: str, *args: Value) -> None:
        """States a fact."""
        self.facts[Atom(predicate, args)] = None

    def mention(self, terms: Iterable[str]) -> None:
        """Notes that terms occur."""
        self.mentioned.update(terms)

    def fault(self, code: str, span: Span, word: str, hint: str | None = None) -> None:
        """Notes an error about a word."""
        self.faults.append(Diagnostic(code, span.start, span.end, {"input": word}, hint))

    def declare(self, name: str, printed: str, given: Given) -> None:
        """States that there is an object, whose it is and where; a fault if it is there already."""
        if name in self.objects:
            self.fault("object-twice", given.span, name)
        self.objects[name] = given
        self.controllers[name] = given.controller
        self.add("Object", name)
        self.add("baseName", name, printed)
        self.add("controller", name, given.controller)
        zone = given.zone or self.knowledge.role("default-zone")
        self.add(self.knowledge.role("zone"), name, zone)

    def known_object(self, name: str, span: Span) -> bool:
        """Whether an object is declared; an error with the nearest name if not."""
        if name in self.objects:
            return True
        self.fault("unknown-object", span, name, nearest_object(name, self.objects))
        return False

    def atoms(self, text: str, span: Span) -> list[Atom]:
        """The atoms of a text of premises, which is kept with its constants resolved."""
        try:
            body, faults = read_body(text, self.knowledge, self.objects, self.labels)
        except DiagnosticError as error:
            body, faults = (), error.diagnostics
        self.faults += [d.shifted(span.start) for d in faults]
        self.bodies[text] = body
        atoms = [p.atom for p in body if isinstance(p, Literal)]
        self.mention(a for atom in atoms for a in constants(atom.args))
        return atoms

    def said(self, facts: Iterable[SaidFact], event: tuple[Value, ...] = ()) -> list[Atom]:
        """The atoms that a sentence of the game's own says, of an event if one is given."""
        atoms = []
        for fact in facts:
            self.judge(fact.args, self._domains(fact.predicate)[len(event) :], fact.places)
            atoms.append(Atom(fact.predicate, (*event, *fact.args)))
        return atoms

    def judge(self, args: Iterable[Value], domains: Iterable[str], places: Iterable[Span]) -> None:
        """Judges and mentions what arguments name; each constant in them has a place of its own."""
        named = self._named(args, domains)
        for (arg, domain), span in zip(named, places, strict=False):
            if domain == OBJECT:
                self.known_object(str(arg), span)
        self.mention(constants(args))

    def _domains(self, predicate: str) -> tuple[str, ...]:
        declared = self.knowledge.program.theory.declarations
        return declared[predicate].domains if predicate in declared else ()

    def _named(self, args: Iterable[Value], domains: Iterable[str]) -> Iterator[tuple[Value, str]]:
        """The constants and numbers in arguments, each with the domain of its place."""
        for arg, domain in zip(args, domains, strict=False):
            if isinstance(arg, Compound):
                yield from self._named(arg.args, self._domains(arg.functor))
            else:
                yield arg, domain


def labels_of(term: Term) -> dict[str, str]:
    """A term's label in each language."""
    return {lang: term.label(lang) for lang in ("en", "ja")}

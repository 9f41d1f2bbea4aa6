"""What reading a scenario collects: facts, rules, given events, faults and notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..kb.diagnostics import Diagnostic, DiagnosticError
from ..kb.knowledge import CardEffect as StoredEffect
from ..kb.knowledge import Knowledge
from ..kb.lexicon import Lexicon, Term
from ..kb.logic.syntax import Atom, Literal, Premise, Rule, Value
from ..kb.proof.words import Label
from ..kb.typeline import TypeLine
from .atoms import OBJECT, nearest_object, read_body
from .syntax import Given, Note, SaidFact, Span


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
        self.mention(a for atom in atoms for a in atom.args if isinstance(a, str))
        return atoms

    def said(self, facts: Iterable[SaidFact], event: tuple[Value, ...] = ()) -> list[Atom]:
        """The atoms that a sentence of the game's own says, of an event if one is given."""
        declared = self.knowledge.program.theory.declarations
        atoms = []
        for fact in facts:
            domains = declared[fact.predicate].domains if fact.predicate in declared else ()
            for arg, domain, span in zip(
                fact.args, domains[len(event) :], fact.places, strict=False
            ):
                if domain == OBJECT:
                    self.known_object(str(arg), span)
            self.mention(a for a in fact.args if isinstance(a, str))
            atoms.append(Atom(fact.predicate, (*event, *fact.args)))
        return atoms


def labels_of(term: Term) -> dict[str, str]:
    """A term's label in each language."""
    return {lang: term.label(lang) for lang in ("en", "ja")}

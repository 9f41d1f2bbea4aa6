"""What a parsed scenario means: facts, filter rules and given events for the engine, and questions.

Everything is judged on the way and reported together: unknown objects, illegal lines and choices,
contradictory effects. What follows from the facts is left to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ...kb.diagnostics import Diagnostic
from ...kb.engine.scenario import Scenario
from ...kb.knowledge import Knowledge
from ...kb.logic.syntax import Atom, Premise
from ...kb.proof.words import Label
from ...kb.typelines.reading import TypeLine
from ..language.collected import EVERY, Collected
from ..language.expectations import judge_expectation
from ..syntax import (
    CardEffect,
    Effect,
    Event,
    EventSentence,
    Given,
    GivenChoice,
    GivenFact,
    Note,
    Question,
    ScenarioText,
    Show,
    Span,
    Statement,
    When,
)
from .abilities import ability_facts
from .events import event_facts, expanded, merging
from .keywords import keyword_facts
from .objects import object_facts


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
        places: Object → where it is declared.
        effects: Effects and events in order, those of cards expanded, each aimed at what it demands.
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
    places: dict[str, Span] = field(default_factory=dict)
    effects: Sequence[Effect | Event] = ()

    @property
    def numbered(self) -> dict[str, str]:
        """Words of the effects that answers call by a number; an event is called by its sentence."""
        return {name: w for name, w in self.words.items() if self.labels[name][0] != "event"}


def mean(
    text: ScenarioText, knowledge: Knowledge, *, demands: bool = True
) -> tuple[Meaning, list[Diagnostic]]:
    """The meaning of a scenario, with every fault found on the way.

    Args:
        text: The scenario.
        knowledge: What it is about.
        demands: What effects demand of the objects that they are aimed at is judged too.

    Returns:
        The meaning (of what could be understood) and the faults; offsets are those of the file.
    """
    c = Collected(knowledge)
    _givens(c, text.statements)
    whens = [s for s in text.statements if isinstance(s, When)]
    stated = expanded(c, whens)
    effects = _judged(c, text, stated) if demands else stated
    c.in_events = {
        str(w.facts[0].args[0]) for w in whens if isinstance(w, EventSentence) and w.facts[0].args
    }
    made = keyword_facts(c)
    made += event_facts(c, effects, _stepwise(effects, text.statements))
    _judge_steps(c, effects, text.statements)
    _note_idle_cards(c, whens, effects)
    ability_facts(c, made, merging(c, effects))
    for statement in text.statements:
        if isinstance(statement, Question):
            judge_expectation(c, statement.expectation)
        elif isinstance(statement, Show) and statement.object is not None:
            c.known_object(statement.object, statement.span)
    return _meaning(c, effects), c.faults


def _judged(
    c: Collected, text: ScenarioText, effects: Sequence[Effect | Event]
) -> Sequence[Effect | Event]:
    """The effects, where what they demand is judged by what comes of the scenario before each."""
    if c.faults or not any(isinstance(e, Effect) and e.subject_filter is not None for e in effects):
        return effects
    from ..answers.case import Case
    from ..answers.running import build_case
    from .demands import judged

    def run(before: ScenarioText) -> Case | None:
        meaning, faults = mean(before, c.knowledge, demands=False)
        return None if faults else build_case(meaning, c.knowledge)

    return judged(c, text, effects, run)


def _givens(c: Collected, statements: Iterable[Statement]) -> None:
    """States what was there at the start: objects first, since effects may name any of them."""
    for statement in statements:
        if isinstance(statement, Given):
            object_facts(c, statement)
        elif isinstance(statement, GivenChoice):
            from ..language.given_choices import judge_choice

            judge_choice(c, statement)
        elif isinstance(statement, GivenFact):
            if statement.introduced:
                from ..language.introduced import introduce

                introduce(statement.introduced, c, lambda given: object_facts(c, given))
            atoms = c.said(statement.facts) or c.atoms(statement.text, statement.span)
            c.facts.update(dict.fromkeys(atoms))


def _after(statement: Statement) -> int | None:
    """The step after which something is asked."""
    return statement.after_step if isinstance(statement, Question | Show) else None


def _stepwise(effects: Iterable[Effect | Event], statements: Iterable[Statement]) -> bool:
    """Whether something is said of a step, so that each effect must begin at its own."""
    ends = any(isinstance(e, Effect) and e.until_step is not None for e in effects)
    return ends or any(_after(s) is not None for s in statements)


def _judge_steps(
    c: Collected, effects: Sequence[Effect | Event], statements: Iterable[Statement]
) -> None:
    """Judges the steps that durations and questions name."""
    for number, effect in enumerate(effects, 1):
        until = effect.until_step if isinstance(effect, Effect) else None
        if until is not None and not number < until <= len(effects) + 1:
            c.fault("no-such-step", effect.span, str(until))
    for statement in statements:
        after = _after(statement)
        if after is not None and after > len(effects):
            c.fault("no-such-step", statement.span, str(after))


def _note_idle_cards(
    c: Collected, whens: Iterable[When], effects: Iterable[Effect | Event]
) -> None:
    """Notes the cards with effects that no statement brings about."""
    used = {w.name for w in whens if isinstance(w, CardEffect)}
    used |= {e.source for e in effects if isinstance(e, Effect) and e.source}
    for name, card_name in c.idle_cards.items():
        if not used & {name, card_name}:
            c.notes.append(Note("card-not-applied", {"input": card_name}))


def _meaning(c: Collected, effects: Sequence[Effect | Event]) -> Meaning:
    """What was collected, with what the ontology says of the terms at hand."""
    facts = (*c.facts, *_term_facts(c))
    return Meaning(
        Scenario(facts, tuple(c.rules), tuple(c.given)),
        list(c.objects),
        c.labels,
        c.words,
        c.timestamps,
        c.lines,
        c.notes,
        c.bodies,
        c.sources,
        {name: given.span for name, given in c.objects.items()},
        effects,
    )


def _term_facts(c: Collected) -> list[Atom]:
    """Facts of the ontology about the terms at hand, and stand-ins for all others of a kind."""
    wanted = c.mentioned | c.knowledge.program.theory.constants
    held = c.knowledge.content.categories
    facts = []
    for atom in c.knowledge.content.facts:
        first = c.lexicon.terms.get(str(atom.args[0])) if atom.args else None
        if first is None or first.category not in held or first.id in wanted:
            facts.append(atom)
    facts += [Atom(c.knowledge.role("kind"), (f"{kind}/{EVERY}", kind)) for kind in sorted(c.every)]
    return facts

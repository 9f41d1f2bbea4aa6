"""What the `when` statements of a scenario state: effects and events, each at its place in time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.lexicon import fold
from ...kb.logic.syntax import Compound, Value
from ..language.collected import Collected
from ..syntax import CardEffect, Effect, Event, EventSentence, Objects, When
from .abilities import Stated
from .effects import effect_facts, effect_id

MAX_EFFECTS = 30
CANDIDATE = "candidate"  # what a game concludes of effects that it applies


def expanded(c: Collected, whens: Iterable[When]) -> list[Effect | Event]:
    """The statements with each card by name replaced by the effects that it stands for."""
    effects: list[Effect | Event] = []
    for when in whens:
        if isinstance(when, CardEffect):
            from .cards import card_effects

            try:
                effects += card_effects(when, c.knowledge, _this(c, when))
            except DiagnosticError as error:
                c.faults += [d.shifted(when.span.start) for d in error.diagnostics]
        else:
            effects.append(when)
    if len(effects) > MAX_EFFECTS:
        span = effects[MAX_EFFECTS].span
        c.faults.append(
            Diagnostic("too-many-effects", span.start, span.end, {"limit": MAX_EFFECTS})
        )
    return effects[:MAX_EFFECTS]


def _this(c: Collected, when: CardEffect) -> str | None:
    """The object that is a card: that after `from`, that of its name, or the only one that is this card."""
    if when.source is not None:
        return when.source
    if when.name in c.objects:
        return when.name
    name = fold(when.name)
    found = [n for n, g in c.objects.items() if name in (fold(g.card or ""), fold(g.named or ""))]
    return found[0] if len(found) == 1 else None


def event_facts(c: Collected, effects: Sequence[Effect | Event], ordered: bool) -> list[Stated]:
    """States effects and events.

    Args:
        c: Where they are stated.
        effects: The statements in order, those of cards expanded.
        ordered: Every effect begins at its own step; else those before the first event of the game
            are in force from the start.
    """
    first = 0 if ordered else next((i for i, e in enumerate(effects) if _needs_event(e)), None)
    stated = []
    places: dict[int, int] = {}  # effects of one timestamp begin in either order
    for number, (effect, timestamp) in enumerate(
        zip(effects, timestamps_of(effects), strict=True), 1
    ):
        place = places.setdefault(timestamp, 2 * number)
        if _no_rules(c, effect):
            continue
        if isinstance(effect, Effect):
            begins = place if first is not None and number > first else None
            effect_facts(c, effect, ("effect", number), timestamp, place=begins)
            stated.append(Stated(effect, "effect", number, timestamp))
        else:
            stated += _event(c, effect, number, timestamp, place)
    return stated


def _no_rules(c: Collected, effect: Effect | Event) -> bool:
    """Whether no rule of the game would ever read an effect or an event, which is a fault."""
    rules = c.knowledge.program.theory.rules
    span = effect.span
    if isinstance(effect, Effect):
        read = any(h.atom.predicate == CANDIDATE for rule in rules for h in rule.heads)
        code = "no-effects"
    elif isinstance(effect, EventSentence) and effect.facts:
        said = {fact.predicate for fact in effect.facts}
        stored = {p.predicate for p in c.knowledge.content.phrases if p.effect is not None}
        read = bool(said & stored) or any(
            p.atom.predicate in said for rule in rules for p in rule.literals
        )
        code = "no-rules"
    else:
        return False
    if not read:
        params = {"game": c.knowledge.game, "input": getattr(effect, "words", "")}
        c.faults.append(Diagnostic(code, span.start, span.end, params))
    return not read


def _event(c: Collected, event: Event, number: int, timestamp: int, place: int) -> list[Stated]:
    """States an event, and the continuous effect that it makes, if it makes one."""
    if not isinstance(event, EventSentence):
        for atom in c.atoms(event.text, event.span):
            value: Value = Compound(atom.predicate, atom.args)
            c.given.append((value, place))
        return []
    name = effect_id("event", number)
    made = _made_effect(c, event, number, timestamp, place)
    if not made:
        c.labels[name] = ("event", number, event.words)
        c.words[name] = event.words
        c.given.append((name, place))
    c.add("place", name, timestamp)
    c.facts.update(dict.fromkeys(c.said(event.facts, (name,))))
    return made


def _made_effect(
    c: Collected, event: EventSentence, number: int, timestamp: int, place: int
) -> list[Stated]:
    phrases = {p.predicate: p for p in c.knowledge.content.phrases}
    said = event.facts[0]
    stored = phrases[said.predicate].effect
    if stored is None:
        return []
    from .cards import event_effect

    effect = event_effect(stored, said.args, event, c.knowledge)
    label = ("effect", number)
    effect_facts(c, effect, label, timestamp, place=place, aimed=False)
    for mark in stored.marks:
        c.add(mark, effect_id(*label))
    return [Stated(effect, *label, timestamp)]


def merging(c: Collected, effects: Sequence[Effect | Event]) -> Iterator[tuple[str, str, int]]:
    """Which objects merge with which, by the sentences of events, with their timestamps."""
    merge = {p.predicate for p in c.knowledge.content.phrases if p.merges}
    for timestamp, event in zip(timestamps_of(effects), effects, strict=True):
        if isinstance(event, EventSentence) and event.facts[0].predicate in merge:
            one, other = event.facts[0].args
            yield str(one), str(other), timestamp


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

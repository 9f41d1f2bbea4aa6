"""Effects as facts: their parts, clauses and cue words, what they look at and where they come from."""

from __future__ import annotations

from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.logic.syntax import Compound
from ..language.collected import Collected
from ..language.contradictory import contradictions
from ..syntax import Clause, Effect, Note, Objects, Span
from .filters import filter_rules
from .variants import Ability


def effect_facts(
    c: Collected,
    effect: Effect,
    label: tuple[str, int],
    timestamp: int,
    *,
    place: int | None = None,
    ability: Ability | None = None,
    aimed: bool = True,
) -> None:
    """States what an effect says.

    Args:
        c: Where it is stated.
        effect: The effect.
        label: "effect" or "ability" (of a keyword), and its number from 1.
        timestamp: Its timestamp.
        place: That at which it begins as an event of the game; `None`: it is in force from the start.
        ability: The ability behind it, if it may come about only on the way.
        aimed: It is aimed at its objects by its words, not by an event.
    """
    kind, number = label
    name = effect_id(kind, number)
    c.labels[name] = label
    if ability is not None:
        name = f"{name}@{len(c.labels)}"
        c.labels[name] = (f"{kind}-{ability.step}", number, ability.holder)
        c.add("variant", name)
    else:
        c.words[name] = effect.words
    c.notes += effect.notes
    c.add("Effect", name)
    c.add("timestamp", name, timestamp)
    if effect.condition_holds:
        if place is not None:
            c.given.append((name, place))
        else:
            c.add("inForce", name)
    elif effect.clauses:
        c.notes.append(Note("condition-fails", {"input": effect.words}))
    if effect.this_turn:
        c.add("lastsThisTurn", name)
    if effect.until_step is not None:
        c.given.append((Compound("endOf", (name,)), 2 * effect.until_step - 1))
    source = effect.source
    controller = effect.controller or c.controllers.get(source or "", "A")
    if source is not None:
        _source(c, effect, name, source, ability)
    if effect.defining:
        c.add("characteristicDefining", name)
    if ability is not None and effect.says_host or _about_host(c, effect):
        c.add("saysHost", name)
    elif aimed:
        _subject(c, effect, name, controller, source)
    if effect.enters and isinstance(effect.subject, Objects):
        for target in effect.subject.names:
            c.add(c.knowledge.role("enters"), name, target)
        c.add("place", name, timestamp)
    for layer, clauses in _parts(effect.clauses):
        _part(c, name, layer, clauses, timestamp, effect.span)
    c.faults += contradictions(effect, c.lexicon, effect.span.start, effect.span.end)


def effect_id(kind: str, number: int) -> str:
    """The id of an effect as written: `E1` for the first one, `A1` for that of the first keyword."""
    return f"{kind[0].upper()}{number}"


def _source(c: Collected, effect: Effect, name: str, source: str, ability: Ability | None) -> None:
    c.add("static", name)
    c.sources[name] = source
    if source in c.objects:
        c.add("fromAbility", name)
        c.add("generatedBy", name, source, ability.value if ability else name)
        if ability is None:
            c.add("baseAbility", source, name)
    elif not effect.defining:
        c.notes.append(Note("source-outside", {"input": source}))


def _about_host(c: Collected, effect: Effect) -> bool:
    """Whether it speaks of what its source is attached to, which only an event of the scenario tells."""
    return effect.says_host and effect.subject is None and effect.source in c.in_events


def _subject(c: Collected, effect: Effect, name: str, controller: str, source: str | None) -> None:
    subject = effect.subject
    if subject is None:
        fallback = source if source in c.objects and not effect.says_host else None
        if fallback is None:
            c.fault("no-subject", effect.span, effect.words)
            return
        subject = Objects((fallback,))
    if isinstance(subject, Objects):
        for target in subject.names:
            if c.known_object(target, effect.span):
                c.add("chosenFor", name, target)
        return
    at_hand = source if source in c.objects else None
    try:
        rules = filter_rules(subject, name, c.knowledge, controller, at_hand, effect.words)
    except DiagnosticError as error:
        c.faults += [d.shifted(effect.span.start) for d in error.diagnostics]
        return
    c.rules += rules
    for rule in rules:
        c.mention(a for lit in rule.literals for a in lit.atom.args if isinstance(a, str))


def _part(
    c: Collected, effect: str, layer: str, clauses: list[Clause], timestamp: int, span: Span
) -> None:
    part = f"{effect}/{layer}"
    c.labels[part] = c.labels[effect]
    c.timestamps[part] = timestamp
    c.add("ofEffect", part, effect)
    for number, clause in enumerate(clauses, 1):
        name = f"{part}.{number}"
        c.labels[name] = c.labels[effect]
        if layer == "down":
            c.add("turnsFaceDown", part)
            if clause.gives:
                c.add("listsFaceDown", part)
            for term in clause.gives:
                c.add("faceDownAs", part, term)
            c.mention(clause.gives)
            continue
        c.add("ofPart", name, part)
        _clause(c, part, name, clause, span)


def _clause(c: Collected, part: str, name: str, clause: Clause, span: Span) -> None:
    for predicate, values in (
        ("gives", clause.gives),
        ("removes", clause.removes),
        ("givesEvery", clause.gives_every),
        ("removesEvery", clause.removes_every),
        ("cue", clause.cues),
    ):
        for value in values:
            c.add(predicate, name, value)
    c.mention((*clause.gives, *clause.removes))
    c.every.update(clause.gives_every)
    if clause.removes_abilities:
        c.add("removesAbilities", part)
    if clause.copies is not None and _known_model(c, clause.copies, span):
        c.add("copies", part, clause.copies)
    for old, new in clause.replaces:
        c.add("replacesWord", part, old, new)
        c.mention((old, new))


def _known_model(c: Collected, name: str, span: Span) -> bool:
    """Whether what is copied is declared; a fault if not, which says so where it is a card's name."""
    if name in c.objects:
        return True
    try:
        known = c.knowledge.card(name) is not None
    except DiagnosticError:
        known = True
    if not known:
        return c.known_object(name, span)
    params = {"input": name}
    c.faults.append(
        Diagnostic("unknown-object", span.start, span.end, params, message="model-not-declared")
    )
    return False


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
    return replace(clause, removes_abilities=False)

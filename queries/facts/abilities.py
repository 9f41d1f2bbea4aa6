"""Facts about abilities that objects may get or whose words may change, and the effects they generate."""

from __future__ import annotations

from collections.abc import Iterable

from ...kb.values import value
from ..language.collected import Collected
from ..syntax import Clause, Effect, Note, Objects
from .effects import effect_facts, effect_id
from .variants import Ability, variants, words_of


@value
class Stated:
    """An effect that has been stated: what it is called, and its timestamp."""

    effect: Effect
    kind: str
    number: int
    timestamp: int


def ability_facts(
    c: Collected, stated: Iterable[Stated], merging: Iterable[tuple[str, str, int]] = ()
) -> None:
    """States the effects of abilities that copying, merging or a change of words may bring about.

    Args:
        c: Where they are stated.
        stated: The effects of the scenario.
        merging: Object that merges with another, that other one, and the timestamp.
    """
    effects = list(stated)
    changing = [
        (s.effect, s.timestamp)
        for s in effects
        if any(clause.copies is not None or clause.replaces for clause in s.effect.clauses)
    ]
    for model, target, timestamp in merging:
        merged = Effect((Clause(copies=model),), subject=Objects((target,)))
        changing.append((merged, timestamp))
    if not changing:
        return
    own = [
        Ability(s.effect.source, effect_id(s.kind, s.number), *_rest(s))
        for s in effects
        if s.effect.source in c.objects
    ]
    found, complete = variants(own, changing, c.objects)
    if not complete:
        c.notes.append(Note("abilities-bound", {}))
    reworded = {a.holder for a in found if a.step == "reworded"}
    for ability in own:
        if ability.holder in reworded:
            c.add("variant", ability.value)
    for ability in (*own, *found):
        if ability.holder in reworded:
            for word in sorted(words_of(ability.effect)):
                c.add("mentions", ability.value, word)
    for ability in found:
        label = (ability.kind, ability.number)
        effect_facts(c, ability.effect, label, ability.timestamp, ability=ability)


def _rest(stated: Stated) -> tuple[Effect, int, str, int]:
    return stated.effect, stated.number, stated.kind, stated.timestamp

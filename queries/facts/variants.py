"""Effects that come about on the way: abilities that are copied onto an object, or whose words are changed.

What an effect would be if an object had the ability by copying, or if the ability were read in other
words, is stated beforehand; whether an object has that ability is left to the rules (707.2, 612.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...kb.logic.syntax import Compound, Value
from ...kb.values import value
from ..syntax import All, AnyOf, Clause, Effect, Filter, HasTerm, Not, Objects

MAX_VARIANTS = 40


@value
class Ability:
    """An ability of an object with the effect that it generates.

    Args:
        holder: The object.
        value: What stands for the ability in facts.
        effect: What it generates, as the holder's own.
        number: That of the effect as written.
        kind: "effect" or "ability" (of a keyword).
        timestamp: That of the effect.
        step: How it came about: "own", "copied" or "reworded".
    """

    holder: str
    value: Value
    effect: Effect
    number: int
    kind: str
    timestamp: int
    step: str = "own"


def variants(
    own: Iterable[Ability], changing: Iterable[tuple[Effect, int]], objects: Iterable[str]
) -> tuple[list[Ability], bool]:
    """All abilities that copying and text changes may give to objects.

    Args:
        own: The abilities that objects have of themselves.
        changing: Effects that copy or change words, with their timestamps.
        objects: Names of the declared objects.

    Returns:
        The abilities that may come about, and whether all of them are there (see `MAX_VARIANTS`).
    """
    names, effects = list(objects), list(changing)
    found: dict[tuple[str, Value], Ability] = {(a.holder, a.value): a for a in own}
    first = len(found)
    todo = list(found.values())
    while todo:
        ability = todo.pop(0)
        for effect, timestamp in effects:
            for made in (
                *_copied(ability, effect, timestamp, names),
                *_reworded(ability, effect),
            ):
                key = (made.holder, made.value)
                if key in found and found[key].timestamp >= made.timestamp:
                    continue
                if key in found and found[key].step == "own":
                    continue
                if len(found) - first >= MAX_VARIANTS:
                    return list(found.values())[first:], False
                found[key] = made
                todo.append(made)
    return list(found.values())[first:], True


def words_of(effect: Effect) -> frozenset[str]:
    """Terms that the words of an effect speak of."""
    terms = {t for clause in effect.clauses for t in (*clause.gives, *clause.removes)}
    return frozenset(terms | set(_terms(effect.subject)))


def _terms(filter_: Filter | None) -> Iterator[str]:
    match filter_:
        case HasTerm(terms):
            yield from terms
        case Not(inner):
            yield from _terms(inner)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from _terms(part)


def _targets(effect: Effect, names: list[str]) -> tuple[str, ...]:
    """The objects that an effect may affect, as far as its words tell."""
    if isinstance(effect.subject, Objects):
        return effect.subject.names
    if effect.subject is None:
        return (effect.source,) if effect.source else ()
    return tuple(names)


def _copied(
    ability: Ability, effect: Effect, timestamp: int, names: list[str]
) -> Iterator[Ability]:
    """The ability as one of each object that becomes a copy of its holder."""
    if isinstance(ability.value, Compound):  # words that were changed are not copied
        return
    if not any(clause.copies == ability.holder for clause in effect.clauses):
        return
    subject = ability.effect.subject
    itself = subject is None or subject == Objects((ability.holder,))
    host = isinstance(subject, Objects) and not itself  # what its own source is attached to
    for target in _targets(effect, names):
        if target != ability.holder:
            own = replace(ability.effect, source=target, controller=None)
            own = replace(own, subject=Objects((target,))) if itself else own
            own = replace(own, subject=Objects(()), says_host=True) if host else own
            stamp = max(timestamp, ability.timestamp if ability.step == "copied" else timestamp)
            yield replace(ability, holder=target, effect=own, timestamp=stamp, step="copied")


def _reworded(ability: Ability, effect: Effect) -> Iterator[Ability]:
    """The ability with the words that a text-changing effect replaces in its holder's text."""
    subject = effect.subject
    if isinstance(subject, Objects) and ability.holder not in subject.names:
        return
    known = words_of(ability.effect)
    for old, new in (pair for clause in effect.clauses for pair in clause.replaces):
        if old in known and old != new:
            yield replace(
                ability,
                value=Compound("reworded", (ability.value, old, new)),
                effect=_with_word(ability.effect, old, new),
                step="reworded",
            )


def _with_word(effect: Effect, old: str, new: str) -> Effect:
    def read(terms: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(new if t == old else t for t in terms))

    def inner(filter_: Filter) -> Filter:
        match filter_:
            case HasTerm(terms):
                return HasTerm(read(terms))
            case Not(part):
                return Not(inner(part))
            case All(parts):
                return All(tuple(map(inner, parts)))
            case AnyOf(parts):
                return AnyOf(tuple(map(inner, parts)))
        return filter_

    clauses: tuple[Clause, ...] = tuple(
        replace(c, gives=read(c.gives), removes=read(c.removes)) for c in effect.clauses
    )
    return replace(
        effect, clauses=clauses, subject=inner(effect.subject) if effect.subject else None
    )

"""Names that a corpus spells in two ways: alike but for case and marks, or one letter apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from ...kb.lexicon import fold
from ..syntax import CardEffect, Effect, Given, GivenFact, ScenarioText
from .findings import Finding, Place
from .judged import place_of
from .rulings import Ruled

SHORTEST = {
    True: 5,
    False: 4,
}  # of names in Latin letters, and of others: one letter apart is chance below


@dataclass
class Spelling:
    """One way of writing a name.

    Args:
        name: As it is written.
        places: Where it is written first, a place a scenario.
        rulings: Ids of the rulings that write so.
    """

    name: str
    places: list[Place] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)


def names_of(scenario: ScenarioText) -> dict[str, int]:
    """Names of objects and cards in a scenario → where each one is first said, as an offset."""
    found: dict[str, int] = {}
    for statement in scenario.statements:
        named: list[tuple[str | None, int]] = []
        match statement:
            case Given(names=names, card=card, named=printed, span=span):
                named = [(name, span.start) for name in (*names, card, printed)]
            case GivenFact(introduced=introduced):
                named = [(new.name, new.span.start) for new in introduced]
            case CardEffect(name=name, span=span):
                named = [(name, span.start)]
            case Effect(source=source, span=span):
                named.append((source, span.start))
        for each, start in named:
            if each:
                found.setdefault(each, start)
    return found


def spelt_twice(cases: Iterable[Ruled], cards: frozenset[str]) -> Iterator[Finding]:
    """A finding for each name that is likely another one misspelt, at the rarer of the two.

    Names that stand side by side in one scenario are two on purpose, and so are those of two cards.

    Args:
        cases: The rulings.
        cards: Names of the cards that are known; one that a name is near to is what was meant.
    """
    known = frozenset(map(fold, cards))
    spellings = {name: Spelling(name) for name in sorted(cards)}
    together: set[tuple[str, str]] = set()
    for case in cases:
        names = names_of(case.scenario)
        together.update(combinations(sorted(names), 2))
        for name, start in names.items():
            spelling = spellings.setdefault(name, Spelling(name))
            spelling.places.append(place_of(case.file, case.text, start))
            spelling.rulings.append(case.ruling.id)
    for one, other in sorted(_near(spellings)):
        both = fold(one) in known and fold(other) in known
        if (one, other) not in together and not both:
            yield _finding(spellings[one], spellings[other], known)


def _finding(one: Spelling, other: Spelling, known: frozenset[str]) -> Finding:
    def sure(spelling: Spelling) -> tuple[bool, int, str]:
        return fold(spelling.name) in known, len(spelling.places), spelling.name

    wrong, right = sorted((one, other), key=sure)
    params = {"name": wrong.name, "other": right.name, "ruling": wrong.rulings[0]}
    where = wrong.places[0]
    related = tuple(right.places[:1])
    return Finding("spelt-twice", params, where, wrong.rulings[0], related=related)


def _near(names: Iterable[str]) -> set[tuple[str, str]]:
    """Pairs of names, sorted, that are the same when folded or one slip apart."""
    pairs = set()
    groups = defaultdict(set)
    for name in names:
        folded = fold(name)
        for key in _keys(folded):
            groups[key].add(name)
    for group in groups.values():
        for one, other in combinations(sorted(group), 2):
            if one_slip(fold(one), fold(other)):
                pairs.add((one, other))
    return pairs


def _keys(folded: str) -> set[str]:
    """The name, and the name less each letter: two that are one slip apart share one of these."""
    if len(folded) < SHORTEST[folded.isascii()]:
        return {folded}
    return {folded, *(folded[:k] + folded[k + 1 :] for k in range(len(folded)))}


def one_slip(one: str, other: str) -> bool:
    """Whether two names are the same but for one letter more, less, other or exchanged with the next.

    Digits, and single letters that stand by themselves, tell names apart on purpose.
    """
    if one == other:
        return True
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    start = min(len(one), len(other)) if start is None else start
    ends = (
        [(1, 1), (2, 2)]
        if len(one) == len(other)
        else [(1, 0)]
        if len(one) > len(other)
        else [(0, 1)]
    )
    for a, b in ends:
        left, right = one[start : start + a], other[start : start + b]
        if one[start + a :] != other[start + b :] or (a == 2 and left != right[::-1]):
            continue
        return not any(map(_counts, ((one, start, a), (other, start, b))))
    return False


def _counts(part: tuple[str, int, int]) -> bool:
    """Whether a part of a name is a digit, or a letter by itself."""
    name, start, length = part
    piece = name[start : start + length]
    before, after = name[start - 1 : start], name[start + length : start + length + 1]
    alone = not before.isalpha() and not after.isalpha()
    return any(c.isdigit() for c in piece) or (bool(piece.strip()) and alone and len(piece) == 1)

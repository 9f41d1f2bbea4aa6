"""The ways in which the open choices of an event may be made."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ..logic.syntax import Atom, Declaration
from .scenario import Scenario
from .session import Tuple

MAX_OPTIONS = 128


def options(choice: Declaration, offers: set[Tuple], scenario: Scenario) -> list[tuple[Atom, ...]]:
    """The sets of offered choices that may be taken together, the smaller ones first.

    Past `MAX_OPTIONS` one more is given, so that the run can say that its bound is reached.
    """
    atoms = sorted((Atom(choice.name, offer) for offer in offers), key=str)
    must = tuple(a for a in atoms if a in scenario.chosen)
    free = [a for a in atoms if a not in scenario.chosen and a not in scenario.declined]
    if scenario.default == "declined":
        free = []
    elif scenario.default == "chosen":
        must, free = (*must, *free), []
    found = itertools.islice(_options(choice, must, free), MAX_OPTIONS + 1)
    return sorted(found, key=len) or [must]


def _options(
    choice: Declaration, must: tuple[Atom, ...], free: Sequence[Atom]
) -> Iterator[tuple[Atom, ...]]:
    """Picks among groups of atoms one after another; a pick that breaks a key is not gone into."""
    keys = [k for k in (choice.one_per, choice.most_one_per) if k is not None]
    taken = [(place, _key(atom, key)) for atom in must for place, key in enumerate(keys)]
    if len(set(taken)) < len(taken):
        return
    groups = _groups(choice, free, {key for place, key in taken if not place} if keys else set())
    stack: list[tuple[int, tuple[Atom, ...], frozenset[tuple[int, Tuple]]]] = []
    stack.append((0, must, frozenset(taken)))
    while stack:
        place, option, used = stack.pop()
        if place == len(groups):
            yield option
            continue
        ways = []
        for atom in groups[place]:
            marks = {(n, _key(atom, key)) for n, key in enumerate(keys)} if atom else set()
            if not marks & used:
                ways.append((place + 1, (*option, *((atom,) if atom else ())), used | marks))
        stack += reversed(ways)


def _groups(
    choice: Declaration, free: Sequence[Atom], done: set[Tuple]
) -> list[tuple[Atom | None, ...]]:
    """Atoms of which just one is picked, or one by one whether it is picked (`None`: it is not)."""
    if choice.one_per is None:
        return [(atom, None) for atom in free]
    by_key: dict[Tuple, list[Atom]] = {}
    for atom in free:
        by_key.setdefault(_key(atom, choice.one_per), []).append(atom)
    return [tuple(atoms) for key, atoms in by_key.items() if key not in done]


def _key(atom: Atom, positions: tuple[int, ...]) -> Tuple:
    return tuple(atom.args[p] for p in positions)

"""All minimal conflict sets and minimal repairs of claims, by the loop of MARCO.

A repair hits every conflict set. The loop proposes a smallest set of claims to give up that hits all
conflict sets known so far: if the others can hold together it is a minimal repair, else there is a
further conflict set among them (Liffiton et al., Fast, flexible MUS enumeration, Constraints 2016).
Only claims that stand in a known conflict set are ever proposed, so that sound claims cost nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

import clingo

from ..logic.syntax import Atom
from ..values import value
from .claims import Claim
from .open_world import OpenWorld

Numbers = frozenset[int]


@value
class Conflicts:
    """What was found.

    Args:
        conflict_sets: Minimal sets of names of claims that cannot hold together, sorted.
        repairs: Minimal sets of names whose removal leaves claims that can, in no order of merit.
        complete: These are all; otherwise a bound was reached or the search was stopped.
    """

    conflict_sets: tuple[tuple[str, ...], ...]
    repairs: tuple[frozenset[str], ...]
    complete: bool


def find_conflicts(
    soft: Sequence[Claim],
    hard: Iterable[Claim],
    facts: Iterable[Atom],
    *,
    most: int = 1000,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Conflicts:
    """All minimal conflict sets and repairs, up to bounds.

    Args:
        soft: Claims that may be given up.
        hard: Claims that may not; if they contradict each other alone, that is the empty conflict set.
        facts: What is given.
        most: At most so many conflict sets and repairs together.
        seconds: The search stops after so long.
        progress: Told how many conflict sets and repairs are known, whenever one is found; a
            KeyboardInterrupt that it lets through ends the search as a bound would.
    """
    world, ends = (
        OpenWorld(soft, hard, facts),
        None if seconds is None else time.monotonic() + seconds,
    )
    conflicts: list[Numbers] = []
    repairs: list[Numbers] = []
    complete = True
    try:
        for found, is_repair in _found(world, len(soft)):
            (repairs if is_repair else conflicts).append(found)
            if progress is not None:
                progress(len(conflicts), len(repairs))
            late = ends is not None and time.monotonic() > ends
            if late or len(conflicts) + len(repairs) >= most:
                complete = False
                break
    except KeyboardInterrupt:
        complete = False
    names = [claim.name for claim in soft]
    sets = sorted(tuple(sorted(names[n] for n in found)) for found in conflicts)
    given_up = tuple(frozenset(names[n] for n in found) for found in repairs)
    return Conflicts(tuple(sorted(sets, key=lambda s: (len(s), s))), given_up, complete)


def _found(world: OpenWorld, size: int) -> Iterator[tuple[Numbers, bool]]:
    """Conflict sets and repairs as they are found, the latter marked."""
    everything = frozenset(range(size))
    proposals = _Proposals()
    while (given_up := proposals.next()) is not None:
        core = world.conflict(everything - given_up)
        if core is None:
            if not given_up:
                return  # nothing contradicts anything
            proposals.is_repair(given_up)
            yield given_up, True
            continue
        conflict = shrunk(core, world)
        yield conflict, False
        if not conflict:
            return  # what may not be given up contradicts itself
        proposals.must_hit(conflict)


def shrunk(core: Numbers, world: OpenWorld) -> Numbers:
    """A minimal conflict set within one, by halves: what is needed of each half, given the other.

    Few claims of many need few questions: about the size of the conflict times the logarithm of the
    number of claims (Junker, QuickXplain, AAAI 2004).
    """

    def needed(kept: Numbers, among: list[int], *, grown: bool) -> Numbers:
        if grown and world.conflict(kept) is not None:
            return frozenset()
        if len(among) == 1:
            return frozenset(among)
        first, second = among[: len(among) // 2], among[len(among) // 2 :]
        of_second = needed(kept | frozenset(first), second, grown=True)
        of_first = needed(kept | of_second, first, grown=bool(of_second))
        return of_first | of_second

    return needed(frozenset(), sorted(core), grown=True) if core else core


class _Proposals:
    """Proposes minimal sets that hit all known conflict sets and hold no known repair."""

    def __init__(self) -> None:
        self._control = clingo.Control(["-Wnone", "--heuristic=Domain"])
        self._control.ground([("base", [])])
        self._off: dict[int, int] = {}
        self._to_hit: list[Numbers] = []

    def next(self) -> Numbers | None:
        """The next set to give up; `None` if there is none left."""
        found: list[Numbers] = []

        def read(model: clingo.Model) -> bool:
            found.append(frozenset(n for n, x in self._off.items() if model.is_true(x)))
            return False

        self._control.solve(on_model=read)
        return self._minimal(found[0]) if found else None

    def must_hit(self, conflict: Numbers) -> None:
        """Takes in a conflict set."""
        self._to_hit.append(conflict)
        self._constraint([-self._literal(n) for n in conflict])

    def is_repair(self, repair: Numbers) -> None:
        """Takes in a repair: no further one may hold it."""
        self._constraint([self._literal(n) for n in repair])

    def _constraint(self, literals: list[int]) -> None:
        with self._control.backend() as backend:
            backend.add_rule([], literals)

    def _literal(self, number: int) -> int:
        if number not in self._off:
            with self._control.backend() as backend:
                atom = backend.add_atom(clingo.Function("off", [clingo.Number(number)]))
                backend.add_rule([atom], [], choice=True)
                backend.add_heuristic(atom, clingo.backend.HeuristicType.False_, 1, 1, [])
            self._off[number] = atom
        return self._off[number]

    def _minimal(self, given_up: Numbers) -> Numbers:
        """A minimal set within one that still hits all conflict sets."""
        for number in sorted(given_up):
            smaller = given_up - {number}
            if all(smaller & conflict for conflict in self._to_hit):
                given_up = smaller
        return given_up

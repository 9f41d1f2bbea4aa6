"""What a number in a proof counts or sums: each instance with its reasons, or that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..logic.levels import Level
from ..logic.occurrences import aggregates
from ..logic.syntax import Aggregate, Comparison, Value
from .matching import Bindings, World, substitute
from .nodes import ProofNode

if TYPE_CHECKING:
    from .prover import Prover

MAX_COUNTED = 24  # a longer list is no reason that anyone checks


def counted(
    prover: Prover, comparison: Comparison, bindings: Bindings, level: Level | None, world: World
) -> tuple[ProofNode, ...]:
    """Steps for what the aggregates of a comparison range over, each distinct value once."""
    return tuple(
        step
        for aggregate in aggregates(comparison)
        for step in _of(prover, aggregate, bindings, level, world)
    )


def _of(
    prover: Prover, aggregate: Aggregate, bindings: Bindings, level: Level | None, world: World
) -> Iterator[ProofNode]:
    seen: set[tuple[Value, ...]] = set()
    solutions = prover.matcher.solve(aggregate.body, bindings, level, world)
    for solution in solutions:
        key = tuple(substitute(v, solution) for v in aggregate.values)
        if key not in seen and len(seen) < MAX_COUNTED:
            seen.add(key)
            yield from prover.premises(aggregate.body, solution, level, world) or ()
    if seen or len(aggregate.body) != 1 or aggregate.body[0].negated:
        return
    nothing = prover.attempt(prover.goal_of(aggregate.body[0], bindings, level, world), holds=False)
    if nothing is not None:
        yield nothing

"""Goals of a proof: a ground statement at a level, in a world."""

from __future__ import annotations

from ..logic.levels import Level
from ..logic.syntax import Value
from .matching import World
from .nodes import Fact

# Predicate, arguments, change ("", "starts", "ends"), level (`None` for rigid) and world.
Goal = tuple[str, tuple[Value, ...], str, Level | None, World]


def fact_of(goal: Goal, negated: bool) -> Fact:
    """What a goal states, or that it does not hold."""
    return Fact(goal[0], goal[1], goal[2], negated)

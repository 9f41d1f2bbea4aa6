"""Where a predicate is judged: the real course of events and the trials that look ahead of it.

A *state level* is the current situation (`s0`), the situation after one or two tried events (`s1`,
`s2`), or the one after the event that is happening (`n0`, `n1`). An *event level* is the event that
is happening (`e0`) or a tried one (`e1`, `e2`; `m1` when tried after the one that is happening).
Every level is compiled to predicates of its own, with the tried events as extra arguments.
"""

from __future__ import annotations

from dataclasses import dataclass

from .syntax import Declaration, Literal, Moment

LOOK_AHEAD = 2


class TooManyEvents(Exception):
    """A literal looks more than two events ahead."""


@dataclass(frozen=True, order=True)
class Level:
    """A level of judging.

    Args:
        event: True for an event level, False for a state level.
        real: The happening event belongs to it (`e0`, `n0`, `n1`, `m1`).
        depth: Number of tried events.
    """

    event: bool
    real: bool
    depth: int

    def __post_init__(self) -> None:
        if self.depth + (self.real and not (self.event and self.depth == 0)) > LOOK_AHEAD:
            raise TooManyEvents

    @property
    def suffix(self) -> str:
        """Short name: s0, s1, s2, n0, n1, e0, e1, e2, m1."""
        letter = ("m" if self.real and self.depth else "e") if self.event else "sn"[self.real]
        return f"{letter}{self.depth}"

    @property
    def base(self) -> Level:
        """The state level from which an event level starts; a state level itself."""
        if not self.event:
            return self
        if self.depth == 0:
            return NOW_STATE
        return Level(False, self.real, self.depth - 1)

    @property
    def outcome(self) -> Level:
        """The state level to which an event level leads."""
        return Level(False, self.real, self.depth)

    def trial(self) -> Level:
        """The event level of one more tried event after this state level."""
        return Level(True, self.real, self.depth + 1)


NOW_STATE = Level(False, False, 0)
REAL_EVENT = Level(True, True, 0)
NEXT_STATE = Level(False, True, 0)


def literal_level(level: Level, literal: Literal, declaration: Declaration) -> Level | None:
    """The level at which a literal in a rule at `level` is judged; `None` for rigid predicates.

    Raises:
        TooManyEvents: The literal looks further than two events ahead.
    """
    return moment_level(level, literal.moment, declaration.kind)


def moment_level(level: Level, moment: Moment, kind: str) -> Level | None:
    """See `literal_level`; `kind` is the kind of the predicate."""
    if kind == "rigid":
        return None
    if moment.initial:
        return NOW_STATE
    state = level.base
    if moment.after is not None:
        state = state.trial().outcome
    if moment.would is not None:
        return state.trial()
    if moment.after is not None:
        return state
    if moment.next:
        return level.outcome
    if moment.change or kind in ("event", "choice"):
        return level
    return state

"""A theory whose rules hold at some dates only: the newest program, and what earlier dates add to it.

The newest program is compiled by itself, so that rules which no longer hold cost nothing there; the
program of another date is cut from both together.
"""

from __future__ import annotations

from ..values import value
from .check import check_theory
from .program import Program, compile_theory, refuse, restrict
from .theory import NEWEST, Theory

NOTHING = Program(Theory({}, ()), (), frozenset())


@value
class Dated:
    """Programs of every date.

    Args:
        newest: The compiled rules that hold at the newest date.
        lapsed: The rules that no longer hold, with the pieces and keys that they add.
    """

    newest: Program
    lapsed: Program = NOTHING

    @property
    def theory(self) -> Theory:
        """The rules of every date."""
        theory = self.newest.theory
        return Theory(theory.declarations, (*theory.rules, *self.lapsed.theory.rules))

    def as_of(self, date: str) -> Program:
        """The program of a date."""
        theory = self.theory.as_of(date)
        if theory.rules == self.newest.theory.rules:
            return self.newest
        pieces = (*self.newest.pieces, *self.lapsed.pieces)
        keys = self.newest.keys | self.lapsed.keys
        return restrict(Program(self.theory, pieces, keys, self.newest.choices), theory)


def periods(theory: Theory) -> list[str]:
    """The days on which rules of a theory begin or cease to hold, sorted, after "" for all before."""
    return sorted({"", *(d for r in theory.rules for d in (r.valid_from, r.valid_to))})


def compile_dated(theory: Theory) -> Dated:
    """Checks and compiles the rules of every date.

    Raises:
        DiagnosticError: With every fault of the rules of some date.
    """
    refuse(check_theory(theory))
    newest = compile_theory(theory.as_of(NEWEST))
    lapsed = tuple(rule for rule in theory.rules if not rule.valid(NEWEST))
    for date in periods(theory):
        if any(rule.valid(date) for rule in lapsed):  # fewer rules alone cannot close a circle
            compile_theory(theory.as_of(date))
    if not lapsed:
        return Dated(newest)
    pieces, keys = newest.additions(lapsed)
    return Dated(newest, Program(Theory({}, lapsed), tuple(pieces), keys - newest.keys))

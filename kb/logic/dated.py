"""A theory whose rules hold at some dates only: the newest program, and what earlier dates add to it.

The newest program is compiled by itself, so that rules which no longer hold cost nothing there; the
program of another date is cut from both together.
"""

from __future__ import annotations

from dataclasses import replace

from ..values import value
from .program import Program, compile_theory, refuse, restrict
from .theory import NEWEST, Theory

NOTHING = Program(Theory({}, ()), (), frozenset())


@value
class Dated:
    """Programs of every date.

    Args:
        newest: The compiled rules that hold at the newest date.
        lapsed: The rules that no longer hold, with the pieces and keys that they add; and those which
            a statement no longer shares, as they were.
    """

    newest: Program
    lapsed: Program = NOTHING

    @property
    def theory(self) -> Theory:
        """The rules of every date."""
        theory = self.newest.theory
        former = {rule.name: rule for rule in self.lapsed.theory.rules}
        rules = [former.pop(rule.name, rule) for rule in theory.rules]
        return Theory(theory.declarations, (*rules, *former.values()))

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
    dates = {d for rule in theory.rules for d in (rule.valid_from, rule.valid_to)}
    shared = [sharing for rule in theory.rules for sharing in rule.shared]
    return sorted({"", *dates, *(d for s in shared for d in (s.valid_from, s.valid_to))})


def compile_dated(theory: Theory) -> Dated:
    """Checks and compiles the rules of every date.

    Raises:
        DiagnosticError: With every fault of the rules of some date.
    """
    from .check import check_theory

    refuse(check_theory(theory))
    kept = tuple(rule for rule in theory.rules if rule.valid(NEWEST))
    compiled = compile_theory(replace(theory, rules=kept))
    newest = replace(compiled, theory=theory.as_of(NEWEST))
    lapsed = tuple(rule for rule in theory.rules if not rule.valid(NEWEST))
    former = tuple(rule for rule in kept if not all(s.valid(NEWEST) for s in rule.shared))
    for date in periods(theory):
        if any(rule.valid(date) for rule in lapsed):  # fewer rules alone cannot close a circle
            compile_theory(theory.as_of(date))
    if not lapsed and not former:
        return Dated(newest)
    pieces, keys = newest.additions(lapsed)
    added = Theory({}, (*lapsed, *former))
    return Dated(newest, Program(added, tuple(pieces), keys - newest.keys))

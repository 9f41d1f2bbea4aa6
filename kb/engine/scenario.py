"""What is asked about: facts, filter rules, events that are given and choices that are made."""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..logic.check import nearest
from ..logic.syntax import Atom, Rule, Value
from ..logic.theory import Theory
from ..values import value


@value
class Scenario:
    """A situation to start from and what is to happen.

    Args:
        facts: Ground atoms: rigid facts, and fluents that hold at the start.
        rules: Rules of the scenario's own (the filters of its effects).
        given: Events with the place at which they happen; equal places leave the order open.
        chosen: Choices that are made wherever they are offered.
        declined: Choices that are declined wherever they are offered.
        default: What becomes of undecided choices: "open" (every outcome), "declined" or "chosen".
    """

    facts: tuple[Atom, ...] = ()
    rules: tuple[Rule, ...] = ()
    given: tuple[tuple[Value, int], ...] = ()
    chosen: tuple[Atom, ...] = ()
    declined: tuple[Atom, ...] = ()
    default: str = "open"


def check_scenario(scenario: Scenario, theory: Theory) -> list[Diagnostic]:
    """Faults of the facts: `undeclared`, `arity`, `not-given` (a concluded predicate is stated)."""
    faults = []
    for atom in (*scenario.facts, *scenario.chosen, *scenario.declined):
        declaration = theory.declarations.get(atom.predicate)
        params = {"input": str(atom)}
        if declaration is None:
            hint = nearest(atom.predicate, theory.declarations)
            faults.append(Diagnostic("undeclared", params={"input": atom.predicate}, hint=hint))
        elif declaration.arity != len(atom.args):
            faults.append(Diagnostic("arity", params=params))
        elif declaration.engine or declaration.kind not in ("rigid", "fluent", "choice"):
            faults.append(Diagnostic("not-given", params=params))
    return faults

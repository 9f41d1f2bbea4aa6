"""What came of a scenario: its situations and the happenings between them, with every atom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..logic.clingo_text import Key, atom_name
from ..logic.levels import NOW_STATE, REAL_EVENT, Level
from ..logic.program import Program
from ..logic.syntax import NOW, Atom, Rule, Value
from ..values import value
from .scenario import Scenario
from .session import Session, Tuple, World


@value
class Happening:
    """An event that leads from one situation to another.

    Args:
        source: Number of the situation in which it happens.
        number: Number of the happening and of the situation that it leads to.
        event: The event.
        taken: Choices made in it.
        offered: Choices that were offered and left open by the scenario.
    """

    source: int
    number: int
    event: Value
    taken: tuple[Atom, ...] = ()
    offered: tuple[Atom, ...] = ()


@dataclass
class Run:
    """All situations and happenings of a scenario, with access to every atom that was worked out.

    Args:
        program: The compiled theory with the scenario's rules.
        scenario: What was run.
        children: Situation → happenings that lead on from it, sorted.
        parents: Situation → the happening that led to it (several only where branches met).
        leaves: Situations at which nothing is left to happen.
        bound: Why the run was cut short ("situations", "outcomes"), or "".
    """

    program: Program
    scenario: Scenario
    session: Session
    children: dict[int, list[Happening]] = field(default_factory=dict)
    parents: dict[int, list[Happening]] = field(default_factory=dict)
    leaves: list[int] = field(default_factory=list)
    bound: str = ""
    happenings: dict[int, Happening] = field(default_factory=dict)
    _tuples: dict[Key, dict[World, set[Tuple]]] = field(default_factory=dict)

    def tuples(
        self, predicate: str, change: str = "", level: Level | None = None, world: World = ()
    ) -> set[Tuple]:
        """Argument tuples for which a predicate holds, at a level, in a world (situation or event number, then tried events)."""
        key: Key = (predicate, change, level)
        if key not in self._tuples:
            declaration = self.program.theory.declarations.get(predicate)
            if declaration is not None:
                arity = declaration.arity
            else:  # a denial: its witness
                from ..logic.compile import denial_variables

                arity = len(denial_variables(self.program.theory.by_name[predicate]))
            size = 0 if level is None else 1 + level.depth
            self._tuples[key] = self.session.read(key, arity, size)
        return self._tuples[key].get(world, set())

    def worlds(
        self, predicate: str, change: str, level: Level | None
    ) -> Iterable[tuple[World, set[Tuple]]]:
        """All worlds in which a key has tuples, with the tuples."""
        self.tuples(predicate, change, level)
        return self._tuples[predicate, change, level].items()

    def conceivable(self, rule: Rule) -> bool:
        """Whether every event predicate that a rule needs may come true in this scenario."""
        declarations, possible = self.program.theory.declarations, self.session.possible
        return all(
            atom_name((lit.atom.predicate, "", REAL_EVENT)) in possible
            for lit in rule.literals
            if not lit.negated
            and lit.moment == NOW
            and declarations[lit.atom.predicate].kind == "event"
            and lit.atom.predicate != "happens"
        )

    def happening(self, number: int) -> Happening:
        """The happening of a number (one of them where branches met)."""
        return self.happenings[number]

    def parent(self, situation: int) -> Happening | None:
        """The happening that led to a situation, or `None` for the given one."""
        found = self.parents.get(situation)
        return found[0] if found else None

    def source_of(self, number: int) -> int:
        """The situation in which a happening takes place."""
        return self.happenings[number].source

    def holds(self, atom: Atom, situation: int) -> bool:
        """Whether a ground state atom holds in a situation."""
        rigid = self.program.theory.declarations[atom.predicate].kind == "rigid"
        level = None if rigid else NOW_STATE
        return atom.args in self.tuples(atom.predicate, "", level, () if rigid else (situation,))

    def state_tuples(self, predicate: str, situation: int) -> set[Tuple]:
        """Argument tuples for which a state predicate holds in a situation."""
        return self.tuples(predicate, "", NOW_STATE, (situation,))

    def violations(self, number: int) -> list[tuple[str, Tuple]]:
        """Denials broken in a situation or in the happening that led to it, with their witnesses."""
        found = []
        for rule in self.program.theory.rules:
            if rule.denial:
                for level in (NOW_STATE, REAL_EVENT):
                    if (rule.name, "denied", level) in self.program.keys:
                        witnesses = self.tuples(rule.name, "denied", level, (number,))
                        found += [(rule.name, w) for w in sorted(witnesses, key=str)]
        return found

    def path(self, situation: int) -> list[Happening]:
        """The happenings that lead to a situation, first one first (one path where branches met)."""
        steps: list[Happening] = []
        while self.parents.get(situation):
            steps.append(self.parents[situation][0])
            situation = steps[-1].source
        return steps[::-1]

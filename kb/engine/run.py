"""The course of events: from situation to situation, branching where the rules leave something open.

Which event is next is concluded by rules (`happensNext`); here it is only read. One next event:
go on. Several: the order is open, every order is followed. None: the end, unless something is
pending, which is the error `stuck`.
"""

from __future__ import annotations

import itertools
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic, DiagnosticError
from ..logic.compile import Key, atom_name
from ..logic.levels import NEXT_STATE, NOW_STATE, REAL_EVENT, Level
from ..logic.program import Program
from ..logic.syntax import NOW, Atom, Declaration, Rule, Value
from ..values import value
from .scenario import Scenario, check_scenario
from .session import Session, Tuple, World

MAX_SITUATIONS = 400
MAX_OUTCOMES = 64
MAX_OPTIONS = 32


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


def run(program: Program, scenario: Scenario, max_situations: int = MAX_SITUATIONS) -> Run:
    """Runs a scenario to its end, along every order and choice that is left open.

    Raises:
        DiagnosticError: Faulty facts or rules, `stuck`, `two-values`.
    """
    faults = check_scenario(scenario, program.theory)
    if faults:
        raise DiagnosticError(faults)
    program = program.with_rules(scenario.rules)
    session = Session(program, scenario)
    result = Run(program, scenario, session)
    _Runner(result, max_situations).run()
    return result


class _Runner:
    """State of one run: the queue of situations, and those already met (for merging)."""

    def __init__(self, result: Run, max_situations: int) -> None:
        self.run_ = result
        self.session = result.session
        self.declarations = result.program.theory.declarations
        self.fluents = [d for d in self.declarations.values() if d.kind == "fluent"]
        self.choices = [self.declarations[name] for name in result.program.choices]
        self.max = max_situations
        self.next_number = itertools.count(1)
        self.forked = False
        self.met: dict[frozenset[tuple[str, frozenset[Tuple]]], int] = {}
        self.open_outcomes = 1

    def run(self) -> None:
        queue: deque[int] = deque([0])
        situations = 0
        while queue:
            number = queue.popleft()
            situations += 1
            if situations > self.max:
                self.run_.bound = "situations"
                return
            self.session.situation(number)
            happenings = self._follow(number)
            self.run_.children[number] = happenings
            self.run_.happenings |= {h.number: h for h in happenings}
            if not happenings:
                self.run_.leaves.append(number)
            self.open_outcomes += max(0, len(happenings) - 1)
            if self.open_outcomes > MAX_OUTCOMES:
                self.run_.bound = "outcomes"
                return
            for happening in happenings:
                self._arrive(happening, queue)

    def _arrive(self, happening: Happening, queue: deque[int]) -> None:
        target = happening.number
        self.forked |= len(self.run_.children[happening.source]) > 1
        if self.forked:
            signature = self._signature(target)
            if signature in self.met:
                self.run_.parents[self.met[signature]].append(happening)
                return
            self.met[signature] = target
        self.run_.parents.setdefault(target, []).append(happening)
        queue.append(target)

    def _signature(self, number: int) -> frozenset[tuple[str, frozenset[Tuple]]]:
        return frozenset(
            (d.name, frozenset(self._read((d.name, "", NEXT_STATE), d.arity, number)))
            for d in self.fluents
        )

    def _read(self, key: Key, arity: int, number: int) -> set[Tuple]:
        return self.session.read(key, arity, 1).get((number,), set())

    def _follow(self, number: int) -> list[Happening]:
        events = sorted(self._read(("happensNext", "", NOW_STATE), 1, number), key=str)
        if not events:
            if self._read(("pending", "", NOW_STATE), 0, number):
                waiting = self._read(("mayHappen", "", NOW_STATE), 1, number)
                waiting |= self._read(("due", "", NOW_STATE), 1, number)
                names = ", ".join(sorted(str(e[0]) for e in waiting))
                raise DiagnosticError(
                    [Diagnostic("stuck", params={"input": names or "given events"})]
                )
            return []
        return [h for (event,) in events for h in self._happen(number, event)]

    def _happen(self, source: int, event: Value) -> list[Happening]:
        """The event once for each way in which its open choices may be made."""
        if not self.choices:
            happening = Happening(source, next(self.next_number), event)
            self.session.event(source, happening.number, event)
            self._check_values(happening)
            return [happening]
        done = []
        todo: list[tuple[int, tuple[Atom, ...], tuple[Atom, ...]]] = [(0, (), ())]
        while todo:
            stage, taken, offered = todo.pop(0)
            happening = Happening(source, next(self.next_number), event, taken, offered)
            self.session.event(source, happening.number, event, taken)
            later = False
            for index in range(stage, len(self.choices)):
                choice = self.choices[index]
                offers = self._read(
                    (choice.name, "offer", REAL_EVENT), choice.arity, happening.number
                )
                if not offers:
                    continue
                options = self._options(choice, offers)
                fresh = (
                    tuple(Atom(choice.name, o) for o in sorted(offers, key=str))
                    if len(options) > 1
                    else ()
                )
                if options == [()]:
                    continue
                todo += [(index + 1, (*taken, *option), (*offered, *fresh)) for option in options]
                later = True
                break
            if not later:
                self._check_values(happening)
                done.append(happening)
        return done

    def _options(self, choice: Declaration, offers: set[Tuple]) -> list[tuple[Atom, ...]]:
        """The sets of offered choices that may be taken together."""
        scenario = self.run_.scenario
        atoms = sorted((Atom(choice.name, offer) for offer in offers), key=str)
        must = [a for a in atoms if a in scenario.chosen]
        no = {a for a in atoms if a in scenario.declined}
        free = [a for a in atoms if a not in scenario.chosen and a not in no]
        if scenario.default == "declined":
            free = []
        elif scenario.default == "chosen":
            must, free = must + free, []
        options = []
        for picks in _subsets(free):
            option = (*must, *picks)
            if _keys_hold(choice, option, atoms, no):
                options.append(option)
                if len(options) > MAX_OPTIONS:
                    break
        return options or [tuple(must)]

    def _check_values(self, happening: Happening) -> None:
        """A functional fluent may be given one new value in one event."""
        for declaration in self.fluents:
            if not declaration.functional:
                continue
            key: Key = (declaration.name, "starts", REAL_EVENT)
            values: dict[Tuple, set[Value]] = defaultdict(set)
            for args in self._read(key, declaration.arity, happening.number):
                values[args[:-1]].add(args[-1])
            for args, found in values.items():
                if len(found) > 1:
                    atom = Atom(declaration.name, (*args, " / ".join(sorted(map(str, found)))))
                    params = {"input": str(atom), "event": str(happening.event)}
                    raise DiagnosticError([Diagnostic("two-values", params=params)])


def _subsets(atoms: list[Atom]) -> Iterable[tuple[Atom, ...]]:
    for size in range(len(atoms) + 1):
        yield from itertools.combinations(atoms, size)


def _keys_hold(
    choice: Declaration, option: Iterable[Atom], atoms: list[Atom], declined: set[Atom]
) -> bool:
    for positions, exact in ((choice.one_per, True), (choice.most_one_per, False)):
        if positions is None:
            continue
        counts = {_key(a, positions): 0 for a in atoms if a not in declined}
        for atom in option:
            counts[_key(atom, positions)] = counts.get(_key(atom, positions), 0) + 1
        if any(n > 1 or (exact and n == 0) for n in counts.values()):
            return False
    return True


def _key(atom: Atom, positions: tuple[int, ...]) -> Tuple:
    return tuple(atom.args[p] for p in positions)

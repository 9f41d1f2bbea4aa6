"""The course of events: from situation to situation, branching where the rules leave something open.

Which event is next is concluded by rules (`happensNext`); here it is only read. One next event:
go on. Several: the order is open, every order is followed. None: the end, unless something is
pending, which is the error `stuck`.
"""

from __future__ import annotations

import itertools
from collections import defaultdict, deque

from ..diagnostics import Diagnostic, DiagnosticError
from ..logic.clingo_text import Key
from ..logic.levels import NEXT_STATE, NOW_STATE, REAL_EVENT
from ..logic.program import Program
from ..logic.syntax import Atom, Value
from .options import options
from .run import Happening, Run
from .scenario import Scenario, check_scenario
from .session import Session, Tuple

MAX_SITUATIONS = 400
MAX_OUTCOMES = 128
MAX_OPEN_ORDERS = 64  # an order of effects left open costs more than a choice


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
        self.open_orders = 1

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
            self.open_orders += max(0, len({h.event for h in happenings}) - 1)
            if self.open_outcomes > MAX_OUTCOMES or self.open_orders > MAX_OPEN_ORDERS:
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
                found = options(choice, offers, self.run_.scenario)
                fresh = (
                    tuple(Atom(choice.name, o) for o in sorted(offers, key=str))
                    if len(found) > 1
                    else ()
                )
                if found == [()]:
                    continue
                todo += [(index + 1, (*taken, *option), (*offered, *fresh)) for option in found]
                later = True
                break
            if not later:
                self._check_values(happening)
                done.append(happening)
        return done

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

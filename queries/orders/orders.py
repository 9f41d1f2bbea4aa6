"""`orders`: which orders of the given effects lead to which type lines at the end.

Every order of the `when` statements is run through the engine, up to a bound; events of the
game and effects that end at a step keep their place. Beyond the bound only a sample is tried (see
`orders_sample`). How much work an order is counts too: large scenarios get fewer of them, the same
ones in each run.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge
from ..answers.case import Case
from ..answers.running import build_case
from ..exit_codes import STOPPED
from ..facts.meaning import mean
from ..syntax import (
    CardEffect,
    Effect,
    Event,
    EventStatement,
    Given,
    GivenChoice,
    GivenFact,
    Note,
    ScenarioText,
    Statement,
    When,
)
from .decide import Decision, Order, decide

MAX_ORDERS = 720
MAX_PROVEN = 12  # outcomes of which the rules are told
MAX_UNFINISHED = 3  # orders that the engine could not work out
MAX_WORK = 5_000_000  # happenings times the square of what may happen: about a minute
Watch = Callable[[Sequence[Order]], Iterable[Order]]


@dataclass(frozen=True)
class Outcome:
    """What an order leads to.

    Args:
        lines: Each object with the ids of its types; `None` where the rules leave them open.
        error: Code of the error that the order ends with, or "".
    """

    lines: tuple[tuple[str, frozenset[str] | None], ...] = ()
    error: str = ""

    @property
    def undetermined(self) -> bool:
        """Whether some type line is left open."""
        return any(ids is None for _, ids in self.lines)


@dataclass
class Group:
    """The orders that lead to one outcome: how many were tried, the first of them, the rules behind it."""

    outcome: Outcome
    count: int
    example: Order
    rules: tuple[str, ...] = ()


@dataclass
class Orders:
    """What came of the orders of one scenario.

    Args:
        title: Its title.
        knowledge: What it was judged by; `None` if it could not be.
        words: Number of each effect → its words, as they were given.
        fixed: Numbers of the effects that keep their place.
        possible: How many orders there are.
        tried: How many were tried.
        groups: The outcomes, by the first order that leads to each.
        decision: What the outcome hangs on, as far as it was tried.
        interrupted: The work was stopped by the user.
        errors: What is wrong with the scenario.
        notes: What the reader must know.
    """

    title: str = ""
    knowledge: Knowledge | None = None
    words: dict[int, str] = field(default_factory=dict)
    fixed: tuple[int, ...] = ()
    possible: int = 0
    tried: int = 0
    groups: list[Group] = field(default_factory=list)
    decision: Decision = field(default_factory=Decision)
    interrupted: bool = False
    errors: list[Diagnostic] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every order was tried."""
        return self.tried == self.possible

    @property
    def exit_code(self) -> int:
        """0 one outcome, 1 the order matters, 2 error, 3 bound reached or undetermined, 130 stopped."""
        if self.errors or (self.groups and all(g.outcome.error for g in self.groups)):
            return 2
        if self.interrupted:
            return STOPPED
        if not self.complete:
            return 3
        if len(self.groups) > 1:
            return 1
        return 3 if any(g.outcome.undetermined for g in self.groups) else 0


def orders_of(scenario: ScenarioText, knowledge: Knowledge, watch: Watch = iter) -> Orders:
    """Tries the orders of a scenario's effects.

    Args:
        scenario: The scenario; its questions are not asked.
        knowledge: What it is judged by.
        watch: Told of each list of orders to try before they are tried, to show progress.
    """
    trial = Trial(scenario, knowledge)
    found = Orders(scenario.title, knowledge, fixed=trial.fixed)
    found.possible = math.factorial(len(trial.free))
    if not trial.start(found):
        return found
    from .sample import sample

    try:
        trial.run([trial.free], watch)
        if found.possible > MAX_ORDERS or trial.work * found.possible > MAX_WORK:
            sample(trial, watch)
        if found.possible <= MAX_ORDERS:
            trial.run(itertools.permutations(trial.free), watch)
    except KeyboardInterrupt:
        found.interrupted = True
    _conclude(found, trial)
    if found.fixed:
        numbers_ = ", ".join(map(str, found.fixed))
        found.notes.append(Note("keeps-place", {"input": numbers_}))
    return found


def _conclude(found: Orders, trial: Trial) -> None:
    found.tried = len(trial.outcomes)
    found.groups = groups_of(trial.outcomes)
    numbers = {group.outcome: number for number, group in enumerate(found.groups, 1)}
    results = {order: numbers[outcome] for order, outcome in trial.outcomes.items()}
    found.decision = decide(results, complete=found.complete)
    if not found.interrupted:
        for group in found.groups[:MAX_PROVEN]:
            group.rules = trial.rules(group)


def groups_of(outcomes: dict[Order, Outcome]) -> list[Group]:
    """The outcomes with their orders, in the order in which they were found."""
    groups: dict[Outcome, Group] = {}
    for order, outcome in outcomes.items():
        group = groups.setdefault(outcome, Group(outcome, 0, order))
        group.count += 1
    return list(groups.values())


class Trial:
    """A scenario whose effects are put in other orders, and the outcomes that were found.

    An effect is a `when` statement, numbered from 1; an order lists those that may move.
    """

    def __init__(self, scenario: ScenarioText, knowledge: Knowledge) -> None:
        self.scenario = scenario
        self.knowledge = knowledge
        self.outcomes: dict[Order, Outcome] = {}
        self.unfinished: set[Order] = set()
        self.work = 0
        self.declared: tuple[Statement, ...] = tuple(
            s for s in scenario.statements if isinstance(s, Given | GivenChoice | GivenFact)
        )
        whens = [s for s in scenario.statements if isinstance(s, When)]
        self.whens: dict[int, When] = dict(enumerate(whens, 1))
        self.fixed = tuple(n for n, when in self.whens.items() if _stays(when))
        self.free = tuple(n for n in self._by_time() if n not in self.fixed)

    def _by_time(self) -> list[int]:
        stamps, stamp = {}, 0
        for number, when in self.whens.items():
            stamp = when.timestamp if when.timestamp is not None else stamp + 1
            stamps[number] = stamp
        return sorted(self.whens, key=lambda n: stamps[n])

    def start(self, found: Orders) -> bool:
        """Reads the scenario as given; whether there is something to try."""
        statements = (*self.declared, *self.whens.values())
        meaning, found.errors = mean(replace(self.scenario, statements=statements), self.knowledge)
        found.notes = list(meaning.notes)
        numbers = {
            name: int(label[1]) for name, label in meaning.labels.items() if label[0] in _NUMBERED
        }
        said = {numbers[name]: w for name, w in meaning.words.items() if name in numbers}
        one_each = max(said, default=0) <= len(self.whens)
        for number, when in self.whens.items():
            words = said.get(number) if one_each else None
            found.words[number] = words or _words(when)
        return not found.errors

    def case(self, order: Order) -> Case:
        """The scenario with its effects in an order, each later than the one before.

        Raises:
            DiagnosticError: The engine refuses it.
        """
        moving = iter(order)
        numbers = [n if n in self.fixed else next(moving) for n in self.whens]
        whens = (replace(self.whens[n], timestamp=None) for n in numbers)
        text = replace(self.scenario, statements=(*self.declared, *whens))
        meaning, faults = mean(text, self.knowledge)
        if faults:
            raise DiagnosticError(faults)
        return build_case(meaning, self.knowledge)

    def run(self, orders: Iterable[Order], watch: Watch) -> None:
        """Works out the outcomes of orders, as far as they are not known and the bound allows."""
        new = (o for o in dict.fromkeys(orders) if o not in self.outcomes)
        for order in watch([*itertools.islice(new, MAX_ORDERS - len(self.outcomes))]):
            if self.work > MAX_WORK or len(self.unfinished) >= MAX_UNFINISHED:
                return
            self.outcomes[order] = self._outcome(order)

    def _outcome(self, order: Order) -> Outcome:
        try:
            case = self.case(order)
        except DiagnosticError as error:
            return Outcome(error=error.diagnostics[0].code)
        self.work += len(case.run.happenings) * len(case.meaning.labels) ** 2
        if case.run.bound:
            self.unfinished.add(order)
        lines = []
        for name in case.meaning.objects:
            found = {case.types(name, leaf) for leaf in case.run.leaves}
            sure = len(found) == 1 and not case.run.bound
            lines.append((name, found.pop() if sure else None))
        return Outcome(tuple(lines))

    def rules(self, group: Group) -> tuple[str, ...]:
        """The rules that put the effects of a group's first order in their places."""
        if group.outcome.error or group.example in self.unfinished:
            return ()
        case = self.case(group.example)
        return case.rules_of(tuple(case.order_proof()))


_NUMBERED = ("effect", "event")  # what a number names that answers count


def _stays(when: When) -> bool:
    """Whether it keeps its place: an event of the game, or an effect that ends at a step."""
    return isinstance(when, Event) or (isinstance(when, Effect) and when.until_step is not None)


def _words(when: When) -> str:
    match when:
        case CardEffect():
            return when.name
        case EventStatement():
            return when.text
    return when.words

"""Builds proofs from a run: why a ground statement holds, or why it does not.

Positive steps re-match the rule that concluded them; what changes is followed back to the event
that began it, and persists otherwise. Negative steps are walked as deep: the event that ended it,
or each rule that could have concluded it with the first premise it lacks (only rules whose rigid
premises hold are told).
"""

from __future__ import annotations

from collections.abc import Callable

from ..engine.run import Happening, Run
from ..logic.levels import NEXT_STATE, NOW_STATE, Level
from ..logic.syntax import Atom, Comparison, Literal, Premise, Rule, Value
from .counted import counted
from .goals import Goal, fact_of
from .matching import Bindings, Matcher, World, substitute, unify_all
from .nodes import Fact, ProofNode, When
from .persistence import Persistence
from .refuter import Refuter
from .shortfalls import Shortfalls

MAX_DEPTH = 40
MAX_INSTANCES = 400


class Prover:
    """Proves and refutes statements of one run.

    Args:
        run: The run.
        given_by: Numbers of the rules behind a given fact.
        persists_by: Predicate → number of the rule by which it persists.
        event_detail: Rigid predicate that tells more of an event, or "".
        order_reason: Predicate with which an event tells why it comes before another, or "".
        refuted_by: Predicate → numbers of the rules that stand for all that could conclude it,
            where each falls short in its own way.
        counted: Rigid predicate of the events that bear on what is asked, or "" for all.
        weighed: Predicates of which every rule that is to the point is told where none applies.
    """

    def __init__(
        self,
        run: Run,
        given_by: Callable[[Fact], tuple[str, ...]] = lambda _: (),
        persists_by: dict[str, str] | None = None,
        order_reason: str = "",
        event_detail: str = "",
        refuted_by: dict[str, tuple[str, ...]] | None = None,
        counted: str = "",
        weighed: frozenset[str] = frozenset(),
    ) -> None:
        self.run = run
        self.theory = run.program.theory
        self.matcher = Matcher(run)
        self.given_by = given_by
        self.persists_by = persists_by or {}
        self.refuted_by = refuted_by or {}
        self.order_reason = order_reason if order_reason in self.theory.declarations else ""
        self.event_detail = event_detail if event_detail in self.theory.declarations else ""
        self.counted = counted if counted in self.theory.declarations else ""
        self.weighed = weighed
        self.asked: Goal | None = None
        self.shortfalls = Shortfalls(self)
        self.persistence = Persistence(self)
        self.refuter = Refuter(self)
        self._stack: set[Goal] = set()
        self._memo: dict[tuple[Goal, bool], ProofNode | None] = {}
        self._heads: dict[tuple[str, str], list[tuple[Rule, Atom]]] = {}
        for rule in self.theory.rules:
            for head in rule.heads:
                if head.mode != "not":
                    key = (head.atom.predicate, head.mode.replace("may", "offer"))
                    self._heads.setdefault(key, []).append((rule, head.atom))
        self._concluding: dict[tuple[str, str], list[tuple[Rule, Atom]]] = {}

    def concluding(self, predicate: str, change: str) -> list[tuple[Rule, Atom]]:
        """The rules that may conclude a predicate in this run, with their heads, by priority."""
        key = (predicate, change)
        if key not in self._concluding:
            found = [p for p in self._heads.get(key, ()) if self.run.conceivable(p[0])]
            self._concluding[key] = sorted(found, key=lambda pair: pair[0].priority)
        return self._concluding[key]

    # --- entry points ---------------------------------------------------------------------------

    def explain(self, atom: Atom, situation: int) -> ProofNode:
        """Why a state atom holds in a situation, or why it does not."""
        rigid = self.theory.declarations[atom.predicate].kind == "rigid"
        level = None if rigid else NOW_STATE
        world: World = () if rigid else (situation,)
        goal: Goal = (atom.predicate, atom.args, "", level, world)
        self.asked = goal
        if self.run.holds(atom, situation):
            return self.prove(goal)
        return self.refute(goal)

    def order_of(self, number: int) -> ProofNode:
        """Why a happening is the next event at its situation."""
        happening = self.run.happening(number)
        return self._event(happening.event, number)

    def prove(self, goal: Goal) -> ProofNode:
        """A proof of a goal that holds."""
        node = self.attempt(goal, holds=True)
        if node is None:  # cut short by depth or a circle: say what is known
            return ProofNode(fact_of(goal, False), "given", self.when(goal))
        return node

    def refute(self, goal: Goal) -> ProofNode:
        """Why a goal does not hold."""
        node = self.attempt(goal, holds=False)
        return node or ProofNode(fact_of(goal, True), "absent", self.when(goal))

    def attempt(self, goal: Goal, holds: bool) -> ProofNode | None:
        key = (goal, holds)
        if key in self._memo:
            return self._memo[key]
        if goal in self._stack or len(self._stack) > MAX_DEPTH:
            return None
        self._stack.add(goal)
        try:
            node = self._proof(goal) if holds else self.refuter.refutation(goal)
        finally:
            self._stack.discard(goal)
        if node is not None:
            self._memo[key] = node
        return node

    # --- positive ---------------------------------------------------------------------------------

    def _proof(self, goal: Goal) -> ProofNode | None:
        predicate, args, change, level, world = goal
        declaration = self.theory.declarations[predicate]
        if predicate == "happens" and level is not None:
            if level.real and not level.depth:
                return self._event(args[0], int(str(world[0])))
            return ProofNode(fact_of(goal, False), "event", self.when(goal))
        if declaration.kind == "fluent" and not change:
            return self.persistence.proof(goal)
        for rule, head in self.concluding(predicate, change):
            node = self._by_rule(rule, head, goal)
            if node is not None:
                return node
        if declaration.kind == "derived" and self.concluding(predicate, change):
            return None  # only what is being proved would prove it
        why = "supposed" if declaration.kind == "choice" else "given"
        cites = self.given(predicate, args)
        return ProofNode(fact_of(goal, False), why, self.when(goal), cites=cites)

    def _by_rule(self, rule: Rule, head: Atom, goal: Goal) -> ProofNode | None:
        _, args, _, level, world = goal
        start = unify_all(head.args, args, {})
        if start is None:
            return None
        for count, bindings in enumerate(self.matcher.solve(rule.body, start, level, world)):
            premises = self.premises(rule.body, bindings, level, world)
            if premises is not None:
                return ProofNode(
                    fact_of(goal, False),
                    "rule",
                    self.when(goal),
                    rule.name,
                    premises=premises,
                    also=self.matcher.also(rule, bindings, level, world),
                )
            if count > MAX_INSTANCES:
                break
        return None

    def premises(
        self, body: tuple[Premise, ...], bindings: Bindings, level: Level | None, world: World
    ) -> tuple[ProofNode, ...] | None:
        nodes: list[ProofNode] = []
        for premise in body:
            if isinstance(premise, Comparison):
                listed = counted(self, premise, bindings, level, world)
                nodes += listed
                if listed and premise.op == "=":  # the number is in the conclusion
                    continue
            node = self.premise(premise, bindings, level, world)
            if node is None:
                return None
            nodes.append(node)
        return tuple(nodes)

    def premise(
        self, premise: Premise, bindings: Bindings, level: Level | None, world: World
    ) -> ProofNode | None:
        if isinstance(premise, Comparison):
            left = self.matcher.value(premise.left, bindings, level, world)
            right = self.matcher.value(premise.right, bindings, level, world)
            return ProofNode(Fact("compare", (left, premise.op, right)), "compared")
        goal = self.goal_of(premise, bindings, level, world)
        return self.attempt(goal, holds=not premise.negated)

    def goal_of(
        self, literal: Literal, bindings: Bindings, level: Level | None, world: World
    ) -> Goal:
        target, place = self.matcher.target(literal, level, world)
        where = tuple(substitute(v, bindings) for v in place)
        args = tuple(substitute(a, bindings) for a in literal.atom.args)
        if (
            target == NEXT_STATE
            and self.theory.declarations[literal.atom.predicate].kind == "fluent"
        ):
            target = NOW_STATE
        return (literal.atom.predicate, args, literal.moment.change or "", target, where)

    def _event(self, event: Value, number: int) -> ProofNode:
        source = self.matcher.source(number)
        happening = self.run.happening(number)
        reasons = []
        due: Goal = ("due", (event,), "", NOW_STATE, (source,))
        if "due" in self.theory.declarations and (event,) in self.run.state_tuples("due", source):
            node = self.attempt(due, holds=True)
            reasons += [node] if node is not None else []
        if self.event_detail:
            for args in sorted(self.run.tuples(self.event_detail, "", None, ()), key=str):
                if args[0] == event:
                    node = self.attempt((self.event_detail, args, "", None, ()), holds=True)
                    reasons += [node] if node is not None else []
        if self.order_reason and happening.event == event:
            waiting = self.run.tuples("mayHappen", "", NOW_STATE, (source,))
            for (other,) in sorted(waiting, key=str):
                goal: Goal = (self.order_reason, (event, other), "", NOW_STATE, (source,))
                if (event, other) in self.run.tuples(self.order_reason, "", NOW_STATE, (source,)):
                    node = self.attempt(goal, holds=True)
                    if node is not None:
                        reasons.append(node)
        when = When(source, event)
        return ProofNode(Fact("happens", (event,)), "event", when, premises=tuple(reasons))

    def is_machinery(self, name: str) -> bool:
        """Whether a rule belongs to the scheduler, not to a game."""
        rule = self.theory.by_name.get(name)
        return rule is not None and rule.machinery

    def is_applied(self, happening: Happening) -> bool:
        """Whether a happening is the application of a continuous effect."""
        return (happening.event,) in self.run.state_tuples("candidate", happening.source)

    def counts(self, event: Value) -> bool:
        """Whether an event bears on what is asked."""
        return not self.counted or (event,) in self.run.tuples(self.counted, "", None, ())

    # --- words ------------------------------------------------------------------------------------

    def given(
        self, predicate: str, args: tuple[Value, ...], *, negated: bool = False
    ) -> tuple[str, ...]:
        """Numbers of the rules behind a given fact, or behind its absence."""
        return self.given_by(Fact(predicate, args, negated=negated))

    def when(self, goal: Goal) -> When:
        level, world = goal[3], goal[4]
        if level is None:
            return When()
        number = int(str(world[0]))
        tried = tuple(world[1:])
        if level.real and level.event and not level.depth:
            return When(self.matcher.source(number), self.run.happening(number).event)
        if level.event:
            return When(number, tried[-1], tried[:-1])
        return When(number, None, tried)

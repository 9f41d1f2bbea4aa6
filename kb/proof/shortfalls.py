"""What rules lack: for a statement that does not hold, the rules that come nearest to concluding it.

Only rules are told whose given premises hold: others are beside the point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..logic.levels import NOW_STATE, Level
from ..logic.occurrences import variables
from ..logic.syntax import Comparison, Compound, Premise, Rule
from .counted import counted
from .goals import Goal, fact_of
from .matching import Bindings, World, substitute, unify_all
from .nodes import Fact, ProofNode

if TYPE_CHECKING:
    from .prover import Prover

MAX_SHORTFALLS = 3
MAX_INSTANCES = 400
MAX_WEIGHED = 12
INSTEAD = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def of_words(node: ProofNode) -> bool:
    """Whether what a rule lacks never changes: the words of an effect decide it, not the situation."""
    return all(p.fact.predicate != "compare" and p.when.situation < 0 for p in node.premises)


def idle(node: ProofNode) -> bool:
    """Whether nothing speaks for what a rule lacks: no fact, no rule, nothing given."""
    leaves = (step for step in node.walk() if not step.premises)
    return all(
        leaf.fact.negated and leaf.why != "ended" and (not leaf.cites or leaf.when.situation < 0)
        for leaf in leaves
    )


class Shortfalls:
    """Finds what the rules for a goal of a prover lack."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover

    def of(self, goal: Goal, most: int = MAX_SHORTFALLS) -> tuple[ProofNode, ...]:
        """For the rules that come nearest to concluding the goal: the first premise each one lacks."""
        return tuple(node for node, _ in self.nearest(goal, most))

    def nearest(self, goal: Goal, most: int) -> list[tuple[ProofNode, bool]]:
        """`of`, with whether the rule meets all its premises but that one."""
        predicate, args, change, _, _ = goal
        found: list[tuple[tuple[int, bool], Rule, Premise, Bindings]] = []
        for rule, head in self.prover.concluding(predicate, change):
            if rule.machinery:
                continue
            start = unify_all(head.args, args, {})
            nearest = self._shortfall(rule, start, goal) if start is not None else None
            if nearest is not None:
                met = self._met_but(rule, nearest[1], nearest[2], goal)
                found.append(((nearest[0], met), rule, nearest[1], nearest[2]))
        best = max((depth for depth, *_ in found), default=(0, False))
        weighed = predicate in self.prover.weighed
        most = MAX_WEIGHED if weighed else most
        nodes: list[ProofNode] = []
        for depth, rule, premise, bindings in found:
            near = weighed or depth == best
            node = self._lacking(rule, premise, bindings, goal) if near else None
            if weighed and node is not None and of_words(node):
                continue
            told = {n.premises for n in nodes}
            if node is not None and node.premises not in told and len(nodes) < most:
                nodes.append(node)
        return [(node, best[1]) for node in nodes]

    def undue(self, goal: Goal, situation: int) -> tuple[ProofNode, ...]:
        """For the rules that wait for an event which is not due in a situation: why it is not.

        Args:
            goal: A start or an end.
            situation: Where it has not come about.
        """
        predicate, args, change, _, _ = goal
        waiting = self.prover.run.state_tuples("due", situation)
        nodes: list[ProofNode] = []
        for rule, head in self.prover.concluding(predicate, change):
            start = unify_all(head.args, args, {})
            events = [p.atom.args[0] for p in rule.literals if p.atom.predicate == "happens"]
            for event in (substitute(e, start) for e in events if start is not None):
                ground = isinstance(event, Compound) and not any(variables(event))
                if rule.machinery or not ground or (event,) in waiting:
                    continue
                node = self.prover.refute(("due", (event,), "", NOW_STATE, (situation,)))
                if not idle(node):
                    nodes.append(node)
        return tuple(dict.fromkeys(nodes))

    def in_several_ways(self, goal: Goal) -> bool:
        """Whether the rules for a goal lack different premises, each its own."""
        predicate, args, change, _, _ = goal
        lacked = set()
        for rule, head in self.prover.concluding(predicate, change):
            start = unify_all(head.args, args, {})
            nearest = self._shortfall(rule, start, goal) if start is not None else None
            lacked |= {nearest[1]} if nearest is not None else set()
        return len(lacked) > 1

    def _met_but(self, rule: Rule, lacked: Premise, bindings: Bindings, goal: Goal) -> bool:
        """Whether a rule meets all its premises but one."""
        rest = tuple(p for p in rule.body if p is not lacked)
        return next(self.prover.matcher.solve(rest, bindings, goal[3], goal[4]), None) is not None

    def _shortfall(
        self, rule: Rule, start: Bindings, goal: Goal
    ) -> tuple[int, Premise, Bindings] | None:
        """How many premises a rule meets, the first it lacks, and the bindings.

        What happens comes first, then what never changes (the words of an effect), then the situation.
        `None` if the rule is beside the point: it speaks of another event, or of what is not given.
        """
        level, world = goal[3], goal[4]
        ordered = tuple(sorted(rule.body, key=self._place))
        depth, bindings = self._furthest(ordered, start, level, world)
        if depth >= len(ordered):
            return None
        premise = ordered[depth]
        if self._place(premise) == 0 or (self._is_given(premise, goal, depth) and not rule.label):
            return None
        return depth, premise, bindings

    def _place(self, premise: Premise) -> int:
        """Where a premise stands in the order in which a shortfall is looked for."""
        if isinstance(premise, Comparison):
            return 2
        if premise.atom.predicate in ("happens", "real") and not premise.negated:
            return 0
        rigid = self.prover.theory.declarations[premise.atom.predicate].kind == "rigid"
        return 1 if rigid and not premise.negated else 2

    def _lacking(
        self, rule: Rule, premise: Premise, bindings: Bindings, goal: Goal
    ) -> ProofNode | None:
        level, world = goal[3], goal[4]
        premises: tuple[ProofNode, ...]
        if isinstance(premise, Comparison):
            fails = self._fails(premise, bindings, level, world)
            of_numbers = isinstance(fails.fact.args[0], int)
            numbers = self._numbers(rule, premise, bindings, goal) if of_numbers else ()
            premises = (*numbers, fails)
        else:
            inner = self.prover.goal_of(premise, bindings, level, world)
            node = self.prover.attempt(inner, holds=premise.negated)
            if node is None or self._nothing_of_the_sort(node):
                return None
            premises = (node,)
        also = self.prover.matcher.also(rule, bindings, level, world)
        return ProofNode(
            fact_of(goal, True),
            "lacks",
            self.prover.when(goal),
            rule.name,
            premises=premises,
            also=also,
        )

    def _fails(
        self, comparison: Comparison, bindings: Bindings, level: Level | None, world: World
    ) -> ProofNode:
        """What holds instead of a comparison, with what it counts."""
        matcher = self.prover.matcher
        left = matcher.value(comparison.left, bindings, level, world)
        right = matcher.value(comparison.right, bindings, level, world)
        listed = counted(self.prover, comparison, bindings, level, world)
        same = comparison.op == "!=" and left == right  # told as being itself
        fact = Fact("compare", (left, "!=" if same else INSTEAD[comparison.op], right))
        return ProofNode(fact, "compared", premises=listed)

    def _numbers(
        self, rule: Rule, comparison: Comparison, bindings: Bindings, goal: Goal
    ) -> tuple[ProofNode, ...]:
        """Where the numbers of a comparison that fails come from: the premises that give them."""
        compared = {v for side in (comparison.left, comparison.right) for v in variables(side)}
        giving = (p for p in rule.literals if not p.negated and compared & set(variables(p.atom)))
        found = (self.prover.premise(p, bindings, goal[3], goal[4]) for p in giving)
        return tuple(node for node in found if node is not None)

    def _nothing_of_the_sort(self, node: ProofNode) -> bool:
        """Whether an event or a choice is lacked for which nothing spoke: not worth telling."""
        declaration = self.prover.theory.declarations.get(node.fact.predicate)
        event = declaration is not None and declaration.kind in ("event", "choice")
        return event and node.fact.negated and not node.fact.change and not node.premises

    def _furthest(
        self, body: tuple[Premise, ...], bindings: Bindings, level: Level | None, world: World
    ) -> tuple[int, Bindings]:
        """How many premises, in order, can be met, and the bindings with which."""
        best = (0, bindings)
        stack = [(0, bindings)]
        for _ in range(MAX_INSTANCES):
            if not stack:
                break
            depth, current = stack.pop()
            if depth > best[0]:
                best = (depth, current)
            if depth < len(body):
                solutions = list(self.prover.matcher.premise(body[depth], current, level, world))
                stack += [(depth + 1, s) for s in reversed(solutions[:50])]
        return best

    def _is_given(self, premise: Premise, goal: Goal, depth: int) -> bool:
        """Whether a premise is rigid and no rule concludes it: it decides if a rule is to the point.

        What a rule excepts is to the point, and so is what it needs of a rigid goal that is asked for.
        """
        if isinstance(premise, Comparison) or premise.negated:
            return False
        if goal[3] is None and depth and self.prover.asked == goal:
            return False
        name = premise.atom.predicate
        return self.prover.theory.declarations[name].kind == "rigid" and not self.prover.concluding(
            name, ""
        )

"""Refutations: why a ground statement does not hold.

The event that ended it; or for each rule that comes nearest to concluding it the first premise it
lacks, walked as deep as a positive step; and the denials that forbid it. Only rules are told whose
given premises hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..logic.levels import NOW_STATE, REAL_EVENT, Level
from ..logic.syntax import Comparison, Premise, Rule, Value
from .goals import Goal, fact_of
from .matching import Bindings, World, unify_all
from .nodes import Fact, ProofNode, When

if TYPE_CHECKING:
    from .prover import Prover

MAX_SHORTFALLS = 3
MAX_INSTANCES = 400


class Refuter:
    """Walks the negative steps of a prover's proofs."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover

    def refutation(self, goal: Goal) -> ProofNode | None:
        predicate, args, change, level, _ = goal
        declaration = self.prover.theory.declarations[predicate]
        denials = self._denials(goal)
        tried = self._ended_in_trial(goal)
        if tried is not None:
            node = tried
        elif declaration.kind == "fluent" and not change and level is not None and not level.depth:
            node = self._absent_fluent(goal)
        elif self._summed_up(goal):
            cites = self.prover.refuted_by[predicate]
            node = ProofNode(fact_of(goal, True), "absent", self.prover.when(goal), cites=cites)
        else:
            shortfalls = self.shortfalls(goal)
            cites = () if shortfalls else self.prover.given(predicate, args, negated=True)
            node = ProofNode(
                fact_of(goal, True),
                "absent",
                self.prover.when(goal),
                cites=cites,
                premises=shortfalls,
            )
        if not denials:
            return node
        return ProofNode(
            node.fact, node.why, node.when, node.rule, node.cites, (*denials, *node.premises)
        )

    def _summed_up(self, goal: Goal) -> bool:
        """Whether one sentence says of all rules at once that they fall short: each in its own way."""
        predicate, args, change, _, _ = goal
        if predicate not in self.prover.refuted_by:
            return False
        lacked = set()
        for rule, head in self.prover.concluding.get((predicate, change), ()):
            start = unify_all(head.args, args, {})
            nearest = self._shortfall(rule, start, goal) if start is not None else None
            lacked |= {nearest[1]} if nearest is not None else set()
        return len(lacked) > 1

    def _ended_in_trial(self, goal: Goal) -> ProofNode | None:
        """For a fluent that a tried event would end: how it would."""
        predicate, args, change, level, world = goal
        fluent = self.prover.theory.declarations[predicate].kind == "fluent"
        if not fluent or change or level is None or not level.depth:
            return None
        event = Level(True, level.real, level.depth)
        if args not in self.prover.run.tuples(predicate, "ends", event, world):
            return None
        end = self.prover.attempt((predicate, args, "ends", event, world), holds=True)
        return end and ProofNode(
            fact_of(goal, True), "ended", self.prover.when(goal), premises=(end,)
        )

    def _absent_fluent(self, goal: Goal) -> ProofNode:
        """The last event that ended it, or, if it never held, what fell short of starting it."""
        predicate, args, _, _, world = goal
        number = int(str(world[0]))
        steps: list[ProofNode] = []
        while True:
            happening = self.prover.run.parent(number)
            if happening is None:
                break
            held = self.prover.run.state_tuples(predicate, happening.source)
            ended = _fitting(
                args, self.prover.run.tuples(predicate, "ends", REAL_EVENT, (number,)) & held
            )
            if ended:
                premises = self._how_it_ended(goal, ended, number) or tuple(steps[::-1])
                barred = self.shortfalls((predicate, args, "starts", REAL_EVENT, (number,)))
                premises += tuple(n for n in barred if self._is_changing(n))
                return ProofNode(
                    fact_of(goal, True), "ended", self.prover.when(goal), premises=premises
                )
            start: Goal = (predicate, args, "starts", REAL_EVENT, (number,))
            steps += self.shortfalls(start)[::-1]
            number = happening.source
        steps = self._to_the_point(steps)
        base = self.prover.theory.declarations[predicate].base
        given = ProofNode(
            Fact(predicate, args, negated=True),
            "given",
            When(0),
            cites=self.prover.given(base or predicate, args, negated=True),
        )
        if not steps and world[0] == 0:
            return given
        return ProofNode(
            fact_of(goal, True), "absent", self.prover.when(goal), premises=(given, *steps[::-1])
        )

    def _how_it_ended(
        self, goal: Goal, ended: list[tuple[Value, ...]], number: int
    ) -> tuple[ProofNode, ...]:
        """How an event ended facts; where it only made continuous effects start anew: which is gone."""
        nodes = []
        for args in ended[:MAX_SHORTFALLS]:
            node = self.prover.prove((goal[0], args, "ends", REAL_EVENT, (number,)))
            rule = self.prover.theory.by_name.get(node.rule)
            if rule is None or not rule.machinery:
                nodes.append(node)
            else:
                nodes += self._no_longer_given(goal, args, number)
                nodes += self._no_longer_applied(goal, args, number)
        return tuple(nodes)

    def _no_longer_given(self, goal: Goal, args: tuple[Value, ...], number: int) -> list[ProofNode]:
        """Why what a continuous fact goes back to does not hold any more."""
        base = self.prover.theory.declarations[goal[0]].base
        before = self.prover.run.source_of(number)
        if not base or args not in self.prover.run.state_tuples(base, before):
            return []
        return [self.prover.refute((base, args, "", NOW_STATE, (number,)))]

    def _no_longer_applied(
        self, goal: Goal, args: tuple[Value, ...], number: int
    ) -> list[ProofNode]:
        """Why the continuous effects that began a fact are not applied any more."""
        nodes = []
        for happening in self.prover.run.path(number):
            begun = self.prover.run.tuples(goal[0], "starts", REAL_EVENT, (happening.number,))
            candidate: Goal = ("candidate", (happening.event,), "", NOW_STATE, goal[4])
            waiting = self.prover.run.state_tuples("candidate", happening.source)
            if (
                args in begun
                and candidate[1] in waiting
                and candidate[1]
                not in self.prover.run.state_tuples("candidate", int(str(goal[4][0])))
            ):
                nodes.append(self.prover.refute(candidate))
        return list(dict.fromkeys(nodes))

    def _to_the_point(self, steps: list[ProofNode]) -> list[ProofNode]:
        """Shortfalls that hang on the situation, if there are any; else one that the words decide."""
        return [n for n in steps if self._is_changing(n)] or steps[:1]

    def _is_changing(self, step: ProofNode) -> bool:
        """Whether what a rule lacks depends on the situation, not on words alone."""
        kinds = self.prover.theory.declarations
        return any(
            p.fact.predicate in kinds and kinds[p.fact.predicate].kind != "rigid"
            for p in step.premises
        )

    def shortfalls(self, goal: Goal, most: int = MAX_SHORTFALLS) -> tuple[ProofNode, ...]:
        """For the rules that come nearest to concluding the goal: the first premise each one lacks."""
        predicate, args, change, _, _ = goal
        found: list[tuple[tuple[int, bool], Rule, Premise, Bindings]] = []
        for rule, head in self.prover.concluding.get((predicate, change), ()):
            if rule.machinery:
                continue
            start = unify_all(head.args, args, {})
            nearest = self._shortfall(rule, start, goal) if start is not None else None
            if nearest is not None:
                met = self._met_but(rule, nearest[1], nearest[2], goal)
                found.append(((nearest[0], met), rule, nearest[1], nearest[2]))
        best = max((depth for depth, *_ in found), default=(0, False))
        nodes: list[ProofNode] = []
        for depth, rule, premise, bindings in found:
            node = self._lacking(rule, premise, bindings, goal) if depth == best else None
            told = {n.premises for n in nodes}
            if node is not None and node.premises not in told and len(nodes) < most:
                nodes.append(node)
        return tuple(nodes)

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
        if self._place(premise) == 0 or (self._is_given(premise) and not rule.label):
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
        node: ProofNode | None
        if isinstance(premise, Comparison):
            node = self.prover.premise(premise, bindings, level, world)
        else:
            inner = self.prover.goal_of(premise, bindings, level, world)
            if premise.negated:
                node = self.prover.attempt(inner, holds=True)
            else:
                node = self.prover.attempt(inner, holds=False)
        if node is None or self._nothing_of_the_sort(node):
            return None
        return ProofNode(
            fact_of(goal, True), "lacks", self.prover.when(goal), rule.name, premises=(node,)
        )

    def _nothing_of_the_sort(self, node: ProofNode) -> bool:
        """Whether an event is lacked for which nothing spoke: not worth telling."""
        declaration = self.prover.theory.declarations.get(node.fact.predicate)
        event = declaration is not None and declaration.kind == "event"
        return event and node.fact.negated and not node.fact.change and not node.premises

    def bare(self, node: ProofNode) -> bool:
        """Whether all that a rule lacks is something for which nothing speaks."""
        return all(
            p.why == "absent" and not p.premises and not p.cites and self._is_changing(node)
            for p in node.premises
        )

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

    def _is_given(self, premise: Premise) -> bool:
        """Whether a premise is rigid and no rule concludes it: it decides if a rule is to the point."""
        if isinstance(premise, Comparison):
            return False
        name = premise.atom.predicate
        return (
            self.prover.theory.declarations[name].kind == "rigid"
            and (name, "") not in self.prover.concluding
        )

    def _denials(self, goal: Goal) -> tuple[ProofNode, ...]:
        """Denials that forbid the goal."""
        predicate, args, change, level, world = goal
        nodes = []
        if change:
            return ()
        for rule in self.prover.theory.denials:
            for head in rule.heads:
                start = (
                    unify_all(head.atom.args, args, {})
                    if head.atom.predicate == predicate
                    else None
                )
                if start is None:
                    continue
                for bindings in self.prover.matcher.solve(
                    rule.body, start, level or NOW_STATE, world
                ):
                    premises = self.prover.premises(rule.body, bindings, level, world)
                    if premises is not None:
                        fact = fact_of(goal, True)
                        nodes.append(
                            ProofNode(
                                fact, "denied", self.prover.when(goal), rule.name, premises=premises
                            )
                        )
                        break
        return tuple(nodes)


def _fitting(pattern: tuple[Value, ...], tuples: set[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """The tuples that are instances of a pattern (a premise may leave a variable open)."""
    if pattern in tuples:
        return [pattern]
    return sorted((t for t in tuples if unify_all(pattern, t, {}) is not None), key=str)

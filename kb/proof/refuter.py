"""Refutations: why a ground statement does not hold.

The event that ended it; or for each rule that comes nearest to concluding it the first premise it
lacks, walked as deep as a positive step; and the denials that forbid it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..logic.levels import NOW_STATE, REAL_EVENT, Level
from ..logic.occurrences import variables
from ..logic.syntax import Atom, Literal, Premise, Value
from .goals import Goal, fact_of
from .matching import substitute, unify_all
from .nodes import Fact, ProofNode, When
from .shortfalls import MAX_SHORTFALLS, idle, of_words

if TYPE_CHECKING:
    from .prover import Prover


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
        elif predicate in self.prover.refuted_by and self.prover.shortfalls.in_several_ways(goal):
            cites = self.prover.refuted_by[predicate]
            node = ProofNode(fact_of(goal, True), "absent", self.prover.when(goal), cites=cites)
        else:
            shortfalls = self.prover.shortfalls.of(goal)
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
        return replace(node, premises=(*denials, *node.premises))

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
        base = self.prover.theory.declarations[predicate].base
        steps: list[ProofNode] = []
        anew = False
        while True:
            happening = self.prover.run.parent(number)
            if happening is None:
                break
            held = self.prover.run.state_tuples(predicate, happening.source)
            ended = _fitting(
                args, self.prover.run.tuples(predicate, "ends", REAL_EVENT, (number,)) & held
            )
            how = self._how_it_ended(goal, ended, number)
            if ended and not how and base and args not in self.prover.run.state_tuples(base, 0):
                break  # set back to what was there at first; no effect is gone
            if ended:
                barred = self.prover.shortfalls.of(
                    (predicate, args, "starts", REAL_EVENT, (number,))
                )
                premises = how or _to_the_point(steps)
                premises += tuple(n for n in barred if not of_words(n))
                return ProofNode(
                    fact_of(goal, True), "ended", self.prover.when(goal), premises=premises
                )
            start: Goal = (predicate, args, "starts", REAL_EVENT, (number,))
            anew = anew or bool(base and not self.prover.is_applied(happening))
            steps += () if anew else self.prover.shortfalls.of(start)[::-1]
            number = happening.source
        given = ProofNode(
            Fact(predicate, args, negated=True),
            "given",
            When(0),
            cites=self.prover.given(base or predicate, args, negated=True),
        )
        if not steps and world[0] == 0:
            return given
        undue: tuple[ProofNode, ...] = ()
        if world[0] != 0 and not any(any(variables(a)) for a in args):
            start = (predicate, args, "starts", REAL_EVENT, world)
            undue = self.prover.shortfalls.undue(start, int(str(world[0])))
        premises = (given, *_to_the_point(steps), *undue)
        return ProofNode(fact_of(goal, True), "absent", self.prover.when(goal), premises=premises)

    def _how_it_ended(
        self, goal: Goal, ended: list[tuple[Value, ...]], number: int
    ) -> tuple[ProofNode, ...]:
        """How an event ended facts: by a rule, by another value, or by starting all effects anew.

        In the last case it is told which effect is gone.
        """
        nodes = []
        for args in ended[:MAX_SHORTFALLS]:
            node = self.prover.prove((goal[0], args, "ends", REAL_EVENT, (number,)))
            rule = self.prover.theory.by_name.get(node.rule)
            if rule is None or not rule.machinery:
                nodes.append(node)
            else:
                nodes += [p for p in node.premises if p.fact.change and p.when == node.when]
                nodes += self._no_longer_given(goal, args, number)
                path = self.prover.run.path(number)
                nodes += self.prover.persistence.lapsed(goal, args, "starts", path)
        return tuple(nodes)

    def _no_longer_given(self, goal: Goal, args: tuple[Value, ...], number: int) -> list[ProofNode]:
        """Why what a continuous fact goes back to does not hold any more."""
        base = self.prover.theory.declarations[goal[0]].base
        before = self.prover.run.source_of(number)
        if not base or args not in self.prover.run.state_tuples(base, before):
            return []
        return [self.prover.refute((base, args, "", NOW_STATE, (number,)))]

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
                if start is None or not _about(rule.body, head.atom, args):
                    continue
                start = {n: v for n, v in start.items() if not any(variables(v))}
                for bindings in self.prover.matcher.solve(
                    rule.body, start, level or NOW_STATE, world
                ):
                    premises = self.prover.premises(rule.body, bindings, level, world)
                    if premises is not None:
                        also = self.prover.matcher.also(rule, bindings, level, world)
                        denied = tuple(substitute(a, bindings) for a in head.atom.args)
                        nodes.append(
                            ProofNode(
                                Fact(predicate, denied, negated=True),
                                "denied",
                                self.prover.when(goal),
                                rule.name,
                                premises=premises,
                                also=also,
                            )
                        )
                        break
        return tuple(nodes)


def _about(body: tuple[Premise, ...], head: Atom, args: tuple[Value, ...]) -> bool:
    """Whether a denial bears on a goal: what it says of open arguments it says of the others too."""
    opened = {
        n
        for pattern, value in zip(head.args, args, strict=True)
        if any(variables(value))
        for n in variables(pattern)
    }
    closed = {n for pattern in head.args for n in variables(pattern)} - opened
    said = {n for p in body if isinstance(p, Literal) for n in variables(p.atom)}
    return not opened & said or closed <= said


def _to_the_point(steps: list[ProofNode]) -> tuple[ProofNode, ...]:
    """Shortfalls, the last one first, in order: those that hang on the situation, or one of words."""
    changing = [n for n in steps if not of_words(n)][::-1]
    return tuple([n for n in changing if not idle(n)] or changing or steps[:1])


def _fitting(pattern: tuple[Value, ...], tuples: set[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """The tuples that are instances of a pattern (a premise may leave a variable open)."""
    if pattern in tuples:
        return [pattern]
    return sorted((t for t in tuples if unify_all(pattern, t, {}) is not None), key=str)

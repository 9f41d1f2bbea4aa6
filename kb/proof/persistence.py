"""Why a fluent holds: the event that began it, and what has kept it since.

Continuous facts are set back to their base after every event of the game. That is no reason by
itself: such a fact is told as it began, with what kept the effects applied since from ending it, and
with why an effect that once ended it does not any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.run import Happening
from ..logic.levels import NOW_STATE, REAL_EVENT, Level
from ..logic.syntax import Value
from .goals import Goal, fact_of
from .nodes import Fact, ProofNode, When
from .shortfalls import idle, of_words

if TYPE_CHECKING:
    from .prover import Prover

MAX_TOLD = 3


class Persistence:
    """Walks fluents that hold back to their beginning."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover

    def proof(self, goal: Goal) -> ProofNode | None:
        """Why a fluent holds, in a situation or in a trial."""
        level = goal[3]
        assert level is not None
        return self._in_trial(goal, level) if level.depth else self._in_situation(goal)

    def _in_trial(self, goal: Goal, level: Level) -> ProofNode | None:
        predicate, args, _, _, world = goal
        event = Level(True, level.real, level.depth)
        if args in self.prover.run.tuples(predicate, "starts", event, world):
            return self.prover.attempt((predicate, args, "starts", event, world), holds=True)
        earlier = self.prover.attempt((predicate, args, "", event.base, world[:-1]), holds=True)
        return earlier and self._persists(goal, earlier)

    def _in_situation(self, goal: Goal) -> ProofNode | None:
        predicate, args, _, _, world = goal
        path = self.prover.run.path(int(str(world[0])))
        for place in range(len(path) - 1, -1, -1):
            happening = path[place]
            if not self._begins(goal, happening):
                continue
            start = self.prover.attempt(
                (predicate, args, "starts", REAL_EVENT, (happening.number,)), holds=True
            )
            since = path[place + 1 :]
            if start is not None and self.prover.is_machinery(start.rule):
                return self._set_back(goal, start.premises[-1], path[: place + 1], since)
            if start is None or not since:
                return start
            return self._persists(goal, start, self._kept(goal, since))
        given = self._given(goal)
        return self._persists(goal, given, self._kept(goal, path)) if path else given

    def _begins(self, goal: Goal, happening: Happening) -> bool:
        """Whether an event began a fact; one that no effect changes begins only where it did not hold."""
        predicate, args = goal[0], goal[1]
        run = self.prover.run
        if args not in run.tuples(predicate, "starts", REAL_EVENT, (happening.number,)):
            return False
        continuous = bool(self.prover.theory.declarations[predicate].base)
        return continuous or args not in run.state_tuples(predicate, happening.source)

    def _given(self, goal: Goal) -> ProofNode:
        predicate, args = goal[0], goal[1]
        base = self.prover.theory.declarations[predicate].base
        cites = self.prover.given(base or predicate, args)
        return ProofNode(Fact(predicate, args), "given", When(0), cites=cites)

    def _set_back(
        self, goal: Goal, base: ProofNode, before: list[Happening], since: list[Happening]
    ) -> ProofNode:
        """A continuous fact that began anew: as it began at first, and what no longer ends it."""
        unchanged = base.why == "given" or (
            base.why == "persists" and base.premises[0].why == "given"
        )
        earlier = self._given(goal) if unchanged else base
        lapsed = self.lapsed(goal, goal[1], "ends", before)
        return self._persists(goal, earlier, (*lapsed, *self._kept(goal, since)))

    def lapsed(
        self, goal: Goal, args: tuple[Value, ...], change: str, path: list[Happening]
    ) -> tuple[ProofNode, ...]:
        """Why continuous effects that changed a fact on a path are not applied any more."""
        nodes: list[ProofNode] = []
        now = int(str(goal[4][0]))
        waiting = self.prover.run.state_tuples("candidate", now)
        for happening in path:
            event = (happening.event,)
            source = self.prover.run.state_tuples("candidate", happening.source)
            changed = self.prover.run.tuples(goal[0], change, REAL_EVENT, (happening.number,))
            if event in source and event not in waiting and args in changed:
                candidate: Goal = ("candidate", event, "", NOW_STATE, goal[4])
                nodes += self._ending(self.prover.refute(candidate))
        return tuple(dict.fromkeys(nodes))

    def _ending(self, node: ProofNode) -> tuple[ProofNode, ...]:
        """How an effect ended, where that is all there is to it; else why it is not applied."""
        if len(node.premises) == 1 and node.premises[0].why == "lacks":
            (lacked,) = node.premises[0].premises
            if lacked.why == "ended":
                return lacked.premises
        return (node,)

    def _persists(
        self, goal: Goal, earlier: ProofNode, kept: tuple[ProofNode, ...] = ()
    ) -> ProofNode:
        rule = self.prover.persists_by.get(goal[0], "")
        when = self.prover.when(goal)
        return ProofNode(fact_of(goal, False), "persists", when, rule, premises=(earlier, *kept))

    def _kept(self, goal: Goal, since: list[Happening]) -> tuple[ProofNode, ...]:
        """For each event since it began: what keeps the rules that could have ended it from doing so."""
        predicate, args = goal[0], goal[1]
        found: list[ProofNode] = []
        for happening in since:
            end: Goal = (predicate, args, "ends", REAL_EVENT, (happening.number,))
            found += [
                node
                for node, met in self.prover.shortfalls.nearest(end, MAX_TOLD)
                if node not in found and self._to_the_point(node, happening, met=met)
            ]
            found += self._anew(goal, happening)
            if len(found) >= MAX_TOLD:
                break
        if since:
            found += self.prover.shortfalls.undue(end, int(str(goal[4][0])))
        return tuple(found)

    def _anew(self, goal: Goal, happening: Happening) -> tuple[ProofNode, ...]:
        """An event that starts what holds already, where no effect does so time and again."""
        predicate, args = goal[0], goal[1]
        number = happening.number
        started = self.prover.run.tuples(predicate, "starts", REAL_EVENT, (number,))
        if self.prover.theory.declarations[predicate].base or args not in started:
            return ()
        return (self.prover.prove((predicate, args, "starts", REAL_EVENT, (number,))),)

    def _to_the_point(self, node: ProofNode, happening: Happening, *, met: bool) -> bool:
        """Whether what a rule lacks is worth telling of a fact that it therefore did not end.

        Words count where the rule lacks nothing else, and bare ones only of an effect that bears on
        what is asked at all; the situation counts where it has something to say.
        """
        if not of_words(node):
            return not idle(node)
        return met and (not idle(node) or self.prover.counts(happening.event))

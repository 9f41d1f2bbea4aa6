"""Builds proofs from a run: why a ground statement holds, or why it does not.

Positive steps re-match the rule that concluded them; what changes is followed back to the event
that began it, and persists otherwise. Negative steps are walked as deep: the event that ended it,
or each rule that could have concluded it with the first premise it lacks (only rules whose rigid
premises hold are told).
"""

from __future__ import annotations

from collections.abc import Callable

from ..engine.run import Run
from ..logic.levels import NEXT_STATE, NOW_STATE, REAL_EVENT, Level
from ..logic.syntax import Atom, Comparison, Literal, Moment, Premise, Rule, Value, show_value
from .matching import Bindings, Matcher, World, rule_level, substitute, unify_all
from .nodes import Fact, ProofNode, When

MAX_DEPTH = 40
MAX_SHORTFALLS = 3
MAX_KEPT = 2
MAX_INSTANCES = 400

Goal = tuple[str, tuple[Value, ...], str, Level | None, World]


class Prover:
    """Proves and refutes statements of one run.

    Args:
        run: The run.
        given_by: Numbers of the rules behind a given fact.
        persists_by: Predicate → number of the rule by which it persists.
        event_detail: Rigid predicate that tells more of an event, or "".
        order_reason: Predicate with which an event tells why it comes before another, or "".
    """

    def __init__(
        self,
        run: Run,
        given_by: Callable[[Fact], tuple[str, ...]] = lambda _: (),
        persists_by: dict[str, str] | None = None,
        order_reason: str = "",
        event_detail: str = "",
    ) -> None:
        self.run = run
        self.theory = run.program.theory
        self.matcher = Matcher(run)
        self.given_by = given_by
        self.persists_by = persists_by or {}
        self.order_reason = order_reason if order_reason in self.theory.declarations else ""
        self.event_detail = event_detail if event_detail in self.theory.declarations else ""
        self._stack: set[Goal] = set()
        self._memo: dict[tuple[Goal, bool], ProofNode | None] = {}
        self._concluding: dict[tuple[str, str], list[tuple[Rule, Atom]]] = {}
        for rule in self.theory.rules:
            for head in rule.heads:
                if head.mode != "not":
                    key = (head.atom.predicate, head.mode.replace("may", "offer"))
                    self._concluding.setdefault(key, []).append((rule, head.atom))
        for found in self._concluding.values():
            found.sort(key=lambda pair: pair[0].priority)

    # --- entry points ---------------------------------------------------------------------------

    def explain(self, atom: Atom, situation: int) -> ProofNode:
        """Why a state atom holds in a situation, or why it does not."""
        rigid = self.theory.declarations[atom.predicate].kind == "rigid"
        level = None if rigid else NOW_STATE
        world: World = () if rigid else (situation,)
        goal: Goal = (atom.predicate, atom.args, "", level, world)
        if self.run.holds(atom, situation):
            return self.prove(goal)
        return self.refute(goal)

    def order_of(self, number: int) -> ProofNode:
        """Why a happening is the next event at its situation."""
        happening = self.run.happening(number)
        return self._event(happening.event, number)

    def prove(self, goal: Goal) -> ProofNode:
        """A proof of a goal that holds."""
        node = self._try(goal, holds=True)
        if node is None:  # cut short by depth or a circle: say what is known
            return ProofNode(_fact(goal, False), "given", self._when(goal))
        return node

    def refute(self, goal: Goal) -> ProofNode:
        """Why a goal does not hold."""
        node = self._try(goal, holds=False)
        return node or ProofNode(_fact(goal, True), "absent", self._when(goal))

    def _try(self, goal: Goal, holds: bool) -> ProofNode | None:
        key = (goal, holds)
        if key in self._memo:
            return self._memo[key]
        if goal in self._stack or len(self._stack) > MAX_DEPTH:
            return None
        self._stack.add(goal)
        try:
            node = self._proof(goal) if holds else self._refutation(goal)
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
            return ProofNode(_fact(goal, False), "event", self._when(goal))
        if declaration.kind == "fluent" and not change:
            return self._fluent(goal)
        for rule, head in self._concluding.get((predicate, change), ()):
            node = self._by_rule(rule, head, goal)
            if node is not None:
                return node
        return ProofNode(
            _fact(goal, False), "given", self._when(goal), cites=self._given(predicate, args)
        )

    def _by_rule(self, rule: Rule, head: Atom, goal: Goal) -> ProofNode | None:
        _, args, _, level, world = goal
        start = unify_all(head.args, args, {})
        if start is None:
            return None
        for count, bindings in enumerate(self.matcher.solve(rule.body, start, level, world)):
            premises = self._premises(rule.body, bindings, level, world)
            if premises is not None:
                return ProofNode(
                    _fact(goal, False), "rule", self._when(goal), rule.name, premises=premises
                )
            if count > MAX_INSTANCES:
                break
        return None

    def _premises(
        self, body: tuple[Premise, ...], bindings: Bindings, level: Level | None, world: World
    ) -> tuple[ProofNode, ...] | None:
        nodes = []
        for premise in body:
            node = self._premise(premise, bindings, level, world)
            if node is None:
                return None
            nodes.append(node)
        return tuple(nodes)

    def _premise(
        self, premise: Premise, bindings: Bindings, level: Level | None, world: World
    ) -> ProofNode | None:
        if isinstance(premise, Comparison):
            left = self.matcher.value(premise.left, bindings, level, world)
            right = self.matcher.value(premise.right, bindings, level, world)
            fact = Fact("compare", (show_value(left), premise.op, show_value(right)))
            return ProofNode(fact, "compared")
        goal = self._goal(premise, bindings, level, world)
        return self._try(goal, holds=not premise.negated)

    def _goal(
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

    def _fluent(self, goal: Goal) -> ProofNode | None:
        predicate, args, _, level, world = goal
        assert level is not None
        if level.depth:
            event = Level(True, level.real, level.depth)
            starts: Goal = (predicate, args, "starts", event, world)
            if args in self.run.tuples(predicate, "starts", event, world):
                return self._try(starts, holds=True)
            before: Goal = (predicate, args, "", event.base, world[:-1])
            earlier = self._try(before, holds=True)
            return earlier and self._persists(goal, earlier)
        number = int(str(world[0]))
        while True:
            happening = self.run.parent(number)
            if happening is None:
                break
            if args in self.run.tuples(predicate, "starts", REAL_EVENT, (number,)):
                start = self._try((predicate, args, "starts", REAL_EVENT, (number,)), holds=True)
                return start if start is None or number == world[0] else self._persists(goal, start)
            number = happening.source
        base = self.theory.declarations[predicate].base
        cites = self._given(base or predicate, args)
        given = ProofNode(Fact(predicate, args), "given", When(0), cites=cites)
        return given if world[0] == 0 else self._persists(goal, given)

    def _persists(self, goal: Goal, earlier: ProofNode) -> ProofNode:
        rule = self.persists_by.get(goal[0], "")
        kept = self._kept(goal, earlier.when.situation)
        return ProofNode(
            _fact(goal, False), "persists", self._when(goal), rule, premises=(earlier, *kept)
        )

    def _kept(self, goal: Goal, since: int) -> tuple[ProofNode, ...]:
        """For each event since it began: what keeps the rules that could have ended it from doing so."""
        predicate, args, _, level, world = goal
        if level is None or level.depth:
            return ()
        found: list[ProofNode] = []
        for happening in self.run.path(int(str(world[0])))[::-1]:
            end: Goal = (predicate, args, "ends", REAL_EVENT, (happening.number,))
            found += [n for n in self._shortfalls(end, MAX_KEPT) if n not in found]
            if happening.source == since or len(found) > MAX_SHORTFALLS:
                break
        return tuple(found)

    def _event(self, event: Value, number: int) -> ProofNode:
        source = self.matcher.source(number)
        happening = self.run.happening(number)
        reasons = []
        due: Goal = ("due", (event,), "", NOW_STATE, (source,))
        if "due" in self.theory.declarations and (event,) in self.run.state_tuples("due", source):
            node = self._try(due, holds=True)
            reasons += [node] if node is not None else []
        if self.event_detail:
            for args in sorted(self.run.tuples(self.event_detail, "", None, ()), key=str):
                if args[0] == event:
                    node = self._try((self.event_detail, args, "", None, ()), holds=True)
                    reasons += [node] if node is not None else []
        if self.order_reason and happening.event == event:
            waiting = self.run.tuples("mayHappen", "", NOW_STATE, (source,))
            for (other,) in sorted(waiting, key=str):
                goal: Goal = (self.order_reason, (event, other), "", NOW_STATE, (source,))
                if (event, other) in self.run.tuples(self.order_reason, "", NOW_STATE, (source,)):
                    node = self._try(goal, holds=True)
                    if node is not None:
                        reasons.append(node)
        when = When(source, event)
        return ProofNode(Fact("happens", (event,)), "event", when, premises=tuple(reasons))

    # --- negative ---------------------------------------------------------------------------------

    def _refutation(self, goal: Goal) -> ProofNode | None:
        predicate, args, change, level, _ = goal
        declaration = self.theory.declarations[predicate]
        denials = self._denials(goal)
        tried = self._ended_in_trial(goal)
        if tried is not None:
            node = tried
        elif declaration.kind == "fluent" and not change and level is not None and not level.depth:
            node = self._absent_fluent(goal)
        else:
            shortfalls = self._shortfalls(goal)
            cites = () if shortfalls else self._given(predicate, args)
            node = ProofNode(
                _fact(goal, True), "absent", self._when(goal), cites=cites, premises=shortfalls
            )
        if not denials:
            return node
        return ProofNode(
            node.fact, node.why, node.when, node.rule, node.cites, (*denials, *node.premises)
        )

    def _ended_in_trial(self, goal: Goal) -> ProofNode | None:
        """For a fluent that a tried event would end: how it would."""
        predicate, args, change, level, world = goal
        fluent = self.theory.declarations[predicate].kind == "fluent"
        if not fluent or change or level is None or not level.depth:
            return None
        event = Level(True, level.real, level.depth)
        if args not in self.run.tuples(predicate, "ends", event, world):
            return None
        end = self._try((predicate, args, "ends", event, world), holds=True)
        return end and ProofNode(_fact(goal, True), "ended", self._when(goal), premises=(end,))

    def _absent_fluent(self, goal: Goal) -> ProofNode:
        """The last event that ended it, or, if it never held, what fell short of starting it."""
        predicate, args, _, _, world = goal
        number = int(str(world[0]))
        steps: list[ProofNode] = []
        while True:
            happening = self.run.parent(number)
            if happening is None:
                break
            held = self.run.state_tuples(predicate, happening.source)
            ended = _fitting(args, self.run.tuples(predicate, "ends", REAL_EVENT, (number,)) & held)
            if ended:
                premises = self._how_it_ended(goal, ended, number) or tuple(steps[::-1])
                return ProofNode(_fact(goal, True), "ended", self._when(goal), premises=premises)
            start: Goal = (predicate, args, "starts", REAL_EVENT, (number,))
            steps += self._shortfalls(start)[::-1]
            number = happening.source
        steps = self._to_the_point(steps)
        base = self.theory.declarations[predicate].base
        given = ProofNode(
            Fact(predicate, args, negated=True),
            "given",
            When(0),
            cites=self._given(base or predicate, args),
        )
        if not steps and world[0] == 0:
            return given
        return ProofNode(
            _fact(goal, True), "absent", self._when(goal), premises=(given, *steps[::-1])
        )

    def _how_it_ended(
        self, goal: Goal, ended: list[tuple[Value, ...]], number: int
    ) -> tuple[ProofNode, ...]:
        """How an event ended facts; where it only made continuous effects start anew: which is gone."""
        nodes = []
        for args in ended[:MAX_SHORTFALLS]:
            node = self.prove((goal[0], args, "ends", REAL_EVENT, (number,)))
            rule = self.theory.by_name.get(node.rule)
            if rule is None or not rule.machinery:
                nodes.append(node)
            else:
                nodes += self._no_longer_applied(goal, args, number)
        return tuple(nodes)

    def _no_longer_applied(
        self, goal: Goal, args: tuple[Value, ...], number: int
    ) -> list[ProofNode]:
        """Why the continuous effects that began a fact are not applied any more."""
        nodes = []
        for happening in self.run.path(number):
            begun = self.run.tuples(goal[0], "starts", REAL_EVENT, (happening.number,))
            candidate: Goal = ("candidate", (happening.event,), "", NOW_STATE, goal[4])
            if args in begun and candidate[1] not in self.run.state_tuples(
                "candidate", int(str(goal[4][0]))
            ):
                nodes.append(self.refute(candidate))
        return list(dict.fromkeys(nodes))

    def _to_the_point(self, steps: list[ProofNode]) -> list[ProofNode]:
        """Shortfalls that hang on the situation, if there are any; else one that the words decide."""
        kinds = self.theory.declarations
        changing = [
            n for n in steps if any(kinds[p.fact.predicate].kind != "rigid" for p in n.premises)
        ]
        return changing or steps[:1]

    def _shortfalls(self, goal: Goal, most: int = MAX_SHORTFALLS) -> tuple[ProofNode, ...]:
        """For the rules that come nearest to concluding the goal: the first premise each one lacks."""
        predicate, args, change, _, _ = goal
        found: list[tuple[tuple[int, bool], Rule, Premise, Bindings]] = []
        for rule, head in self._concluding.get((predicate, change), ()):
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
        return next(self.matcher.solve(rest, bindings, goal[3], goal[4]), None) is not None

    def _shortfall(
        self, rule: Rule, start: Bindings, goal: Goal
    ) -> tuple[int, Premise, Bindings] | None:
        """How many premises a rule meets, the first it lacks, and the bindings; `None` if it is beside the point."""
        level, world = goal[3], goal[4]
        given = tuple(p for p in rule.body if self._is_given(p))
        other = tuple(p for p in rule.body if not self._is_given(p))
        best: tuple[int, Bindings] | None = None
        for count, bindings in enumerate(self.matcher.solve(given, start, level, world)):
            depth, reached = self._furthest(other, bindings, level, world)
            if best is None or depth > best[0]:
                best = (depth, reached)
            if count > MAX_INSTANCES:
                break
        if best is None or best[0] >= len(other):
            return None
        premise, bindings = other[best[0]], best[1]
        if best[0] == 0 and self._is_event(premise):
            return None  # the rule speaks of another event
        return best[0], premise, bindings

    def _lacking(
        self, rule: Rule, premise: Premise, bindings: Bindings, goal: Goal
    ) -> ProofNode | None:
        level, world = goal[3], goal[4]
        node: ProofNode | None
        if isinstance(premise, Comparison):
            node = self._premise(premise, bindings, level, world)
        else:
            inner = self._goal(premise, bindings, level, world)
            if premise.negated:
                node = self._try(inner, holds=True)
            else:
                node = self._try(inner, holds=False)
        if node is None:
            return None
        return ProofNode(_fact(goal, True), "lacks", self._when(goal), rule.name, premises=(node,))

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
                solutions = list(self.matcher.premise(body[depth], current, level, world))
                stack += [(depth + 1, s) for s in reversed(solutions[:50])]
        return best

    def _is_given(self, premise: Premise) -> bool:
        """Whether a premise is rigid and no rule concludes it: it decides if a rule is to the point."""
        if isinstance(premise, Comparison):
            return False
        name = premise.atom.predicate
        return self.theory.declarations[name].kind == "rigid" and (name, "") not in self._concluding

    def _is_event(self, premise: Premise) -> bool:
        if isinstance(premise, Comparison):
            return False
        return (
            not premise.negated and self.theory.declarations[premise.atom.predicate].kind == "event"
        )

    def _denials(self, goal: Goal) -> tuple[ProofNode, ...]:
        """Denials that forbid the goal."""
        predicate, args, change, level, world = goal
        nodes = []
        for rule in self.theory.rules:
            if not rule.denial or change:
                continue
            for head in rule.heads:
                start = (
                    unify_all(head.atom.args, args, {})
                    if head.atom.predicate == predicate
                    else None
                )
                if start is None:
                    continue
                for bindings in self.matcher.solve(rule.body, start, level or NOW_STATE, world):
                    premises = self._premises(rule.body, bindings, level, world)
                    if premises is not None:
                        fact = _fact(goal, True)
                        nodes.append(
                            ProofNode(
                                fact, "denied", self._when(goal), rule.name, premises=premises
                            )
                        )
                        break
        return tuple(nodes)

    # --- words ------------------------------------------------------------------------------------

    def _given(self, predicate: str, args: tuple[Value, ...]) -> tuple[str, ...]:
        return self.given_by(Fact(predicate, args))

    def _when(self, goal: Goal) -> When:
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


def _fitting(pattern: tuple[Value, ...], tuples: set[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """The tuples that are instances of a pattern (a premise may leave a variable open)."""
    if pattern in tuples:
        return [pattern]
    return sorted((t for t in tuples if unify_all(pattern, t, {}) is not None), key=str)


def _fact(goal: Goal, negated: bool) -> Fact:
    return Fact(goal[0], goal[1], goal[2], negated)


__all__ = ["Moment", "Prover", "rule_level"]

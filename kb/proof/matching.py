"""Matches rules again on the result of a run: which instances of a body hold, and where one fails."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.run import Run
from ..logic.clingo_text import world_of
from ..logic.levels import NOW_STATE, Level, moment_level
from ..logic.occurrences import aggregates, variables
from ..logic.syntax import (
    Aggregate,
    Comparison,
    Compound,
    Literal,
    Premise,
    Rule,
    Sharing,
    Sum,
    Value,
    Var,
)

Bindings = dict[str, Value]
World = tuple[Value, ...]


def substitute(value: Value, bindings: Bindings) -> Value:
    """A value with its bound variables replaced and its sums worked out."""
    match value:
        case Var(name):
            return bindings.get(name, value)
        case Compound(functor, args):
            return Compound(functor, tuple(substitute(a, bindings) for a in args))
        case Sum(op, left, right):
            a, b = substitute(left, bindings), substitute(right, bindings)
            if isinstance(a, int) and isinstance(b, int):
                return {"+": a + b, "-": a - b, "*": a * b}[op]
            return Sum(op, a, b)
    return value


def unify(pattern: Value, value: Value, bindings: Bindings) -> Bindings | None:
    """Bindings under which a pattern is the value, or `None`; an open value may be anything."""
    pattern = substitute(pattern, bindings)
    if isinstance(pattern, Var):
        return {**bindings, pattern.name: value}
    if isinstance(value, Var):
        return bindings
    if isinstance(pattern, Compound) and isinstance(value, Compound):
        if pattern.functor != value.functor or len(pattern.args) != len(value.args):
            return None
        return unify_all(pattern.args, value.args, bindings)
    return bindings if pattern == value else None


def unify_all(
    patterns: tuple[Value, ...], values: tuple[Value, ...], bindings: Bindings
) -> Bindings | None:
    """`unify` for argument lists of one length."""
    result: Bindings | None = bindings
    for pattern, value in zip(patterns, values, strict=True):
        if result is None:
            return None
        result = unify(pattern, value, result)
    return result


class Matcher:
    """Finds instances of bodies in a run, at a level and in a world."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.declarations = run.program.theory.declarations

    def target(
        self, literal: Literal, level: Level | None, world: World
    ) -> tuple[Level | None, World]:
        """Level and world (tried variables unbound) at which a literal is judged."""
        kind = self.declarations[literal.atom.predicate].kind
        if kind == "rigid":
            return None, ()
        moment = literal.moment
        target = moment_level(level or NOW_STATE, moment, kind)
        assert target is not None
        if moment.initial:
            return target, (0,)
        head: Value = world[0]
        if level is not None and level.real and not target.real:
            head = self.source(int(str(world[0])))
        tried = world[1:]
        if (
            level is not None
            and level.event
            and level.depth
            and not target.event
            and not moment.next
        ):
            tried = tried[:-1]
        extra = tuple(v for v in (moment.after, moment.would) if v is not None)
        return target, (head, *tried, *extra)[: len(world_of(target))]

    def source(self, number: int) -> int:
        """The situation in which a happening takes place."""
        return self.run.source_of(number)

    def holds(
        self, literal: Literal, bindings: Bindings, level: Level | None, world: World
    ) -> bool:
        """Whether a literal with no free variables is true (its negation taken into account)."""
        return any(True for _ in self.instances(literal, bindings, level, world))

    def instances(
        self, literal: Literal, bindings: Bindings, level: Level | None, world: World
    ) -> Iterator[Bindings]:
        """Bindings under which a literal is true; a negated one must have no free variables."""
        target, place = self.target(literal, level, world)
        place = tuple(substitute(v, bindings) for v in place)
        found = self._positive(literal, bindings, target, place)
        if not literal.negated:
            yield from found
        elif not any(True for _ in found):
            yield bindings

    def _positive(
        self, literal: Literal, bindings: Bindings, target: Level | None, place: World
    ) -> Iterator[Bindings]:
        atom, change = literal.atom, literal.moment.change or ""
        patterns = tuple(substitute(a, bindings) for a in atom.args)
        for world, tuples in self.run.worlds(atom.predicate, change, target):
            merged = unify_all(place, world, bindings) if target is not None else bindings
            if merged is None:
                continue
            if not any(isinstance(p, Var | Compound) for p in patterns):
                if patterns in tuples:
                    yield merged
                continue
            for args in sorted(tuples, key=str):
                result = unify_all(patterns, args, merged)
                if result is not None:
                    yield result

    def solve(
        self, body: tuple[Premise, ...], bindings: Bindings, level: Level | None, world: World
    ) -> Iterator[Bindings]:
        """Bindings under which all premises hold."""
        if not body:
            yield bindings
            return
        index = self._ready(body, bindings)
        premise, rest = body[index], (*body[:index], *body[index + 1 :])
        for extended in self.premise(premise, bindings, level, world):
            yield from self.solve(rest, extended, level, world)

    def also(
        self, rule: Rule, bindings: Bindings, level: Level | None, world: World
    ) -> tuple[str, ...]:
        """The statements that share a rule and speak of an instance of it.

        Of a rule that falls short, and so has variables left open, only those whose condition has none.
        """
        return tuple(
            dict.fromkeys(
                sharing.statement
                for sharing in rule.shared
                if self._speaks(sharing, bindings, level, world)
            )
        )

    def _speaks(
        self, sharing: Sharing, bindings: Bindings, level: Level | None, world: World
    ) -> bool:
        """Whether the condition of a sharing statement holds for an instance of the rule."""
        if not sharing.where:
            return True
        start = {name: bindings.get(name, Var(name)) for name in sharing.variables}
        if any(True for bound in start.values() for _ in variables(bound)):
            return False
        return next(self.solve(sharing.where, start, level, world), None) is not None

    def _ready(self, body: tuple[Premise, ...], bindings: Bindings) -> int:
        """The first premise that can be judged under the bindings."""
        for index, premise in enumerate(body):
            if isinstance(premise, Literal) and not premise.negated:
                if not any(
                    isinstance(a, Sum) and set(variables(a)) - set(bindings)
                    for a in premise.atom.args
                ):
                    return index
            elif isinstance(premise, Literal):
                if set(variables(premise)) <= set(bindings):
                    return index
            elif self._comparable(premise, bindings):
                return index
        return 0

    def _comparable(self, premise: Comparison, bindings: Bindings) -> bool:
        if next(aggregates(premise), None):
            own = [v for v in (premise.left, premise.right) if not isinstance(v, Aggregate)]
            outer = {n for v in own for n in variables(v)}
            return premise.op == "=" or outer <= set(bindings)
        free = set(variables(premise)) - set(bindings)
        if not free:
            return True
        lone = isinstance(premise.left, Var) or isinstance(premise.right, Var)
        return premise.op == "=" and len(free) == 1 and lone

    def premise(
        self, premise: Premise, bindings: Bindings, level: Level | None, world: World
    ) -> Iterator[Bindings]:
        """Bindings under which one premise holds."""
        if isinstance(premise, Literal):
            yield from self.instances(premise, bindings, level, world)
            return
        left = self.value(premise.left, bindings, level, world)
        right = self.value(premise.right, bindings, level, world)
        if premise.op == "=":
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Var):
                    yield {**bindings, one.name: other}
                    return
        if compare(premise.op, left, right):
            yield bindings

    def value(self, value: Value, bindings: Bindings, level: Level | None, world: World) -> Value:
        """A value with aggregates worked out."""
        if isinstance(value, Aggregate):
            found = {
                tuple(substitute(v, solution) for v in value.values)
                for solution in self.solve(value.body, bindings, level, world)
            }
            if value.function == "count":
                return len(found)
            return sum(int(str(v[0])) for v in found)
        return substitute(value, bindings)


def compare(op: str, left: Value, right: Value) -> bool:
    """A comparison of ground values; numbers come before names, as in clingo."""
    if op in ("=", "!="):
        return (left == right) == (op == "=")
    a = (0, left, "") if isinstance(left, int) else (1, 0, str(left))
    b = (0, right, "") if isinstance(right, int) else (1, 0, str(right))
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]

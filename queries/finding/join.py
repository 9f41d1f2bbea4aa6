"""Joins over rigid facts with indexes: the bindings under which a conjunction holds, with a bound."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.logic.occurrences import aggregates, variables
from ...kb.logic.syntax import Aggregate, Atom, Comparison, Literal, Premise, Value, Var
from ...kb.proof.matching import Bindings, compare, substitute, unify_all

MAX_STEPS = 300_000


class Solver:
    """Joins over rigid facts; counts its steps.

    Args:
        facts: The facts by predicate.
        limit: How many steps it takes at most.

    Raises:
        DiagnosticError: With code `bound-reached` past that.
    """

    def __init__(self, facts: dict[str, set[tuple[Value, ...]]], limit: int = MAX_STEPS) -> None:
        self.facts = facts
        self.limit = limit
        self.steps = 0
        self._indexes: dict[
            tuple[str, tuple[int, ...]], dict[tuple[Value, ...], list[tuple[Value, ...]]]
        ] = {}

    def solve(self, body: tuple[Premise, ...], bindings: Bindings) -> Iterator[Bindings]:
        """Bindings under which all premises hold."""
        self.steps += 1
        if self.steps > self.limit:
            raise DiagnosticError([Diagnostic("bound-reached", params={"limit": self.limit})])
        if not body:
            yield bindings
            return
        index = self._next(body, bindings)
        premise, rest = body[index], (*body[:index], *body[index + 1 :])
        for extended in self._premise(premise, bindings):
            yield from self.solve(rest, extended)

    def _next(self, body: tuple[Premise, ...], bindings: Bindings) -> int:
        """The premise to judge next: a test that is bound, else the positive literal with most bound."""
        best, score = 0, -1
        for index, premise in enumerate(body):
            free = (set(variables(premise)) | _shared(premise, body)) - set(bindings)
            if isinstance(premise, Literal) and not premise.negated:
                bound = sum(not (set(variables(a)) - set(bindings)) for a in premise.atom.args)
                points = 10 * bound + (5 if not free else 0)
            elif not free:
                return index
            else:
                lone = isinstance(premise, Comparison) and premise.op == "=" and len(free) == 1
                points = 1 if lone else -1
            if points > score:
                best, score = index, points
        return best

    def _premise(self, premise: Premise, bindings: Bindings) -> Iterator[Bindings]:
        if isinstance(premise, Comparison):
            left, right = (self._value(v, bindings) for v in (premise.left, premise.right))
            for one, other in ((left, right), (right, left)):
                if premise.op == "=" and isinstance(one, Var):
                    yield {**bindings, one.name: other}
                    return
            if premise.op not in ("=", "!=") and isinstance(left, int) != isinstance(right, int):
                params = {"input": f"{left} {premise.op} {right}"}
                raise DiagnosticError([Diagnostic("mixed-comparison", params=params)])
            if compare(premise.op, left, right):
                yield bindings
            return
        patterns = tuple(substitute(a, bindings) for a in premise.atom.args)
        found = self._matching(premise.atom.predicate, patterns, bindings)
        if not premise.negated:
            yield from found
        elif next(found, None) is None:
            yield bindings

    def _matching(
        self, name: str, patterns: tuple[Value, ...], bindings: Bindings
    ) -> Iterator[Bindings]:
        bound = tuple(i for i, p in enumerate(patterns) if not isinstance(p, Var))
        key = (name, bound)
        if key not in self._indexes:
            index = defaultdict(list)
            for args in sorted(self.facts.get(name, ()), key=str):
                index[tuple(args[i] for i in bound)].append(args)
            self._indexes[key] = index
        for args in self._indexes[key].get(tuple(patterns[i] for i in bound), ()):
            self.steps += 1
            result = unify_all(patterns, args, bindings)
            if result is not None:
                yield result

    def _value(self, value: Value, bindings: Bindings) -> Value:
        if isinstance(value, Aggregate):
            found = {
                tuple(substitute(v, s) for v in value.values)
                for s in self.solve(value.body, bindings)
            }
            if value.function == "count":
                return len(found)
            words = [v[0] for v in found if not isinstance(v[0], int)]
            if words:
                raise DiagnosticError([Diagnostic("not-a-number", params={"input": str(words[0])})])
            return sum(int(str(v[0])) for v in found)
        return substitute(value, bindings)


def _shared(premise: Premise, body: tuple[Premise, ...]) -> set[str]:
    """Variables of a premise's aggregates that other premises of the body speak of as well."""
    inner = {
        name
        for aggregate in aggregates(premise)
        for part in (*aggregate.body, *map(_as_atom, aggregate.values))
        for name in variables(part)
    }
    return inner & {n for other in body if other is not premise for n in variables(other)}


def _as_atom(value: Value) -> Atom:
    return Atom("value", (value,))

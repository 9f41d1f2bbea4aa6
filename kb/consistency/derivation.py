"""Why claims cannot hold together: the smallest of what is given that shows it, and the steps to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..logic.occurrences import variables
from ..logic.syntax import Atom, Comparison, Head, Literal, Rule, Value
from ..proof.matching import Bindings, compare, substitute, unify_all
from ..values import value
from .claims import Claim
from .conflicts import shrunk
from .open_world import OpenWorld

MAX_STEPS = 400


@value
class Step:
    """One conclusion on the way to a contradiction.

    Args:
        claim: Name of the claim that it follows by, or "" for what is given.
        atom: What holds, or does not.
        negated: It does not hold.
        premises: What it follows from.
    """

    claim: str
    atom: Atom
    negated: bool = False
    premises: tuple[Literal, ...] = ()

    @property
    def literal(self) -> Literal:
        """What it concludes."""
        return Literal(self.atom, negated=self.negated)


def smallest_facts(conflict: Sequence[Claim], facts: Iterable[Atom]) -> tuple[Atom, ...]:
    """A minimal part of what is given on which claims cannot hold together."""
    given = [Claim(str(f), (), (Rule("", (), (Head(f),)),)) for f in facts]
    world = OpenWorld(given, conflict, ())
    core = world.conflict(frozenset(range(len(given))))
    if core is None:
        return ()
    return tuple(given[n].rules[0].heads[0].atom for n in sorted(shrunk(core, world)))


def derivation(claims: Sequence[Claim], facts: Sequence[Atom]) -> tuple[Step, ...]:
    """The steps from what is given to something that holds and does not; none if there are none.

    Only what follows by going forward is found: enough wherever claims have no alternatives.
    """
    known: dict[Literal, Step] = {Literal(f): Step("", f) for f in facts}
    fresh = True
    while fresh and len(known) < MAX_STEPS + len(facts):
        fresh = False
        for claim in claims:
            for step in [s for rule in claim.rules for s in _steps(claim.name, rule, known)]:
                if step.literal in known:
                    continue
                known[step.literal], fresh = step, True
                against = known.get(Literal(step.atom, negated=not step.negated))
                if against is not None:
                    return _traced((against, step), known)
    return ()


def _steps(name: str, rule: Rule, known: dict[Literal, Step]) -> Iterator[Step]:
    for bindings in _matches(rule.body, {}, known):
        premises = tuple(
            Literal(Atom(p.atom.predicate, _filled(p.atom.args, bindings)), negated=p.negated)
            for p in rule.literals
        )
        for head in rule.heads:
            denied = head.mode == "not"
            args = _filled(head.atom.args, bindings)
            if not any(variables(Atom("", args))):
                yield Step(name, Atom(head.atom.predicate, args), denied, premises)
                continue
            for other in [x for x in known if not x.negated and denied]:
                found = unify_all(args, other.atom.args, {}) if _same(head, other) else None
                if found is not None:
                    yield Step(name, other.atom, denied, premises)


def _same(head: Head, other: Literal) -> bool:
    return head.atom.predicate == other.atom.predicate


def _matches(
    body: Sequence[Literal | Comparison], bindings: Bindings, known: dict[Literal, Step]
) -> Iterator[Bindings]:
    if not body:
        yield bindings
        return
    first, *rest = sorted(body, key=lambda p: isinstance(p, Comparison))
    if isinstance(first, Comparison):
        left, right = substitute(first.left, bindings), substitute(first.right, bindings)
        if compare(first.op, left, right):
            yield from _matches(rest, bindings, known)
        return
    for literal in list(known):
        if literal.negated == first.negated and literal.atom.predicate == first.atom.predicate:
            found = unify_all(first.atom.args, literal.atom.args, bindings)
            if found is not None:
                yield from _matches(rest, found, known)


def _filled(args: Iterable[Value], bindings: Bindings) -> tuple[Value, ...]:
    return tuple(substitute(a, bindings) for a in args)


def _traced(ends: Iterable[Step], known: dict[Literal, Step]) -> tuple[Step, ...]:
    """Two steps that contradict each other with all that they rest on, in order."""
    found: dict[Literal, Step] = {}
    todo = list(ends)
    while todo:
        step = todo.pop()
        if step.literal not in found:
            found[step.literal] = step
            todo += [known[p] for p in step.premises if p in known]
    order = {literal: n for n, literal in enumerate(known)}
    return tuple(sorted(found.values(), key=lambda s: order[s.literal]))

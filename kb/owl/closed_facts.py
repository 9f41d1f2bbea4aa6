"""The closed facts of a run, for reasoners that know no closed world.

A *frame* is one event of a run with the situations before and after it (or a situation in which nothing
is left to happen). Its facts are what the rules that SWRL says read: what holds, and what does not
where a rule asks for its absence. What those rules themselves conclude is kept apart: a reasoner that
is given the rules and the facts must find just that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from ..engine.run import Happening, Run
from ..logic.levels import NEXT_STATE, NOW_STATE, REAL_EVENT, Level
from ..logic.occurrences import variables
from ..logic.syntax import Comparison, Literal, Premise, Rule, Value, Var
from ..proof.matching import Bindings, Matcher, compare, substitute, unify_all
from ..rdf.swrl_atoms import Relation
from ..values import value

Tuple = tuple[Value, ...]


@value
class Fact:
    """A relation of ground arguments, as the rule language has them."""

    relation: Relation
    args: Tuple

    def __str__(self) -> str:
        return f"{self.relation.name}{self.relation.suffix}({', '.join(map(str, self.args))})"


@value
class Frame:
    """One event of a run with what holds before and after it.

    Args:
        situation: Number of the situation before the event.
        happening: The event, or `None` at the end of a run.
        given: The facts that rules read, without what the rules conclude.
        concluded: Fact → names of the rules that conclude it.
        different: Pairs of individuals that rules ask to be different.
    """

    situation: int
    happening: Happening | None
    given: frozenset[Fact]
    concluded: dict[Fact, tuple[str, ...]]
    different: frozenset[tuple[Value, Value]]


def frames(run: Run, rules: Collection[Rule], *, carried: bool = True) -> Iterator[Frame]:
    """The frames of a run, for rules of its theory that SWRL says; denials conclude nothing.

    Args:
        rules: The rules that a reasoner is given; what others conclude is given as facts.
        carried: Whether it is also given what fluents are after an event.

    Raises:
        Unlike: Rules and engine do not conclude the same.
    """
    for situation in sorted(run.children):
        happenings: list[Happening | None] = [*run.children[situation]]
        for happening in happenings or [None]:
            yield _Framing(run, rules, carried, situation, happening).frame()


class Unlike(AssertionError):
    """A rule gives a conclusion that the engine has not, or the engine has one that no rule gives."""


class _Framing:
    """State of working out one frame: the tuples of each relation, and what rules make of them."""

    def __init__(
        self,
        run: Run,
        rules: Collection[Rule],
        carried: bool,
        situation: int,
        happening: Happening | None,
    ) -> None:
        self.run = run
        self.rules = [rule for rule in rules if not rule.denial]
        self.situation = situation
        self.happening = happening
        self.declarations = run.program.theory.declarations
        known = self.declarations.values() if carried and happening is not None else ()
        self.carried_fluents = [d.name for d in known if d.kind == "fluent"]
        self._tuples: dict[tuple[str, str], Collection[Tuple]] = {}
        self.absent: set[Fact] = set()
        self.different: set[tuple[Value, Value]] = set()

    def frame(self) -> Frame:
        concluded = self.concluded()
        given = set(self.absent)
        for name, moment in self.read():
            given |= {Fact(Relation(name, moment), t) for t in self.tuples(name, moment)}
        heads = {(head.atom.predicate, head.mode) for rule in self.rules for head in rule.heads}
        heads |= {(name, "next") for name in self.carried_fluents}
        others = self.by_others(heads)
        self.check_support(heads, {*concluded, *others})
        return Frame(
            self.situation,
            self.happening,
            frozenset(fact for fact in given if fact not in concluded or fact in others),
            {fact: tuple(rules) for fact, rules in concluded.items() if fact not in others},
            frozenset(self.different),
        )

    def check_support(self, heads: Iterable[tuple[str, str]], known: Collection[Fact]) -> None:
        """Refuses what holds of a relation that rules conclude, but by none of them."""
        for name, moment in heads:
            if self.declarations[name].kind != "rigid":
                for args in self.tuples(name, moment):
                    fact = Fact(Relation(name, moment), args)
                    if fact not in known:
                        raise Unlike(f"concluded by no rule: {fact}")

    # --- what holds ------------------------------------------------------------------------------

    def place(self, name: str, moment: str) -> tuple[str, Level | None, tuple[Value, ...]] | None:
        """The change, level and world of a relation, or `None` where the frame has no event."""
        kind = self.declarations[name].kind
        if kind == "rigid":
            return "", None, ()
        if moment == "initial":
            return "", NOW_STATE, (0,)
        if kind in ("derived", "fluent") and not moment:
            return "", NOW_STATE, (self.situation,)
        if self.happening is None:
            return None
        level = NEXT_STATE if moment == "next" else REAL_EVENT
        change = {"next": "", "may": "offer"}.get(moment, moment)
        return change, level, (self.happening.number,)

    def tuples(self, name: str, moment: str) -> Collection[Tuple]:
        """What holds of a relation in the frame."""
        key = name, moment
        if key not in self._tuples:
            place = self.place(name, moment)
            self._tuples[key] = self.run.tuples(name, *place) if place else ()
        return self._tuples[key]

    def read(self) -> set[tuple[str, str]]:
        """The relations that rules read, and that say what holds after the event."""
        found = {
            (literal.atom.predicate, self.moment(literal))
            for rule in self.rules
            for literal in rule.literals
            if not literal.negated
        }
        return found | {(name, when) for name in self.carried_fluents for when in ("", "starts")}

    def moment(self, literal: Literal) -> str:
        """The moment of a relation that a literal reads."""
        if self.declarations[literal.atom.predicate].kind == "rigid":
            return ""
        moment = literal.moment
        return moment.change or ("next" if moment.next else "initial" if moment.initial else "")

    # --- what is concluded -----------------------------------------------------------------------

    def concluded(self) -> dict[Fact, list[str]]:
        """What the rules conclude in the frame; notes what they need to be absent."""
        found: dict[Fact, list[str]] = defaultdict(list)
        for rule in self.rules:
            for bindings in self.instances(rule):
                for head in rule.heads:
                    args = tuple(substitute(arg, bindings) for arg in head.atom.args)
                    fact = Fact(Relation(head.atom.predicate, head.mode), args)
                    if rule.name not in found[fact]:
                        found[fact].append(rule.name)
        for name in self.carried_fluents:
            for fact, form in self.carried(name):
                found[fact].append(f"{name} {form}")
        wrong = [f for f in found if f.args not in self.tuples(f.relation.name, f.relation.moment)]
        if wrong:
            raise Unlike(f"not concluded by the engine: {', '.join(map(str, wrong))}")
        return found

    def carried(self, name: str) -> Iterator[tuple[Fact, str]]:
        """What a fluent is after the event: what started, and what held and did not end."""
        after = Relation(name, "next")
        ended = set(self.tuples(name, "ends"))
        for args in self.tuples(name, "starts"):
            yield Fact(after, args), "begins"
        for args in self.tuples(name, ""):
            if args not in ended:
                self.absent.add(Fact(Relation(name, "ends", True), args))
                yield Fact(after, args), "persists"

    def instances(self, rule: Rule) -> Iterator[Bindings]:
        """Bindings under which the body of a rule holds in the frame."""
        positive = [p for p in rule.body if not (isinstance(p, Literal) and p.negated)]
        negative = [p for p in rule.body if isinstance(p, Literal) and p.negated]
        if any(isinstance(p, Literal) and not self.tuples_of(p) for p in positive):
            return
        if self.happening is None and any(h.mode for h in rule.heads):
            return
        for bindings in self.solve(positive, {}):
            holds = True
            for literal in negative:
                args = tuple(substitute(arg, bindings) for arg in literal.atom.args)
                if args in self.tuples_of(literal):
                    holds = False
                else:
                    relation = Relation(literal.atom.predicate, self.moment(literal), True)
                    self.absent.add(Fact(relation, args))
            if holds:
                yield bindings

    def tuples_of(self, literal: Literal) -> Collection[Tuple]:
        return self.tuples(literal.atom.predicate, self.moment(literal))

    def solve(self, body: list[Premise], bindings: Bindings) -> Iterator[Bindings]:
        """Bindings under which positive premises hold."""
        if not body:
            yield bindings
            return
        premise = min(body, key=lambda p: self.cost(p, bindings))
        rest = [p for p in body if p is not premise]
        for extended in self.matches(premise, bindings):
            yield from self.solve(rest, extended)

    def cost(self, premise: Premise, bindings: Bindings) -> tuple[int, int]:
        """What is best judged first: comparisons that can be, then the few tuples of bound atoms."""
        free = len(set(variables(premise)) - set(bindings))
        if isinstance(premise, Comparison):
            ready = not free or (free == 1 and premise.op == "=")
            return (-1, 0) if ready else (1000, 0)
        return free, len(self.tuples_of(premise))

    def matches(self, premise: Premise, bindings: Bindings) -> Iterator[Bindings]:
        if isinstance(premise, Comparison):
            left, right = (substitute(v, bindings) for v in (premise.left, premise.right))
            for one, other in ((left, right), (right, left)):
                if premise.op == "=" and isinstance(one, Var):
                    yield {**bindings, one.name: other}
                    return
            if compare(premise.op, left, right):
                if premise.op == "!=" and not isinstance(left, int):
                    self.different.add((min(left, right, key=str), max(left, right, key=str)))
                yield bindings
            return
        patterns = tuple(substitute(arg, bindings) for arg in premise.atom.args)
        if not any(_open(pattern) for pattern in patterns):
            if patterns in self.tuples_of(premise):
                yield bindings
            return
        for args in self.tuples_of(premise):
            found = unify_all(patterns, args, bindings)
            if found is not None:
                yield found

    # --- what other rules conclude ---------------------------------------------------------------

    def by_others(self, heads: Iterable[tuple[str, str]]) -> set[Fact]:
        """Conclusions of rules that SWRL does not say, of the relations that others conclude."""
        heads = set(heads)
        known = {rule.name for rule in self.rules}
        matcher = Matcher(self.run)
        found: set[Fact] = set()
        for rule in self.run.program.theory.rules:
            if rule.name in known or rule.denial:
                continue
            for head in rule.heads:
                if (head.atom.predicate, head.mode) not in heads:
                    continue
                place = self.place(head.atom.predicate, head.mode)
                if place is None:
                    continue
                _, level, world = place
                for bindings in matcher.solve(rule.body, {}, level, world):
                    args = tuple(substitute(arg, bindings) for arg in head.atom.args)
                    found.add(Fact(Relation(head.atom.predicate, head.mode), args))
        return found


def _open(pattern: Value) -> bool:
    """Whether a value has variables."""
    return any(True for _ in variables(pattern))

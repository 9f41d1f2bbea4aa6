"""Compiles a theory to clingo: each rule at each level where it is needed, in three program parts.

`base` holds what is rigid. `situation(t)` reads the fluents of situation t, derives what holds in
it, and tries events (levels s*, e1, e2). `event(t,u)` works out what the event that leads from t to
u does and writes the fluents of u (levels e0, n*, m1). Grounded one after another with numbers for
t and u, every atom is a fact unless a rule says otherwise; nothing is left to search.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..diagnostics import Diagnostic
from .clingo_text import (
    Key,
    Piece,
    atom_name,
    call,
    join,
    mangle,
    mentions,
    part_of,
    show_term,
    world_of,
)
from .levels import NEXT_STATE, NOW_STATE, REAL_EVENT, Level, TooManyEvents, moment_level
from .occurrences import variables
from .syntax import Aggregate, Comparison, Declaration, Head, Literal, Premise, Rule
from .theory import Theory

REAL = "real"


class Compiler:
    """Compiles the rules of one theory, at the levels that are demanded."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.pieces: list[Piece] = []
        self.edges: list[tuple[Key, Key, bool, str]] = []
        self._rules_of: dict[tuple[str, str], list[tuple[Rule, Head]]] = defaultdict(list)
        for rule in theory.rules:
            if not rule.denial:
                for head in rule.heads:
                    change = "offer" if head.mode == "may" else head.mode
                    self._rules_of[head.atom.predicate, change].append((rule, head))
        self.demanded: set[Key] = set()
        self.faults: list[Diagnostic] = []
        self._todo: list[Key] = []

    def run(self) -> None:
        """Compiles what the course of events and every derived predicate need."""
        for declaration in self.theory.declarations.values():
            self.demand_root(declaration)
        for rule in self.theory.rules:
            if rule.denial:
                self._denial(rule)
        self._work()

    def add_rules(self, rules: Iterable[Rule]) -> list[Piece]:
        """Pieces of further rules (a scenario's filters) at the levels already demanded."""
        before = len(self.pieces)
        known = sorted(self.demanded, key=str)
        for rule in rules:
            if rule.denial:
                self._denial(rule)
                continue
            for head in rule.heads:
                change = "offer" if head.mode == "may" else head.mode
                for key in known:
                    if key[:2] == (head.atom.predicate, change):
                        self._rule(rule, head, key[2])
        self._work()
        pieces, self.pieces = self.pieces[before:], self.pieces[:before]
        return pieces

    def demand_root(self, declaration: Declaration) -> None:
        """Demands a predicate where a question may look at it."""
        name, kind = declaration.name, declaration.kind
        if kind == "rigid":
            self.demand((name, "", None), None, False, "")
        elif kind == "derived":
            self.demand((name, "", NOW_STATE), None, False, "")
        elif kind == "fluent":
            self.demand((name, "", NEXT_STATE), None, False, "")
        elif kind in ("event", "choice"):
            self.demand((name, "", REAL_EVENT), None, False, "")

    def demand(self, key: Key, by: Key | None, negative: bool, rule: str) -> None:
        """Notes that `by` reads `key`, and compiles `key` if it is new."""
        if by is not None:
            self.edges.append((key, by, negative, rule))
        if key not in self.demanded:
            self.demanded.add(key)
            self._todo.append(key)

    def _work(self) -> None:
        while self._todo:
            key = self._todo.pop()
            predicate, change, level = key
            declaration = self.theory.declarations[predicate]
            if predicate == REAL and level != REAL_EVENT:
                continue  # only continuous effects are tried, and they are no events of the game
            if predicate == "happens" and level is not None:
                self._happens(level)
            elif declaration.kind == "fluent" and not change:
                self._fluent(declaration, level)
            elif declaration.kind == "choice" and not change:
                self._choice(declaration, level)
            for rule, head in self._rules_of.get((predicate, change), ()):
                self._rule(rule, head, level)

    def _too_far(self, rule: Rule) -> None:
        params = {"input": str(rule), "rule": rule.name, "place": str(rule.place)}
        self.faults.append(Diagnostic("three-events", params=params))

    def _emit(
        self, part: str, head: str, body: list[str], needs: list[str], rule: str = ""
    ) -> None:
        name = head.split("(", 1)[0]
        text = f"{head} :- {', '.join(body)}." if body else f"{head}."
        self.pieces.append(Piece(part, text, name, tuple(needs), rule))

    def _fluent(self, declaration: Declaration, level: Level | None) -> None:
        assert level is not None
        name = declaration.name
        args = ",".join(f"X{i}" for i in range(declaration.arity))
        here = call((name, "", level), world_of(level), args)
        if level == NOW_STATE:
            source = atom_name((name, "", NEXT_STATE))
            self._emit("situation", here, [f"{source}({join('t', args)})"], [source])
            return
        event = REAL_EVENT if level == NEXT_STATE else Level(True, level.real, level.depth)
        before: Key = (name, "", event.base)
        starts: Key = (name, "starts", event)
        ends: Key = (name, "ends", event)
        key: Key = (name, "", level)
        self.demand(starts, key, False, "")
        self.demand(ends, key, True, "")
        self.demand(before, key, False, "")
        world, base_world = world_of(event), world_of(event.base)
        part = part_of(event)
        self._emit(part, here, [call(starts, world, args)], [atom_name(starts)])
        body = [call(before, base_world, args), f"not {call(ends, world, args)}"]
        needs = [atom_name(before)]
        if event.depth:
            gate: Key = ("mayHappen", "", event.base)
            self.demand(gate, key, False, "")
            body.insert(1, call(gate, base_world, world[-1]))
            needs.append(atom_name(gate))
        self._emit(part, here, body, needs)

    def _happens(self, level: Level) -> None:
        key: Key = ("happens", "", level)
        name = atom_name(key)
        if level == REAL_EVENT:
            self._emit("event", f"{name}(u,E)", ["now(u,E)"], [])
            includes: Key = ("includes", "", level.base)
            if "includes" in self.theory.declarations:
                self.demand(includes, key, False, "")
                body = ["now(u,X)", f"{atom_name(includes)}(t,X,E)"]
                self._emit("event", f"{name}(u,E)", body, [atom_name(includes)])
            return
        gate: Key = ("mayHappen", "", level.base)
        self.demand(gate, key, False, "")
        world, base_world = world_of(level), world_of(level.base)
        tried = world[-1]
        may = call(gate, base_world, tried)
        part = part_of(level)
        self._emit(part, call(key, world, tried), [may], [atom_name(gate)])

    def _choice(self, declaration: Declaration, level: Level | None) -> None:
        key: Key = (declaration.name, "", level)
        offer: Key = (declaration.name, "offer", level)
        self.demand(offer, key, False, "")
        args = ",".join(f"X{i}" for i in range(declaration.arity))
        if level != REAL_EVENT:  # no choice is made in a trial; `stratify` refuses the theory
            return
        body = [f"{atom_name(offer)}({join('u', args)})"]
        body.append(f"take_{atom_name(key)}({join('u', args)})")
        self._emit("event", f"{atom_name(key)}({join('u', args)})", body, [atom_name(offer)])

    def _rule(self, rule: Rule, head: Head, level: Level | None) -> None:
        change = "offer" if head.mode == "may" else head.mode
        key: Key = (head.atom.predicate, change, level)
        try:
            body, needs = self._body(rule.body, level, key, rule.name)
            self._conditions(rule, level, key)
        except TooManyEvents:
            self._too_far(rule)
            return
        bound = {w for w in world_of(level)[1:] if not any(mentions(b, w) for b in body)}
        if level is not None and bound:
            states = [Level(False, level.real, i) for i in range(level.depth)]
            for i, state in enumerate(states):
                gate: Key = ("mayHappen", "", state)
                self.demand(gate, key, False, rule.name)
                body.append(call(gate, world_of(state), f"W{i + 1}"))
                needs.append(atom_name(gate))
        args = ",".join(map(show_term, head.atom.args))
        self._emit(part_of(level), call(key, world_of(level), args), body, needs, rule.name)

    def _conditions(self, rule: Rule, level: Level | None, key: Key) -> None:
        """Demands what the conditions of sharing statements read: proofs judge them.

        Their edges are those of the narrower rules that may stand in for this one.
        """
        for sharing in rule.shared:
            if sharing.where:
                self._body(sharing.where, level, key, sharing.statement)

    def _denial(self, rule: Rule) -> None:
        declared = self.theory.declarations
        event = any(
            lit.moment.change
            or lit.moment.next
            or declared[lit.atom.predicate].kind in ("event", "choice")
            for lit in rule.literals
        )
        level = REAL_EVENT if event else NOW_STATE
        positive = tuple(Literal(h.atom) for h in rule.heads)
        key: Key = (rule.name, "denied", level)
        self.demanded.add(key)
        body, needs = self._body((*rule.body, *positive), level, key, rule.name)
        self._conditions(rule, level, key)
        args = ",".join(f"V{mangle(n)}" for n in denial_variables(rule))
        self._emit(part_of(level), call(key, world_of(level), args), body, needs, rule.name)

    def _body(
        self, body: Iterable[Premise], level: Level | None, by: Key, rule: str, inner: bool = False
    ) -> tuple[list[str], list[str]]:
        texts: list[str] = []
        needs: list[str] = []
        for premise in body:
            if isinstance(premise, Comparison):
                texts.append(self._comparison(premise, level, by, rule))
                continue
            kind = self.theory.declarations[premise.atom.predicate].kind
            target = (
                None if kind == "rigid" else moment_level(level or NOW_STATE, premise.moment, kind)
            )
            key: Key = (premise.atom.predicate, premise.moment.change or "", target)
            self.demand(key, by, premise.negated or inner, rule)
            world = list(world_of(target))
            if premise.moment.initial:
                world = ["0"]
            tried = [v for v in (premise.moment.after, premise.moment.would) if v is not None]
            if tried:
                world[-len(tried) :] = map(show_term, tried)
            text = call(key, world, ",".join(map(show_term, premise.atom.args)))
            if premise.negated:
                texts.append(f"not {text}")
            else:
                texts.append(text)
                needs.append(atom_name(key))
        return texts, needs

    def _comparison(self, premise: Comparison, level: Level | None, by: Key, rule: str) -> str:
        left, op, right = premise.left, premise.op, premise.right
        if isinstance(right, Aggregate):
            flip = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
            left, op, right = right, flip.get(op, op), left
        if not isinstance(left, Aggregate):
            return f"{show_term(left)} {op} {show_term(right)}"
        texts, _ = self._body(left.body, level, by, rule, inner=True)
        values = ",".join(map(show_term, left.values))
        return f"#{left.function}{{ {values} : {', '.join(texts)} }} {op} {show_term(right)}"


def denial_variables(rule: Rule) -> tuple[str, ...]:
    """The variables of a denial, as its witness lists them."""
    names = {n for lit in rule.literals if not lit.negated for n in variables(lit.atom)}
    names |= {n for head in rule.heads for n in variables(head.atom)}
    return tuple(sorted(names))

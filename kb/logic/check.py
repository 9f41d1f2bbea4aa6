"""Checks a theory before anything runs: words, arity, kinds, moments, safety.

Every fault carries the rule's name and its file and line; stratification is checked in `stratify`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..diagnostics import Diagnostic
from .occurrences import aggregates, variables
from .shared import names_rule
from .syntax import (
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Declaration,
    Head,
    Literal,
    Moment,
    Premise,
    Rule,
    Sharing,
    Sum,
    Value,
    Var,
)
from .theory import Theory

EVENT = ("event", "choice")


def check_theory(theory: Theory) -> list[Diagnostic]:
    """All faults of declarations and rules, in order."""
    known, rules = theory.declarations, theory.rules
    faults = [_fault("declared-twice", d, d.name) for d in theory.repeated]
    for declaration in known.values():
        if declaration.base is not None and (
            declaration.base not in known or known[declaration.base].arity != declaration.arity
        ):
            faults.append(_fault("undeclared", declaration, declaration.base))
    seen: set[str] = set()
    for rule in rules:
        if rule.name in seen:
            faults.append(_fault("rule-twice", rule, rule.name))
        seen.add(rule.name)
        own = check_rule(rule, known)
        faults += own or _shared(rule, known)
    return faults


def _fault(code: str, where: Rule | Declaration, word: str, hint: str | None = None) -> Diagnostic:
    params = {"input": word, "rule": where.name, "place": str(where.place)}
    return Diagnostic(code, params=params, hint=hint)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to a misspelt one."""
    return next(iter(difflib.get_close_matches(word, list(known), 1, 0.6)), None)


def check_rule(rule: Rule, known: dict[str, Declaration]) -> list[Diagnostic]:
    """All faults of one rule."""
    faults = list(_words(rule, known))
    if faults:
        return faults
    faults += _moments(rule, known)
    faults += _heads(rule, known)
    faults += (
        _fault("unsafe-variable", rule, f"?{name}") for name in sorted(unsafe_variables(rule))
    )
    return faults


def check_claim(rule: Rule, known: dict[str, Declaration]) -> list[Diagnostic]:
    """All faults of what a statement claims in the open world, where nothing has a moment."""
    faults = list(_words(rule, known))
    faults += (
        _fault("claim-moment", rule, str(literal))
        for literal in _all_literals(rule.body)
        if literal.moment != Moment()
    )
    faults += (
        _fault("claim-head", rule, str(head.atom))
        for head in rule.heads
        if head.mode not in ("", "not")
    )
    return faults or [
        _fault("unsafe-variable", rule, f"?{name}") for name in sorted(unsafe_variables(rule))
    ]


def _atoms(rule: Rule) -> Iterator[Atom]:
    todo: list[Premise] = list(rule.body)
    while todo:
        premise = todo.pop(0)
        if isinstance(premise, Literal):
            yield premise.atom
        for aggregate in aggregates(premise):
            todo += aggregate.body
    yield from (head.atom for head in rule.heads)


def _compounds(value: Value) -> Iterator[Compound]:
    if isinstance(value, Compound):
        yield value
        for arg in value.args:
            yield from _compounds(arg)
    elif isinstance(value, Sum):
        yield from _compounds(value.left)
        yield from _compounds(value.right)


def _words(rule: Rule, known: dict[str, Declaration]) -> Iterator[Diagnostic]:
    for atom in _atoms(rule):
        declaration = known.get(atom.predicate)
        if declaration is None or declaration.kind == "term":
            yield _fault("undeclared", rule, atom.predicate, nearest(atom.predicate, known))
        elif declaration.arity != len(atom.args):
            yield _fault("arity", rule, str(atom))
        for arg in atom.args:
            for compound in _compounds(arg):
                functor = known.get(compound.functor)
                if functor is None or functor.kind != "term":
                    near = nearest(
                        compound.functor, (n for n, d in known.items() if d.kind == "term")
                    )
                    yield _fault("undeclared-term", rule, compound.functor, near)
                elif functor.arity != len(compound.args):
                    yield _fault("arity", rule, str(compound))


def _is_event_rule(rule: Rule, known: dict[str, Declaration]) -> bool:
    return any(_is_event_literal(literal, known) for literal in rule.literals)


def _is_event_literal(literal: Literal, known: dict[str, Declaration]) -> bool:
    moment = literal.moment
    if moment.would is not None or moment.after is not None or moment.initial:
        return False
    kind = known[literal.atom.predicate].kind
    return kind in EVENT or moment.next or moment.change is not None


def _moments(rule: Rule, known: dict[str, Declaration]) -> Iterator[Diagnostic]:
    for literal in _all_literals(rule.body):
        kind, moment = known[literal.atom.predicate].kind, literal.moment
        any_moment = moment.initial or moment.next or moment.change or moment.after or moment.would
        if kind == "rigid" and any_moment:
            yield _fault("moment-on-rigid", rule, str(literal))
        elif moment.change and kind != "fluent":
            yield _fault("not-a-fluent", rule, str(literal))
        elif moment.would is not None and not (moment.change or kind == "event"):
            code = "choice-in-trial" if kind == "choice" else "would-needs-event"
            yield _fault(code, rule, str(literal))
        elif moment.after is not None and moment.would is None and (moment.change or kind in EVENT):
            yield _fault("would-missing", rule, str(literal))
        elif (moment.next or moment.initial) and (moment.change or kind in EVENT):
            yield _fault("next-needs-state", rule, str(literal))


def _all_literals(body: Iterable[Premise]) -> Iterator[Literal]:
    for premise in body:
        if isinstance(premise, Literal):
            yield premise
        for aggregate in aggregates(premise):
            yield from _all_literals(aggregate.body)


def _heads(rule: Rule, known: dict[str, Declaration]) -> Iterator[Diagnostic]:
    event_rule = _is_event_rule(rule, known)
    changing = event_rule or any(
        known[lit.atom.predicate].kind != "rigid" for lit in _all_literals(rule.body)
    )
    for head in rule.heads:
        declaration = known[head.atom.predicate]
        code = _head_code(head, declaration, event_rule, changing, rule)
        if code:
            yield _fault(code, rule, str(head.atom))


def _head_code(
    head: Head, declaration: Declaration, event_rule: bool, changing: bool, rule: Rule
) -> str | None:
    kind = declaration.kind
    if declaration.engine and head.mode != "not":
        return "engine-predicate"
    if head.mode == "not":
        return None
    if head.mode in ("starts", "ends"):
        return "not-a-fluent" if kind != "fluent" else None if event_rule else "event-without-event"
    if head.mode == "may":
        if kind != "choice":
            return "not-a-choice"
        own = any(lit.atom.predicate == head.atom.predicate for lit in _all_literals(rule.body))
        return "choice-on-itself" if own else None if event_rule else "choice-outside-event"
    by_kind = {"fluent": "fluent-in-head", "choice": "choice-without-may"}
    if kind in by_kind:
        return by_kind[kind]
    if kind == "event":
        return None if event_rule else "event-without-event"
    if kind == "derived":
        return "state-from-event" if event_rule else None
    return "rigid-from-changing" if changing else None


def _shared(rule: Rule, known: dict[str, Declaration]) -> Iterator[Diagnostic]:
    """Faults of the statements that share a sound rule, and of their conditions."""
    for sharing in rule.shared:
        body = (*rule.body, *sharing.where)
        narrowed = replace(rule, name=sharing.statement, body=body, place=sharing.place)
        if names_rule(sharing.statement, rule.name):
            yield _fault("shares-own-rule", narrowed, rule.name)
        faults = list(_words(narrowed, known)) or list(_moments(narrowed, known))
        faults = faults or list(_untimely(rule, narrowed, sharing, known))
        unsafe = sorted(unsafe_variables(narrowed)) if not faults else ()
        yield from faults
        yield from (_fault("unsafe-variable", narrowed, f"?{name}") for name in unsafe)


def _untimely(
    rule: Rule, narrowed: Rule, sharing: Sharing, known: dict[str, Declaration]
) -> Iterator[Diagnostic]:
    """What a condition is about and the rule cannot judge, being about states or what never changes."""
    rigid = [h for h in rule.heads if known[h.atom.predicate].kind == "rigid" and h.mode != "not"]
    event_rule = _is_event_rule(rule, known)
    for literal in _all_literals(sharing.where):
        message = None
        if rigid and known[literal.atom.predicate].kind != "rigid":
            message = "condition-changes"
        elif not event_rule and _is_event_literal(literal, known):
            message = "condition-moment"
        if message:
            fault = _fault("condition-moment", narrowed, str(literal))
            params = {**fault.params, "of": rule.name}
            yield replace(fault, params=params, message=message)


def unsafe_variables(rule: Rule) -> set[str]:
    """Variables that no positive premise binds."""
    bound = _bound(rule.body, set())
    used = {name for premise in rule.body for name in variables(premise)}
    used |= {name for head in rule.heads for name in variables(head.atom)}
    loose = used - bound
    if rule.denial:  # the denied atom itself is a positive premise of the violation
        loose -= {name for head in rule.heads for name in _direct(head.atom.args)}
    for premise in rule.body:
        for aggregate in aggregates(premise):
            inner = _bound(aggregate.body, bound)
            names = {n for p in aggregate.body for n in variables(p)}
            names |= {n for value in aggregate.values for n in variables(value)}
            loose |= names - inner
    return loose


def _direct(values: Iterable[Value]) -> Iterator[str]:
    """Variables that matching a value binds: not those inside arithmetic."""
    for value in values:
        if isinstance(value, Var):
            yield value.name
        elif isinstance(value, Compound):
            yield from _direct(value.args)


def _bound(body: Iterable[Premise], outer: set[str]) -> set[str]:
    bound = set(outer)
    for premise in body:
        if isinstance(premise, Literal) and not premise.negated:
            moment = premise.moment
            bound.update(_direct(premise.atom.args))
            bound.update(_direct(v for v in (moment.after, moment.would) if v is not None))
    changed = True
    while changed:
        changed = False
        for premise in body:
            if isinstance(premise, Comparison) and premise.op == "=":
                for one, other in ((premise.left, premise.right), (premise.right, premise.left)):
                    free = isinstance(one, Var) and one.name not in bound
                    if free and (isinstance(other, Aggregate) or set(variables(other)) <= bound):
                        bound.add(one.name)  # type: ignore[union-attr]
                        changed = True
    return bound

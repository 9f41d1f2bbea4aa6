"""Statements that share the logic of a rule, and what is left of it when the rule is taken out.

A logic that several statements state is there as long as one of them is. Where the rule goes, the
logic stays as the first statement that says all of it, else as each one that says a part, narrowed by
its condition; what stays is named after the statement (`C16-no-shield`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain, count

from .occurrences import variables
from .syntax import Place, Premise, Rule, Sharing


def names_rule(pattern: str, name: str) -> bool:
    """Whether `pattern` (a rule number or a sub-rule's name) covers the rule `name`.

    `205.1b` covers `205.1b-still`; `205.1` covers `205.1a` and `205.1b` but not `205.10`.
    """
    rest = name[len(pattern) :]
    return name.startswith(pattern) and (not rest or rest[0] in "-." or rest[0].isalpha())


def share(rule: Rule, statement: str, where: tuple[Premise, ...], place: Place) -> Sharing:
    """That a statement shares the logic of a rule, under a condition if there is one."""
    own = {n for part in (*rule.body, *(h.atom for h in rule.heads)) for n in variables(part)}
    both = own & {n for premise in where for n in variables(premise)}
    return Sharing(statement, where, tuple(sorted(both)), place)


def as_of(rules: Iterable[Rule], date: str) -> Iterator[Rule]:
    """The rules of a date, with the statements that share them at it."""
    for rule in rules:
        if rule.valid(date):
            kept = tuple(s for s in rule.shared if s.valid(date))
            yield rule if kept == rule.shared else replace(rule, shared=kept)


def without(rules: tuple[Rule, ...], patterns: Collection[str]) -> tuple[Rule, ...]:
    """The rules less those that patterns cover; what other statements share of them stays."""
    taken = {rule.name for rule in rules}
    found: list[Rule] = []
    for rule in rules:
        kept = tuple(s for s in rule.shared if not _covered(s.statement, patterns))
        if not _covered(rule.name, patterns):
            found.append(rule if kept == rule.shared else replace(rule, shared=kept))
            continue
        for left in restated(replace(rule, shared=kept), taken):
            taken.add(left.name)
            found.append(left)
    return tuple(found)


def _covered(name: str, patterns: Iterable[str]) -> bool:
    return any(names_rule(pattern, name) for pattern in patterns)


def restated(rule: Rule, taken: Collection[str] = ()) -> Iterator[Rule]:
    """What the statements that share a rule say of it, each that says all of it or one for each part.

    Args:
        rule: The rule.
        taken: Names that other rules have.
    """
    whole = [s for s in rule.shared if not s.where]
    for sharing in whole[:1] or rule.shared:
        others = tuple(s for s in rule.shared if s is not sharing)
        body = (*rule.body, *sharing.where)
        name = _name(rule.name, sharing.statement, taken)
        yield replace(rule, name=name, body=body, shared=others, place=sharing.place)


def _name(rule: str, statement: str, taken: Collection[str]) -> str:
    """A name that the statement's covers: the statement with the sub-label, else with the rule's name."""
    _, dash, label = rule.partition("-")
    long = f"{statement}-{rule}"
    names = chain((statement + dash + label, long), (f"{long}-{n}" for n in count(2)))
    return next(name for name in names if name not in taken)

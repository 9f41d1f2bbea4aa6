"""A theory: declared predicates and named rules, with what it takes to vary them (without, readings)."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace

from ..values import value
from .shared import as_of, names_rule, without
from .syntax import (
    Atom,
    Comparison,
    Declaration,
    Head,
    Literal,
    Moment,
    Place,
    Rule,
    Var,
    WorldText,
)

NEWEST = "9999-12-31"

HAPPENS = Declaration("happens", "event", ("Event",), engine=True)
ENGINE = (
    HAPPENS,
    Declaration("given", "rigid", ("Event", "Number"), engine=True),
)


class UnknownRule(ValueError):
    """A rule named in `without` or `drop` is not in the theory."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class UnknownReading(ValueError):
    """There is no reading of a name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class ConflictingReadings(ValueError):
    """Two readings each have a rule of one name, or one drops what the other replaces."""

    def __init__(self, names: tuple[str, str], rule: str) -> None:
        super().__init__(f"{names[0]}, {names[1]}: {rule}")
        self.names = names
        self.rule = rule


@value
class Theory:
    """Declarations by name, rules in order, and declarations whose name was taken."""

    declarations: dict[str, Declaration]
    rules: tuple[Rule, ...]
    repeated: tuple[Declaration, ...] = ()

    @functools.cached_property
    def by_name(self) -> dict[str, Rule]:
        """Rules by name."""
        return {rule.name: rule for rule in self.rules}

    @functools.cached_property
    def denials(self) -> tuple[Rule, ...]:
        """The rules that forbid."""
        return tuple(rule for rule in self.rules if rule.denial)

    @functools.cached_property
    def constants(self) -> frozenset[str]:
        """Ids of the individuals that the rules name."""
        atoms = (
            atom
            for rule in self.rules
            for atom in (*(lit.atom for lit in rule.literals), *(h.atom for h in rule.heads))
        )
        return frozenset(arg for atom in atoms for arg in atom.args if isinstance(arg, str))

    @functools.cached_property
    def names(self) -> dict[str, Place]:
        """Names of the rules and of the statements that share their logic, with their places."""
        shared = {s.statement: s.place for rule in self.rules for s in rule.shared}
        return shared | {rule.name: rule.place for rule in self.rules}

    def as_of(self, date: str) -> Theory:
        """The theory with the rules and the sharing statements of a date alone."""
        return replace(self, rules=tuple(as_of(self.rules, date)))

    def without(self, patterns: Iterable[str]) -> Theory:
        """The theory less the rules and the sharing statements that the patterns cover.

        A logic that another statement shares is still there, as that statement (see `shared`).

        Raises:
            UnknownRule: A pattern covers no rule and no statement that shares one.
        """
        patterns = tuple(patterns)
        for pattern in patterns:
            if not any(names_rule(pattern, name) for name in self.names):
                raise UnknownRule(pattern)
        return replace(self, rules=without(self.rules, patterns)) if patterns else self

    def amended(self, reading: WorldText) -> Theory:
        """The theory under a reading: its rules replace those of the same name, `drop` removes.

        What is dropped goes as by `without`. A rule that is replaced goes with the statements that
        share it: whether they share the new logic is for the reading to say.

        Raises:
            UnknownRule: A dropped rule is not in the theory.
        """
        base = self.without(reading.drops)
        implied = [rule for d in reading.declarations for rule in _implied(d)]
        new = {rule.name: rule for rule in (*reading.rules, *implied)}
        kept = tuple(new.pop(rule.name, rule) for rule in base.rules)
        declared = base.declarations | {d.name: d for d in reading.declarations}
        again = tuple(d for d in reading.declarations if d.name in base.declarations)
        return Theory(declared, kept + tuple(new.values()), self.repeated + again)


def build_theory(declarations: Iterable[Declaration], rules: Iterable[Rule]) -> Theory:
    """A theory with the engine's own predicates and the rules that declarations stand for."""
    declared = {d.name: d for d in ENGINE}
    repeated = []
    for declaration in declarations:
        if declaration.name in declared and not declaration.engine:
            repeated.append(declaration)
        declared[declaration.name] = declaration
    implied = [rule for d in declared.values() for rule in _implied(d)]
    return Theory(declared, (*rules, *implied), tuple(repeated))


def _implied(declaration: Declaration) -> Iterable[Rule]:
    """Rules that `functional` and `continuous … from …` stand for."""
    name, args = declaration.name, tuple(Var(f"a{i}") for i in range(declaration.arity))
    fact = Atom(name, args)
    if declaration.functional:
        other = Atom(name, (*args[:-1], Var("new")))
        yield Rule(
            f"functional-{name}",
            (
                Literal(other, Moment(change="starts")),
                Literal(fact),
                Comparison("!=", Var("new"), args[-1]),
            ),
            (Head(fact, "ends"),),
            declaration.place,
            machinery=True,
        )
    if declaration.base:
        real = Literal(Atom("real", (Var("event"),)))
        base = Literal(Atom(declaration.base, args), Moment(next=True))
        yield Rule(
            f"continuous-{name}-anew",
            (real, Literal(fact), replace(base, negated=True)),
            (Head(fact, "ends"),),
            declaration.place,
            machinery=True,
        )
        yield Rule(
            f"continuous-{name}-base",
            (real, base),
            (Head(fact, "starts"),),
            declaration.place,
            machinery=True,
        )

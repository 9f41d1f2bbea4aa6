"""A theory: declared predicates and named rules, with what it takes to vary them (without, readings)."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace

from ..values import value
from .syntax import Atom, Comparison, Declaration, Head, Literal, Moment, Rule, Var, WorldText

NEWEST = "9999-12-31"

HAPPENS = Declaration("happens", "event", ("Event",), engine=True)
ENGINE = (
    HAPPENS,
    Declaration("given", "rigid", ("Event", "Number"), engine=True),
)


def names_rule(pattern: str, name: str) -> bool:
    """Whether `pattern` (a rule number or a sub-rule's name) covers the rule `name`.

    `205.1b` covers `205.1b-still`; `205.1` covers `205.1a` and `205.1b` but not `205.10`.
    """
    rest = name[len(pattern) :]
    return name.startswith(pattern) and (not rest or rest[0] in "-." or rest[0].isalpha())


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

    def as_of(self, date: str) -> Theory:
        """The theory with the rules of a date alone."""
        return replace(self, rules=tuple(rule for rule in self.rules if rule.valid(date)))

    def without(self, patterns: Iterable[str]) -> Theory:
        """The theory less the rules that the patterns cover.

        Raises:
            UnknownRule: A pattern covers no rule.
        """
        rules = self.rules
        for pattern in patterns:
            kept = tuple(rule for rule in rules if not names_rule(pattern, rule.name))
            if len(kept) == len(rules) and not any(names_rule(pattern, r.name) for r in self.rules):
                raise UnknownRule(pattern)
            rules = kept
        return replace(self, rules=rules)

    def amended(self, reading: WorldText) -> Theory:
        """The theory under a reading: its rules replace those of the same name, `drop` removes.

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

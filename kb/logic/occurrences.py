"""What occurs in parts of rules: ids of individuals, names of variables, aggregates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .syntax import Aggregate, Atom, Comparison, Compound, Literal, Moment, Premise, Sum, Value, Var


def constants(values: Iterable[Value]) -> Iterator[str]:
    """Ids of the individuals in values, also in those that functors make."""
    for given in values:
        if isinstance(given, Compound):
            yield from constants(given.args)
        elif isinstance(given, str):
            yield given


def variables(value: object) -> Iterator[str]:
    """Names of the variables in a value, atom, literal or comparison, aggregates' own left out."""
    match value:
        case Var(name):
            yield name
        case Compound(_, args) | Atom(_, args):
            for arg in args:
                yield from variables(arg)
        case Sum(_, left, right) | Comparison(_, left, right):
            yield from variables(left)
            yield from variables(right)
        case Literal(atom, moment, _):
            yield from variables(moment)
            yield from variables(atom)
        case Moment():
            for part in (
                moment_value for moment_value in (value.after, value.would) if moment_value
            ):
                yield from variables(part)
        case _:
            return


def aggregates(premise: Premise) -> Iterator[Aggregate]:
    """The aggregates in a comparison."""
    if isinstance(premise, Comparison):
        todo: list[Value] = [premise.left, premise.right]
        while todo:
            value = todo.pop()
            if isinstance(value, Aggregate):
                yield value
            elif isinstance(value, Sum):
                todo += [value.left, value.right]

"""Short words for questions and for what came out instead of what was expected."""

from __future__ import annotations

from .answer import Answer, Case
from .syntax import (
    AtomExpectation,
    HasTypesExpectation,
    IsExpectation,
    OrderExpectation,
    UndeterminedExpectation,
)


def describe(expectation: object) -> str:
    """A question in the words of the query language."""
    match expectation:
        case UndeterminedExpectation(inner):
            return f'"{inner.object}" is undetermined {inner.words}'
        case IsExpectation(object=name, negated=negated, words=words):
            return f'"{name}" is {"not " if negated else ""}{words}'
        case HasTypesExpectation(object=name, type_line=line):
            return f'"{name}" has types "{line}"' if line else f'"{name}" has no types'
        case AtomExpectation(text=text, negated=negated):
            return f"not {text}" if negated else text
        case OrderExpectation(timestamps=stamps):
            return "order " + ", ".join(map(str, stamps))
    return ""


def got(expectation: object, case: Case, answer: Answer) -> str:
    """What came out: the type line, the order or the verdict."""
    from .printing import line_of

    if isinstance(expectation, HasTypesExpectation):
        leaf = case.run.leaves[0]
        return line_of(case.types(expectation.object, leaf), case.knowledge, "en") or "no types"
    if isinstance(expectation, OrderExpectation):
        return "order " + ", ".join(map(str, case.order()))
    return answer.verdict

"""Short words for what came out instead of what was expected."""

from __future__ import annotations

from .answer import Answer, Case
from .syntax import (
    HasTypesExpectation,
    OrderExpectation,
)


def got(expectation: object, case: Case, answer: Answer) -> str:
    """What came out: the type line, the order or the verdict."""
    from .printing import shown_line

    if isinstance(expectation, HasTypesExpectation):
        leaf = case.run.leaves[0]
        return shown_line(case.types(expectation.object, leaf), case.knowledge, "en")
    if isinstance(expectation, OrderExpectation):
        return "order " + ", ".join(map(str, case.order()))
    return answer.verdict

"""Short words for what came out instead of what was expected."""

from __future__ import annotations

from ..syntax import ExactlyExpectation, HasTypesExpectation, OrderExpectation
from .answer import Answer
from .case import Case


def got(
    expectation: object,
    case: Case,
    answer: Answer,
    after_step: int | None = None,
    lang: str = "en",
) -> str:
    """What came out: the type line, the order, what is there instead of a list, or the verdict."""
    from .printing import shown_line

    if isinstance(expectation, HasTypesExpectation):
        leaf = case.leaves(after_step)[0]
        return shown_line(case.types(expectation.object, leaf), case.knowledge, lang)
    if isinstance(expectation, OrderExpectation):
        return "order " + ", ".join(map(str, case.order()))
    if isinstance(expectation, ExactlyExpectation) and answer.verdict != "undetermined":
        return _listed(expectation, case, case.leaves(after_step)[0], lang)
    return answer.verdict


def _listed(expectation: ExactlyExpectation, case: Case, situation: int, lang: str) -> str:
    """What is there, in the words with which it could have been expected."""
    from ..language.exactly import listed

    speaker, found = case.speaker(lang), listed(expectation, case, situation)
    return "; ".join(", ".join(map(speaker.value, values)) or _none(lang) for values in found)


def _none(lang: str) -> str:
    from ..language.keywords import keywords

    words = [str(word) for word in keywords()["parts"]["none"]]
    return next((w for w in words if w.isascii() == (lang == "en")), words[0])

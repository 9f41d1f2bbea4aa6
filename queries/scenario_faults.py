"""Every fault of a scenario at once: what its headers ask for in vain, each at its place, and what it means.

A header that cannot be followed (an unknown reading, a rule that is not there at the date) is set
aside, so that the rest of the scenario is judged too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..kb.diagnostics import Diagnostic, DiagnosticError
from ..kb.knowledge import Knowledge
from .api import knowledge_of
from .fold import fold_text
from .meaning import mean
from .split import Piece, split
from .syntax import ErrorExpectation, Question, ScenarioText

_HEADERS = {
    "unknown-reading": "reading",
    "conflicting-readings": "reading",
    "unknown-rule": "without",
    "bad-date": "as-of",
    "unknown-game": "game",
}


def all_faults(
    scenarios: Iterable[ScenarioText],
    text: str,
    faults: Iterable[Diagnostic],
    options: dict[str, Any],
) -> list[Diagnostic]:
    """The faults of a text with those of its headers and of what it means, each once.

    Args:
        scenarios: The scenarios that were read from it.
        text: The text.
        faults: What was wrong when they were read.
        options: Those of `api.knowledge_of`.
    """
    found = list(faults)
    pieces, _ = split(fold_text(text))
    for scenario in scenarios:
        knowledge, more = judged_by(scenario, pieces, options)
        found += more
        if knowledge is not None:
            found += mean(scenario, knowledge)[1]
    return list(dict.fromkeys(found))


def expects_error(scenario: ScenarioText) -> bool:
    """Whether a scenario is there to be faulty."""
    return any(
        isinstance(s, Question) and isinstance(s.expectation, ErrorExpectation)
        for s in scenario.statements
    )


def judged_by(
    scenario: ScenarioText, pieces: Sequence[Piece], options: dict[str, Any]
) -> tuple[Knowledge | None, list[Diagnostic]]:
    """What a scenario is judged by, less what there is not, and why that was left out.

    Faults of the options, which stand nowhere in the text, are without a place.

    Args:
        scenario: The scenario.
        pieces: The statements of the whole text.
        options: Those of `api.knowledge_of`.
    """
    faults: list[Diagnostic] = []
    left, rest = scenario, dict(options)
    while True:
        try:
            return knowledge_of(left, **rest), faults
        except DiagnosticError as error:
            fault = error.diagnostics[0]
        faults.append(_placed(fault, scenario, pieces))
        key, name = _HEADERS.get(fault.code), fault.params.get("input")
        before = (left, dict(rest))
        if key == "reading":
            every = fault.code == "conflicting-readings"
            left = replace(left, readings=_less(left.readings, name, every=every))
            rest["readings"] = _less(rest["readings"], name, every=every)
        elif key == "without":
            left = replace(left, without=_less(left.without, name))
            rest["without"] = _less(rest["without"], name)
        elif key == "as-of":
            left, rest["as_of"] = replace(left, as_of=None), None
        if (left, rest) == before:
            return None, faults


def _less(names: Iterable[str], name: object, *, every: bool = False) -> tuple[str, ...]:
    return tuple(n for n in names if n != name and not every)


def _placed(fault: Diagnostic, scenario: ScenarioText, pieces: Sequence[Piece]) -> Diagnostic:
    """A fault of a header at the name in the header: the last of its own, or one for the whole file."""
    name, key = str(fault.params.get("input", "")), _HEADERS.get(fault.code)
    head = next((p.first for p in pieces if p.keyword == "scenario"), 0)
    own = [
        p
        for p in pieces
        if p.keyword == key
        and (p.first < head or scenario.span.start <= p.first < scenario.span.end)
    ]
    for piece in reversed(own):
        if name in piece.text:
            start = piece.start + piece.text.index(name)
            return replace(fault, start=start, end=start + len(name))
    if fault.code == "conflicting-readings" and own:
        return replace(fault, start=own[-1].start, end=own[-1].end)
    return fault

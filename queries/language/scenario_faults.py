"""Every fault of a scenario at once: what its headers ask for in vain, each at its place, and what it means.

A header that cannot be followed (an unknown reading, a rule that is not there at the date) is set
aside, so that the rest of the scenario is judged too.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge
from ...kb.logic.shared import names_rule
from ..answers.scenario_knowledge import knowledge_of, unknown_rule
from ..facts.meaning import mean
from ..syntax import ErrorExpectation, Question, ScenarioText
from .fold import fold_text
from .split import Piece, split

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
        options: Those of `knowledge_of`.
    """
    found = list(faults)
    for scenario in scenarios:
        knowledge, more = judged_by(scenario, text, options)
        found += more
        if knowledge is not None:
            found += _reason_faults(scenario, knowledge)
            found += mean(scenario, knowledge)[1]
    return list(dict.fromkeys(found))


def _reason_faults(scenario: ScenarioText, knowledge: Knowledge) -> list[Diagnostic]:
    if scenario.ruling is None or not scenario.ruling.reasons:
        return []
    from ..corpus.reasons import reason_faults

    return reason_faults(scenario, knowledge)


def expects_error(scenario: ScenarioText) -> bool:
    """Whether a scenario is there to be faulty."""
    return any(
        isinstance(s, Question) and isinstance(s.expectation, ErrorExpectation)
        for s in scenario.statements
    )


def judged_by(
    scenario: ScenarioText, text: str, options: dict[str, Any]
) -> tuple[Knowledge | None, list[Diagnostic]]:
    """What a scenario is judged by, less what there is not, and why that was left out.

    Faults of the options, which stand nowhere in the text, are without a place.

    Args:
        scenario: The scenario.
        text: The whole text.
        options: Those of `knowledge_of`.
    """
    faults: list[Diagnostic] = []
    left, rest = scenario, dict(options)
    while True:
        try:
            return knowledge_of(left, **rest), faults
        except DiagnosticError as error:
            found = error.diagnostics
        fault = found[0]
        key, name = _HEADERS.get(fault.code), fault.params.get("input")
        faults += [_placed(d, scenario, text, key) for d in found]
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


def cited_in_vain(scenario: ScenarioText, text: str, knowledge: Knowledge) -> list[Diagnostic]:
    """The rules that a scenario demands of its proofs and that there are not, each at its place."""
    known = {*knowledge.documents.rules, *knowledge.program.theory.by_name}
    missing = [n for n in scenario.cites if not any(names_rule(n, k) for k in known)]
    faults = (unknown_rule(n, knowledge.game) for n in missing)
    return [_placed(fault, scenario, text, "cites") for fault in faults]


def at_heading(fault: Diagnostic, scenario: ScenarioText, text: str) -> Diagnostic:
    """A fault of a scenario as a whole where the scenario begins."""
    if fault.end:
        return fault
    first = next(_inside(scenario, text), None)
    return replace(fault, start=first.first, end=first.end) if first else fault


@functools.lru_cache(maxsize=1)
def _pieces(text: str) -> tuple[Piece, ...]:
    """The statements of a whole text; the scenarios of one are judged one after another."""
    return tuple(split(fold_text(text))[0])


def _inside(scenario: ScenarioText, text: str) -> Iterator[Piece]:
    """The statements of a scenario."""
    pieces = _pieces(text)
    start = bisect.bisect_left(pieces, scenario.span.start, key=lambda p: p.first)
    return itertools.takewhile(lambda p: p.first < scenario.span.end, pieces[start:])


def _less(names: Iterable[str], name: object, *, every: bool = False) -> tuple[str, ...]:
    return tuple(n for n in names if n != name and not every)


def _placed(fault: Diagnostic, scenario: ScenarioText, text: str, key: str | None) -> Diagnostic:
    """A fault of a header at the name in the header: the last of its own, or one for the whole file."""
    name = str(fault.params.get("input", ""))
    whole = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])")
    above = itertools.takewhile(lambda p: p.keyword != "scenario", _pieces(text))
    own = [p for p in (*above, *_inside(scenario, text)) if p.keyword == key]
    for piece in reversed(own):
        found = whole.search(piece.text)
        if found is not None:
            start = piece.start + found.start()
            return replace(fault, start=start, end=start + len(name))
    if fault.code == "conflicting-readings" and own:
        return replace(fault, start=own[-1].start, end=own[-1].end)
    return fault

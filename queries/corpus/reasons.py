"""Judges the reasons of a ruling: the statements they name must be there, and their logic must be sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge
from ...kb.logic.shared import names_rule
from ..syntax import Reason, ScenarioText

_OF_RULES = ("comparison-in-head", "mixed-heads", "moment-in-head", "unsafe-variable")


def reason_faults(scenario: ScenarioText, knowledge: Knowledge) -> list[Diagnostic]:
    """What is wrong with the reasons of a ruling, at its place in the text.

    The logic of a reason is a claim in the open world (`kb.logic.check.check_claim`).

    Args:
        scenario: The scenario; without a ruling it has no reasons.
        knowledge: What it is judged by.
    """
    reasons = scenario.ruling.reasons if scenario.ruling is not None else ()
    return [fault for reason in reasons for fault in _faults(reason, knowledge)]


def faults_of(scenario: ScenarioText, text: str) -> list[Diagnostic]:
    """The same by the knowledge that the scenario asks for; nothing if there is none."""
    if scenario.ruling is None or not scenario.ruling.reasons:
        return []
    from ..language.scenario_faults import judged_by

    options = {"game": None, "as_of": None, "without": (), "readings": ()}
    knowledge, _ = judged_by(scenario, text, options)
    return reason_faults(scenario, knowledge) if knowledge is not None else []


def _faults(reason: Reason, knowledge: Knowledge) -> Iterator[Diagnostic]:
    from ...kb.logic.check import check_claim, nearest
    from ...kb.logic.parser import parse_rule

    name = reason.statement
    if name and not any(names_rule(name, known) for known in knowledge.documents.rules):
        start = reason.span.start
        hint = nearest(name, knowledge.documents.rules)
        params = {"input": name, "game": knowledge.game}
        yield Diagnostic("unknown-statement", start, start + len(name), params, hint)
    if not reason.logic:
        return
    try:
        rule = parse_rule(name or "reason", reason.logic)
    except DiagnosticError as error:
        yield from (_told(fault).shifted(reason.logic_span.start) for fault in error.diagnostics)
        return
    for fault in check_claim(rule, knowledge.program.theory.declarations):
        yield _placed(_told(fault), reason)


def _told(fault: Diagnostic) -> Diagnostic:
    """A fault of a rule, told as one of a reason, which has neither name nor file."""
    params = {key: told for key, told in fault.params.items() if key not in ("rule", "place")}
    own = f"reason-{fault.code}" if fault.code in _OF_RULES else fault.message
    return replace(fault, params=params, message="reason-logic" if fault.code == "syntax" else own)


def _placed(fault: Diagnostic, reason: Reason) -> Diagnostic:
    """A fault at the word of the logic that it speaks of, or at the whole of it."""
    words = str(fault.params.get("input", "")).partition("(")[0].split()
    last = words[-1] if words else ""
    found = re.search(rf"(?<![\w?]){re.escape(last)}(?!\w)", reason.logic) if last else None
    span = reason.logic_span
    if found is None:
        return replace(fault, start=span.start, end=span.end)
    return replace(fault, start=span.start + found.start(), end=span.start + found.end())

"""Denials that do not hold: what is given contradicts a statement, or what came out does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kb.diagnostics import Diagnostic
from ...kb.logic.occurrences import constants
from ...kb.logic.syntax import Value
from ..syntax import Note

if TYPE_CHECKING:
    from .case import Case


def contradictions(case: Case) -> list[Diagnostic]:
    """What is given contradicts a denial: a fault for each denial, at its first object."""
    found: dict[str, Diagnostic] = {}
    for rule, witness in case.run.violations(0):
        if rule in found:
            continue
        names = _objects(case, witness) or tuple(dict.fromkeys(constants(witness)))
        span = case.meaning.places.get(names[0]) if names else None
        found[rule] = Diagnostic(
            "contradictory-facts",
            span.start if span else 0,
            span.end if span else 0,
            {
                "input": ", ".join(names),
                "statement": _label(case, rule),
                "rule": case.knowledge.documents.rule_number(rule),
            },
            rule=case.knowledge.documents.rule_number(rule),
        )
    return list(found.values())


def broken_denials(case: Case) -> list[Note]:
    """A note for each denial that does not hold of what came out, with its first witness."""
    broken = {
        rule: _objects(case, witness)
        for leaf in reversed(case.run.leaves)
        for number in (*(h.number for h in case.run.path(leaf)), leaf)
        for rule, witness in reversed(case.run.violations(number))
    }
    return [
        Note(
            "denial-broken",
            {
                "input": ", ".join(names),
                "statement": _label(case, rule),
                "rule": case.knowledge.documents.rule_number(rule),
            },
        )
        for rule, names in sorted(broken.items())
    ]


def _label(case: Case, rule: str) -> dict[str, str]:
    """What a denial says in short; one of a reading says what the reading does."""
    text = case.knowledge.documents.rules.get(rule)
    if text is not None:
        return text.label
    own = (r for r in case.knowledge.readings if any(rule == x.name for x in r.text.rules))
    return next((reading.label for reading in own), {"en": rule})


def _objects(case: Case, witness: tuple[Value, ...]) -> tuple[str, ...]:
    """The objects among the individuals of a witness."""
    return tuple(dict.fromkeys(n for n in constants(witness) if n in case.meaning.objects))

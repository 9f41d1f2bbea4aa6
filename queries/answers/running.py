"""Runs a scenario: what comes of its meaning under the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ...kb.diagnostics import DiagnosticError
from ...kb.engine.course import run
from ...kb.engine.scenario import Scenario
from ...kb.knowledge import Knowledge
from ...kb.proof.nodes import Fact
from ...kb.proof.prover import Prover
from ..facts.meaning import Meaning
from .case import Case
from .contradictions import broken_denials, contradictions


def build_case(meaning: Meaning, knowledge: Knowledge) -> Case:
    """Runs a scenario.

    Raises:
        DiagnosticError: What the engine refuses: `stuck`, `two-values`, faulty facts; or
            `contradictory-facts`: a denial does not hold of what is given.
    """
    result = run(knowledge.program, meaning.scenario)
    sentences = knowledge.sentences
    prover = Prover(
        result,
        _given_by(knowledge, meaning.scenario),
        {name: s.persists_by for name, s in sentences.items()},
        knowledge.content.roles.get("order-reason", ""),
        knowledge.content.roles.get("event-detail", ""),
        {name: s.refuted_by for name, s in sentences.items() if s.refuted_by},
        knowledge.content.roles.get("ordered", ""),
        frozenset(name for name, s in sentences.items() if s.role == "weighed"),
    )
    case = Case(knowledge, meaning, result, prover, list(meaning.notes))
    faults = contradictions(case)
    if faults:
        raise DiagnosticError(faults)
    case.notes += broken_denials(case)
    return case


def _given_by(knowledge: Knowledge, scenario: Scenario) -> Callable[[Fact], tuple[str, ...]]:
    """The rules behind a given fact: those of its predicate, and the lists of its terms."""
    terms = knowledge.lexicon.terms
    declared = knowledge.program.theory.declarations
    using = Counter(
        str(f.args[0])
        for f in scenario.facts
        if len(f.args) == 2 and str(f.args[1]) in terms and terms[str(f.args[1])].uses
    )

    def rules(fact: Fact) -> tuple[str, ...]:
        sentences = knowledge.sentences.get(fact.predicate)
        names: list[str] = []
        if sentences is not None and not fact.negated:
            names += sentences.given_by
            several = bool(fact.args) and using[str(fact.args[0])] > 1
            names += sentences.given_by_several if several else ()
        domains = declared[fact.predicate].domains if fact.predicate in declared else ()
        for arg, domain in zip(fact.args, domains, strict=False):
            term = terms.get(str(arg)) if domain != "Object" else None
            kind = terms.get(term.kind or "") if term else None
            listed = (kind or term).listed_in if (kind or term) else ""  # type: ignore[union-attr]
            names += [listed] if listed else []
        return tuple(dict.fromkeys(names))

    return rules

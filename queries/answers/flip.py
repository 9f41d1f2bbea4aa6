"""`flip`: the smallest changes of the given facts, the order or the rules that turn a verdict."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...kb.diagnostics import DiagnosticError
from ...kb.engine.scenario import Scenario
from ...kb.knowledge import Knowledge
from ...kb.logic.syntax import Atom
from ...kb.typelines.printing import format_type_line
from ...kb.typelines.reading import read_type_line
from ..facts.meaning import Meaning
from ..syntax import Expectation
from .answer import Change
from .case import Case
from .running import build_case

MAX_TRIALS = 150  # of one effect on one object; fewer the more there are


def flips(
    case: Case, expectation: Expectation, rules: Iterable[str], questions: int = 1
) -> list[tuple[Change, ...]]:
    """The smallest sets of changes under which the verdict is another one, of one or two changes.

    Args:
        case: The case as given.
        expectation: What is asked.
        rules: Names of the rules that the proof cites; only those are left out.
        questions: Number of questions that share the work.
    """
    verdict = case.ask(expectation).verdict
    changes = list(_changes(case, rules))
    weight = max(1, len(case.meaning.words)) ** 2 * max(1, len(case.meaning.objects) // 3)
    most = max(4, MAX_TRIALS // (weight * max(1, questions)))
    trials = 0
    for size in (1, 2):
        found = []
        for option in itertools.combinations(changes, size):
            trials += 1
            if trials > most:
                break
            other = _verdict(case, option, expectation)
            if other is not None and other != verdict:
                found.append(option)
        if found:
            return found
    return []


def _changes(case: Case, rules: Iterable[str]) -> Iterator[Change]:
    meaning = case.meaning
    for name in meaning.words:
        yield Change("without-effect", (name,))
    for one, other in itertools.combinations(meaning.numbered, 2):
        yield Change("other-order", (one, other))
    known = case.knowledge.program.theory.names
    numbers = dict.fromkeys(case.knowledge.documents.rule_number(r) for r in rules if r in known)
    for number in numbers:
        yield Change("without-rule", (number,))
    printed = {c.printed for c in case.knowledge.content.categories.values()}
    lines: dict[str, list[str]] = {}
    for atom in meaning.scenario.facts:
        if atom.predicate in printed:
            lines.setdefault(str(atom.args[0]), []).append(str(atom.args[1]))
    for name, terms in lines.items():
        for term in terms:
            if _legal([t for t in terms if t != term], case.knowledge):
                yield Change("without-type", (name, term))


def _legal(terms: list[str], knowledge: Knowledge) -> bool:
    """Whether an object could be printed with just these types."""
    try:
        read_type_line(format_type_line(terms, knowledge.lexicon), knowledge.lexicon)
    except DiagnosticError:
        return False
    return True


def _verdict(case: Case, changes: tuple[Change, ...], expectation: Expectation) -> str | None:
    knowledge: Knowledge = case.knowledge
    scenario = case.meaning.scenario
    for change in changes:
        if change.kind == "without-rule":
            knowledge = knowledge.without(change.args)
        else:
            scenario = _changed(scenario, change, case)
    meaning: Meaning = replace(case.meaning, scenario=scenario)
    try:
        return build_case(meaning, knowledge).ask(expectation).verdict
    except DiagnosticError:
        return None


def _changed(scenario: Scenario, change: Change, case: Case) -> Scenario:
    facts = scenario.facts
    if change.kind == "without-effect":
        gone = (change.args[0],)
        kept = tuple(f for f in facts if not (f.predicate == "inForce" and f.args == gone))
        given = tuple(g for g in scenario.given if g[0] != change.args[0])
        return replace(scenario, facts=kept, given=given)
    if change.kind == "other-order":
        one, other = change.args
        stamps = {str(f.args[0]): f.args[1] for f in facts if f.predicate == "timestamp"}
        swapped = {one: stamps[other], other: stamps[one]}
        moved = tuple(
            Atom("timestamp", (f.args[0], swapped[str(f.args[0])]))
            if f.predicate == "timestamp" and str(f.args[0]) in swapped
            else f
            for f in facts
        )
        return replace(scenario, facts=moved)
    printed = {c.printed for c in case.knowledge.content.categories.values()}
    kept = tuple(f for f in facts if not (f.predicate in printed and f.args == change.args))
    return replace(scenario, facts=kept)

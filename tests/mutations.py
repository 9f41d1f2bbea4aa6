"""Rules switched off in scenarios that were read once, and what changes: the mutation test's machinery.

A rule is switched off first in the scenarios whose proofs cite it, so that most rules are settled by one
run, and never where it lacks a premise that nothing could make true. What counts is a verdict, a row, a
type line, an order of events or an error; citations do not.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import Knowledge
from rulekeep.kb.logic.program import restrict
from rulekeep.kb.logic.syntax import Rule
from rulekeep.kb.logic.theory import UnknownReading
from rulekeep.queries.answers.case import Case
from rulekeep.queries.answers.running import build_case
from rulekeep.queries.answers.scenario_knowledge import knowledge_for
from rulekeep.queries.facts.meaning import Meaning, mean
from rulekeep.queries.finding.find import find
from rulekeep.queries.language.parse import parse
from rulekeep.queries.syntax import (
    Expectation,
    Find,
    Question,
    ScenarioText,
    UndeterminedExpectation,
)

from .scenario_files import ScenarioSource

SOME = 12
Codes = tuple[str, ...]
World = tuple[str, str | None, tuple[str, ...]]


@dataclass(frozen=True)
class Read:
    """A scenario that was read, with what it comes to and the rules behind it.

    Args:
        world: Its game, date and readings.
        outcome: Verdicts, type lines and orders, or the codes of its errors.
        rules: Names that its proofs cite.
        able: Names of the rules that may apply in it.
    """

    scenario: ScenarioText
    meaning: Meaning
    world: World
    outcome: tuple[object, ...] = ()
    rules: frozenset[str] = frozenset()
    able: frozenset[str] = frozenset()

    def judged_by(self, knowledge: Knowledge) -> Read:
        """The same with what it comes to under some knowledge."""
        scenario = self.meaning.scenario
        facts = {fact.predicate for fact in (*scenario.facts, *knowledge.content.facts)}
        concluded = {head.atom.predicate for rule in scenario.rules for head in rule.heads}
        case = _run(self, knowledge)
        return replace(
            self,
            outcome=_outcome(self, case),
            rules=_cited(self, case),
            able=_able(self.world, frozenset(facts | concluded)),
        )

    def rests_on(self, name: str) -> bool:
        """Whether something likely changes without a rule: it is cited, or a denial may refuse the case."""
        denial = _knowledge(self.world).program.theory.by_name[name].denial
        return not self.rules if denial else name in self.rules

    def changes(self, name: str) -> bool:
        """Whether something changes when a rule is taken out; an error is a change."""
        return _outcome(self, _run(self, _without(self.world, name))) != self.outcome


def read_all(sources: Iterable[ScenarioSource], games: Iterable[str]) -> Iterator[Read]:
    """The scenarios of some games that can be read, with what comes of them."""
    for source in sources:
        scenarios, faults = parse(source.text)
        if faults:
            continue  # refused while it is read, so no rule bears on it
        for scenario in scenarios:
            if scenario.game not in games:
                continue
            world = (scenario.game, scenario.as_of, scenario.readings)
            try:
                knowledge = _knowledge(world)
            except UnknownReading:
                continue
            meaning, faults = mean(scenario, knowledge)
            if not faults:
                yield Read(scenario, meaning, world).judged_by(knowledge)


def witness(name: str, reads: Iterable[Read], *, citing: bool = False) -> str | None:
    """The title of a scenario in which something changes without the rule; the likeliest first.

    Args:
        citing: Only some scenarios are tried whose proofs cite the rule.
    """
    tried = [r for r in reads if name in r.rules or (not citing and name in r.able)]
    tried.sort(key=lambda r: (not r.rests_on(name), name not in r.rules, len(r.meaning.objects)))
    for read in tried[:SOME] if citing else tried:
        if read.changes(name):
            return read.scenario.title
    return None


def unshared(statement: str, read: Read) -> frozenset[str]:
    """What the proofs of a scenario cite when a statement shares no logic any more."""
    knowledge = _knowledge(read.world)
    rules = (_unshared(rule, statement) for rule in knowledge.program.theory.rules)
    return _cited(read, _run(read, _with_rules(knowledge, rules)))


def _unshared(rule: Rule, statement: str) -> Rule:
    kept = tuple(s for s in rule.shared if s.statement != statement)
    return rule if kept == rule.shared else replace(rule, shared=kept)


@functools.lru_cache(maxsize=512)
def _able(world: World, stated: frozenset[str]) -> frozenset[str]:
    """The rules that may apply where some predicates hold of something: all premises may come true."""
    theory = _knowledge(world).program.theory
    possible = stated | {name for name, d in theory.declarations.items() if d.engine}
    able: frozenset[str] = frozenset()
    while True:
        found = [
            rule
            for rule in theory.rules
            if all(p.negated or p.atom.predicate in possible for p in rule.literals)
        ]
        possible |= {head.atom.predicate for rule in found for head in rule.heads}
        if len(found) == len(able):
            return able
        able = frozenset(rule.name for rule in found)


def _knowledge(world: World) -> Knowledge:
    game, date, readings = world
    return knowledge_for(game, date, (), readings)


def _with_rules(knowledge: Knowledge, rules: Iterable[Rule]) -> Knowledge:
    theory = replace(knowledge.program.theory, rules=tuple(rules))
    return replace(knowledge, program=restrict(knowledge.program, theory))


@functools.lru_cache(maxsize=32)
def _without(world: World, name: str) -> Knowledge:
    knowledge = _knowledge(world)
    return _with_rules(knowledge, (r for r in knowledge.program.theory.rules if r.name != name))


def _run(read: Read, knowledge: Knowledge) -> Case | Codes:
    """A scenario that was run, or the codes of its errors."""
    try:
        return build_case(read.meaning, knowledge)
    except DiagnosticError as error:
        return tuple(sorted({d.code for d in error.diagnostics}))


def _outcome(read: Read, case: Case | Codes) -> tuple[object, ...]:
    """What a scenario comes to: verdicts, lines and the order of events; or the codes of its errors."""
    if isinstance(case, tuple):
        return case
    verdicts = [_verdict(s, case) for s in read.scenario.statements]
    leaves = case.run.leaves
    lines = [[(n, sorted(case.types(n, s))) for n in sorted(read.meaning.objects)] for s in leaves]
    orders = {tuple(case.order(leaf)) for leaf in leaves}
    courses = {tuple(str(h.event) for h in case.run.path(leaf)) for leaf in leaves}
    return verdicts, sorted(map(repr, lines)), sorted(orders), sorted(courses)


def _verdict(statement: object, case: Case) -> object:
    if isinstance(statement, Find):
        return find(statement, case.knowledge).rows
    if isinstance(statement, Question):
        return case.verdict(_asked(statement), statement.after_step)
    return None


def _cited(read: Read, case: Case | Codes) -> frozenset[str]:
    """All rules that the proofs of a scenario name; none if it is refused."""
    if isinstance(case, tuple):
        return frozenset()
    questions = (s for s in read.scenario.statements if isinstance(s, Question))
    answers = [case.ask(_asked(q), q.after_step) for q in questions]
    return frozenset(n for a in answers for proof in a.proofs for n in proof.rules())


def _asked(question: Question) -> Expectation:
    expectation = question.expectation
    return expectation.inner if isinstance(expectation, UndeterminedExpectation) else expectation

"""Answered scenarios as quads: reads an account off each report, in both languages, and has it written."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...kb.logic.occurrences import variables
from ...kb.logic.syntax import Atom, Compound, Value
from ...kb.logic.theory import NEWEST
from ...kb.proof.moments import Moments
from ...kb.proof.nodes import Fact, ProofNode, When
from ...kb.proof.render import Renderer
from ...kb.rdf.account import (
    Account,
    Answered,
    Changed,
    Happened,
    Said,
    Situation,
    Step,
    Thing,
    Words,
)
from ..answers.answer import Answer
from ..answers.case import Case
from ..answers.changes import changes_of
from ..answers.printing import line_of
from ..answers.report import Report

if TYPE_CHECKING:
    from pyoxigraph import Quad

LANGUAGES = ("en", "ja")
MAX_STEPS = 4000


def scenario_quads(reports: Iterable[Report], text: str) -> list[Quad]:
    """The quads of answered scenarios, a named graph each; those that could not be run have none.

    Args:
        reports: What came of the scenarios.
        text: The text that they were read from.
    """
    from ...kb.rdf.provenance import account_quads

    found = []
    for report in reports:
        if report.case is not None:
            account = account_of(report, report.case, text)
            found += account_quads(account, iris_of(account.game))
    return found


@functools.cache
def iris_of(game: str) -> dict[str, str]:
    """The IRI of each rule, statement, term and predicate of a game by its id."""
    from pyoxigraph import Literal, NamedNode

    from ...kb.rdf.iris import BASE, RK, local, to_iri
    from ...kb.rdf.pieces import quads

    held = quads(game, ["ontology", "rules", "terms"])
    subjects = {q.subject.value for q in held if isinstance(q.subject, NamedNode)}
    found = {local(to_iri(s)): s for s in sorted(subjects) if s.startswith(BASE)}
    for quad in held:  # rules that no file states are named apart
        if quad.predicate.value == f"{RK}id":
            subject, value = quad.subject, quad.object
            if isinstance(subject, NamedNode) and isinstance(value, Literal):
                found[value.value] = subject.value
    return found


@functools.cache
def value_sorts_of(game: str) -> frozenset[str]:
    """Sorts of arguments that are values and no individuals."""
    from ...kb.rdf.iris import RK, local
    from ...kb.rdf.pieces import quads

    held = quads(game, ["ontology"])
    sorts = {str(q.subject) for q in held if str(q.object) == f"<{RK}ValueSort>"}
    return frozenset(local(sort.strip("<>")) for sort in sorts)


def account_of(report: Report, case: Case, text: str) -> Account:
    """The account of one scenario that was run."""
    return _Reader(report, case, text).account()


class _Reader:
    """Reads one report; it collects the facts that its parts name."""

    def __init__(self, report: Report, case: Case, text: str) -> None:
        self.report, self.case, self.run = report, case, case.run
        self.knowledge = case.knowledge
        self.text = _own_text(report, text)
        self.speakers = {lang: case.speaker(lang) for lang in LANGUAGES}
        self.renderers = {lang: Renderer(case.run, s) for lang, s in self.speakers.items()}
        self.moments = {lang: Moments(case.run, s) for lang, s in self.speakers.items()}
        self.facts: dict[str, Said] = {}
        self.met: list[Thing] = []
        self.known = {*case.meaning.objects, *case.meaning.labels, *iris_of(self.knowledge.game)}
        self.value_sorts = value_sorts_of(self.knowledge.game)
        self.declared = case.run.program.theory.declarations

    def account(self) -> Account:
        """The whole account."""
        knowledge = self.knowledge
        whole = knowledge.content.programs.as_of(knowledge.date).theory.by_name
        theory = knowledge.program.theory.by_name
        as_of = "" if knowledge.date == NEWEST else knowledge.date
        readings = tuple(r.name for r in knowledge.readings)
        left_out = tuple(sorted(set(whole) - set(theory))) if not readings else ()
        situations = tuple(self._situation(n) for n in sorted(self._reached()))
        events = tuple(self._event(n) for n in sorted(self._happened()))
        answers = tuple(map(self._answer, self.report.answers))
        key = "\n".join([knowledge.game, as_of, *readings, "-", *left_out, "-", self.text])
        return Account(
            knowledge.game,
            hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16],
            self.report.name,
            self.text,
            as_of,
            readings,
            left_out,
            tuple(self._things()),
            dict(sorted(self.facts.items())),
            {r.name: str(r) for r in self.run.scenario.rules},
            situations,
            events,
            answers,
            {d.name: d.domains for d in self.declared.values()},
            self.value_sorts,
            not self.run.bound,
        )

    # --- what there is ----------------------------------------------------------------------------

    def _things(self) -> Iterator[Thing]:
        meaning, categories = self.case.meaning, self.knowledge.content.categories
        for name in meaning.objects:
            ids = self.report.lines.get(name)
            line = (
                {}
                if ids is None
                else self._each(lambda s, i=ids: line_of(i, self.knowledge, s.lang))
            )
            held = sorted(
                (categories[term.category].held, term.id)
                for i in ids or ()
                if (term := self.knowledge.lexicon.terms.get(i)) and term.category in categories
            )
            yield Thing(name, "Object", self._each(lambda _, n=name: n), line, tuple(held))
        yield from self.met
        for name in meaning.labels:
            if name not in meaning.objects:
                words = self._each(lambda s, n=name: str(s.title(n)))
                yield Thing(name, "ScenarioThing", words)

    def _each(self, say: object) -> Words:
        """What is said in each language."""
        return {lang: say(speaker) for lang, speaker in self.speakers.items()}  # type: ignore[operator]

    def _named(self, predicate: str, args: tuple[Value, ...]) -> str:
        """The name of a fact, which is kept with its sentence."""
        key = str(Atom(predicate, args))
        if key not in self.facts:
            declaration = self.declared.get(predicate)
            for arg, domain in zip(args, declaration.domains if declaration else (), strict=False):
                self._meet(arg, domain)
            words = self._each(lambda s: s.fact(Fact(predicate, args)))
            self.facts[key] = Said(predicate, args, words)
        return key

    def _meet(self, value: Value, sort: str) -> None:
        """Keeps what a fact or event speaks of, unless it is known or a value."""
        name = str(value)
        if isinstance(value, int) or name in self.known or any(variables(value)):
            return
        if isinstance(value, Compound):
            kind = value.functor
            for arg, domain in zip(value.args, self.declared[kind].domains, strict=False):
                self._meet(arg, domain)
        elif sort in self.value_sorts:
            return
        else:
            kind = sort
        self.known.add(name)
        self.met.append(Thing(name, kind, self._each(lambda s: str(s.title(value)))))

    # --- what happens -----------------------------------------------------------------------------

    def _reached(self) -> set[int]:
        """Situations of the run: those that were followed, and those that were come to."""
        return {*self.run.children, *self.run.parents, 0}

    def _happened(self) -> set[int]:
        return {h.number for found in self.run.parents.values() for h in found}

    def _situation(self, number: int) -> Situation:
        told = self.knowledge.sentences
        facts = [
            self._named(d.name, args)
            for d in self.declared.values()
            if d.kind == "fluent" and d.name in told and told[d.name].role != "silent"
            for args in self.run.state_tuples(d.name, number)
        ]
        events = tuple(sorted(h.number for h in self.run.parents.get(number, ())))
        words = {lang: m.place(number) for lang, m in self.moments.items()}
        last = number in self.run.leaves
        return Situation(
            number, {k: w for k, w in words.items() if w}, events, tuple(sorted(facts)), last
        )

    def _event(self, number: int) -> Happened:
        happening = self.run.happening(number)
        self._meet(happening.event, "Event")
        when = When(happening.source, happening.event)
        words = {lang: m.happens(when) for lang, m in self.moments.items()}
        chosen = tuple(self._named(a.predicate, a.args) for a in happening.taken)
        changes = tuple(self._change(fact, number) for fact in changes_of(self.case, number))
        return Happened(number, happening.source, happening.event, words, chosen, changes)

    def _change(self, fact: Fact, number: int) -> Changed:
        from ...kb.logic.levels import REAL_EVENT

        goal = (fact.predicate, fact.args, fact.change, REAL_EVENT, (number,))
        node = self.case.prover.attempt(goal, holds=True)
        rules = node.cited if node is not None else ()
        return Changed(self._named(fact.predicate, fact.args), fact.change, rules)

    # --- what is answered -------------------------------------------------------------------------

    def _answer(self, answer: Answer) -> Answered:
        places: dict[int, int] = {}
        nodes: list[ProofNode] = []
        for proof in answer.proofs:
            for node in proof.walk():
                if len(nodes) >= MAX_STEPS:
                    break
                if id(node) not in places:
                    places[id(node)] = len(nodes)
                    nodes.append(node)
        steps = tuple(self._step(node, places) for node in nodes)
        return Answered(
            answer.question,
            answer.verb,
            answer.verdict,
            answer.rules,
            steps,
            tuple(places[id(p)] for p in answer.proofs if id(p) in places),
            answer.expected,
            all(id(p) in places for node in nodes for p in node.premises),
        )

    def _step(self, node: ProofNode, places: dict[int, int]) -> Step:
        fact, when = node.fact, node.when
        event = self._number(when)
        return Step(
            {lang: r.sentence(node) for lang, r in self.renderers.items()},
            self._named(fact.predicate, fact.args) if fact.predicate in self.declared else "",
            node.why,
            fact.negated,
            fact.change,
            when.situation if not when.tried else -1,
            event,
            node.rule,
            node.cites,
            node.also,
            tuple(dict.fromkeys(places[id(p)] for p in node.premises if id(p) in places)),
        )

    def _number(self, when: When) -> int:
        """The event of a moment; -1 for none, or one that is only tried."""
        if when.event is None or when.tried:
            return -1
        ways = self.run.children.get(when.situation, ())
        return next((h.number for h in ways if h.event == when.event), -1)


def _own_text(report: Report, text: str) -> str:
    """The text of one scenario among those of a file."""
    if report.scenario is None:
        return text.strip()
    span = report.scenario.span
    return text[span.start : span.end].strip()

"""Scenarios that have been run: what holds in them, and the verdict of a question over all outcomes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from ...kb.engine.run import Happening, Run
from ...kb.knowledge import Knowledge
from ...kb.logic.levels import NOW_STATE
from ...kb.logic.occurrences import variables
from ...kb.logic.syntax import Atom, Compound, Literal, Value
from ...kb.proof.matching import Matcher
from ...kb.proof.nodes import ProofNode
from ...kb.proof.prover import Prover
from ...kb.proof.telling import told_rules
from ...kb.proof.words import Speaker
from ..facts.meaning import Meaning
from ..syntax import (
    AtomExpectation,
    ExactlyExpectation,
    Expectation,
    HasTypesExpectation,
    IsExpectation,
    Note,
    OrderExpectation,
)
from .answer import NO, UNDETERMINED, YES, Answer
from .event_words import with_events


@dataclass
class Case:
    """A scenario that has been run, ready to be asked."""

    knowledge: Knowledge
    meaning: Meaning
    run: Run
    prover: Prover
    notes: list[Note] = field(default_factory=list)

    def speaker(self, lang: str) -> Speaker:
        """Sentences for this case in a language."""
        objects, layers = frozenset(self.meaning.objects), self._layers()
        plain = Speaker(self.knowledge, lang, self.meaning.labels, objects, layers)
        return with_events(plain, self.run, self.knowledge.content.phrases)

    def _layers(self) -> dict[str, str]:
        """Parts of effects that have several → the layer in which each is applied."""
        detail = self.knowledge.content.roles.get("event-detail")
        if detail is None:
            return {}
        layers = {str(part): str(layer) for part, layer in self.run.tuples(detail, "", None, ())}
        effects = Counter(part.partition("/")[0] for part in layers)
        return {
            part: layer for part, layer in layers.items() if effects[part.partition("/")[0]] > 1
        }

    # --- what holds -------------------------------------------------------------------------------

    def leaves(self, after_step: int | None = None) -> list[int]:
        """The situations to judge: the ends, or those just before the event after a step begins."""
        if after_step is None:
            return self.run.leaves
        later = {event for event, place in self.meaning.scenario.given if place > 2 * after_step}
        found = []
        for leaf in self.run.leaves:
            path = self.run.path(leaf)
            found.append(next((h.source for h in path if h.event in later), leaf))
        return list(dict.fromkeys(found))

    def types(self, name: str, situation: int) -> frozenset[str]:
        """Ids of the terms that an object has in a situation."""
        found = set()
        for category in self.knowledge.content.categories.values():
            tuples = self.run.tuples(category.held, "", NOW_STATE, (situation,))
            found |= {str(args[1]) for args in tuples if args[0] == name}
        return frozenset(found)

    def order(self, leaf: int | None = None) -> list[int]:
        """Timestamps of the effects that change types, in the order in which they were last applied."""
        if leaf is None and not self.run.leaves:  # the run was cut short
            return []
        situation = self.run.leaves[0] if leaf is None else leaf
        ordered = self.knowledge.content.roles.get("ordered")
        counted = self.run.tuples(ordered, "", None, ()) if ordered else ()
        order: list[int] = []
        for happening in self.last_pass(situation):
            stamp = self.meaning.timestamps.get(str(happening.event))
            if (
                stamp is not None
                and stamp > 0
                and (happening.event,) in counted
                and stamp not in order
            ):
                order.append(stamp)
        return order

    def last_pass(self, situation: int) -> list[Happening]:
        """The happenings since the last event of the game: how the effects were applied for a situation."""
        path = self.run.path(situation)
        real = (i for i, h in enumerate(path) if not self.prover.is_applied(h))
        last = max(real, default=-1)
        return path[last + 1 :]

    # --- verdicts ---------------------------------------------------------------------------------

    def ask(self, expectation: Expectation, after_step: int | None = None) -> Answer:
        """The verdict on an expectation over all outcomes."""
        leaves = self.leaves(after_step)
        if self.run.bound or not leaves:  # without an end every way leads back to where it was
            cut = self.run.bound or "no end"
            return Answer("", UNDETERMINED, depends=(f"bound reached: {cut}",))
        results = [(leaf, *self._judge(expectation, leaf)) for leaf in leaves]
        values = {value for _, value, _ in results}
        if len(values) == 1:
            value, facts = results[0][1], results[0][2]
            proofs = tuple(self._proofs(expectation, facts, results[0][0]))
            return Answer("", YES if value else NO, self.rules_of(proofs), proofs)
        one = next(r for r in results if r[1])
        other = next(r for r in results if not r[1])
        held = self._proofs(expectation, one[2], one[0])
        proofs = (*held, *self._proofs(expectation, other[2], other[0]))
        depends = self._fork(one[0], other[0])
        rules = self.rules_of(proofs)
        return Answer("", UNDETERMINED, rules, proofs, depends=depends, held=len(held))

    def verdict(self, expectation: Expectation, after_step: int | None = None) -> str:
        """The verdict alone, without its proof."""
        leaves = self.leaves(after_step)
        values = {self._judge(expectation, leaf)[0] for leaf in leaves}
        if self.run.bound or len(values) != 1:
            return UNDETERMINED
        return YES if True in values else NO

    def _judge(self, expectation: Expectation, leaf: int) -> tuple[bool, list[Atom | Literal]]:
        """Whether an expectation is met in a situation, and the statements that decide it."""
        match expectation:
            case IsExpectation(object=name, terms=terms, predicate=predicate, negated=negated):
                atoms = [Atom(predicate, (name,))] if predicate else self._held(name, terms)
                true = [a for a in atoms if self.run.holds(a, leaf)]
                return bool(true) != negated, list(true[:1] or atoms)
            case HasTypesExpectation(object=name, type_line=text):
                wanted = frozenset(self.meaning.lines[text].ids) if text else frozenset()
                have, first = self.types(name, leaf), self.types(name, 0)
                return _same(wanted, have), [*self._held(name, sorted(have | wanted | first))]
            case AtomExpectation(text=text, negated=negated):
                body = self.meaning.bodies[text]
                literals = [p for p in body if isinstance(p, Literal)]
                found = next(Matcher(self.run).solve(body, {}, NOW_STATE, (leaf,)), None)
                return (found is not None) != negated, list(literals)
            case ExactlyExpectation():
                from ..language.exactly import judge_exactly

                met, atoms = judge_exactly(expectation, self, leaf)
                return met, [*atoms]
            case OrderExpectation(timestamps=stamps):
                return self.order(leaf) == list(stamps), []
        return False, []

    def literals(self, expectation: Expectation) -> list[Literal]:
        """The ground facts that an expectation says hold or do not; none where it says no such thing."""
        negated, found = False, list[Literal]()
        if isinstance(expectation, IsExpectation):
            negated, name = expectation.negated, expectation.object
            atoms = self._held(name, expectation.terms)
            if expectation.predicate:
                atoms = [Atom(expectation.predicate, (name,))]
            found = [Literal(atom) for atom in atoms]
        elif isinstance(expectation, AtomExpectation):
            negated = expectation.negated
            body = self.meaning.bodies[expectation.text]
            found = (
                [p for p in body if isinstance(p, Literal)]
                if all(isinstance(p, Literal) and self._ground(p.atom) for p in body)
                else []
            )
        if isinstance(expectation, IsExpectation) and len(found) != 1 and not negated:
            return []  # one of several terms
        if isinstance(expectation, AtomExpectation) and len(found) != 1 and negated:
            return []  # not all of them
        return [replace(p, negated=p.negated != negated) for p in found]

    def _held(self, name: str, terms: object) -> list[Atom]:
        atoms = []
        for term in terms:  # type: ignore[attr-defined]
            category = self._category(term)
            atoms.append(Atom(self.knowledge.content.categories[category].held, (name, term)))
        return atoms

    def _category(self, term: str) -> str:
        known = self.knowledge.lexicon.terms.get(term)
        if known is not None:
            return known.category
        kind = term.rpartition("/")[0]
        return next(t.category for t in self.knowledge.lexicon.terms.values() if t.kind == kind)

    def _proofs(
        self, expectation: Expectation, facts: list[Atom | Literal], leaf: int
    ) -> list[ProofNode]:
        atoms = [f.atom if isinstance(f, Literal) else f for f in facts]
        whole = isinstance(expectation, ExactlyExpectation)
        proofs = [self.prover.explain(a, leaf) for a in atoms if whole or self._ground(a)]
        if isinstance(expectation, OrderExpectation) or not proofs:
            proofs += [self.prover.order_of(h.number) for h in self.last_pass(leaf)]
        return proofs

    def _ground(self, atom: Atom) -> bool:
        kinds = ("rigid", "fluent", "derived")
        return self.run.program.theory.declarations[atom.predicate].kind in kinds and all(
            isinstance(a, str | int | Compound) and not any(variables(a)) for a in atom.args
        )

    def _fork(self, one: int, other: int) -> tuple[Value | Atom, ...]:
        """The events or choices at which two outcomes part."""
        first, second = self.run.path(one), self.run.path(other)
        for a, b in zip(first, second, strict=False):
            if a.number != b.number:
                if a.taken != b.taken:
                    chosen = set(a.taken) ^ set(b.taken)
                    return tuple(sorted(chosen, key=str))
                return tuple(sorted({a.event, b.event}, key=str))
        return ()

    def rules_of(self, proofs: tuple[ProofNode, ...]) -> tuple[str, ...]:
        """Names of the official rules that proofs cite: neither the scheduler's nor the scenario's own."""
        roles, rules = self.knowledge.sentences, self.run.program.theory.by_name
        names = told_rules(proofs, roles)
        return tuple(
            n for n in names if n not in rules or not (rules[n].machinery or rules[n].label)
        )

    def order_proof(self, leaf: int | None = None) -> list[ProofNode]:
        """Why the effects were applied in their order."""
        if leaf is None and not self.run.leaves:
            return []
        situation = self.run.leaves[0] if leaf is None else leaf
        return [self.prover.order_of(h.number) for h in self.last_pass(situation)]


def _same(wanted: frozenset[str], have: frozenset[str]) -> bool:
    """Whether two sets of terms are the same; `kind/*` stands for all terms of its kind."""
    stars = {t.rpartition("/")[0] for t in wanted if t.endswith("/*")}
    if stars != {t.rpartition("/")[0] for t in have if t.endswith("/*")}:
        return False

    def rest(terms: frozenset[str]) -> set[str]:
        return {t for t in terms if t.rpartition("/")[0] not in stars}

    return rest(wanted) == rest(have)

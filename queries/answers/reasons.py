"""Why one effect is applied before another, in a sentence, from what the ontology says of it.

Which predicates tell of order, of dependency and of chains of it are roles in the ontology. A rule
says why by its `rk:because`; a dependency by what would change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...kb.logic.levels import NOW_STATE
from ...kb.logic.syntax import Atom, Value
from ...kb.proof.matching import Bindings, unify_all
from ...kb.proof.nodes import Fact, ProofNode
from ...kb.proof.words import Speaker
from ...kb.values import value
from .applied import Applied

ORDER, DEPENDENCY, CHAIN = "order-reason", "dependency", "dependency-chain"
IT = {"en": "it", "ja": "これ"}
BECAUSE = {"en": "{0}, because {1}", "ja": "{0}（{1}）"}
_Found = list[tuple[Value, ProofNode]]


@value
class Reason:
    """Why an effect comes before others.

    Args:
        before: The others.
        because: A sentence.
        rules: Names of the rules behind it.
    """

    before: tuple[Value, ...]
    because: str
    rules: tuple[str, ...]


class Reasons:
    """Reads the reasons of order of one run."""

    def __init__(self, applied: Applied) -> None:
        self.applied = applied
        self.case = applied.case

    def _predicate(self, role: str) -> str:
        """The predicate of a role, or "" if the ontology has none."""
        predicate = self.case.knowledge.content.roles.get(role, "")
        return predicate if predicate in self.case.run.program.theory.declarations else ""

    def pairs(self, role: str, situation: int) -> set[tuple[Value, ...]]:
        """Pairs of effects for which the predicate of a role holds in a situation."""
        predicate = self._predicate(role)
        return self.case.run.state_tuples(predicate, situation) if predicate else set()

    def proof(self, role: str, pair: tuple[Value, Value], situation: int) -> ProofNode:
        """Why the predicate of a role holds for a pair."""
        return self.case.prover.explain(Atom(self._predicate(role), pair), situation)

    def loop(self, event: Value, situation: int) -> list[Value]:
        """The effects that depend on an effect, by whatever chain, as it does on them."""
        chains = self.pairs(CHAIN, situation)
        found = {b for a, b in chains if a == event and (b, event) in chains} - {event}
        return sorted(found, key=str)

    def precedence(self, event: Value, others: Sequence[Value], situation: int) -> list[Reason]:
        """Why an effect comes before others; alike reasons together."""
        groups: dict[tuple[str, Value | None], _Found] = {}
        pairs = self.pairs(ORDER, situation)
        for other in others:
            if (event, other) in pairs:
                node = self.proof(ORDER, (event, other), situation)
                own = other if self._speaks_of(other, node, situation) else None
                groups.setdefault((node.rule, own), []).append((other, node))
        return [self._reason(event, found, situation) for found in groups.values()]

    def _speaks_of(self, other: Value, node: ProofNode, situation: int) -> bool:
        """Whether the reason that a rule gives names the other effect."""
        template = self._template(node.rule)
        bindings = self._bindings(node, situation).items()
        return any(bound == other and f"{{{name}}}" in template for name, bound in bindings)

    def _reason(self, event: Value, found: _Found, situation: int) -> Reason:
        speaker = self._speaker(event)
        filled: dict[str, dict[str, None]] = {}
        for _, node in found:
            for name, bound in self._bindings(node, situation).items():
                filled.setdefault(name, {})[speaker.value(bound)] = None
        first = found[0][1]
        words = {name: ", ".join(_sorted(values)) for name, values in filled.items()}
        because = self._template(first.rule).format_map(words)
        rules = [first.rule, *first.also]
        for premise in first.premises:
            if premise.fact.predicate == self._predicate(DEPENDENCY):
                why = self.dependency(premise, event)
                because = BECAUSE[self.applied.lang].format(because, why)
                rules += [premise.rule, *premise.also]
        return Reason(tuple(o for o, _ in found), because, tuple(filter(None, rules)))

    def dependency(self, node: ProofNode, event: Value | None = None) -> str:
        """What would change for an effect that depends on another.

        Args:
            node: The proof that it does.
            event: The effect that is told by a pronoun.
        """
        speaker = self._speaker(event)
        cause = node.fact.args[1]
        for premise in node.premises:
            if cause in premise.when.tried:
                return speaker.word("once", speaker.value(cause), _change(premise, speaker))
        return self._template(node.rule)

    def _speaker(self, event: Value | None) -> Speaker:
        """Tells effects by name, and one of them by a pronoun."""
        speaker = self.applied.speaker
        if event is None:
            return speaker
        return replace(speaker, names={**speaker.names, str(event): IT[self.applied.lang]})

    def _template(self, rule: str) -> str:
        """What a rule says of itself as a reason; without that its title."""
        said = self.case.knowledge.content.reasons.get(rule)
        if not said:
            text = self.case.knowledge.documents.rules.get(rule)
            said = text.label if text else {}
        return said.get(self.applied.lang) or next(iter(said.values()), rule)

    def _bindings(self, node: ProofNode, situation: int) -> Bindings:
        """The variables of the rule of a proof as they were bound."""
        rule = self.case.run.program.theory.by_name.get(node.rule)
        for head in rule.heads if rule is not None else ():
            if head.atom.predicate == node.fact.predicate and rule is not None:
                start = unify_all(head.atom.args, node.fact.args, {}) or {}
                found = self.case.prover.matcher.solve(rule.body, start, NOW_STATE, (situation,))
                return next(found, start)
        return {}


def _change(premise: ProofNode, speaker: Speaker) -> str:
    """What holds, or does not, once an effect is applied: as a change."""
    fact = premise.fact
    sentences = speaker.knowledge.sentences.get(fact.predicate)
    if sentences is not None and not fact.change:
        if fact.negated and sentences.ends:
            fact = Fact(fact.predicate, fact.args, "ends")
        elif not fact.negated and sentences.starts:
            fact = Fact(fact.predicate, fact.args, "starts")
    told = speaker.fact(fact)
    if premise.when.event is None:
        return told
    return speaker.word("then", told, speaker.value(premise.when.event))


def _sorted(values: Iterable[str]) -> list[str]:
    """Numbers by size, names as they come."""
    found = list(values)
    return sorted(found, key=int) if all(v.isdecimal() for v in found) else found

"""What of a proof is told: silent, brief and one-line predicates are marked so in the ontology."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..knowledge import Sentences
from .nodes import ProofNode

Roles = Mapping[str, Sentences]


def told(node: ProofNode, roles: Roles) -> bool:
    """Whether a premise is told.

    Silent ones are told only of a trial, `concluded` ones if a rule concludes them; events only with
    their reasons; comparisons of numbers only.
    """
    if node.why == "event":
        return bool(node.premises)
    if node.why == "compared":
        return all(str(a).lstrip("-").isdigit() for a in (node.fact.args[0], node.fact.args[2]))
    if node.why == "lacks" or node.when.tried or node.fact.change:
        return True
    sentences = roles.get(node.fact.predicate)
    if sentences is not None and sentences.role == "concluded":
        return node.why != "given"
    return sentences is None or sentences.role != "silent"


def one_line(node: ProofNode, roles: Roles) -> bool:
    """Whether a negative step is told without what lies behind it.

    A predicate marked `line` always is; one marked `brief` unless a rule stands behind it.
    """
    sentences = roles.get(node.fact.predicate)
    if sentences is None or not node.fact.negated:
        return False
    if sentences.role == "line":
        return True
    return sentences.role == "brief" and not any(n.why == "rule" for n in node.walk())


def told_premises(node: ProofNode, roles: Roles) -> Iterator[ProofNode]:
    """The premises of a step that are told; what a rule lacks always is."""
    if not one_line(node, roles):
        reasons = node.why in ("lacks", "ended", "absent")
        yield from (p for p in node.premises if reasons or told(p, roles))


def told_rules(node: ProofNode, roles: Roles) -> tuple[str, ...]:
    """Names of the rules that the told part of a proof cites, in the order of first mention."""
    names: dict[str, None] = {}
    todo = [node]
    while todo:
        step = todo.pop()
        names |= dict.fromkeys(n for n in (step.rule, *step.cites) if n)
        todo.extend(reversed(list(told_premises(step, roles))))
    return tuple(names)

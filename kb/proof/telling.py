"""What of proofs is told: a proof tree becomes a tree of lines, the shortest that loses no reason.

Silent, brief and one-line predicates are marked so in the ontology. A fact that was there from the
start and that nothing touched is one line; so is an event with one thing to say of it. A step told
before is only named, across all proofs of an answer, and one that stands beside a step it belongs to
is left out. A moment is told where it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..knowledge import Sentences
from ..logic.syntax import Value
from ..values import value
from .nodes import Fact, ProofNode, When
from .shortfalls import idle

Roles = Mapping[str, Sentences]
_Key = tuple[Fact, str, When, str]


@value
class Line:
    """A step as it is told.

    Args:
        node: The step.
        lines: Those below it.
        again: It was told before, with what it rests on.
        timed: Its moment is told.
    """

    node: ProofNode
    lines: tuple[Line, ...] = ()
    again: bool = False
    timed: bool = True

    def walk(self) -> Iterator[Line]:
        """The line and all below it, in order."""
        todo = [self]
        while todo:
            line = todo.pop()
            yield line
            todo.extend(reversed(line.lines))


def told(node: ProofNode, roles: Roles) -> bool:
    """Whether a premise is told.

    Silent ones are told only of a trial that ends them, `concluded` ones if a rule concludes them,
    exceptions only where they hold; events only with their reasons; comparisons of numbers only.
    """
    if node.why == "event":
        return any(told(p, roles) for p in node.premises)
    if node.why == "compared":
        return all(isinstance(a, int) for a in (node.fact.args[0], node.fact.args[2]))
    sentences = roles.get(node.fact.predicate)
    role = sentences.role if sentences is not None else "main"
    if role == "silent" and node.when.tried and not node.fact.change:
        return node.fact.negated and bool(node.premises)
    if role == "exception" and node.fact.negated:
        return _by_rule(node)
    if node.why == "lacks" or node.when.tried or node.fact.change:
        return True
    return node.why != "given" if role == "concluded" else role != "silent"


def one_line(node: ProofNode, roles: Roles) -> bool:
    """Whether a negative step is told without what lies behind it.

    A predicate marked `line` always is; one marked `brief` or `exception` unless a rule stands behind it.
    """
    sentences = roles.get(node.fact.predicate)
    if sentences is None or not node.fact.negated:
        return False
    if sentences.role == "line":
        return True
    return sentences.role in ("brief", "exception") and not _by_rule(node)


def _by_rule(node: ProofNode) -> bool:
    """Whether a rule stands behind a step."""
    return any(step.why == "rule" for step in node.walk())


class Telling:
    """Tells the proofs of one answer.

    Args:
        roles: How predicates are told.
        depth: Steps deeper than this are folded, but for negative and numeric ones; `None` for all.
        constant: Predicates whose facts nothing but an event changes: untouched, they have no moment.
    """

    def __init__(
        self, roles: Roles, depth: int | None = None, constant: frozenset[str] = frozenset()
    ) -> None:
        self.roles = roles
        self.depth = depth
        self.constant = constant
        self._seen: set[_Key] = set()
        self._open: list[_Key] = []

    def tell(self, proof: ProofNode) -> Line:
        """A proof as lines; what was told of an earlier one is only named."""
        return self._line(proof, None, frozenset(), 0)

    def _line(
        self,
        node: ProofNode,
        at: When | None,
        beside: frozenset[_Key],
        depth: int,
        timed: bool = True,
    ) -> Line:
        """A step, told at a moment, beside others that were told of what it belongs to."""
        node = self._shaped(node) if depth else self._joined(node)
        premises = self._premises(node)
        key = _key(node)
        told_before = key in self._seen and key not in self._open
        if told_before and premises and node.why != "lacks":
            return Line(node, again=True, timed=timed)
        self._seen.add(key)
        self._open.append(key)
        now = at if node.when.situation < 0 or node.why == "lacks" else node.when
        reasons = node.why in ("lacks", "ended", "absent")
        lines: list[Line] = []
        around = set(beside)
        under: set[_Key] = set()
        for premise in premises:
            step = _key(premise)
            told_here = step in around or step in under
            barred = node.why == "ended" and premise.why == "lacks" and self._all_in(premise, under)
            if (told_here and not reasons) or barred or not self._unfolded(premise, depth):
                continue
            shown = self._timed(premise, now, premises)
            line = self._line(premise, now, frozenset(around), depth + 1, shown)
            around.add(step)
            under |= {_key(below.node) for below in line.walk()}
            lines.append(line)
        self._open.pop()
        return Line(node, tuple(lines), timed=timed)

    def _all_in(self, lacking: ProofNode, keys: set[_Key]) -> bool:
        """Whether all that a rule lacks is among steps that were told."""
        return all(_key(self._shaped(p)) in keys for p in lacking.premises)

    def _unfolded(self, premise: ProofNode, depth: int) -> bool:
        """Whether a premise of a step at a depth is told for all its depth."""
        return (
            self.depth is None
            or depth < self.depth
            or premise.fact.negated
            or premise.why == "compared"
        )

    def _timed(self, node: ProofNode, at: When | None, siblings: list[ProofNode]) -> bool:
        """Whether a moment is worth telling: it is another one than that of the step above."""
        untouched = node.why == "given" or (node.why == "persists" and not node.premises)
        if untouched and node.fact.predicate in self.constant:
            return False
        if at is None or any(s.when.tried != at.tried for s in siblings if s.when.situation >= 0):
            return True
        when = node.when
        return when.situation != at.situation or when.event not in (None, at.event)

    def _premises(self, node: ProofNode) -> list[ProofNode]:
        """The premises of a step that are told."""
        if one_line(node, self.roles):
            return []
        reasons = node.why in ("lacks", "ended", "absent")
        found: list[ProofNode] = []
        for premise in node.premises:
            if not reasons and not told(premise, self.roles):
                continue
            inner = [p for p in premise.premises if told(p, self.roles)]
            alone = premise.why == "event" and len(inner) == 1
            found.append(self._shaped(inner[0] if alone else premise))
        numbers = {a for p in found if p.why != "compared" for a in p.fact.args}
        return [p for p in _grouped(found) if reasons or p.why != "compared" or _of(p, numbers)]

    def _shaped(self, node: ProofNode) -> ProofNode:
        """A step below another: what began and was kept by nothing in particular is told as it began."""
        node = self._joined(node)
        if node.why == "persists" and len(node.premises) == 1:
            return self._shaped(node.premises[0])
        if node.why == "absent" and not node.rule and node.premises[:1]:
            given, *rest = node.premises
            if given.why == "given" and all(_bare_words(p) or idle(p) for p in rest):
                return replace(node, why="given", cites=given.cites, premises=())
        return node

    def _joined(self, node: ProofNode) -> ProofNode:
        """A step with what it came from in one: given and kept, or absent for want of one premise."""
        if (
            len(node.premises) != 1
            or node.why == "absent"
            and (node.rule or one_line(node, self.roles))
        ):
            return node
        (only,) = node.premises
        if node.why == "persists" and only.why == "given":
            return replace(node, cites=only.cites, premises=())
        if node.why == "absent" and only.why == "given":
            return replace(node, why="given", cites=only.cites, premises=())
        if node.why == "absent" and only.why == "lacks":
            return replace(node, rule=only.rule, premises=only.premises, also=only.also)
        return node


def _key(node: ProofNode) -> _Key:
    return node.fact, node.why, node.when, node.rule


def _of(comparison: ProofNode, numbers: set[Value]) -> bool:
    """Whether what is compared was told."""
    return {comparison.fact.args[0], comparison.fact.args[2]} <= numbers


def _grouped(nodes: list[ProofNode]) -> Iterator[ProofNode]:
    """Steps in order; all that one rule lacks is told together."""
    rules: dict[str, ProofNode] = {}
    for node in nodes:
        if node.why == "lacks":
            first = rules.get(node.rule, replace(node, premises=()))
            joined = tuple(dict.fromkeys((*first.premises, *node.premises)))
            also = tuple(dict.fromkeys((*first.also, *node.also)))
            rules[node.rule] = replace(first, premises=joined, also=also)
    for node in nodes:
        if node.why != "lacks":
            yield node
        elif node.rule in rules:
            yield rules.pop(node.rule)


def _bare_words(node: ProofNode) -> bool:
    """Whether a rule only lacks words that nothing stands behind."""
    return node.why == "lacks" and all(
        p.fact.negated and p.when.situation < 0 and not _by_rule(p) for p in node.premises
    )


def told_rules(proofs: Iterable[ProofNode], roles: Roles) -> tuple[str, ...]:
    """Names of the rules that the told part of proofs cites, in the order of first mention."""
    telling = Telling(roles)
    names: dict[str, None] = {}
    for proof in proofs:
        for line in telling.tell(proof).walk():
            names |= dict.fromkeys(line.node.cited)
    return tuple(names)

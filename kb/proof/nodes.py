"""The proof tree: frozen values, one per step."""

from __future__ import annotations

from collections.abc import Iterator

from ..logic.syntax import Value
from ..values import value


@value
class Fact:
    """A ground statement: a predicate holds, begins or ceases to hold (`change`), or does not."""

    predicate: str
    args: tuple[Value, ...]
    change: str = ""
    negated: bool = False


@value
class When:
    """The moment of a statement.

    Args:
        situation: Number of the situation in which, or from which, it is judged; -1 for always.
        event: The event that happens, if the statement is about what it does.
        tried: Events tried on the way (look-ahead).
    """

    situation: int = -1
    event: Value | None = None
    tried: tuple[Value, ...] = ()


@value
class ProofNode:
    """A step of a proof.

    Args:
        fact: What it states.
        why: "given" (stated by the scenario or the ontology), "rule" (a rule concludes it),
            "persists" (nothing ended it), "ended" (an event ended it), "absent" (nothing
            concludes it; each premise tells of a rule that falls short), "lacks" (a rule falls
            short of this premise), "denied" (a denial forbids it), "event" (what happens then),
            "compared" (a comparison), "supposed" (an open choice is taken so in this outcome).
        when: The moment.
        rule: Name of the rule that is applied or falls short, or by which it persists.
        cites: Further rules behind it.
        premises: The steps it rests on.
        also: Statements that share the logic of the rule and speak of this case too.
    """

    fact: Fact
    why: str
    when: When = When()
    rule: str = ""
    cites: tuple[str, ...] = ()
    premises: tuple[ProofNode, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        """Names of all rules and statements that the step itself cites."""
        return (*((self.rule,) if self.rule else ()), *self.cites, *self.also)

    def walk(self) -> Iterator[ProofNode]:
        """The node and all below it, in the order in which they are told."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.premises))

    def rules(self) -> tuple[str, ...]:
        """Names of all rules cited, in the order of first mention."""
        return tuple(dict.fromkeys(name for node in self.walk() for name in node.cited))

"""Claims: what statements say in the open world, each of which may be given up."""

from __future__ import annotations

from collections.abc import Iterable

from ..logic.syntax import Rule
from ..values import value


@value
class Claim:
    """What one statement says, or several that stand or fall together.

    Args:
        name: What it is called in results: ids of its statements, joined by "+".
        statements: Ids of these statements.
        rules: What it says; a rule whose heads are negated denies them.
        trust: How far it binds: the higher, the further (`rk:trust` of its authority).
        date: ISO date of the statement, or "" if that is not known.
        bridge: Nobody stated it; it is only a way of reading other statements.
        certain: It is not in question.
    """

    name: str
    statements: tuple[str, ...]
    rules: tuple[Rule, ...]
    trust: int = 0
    date: str = ""
    bridge: bool = False
    certain: bool = False

    def is_soft(self, hard_from: int | None) -> bool:
        """Whether it may be given up: what is certain may not, nor what has at least a trust."""
        return not self.certain and (hard_from is None or self.trust < hard_from)


def ranked(
    repairs: Iterable[frozenset[str]], claims: Iterable[Claim], firm: int
) -> list[tuple[str, ...]]:
    """Repairs, best first.

    First comes what gives up the fewest firm claims, then the fewest statements (bridges are none),
    then the least trusted ones, compared from the most trusted down; within one trust the older claim
    is the one to give up, an undated one before any dated.

    Args:
        repairs: Names of claims to give up.
        claims: All claims.
        firm: Trust from which on a claim is firm: that of official answers.
    """
    known = {claim.name: claim for claim in claims}

    def cost(repair: frozenset[str]) -> tuple[int, int, list[tuple[int, str]], list[str]]:
        given_up = [known[name] for name in repair]
        stated = [claim for claim in given_up if not claim.bridge]
        weights = sorted(((c.trust, c.date) for c in given_up), reverse=True)
        said = sum(len(claim.statements) for claim in stated)
        return sum(c.trust >= firm for c in given_up), said, weights, sorted(repair)

    def shown(repair: frozenset[str]) -> tuple[str, ...]:
        return tuple(sorted(repair, key=lambda name: (known[name].trust, name), reverse=True))

    return [shown(repair) for repair in sorted(repairs, key=cost)]

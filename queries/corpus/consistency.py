"""Statements and rulings against each other: what cannot hold together on a board, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...kb.consistency.claims import Claim, ranked
from ...kb.consistency.conflicts import find_conflicts
from ...kb.consistency.derivation import Step, derivation, smallest_facts
from ...kb.knowledge import Knowledge
from ...kb.logic.syntax import Atom
from ...kb.values import value
from .boards import Board

MOST = 1000
ANSWER = "OfficialAnswer"


@value
class Conflict:
    """Claims that cannot hold together, none of which could be left out.

    Args:
        claims: Their names, sorted.
        bridges: Those of them that nobody stated.
        facts: A smallest part of the board that shows it.
        steps: From these facts to something that holds and does not.
    """

    claims: tuple[str, ...]
    bridges: tuple[str, ...]
    facts: tuple[Atom, ...]
    steps: tuple[Step, ...]


@value
class Judged:
    """What claims come to on one board.

    Args:
        board: The board.
        conflicts: All minimal conflict sets.
        repairs: Minimal repairs, best first.
        complete: These are all.
        claims: The claims that were held against it, by name.
    """

    board: Board
    conflicts: tuple[Conflict, ...]
    repairs: tuple[tuple[str, ...], ...]
    complete: bool
    claims: dict[str, Claim]


@value
class EmptyClasses:
    """Classes that can have no members.

    Args:
        statement: The statement that was added, or "" for the ontology as it stands.
        classes: Their ids.
    """

    statement: str
    classes: tuple[str, ...]


@value
class Limits:
    """Which claims may be given up, and how far the search goes.

    Args:
        hard_from: Claims of at least this trust are not in question; `None`: all are.
        bridges: Ways of reading that nobody stated count too.
        only: Names of the claims to take, or () for all.
        most: At most so many conflict sets and repairs a board.
        seconds: At most so long a board.
    """

    hard_from: int | None = None
    bridges: bool = True
    only: tuple[str, ...] = ()
    most: int = MOST
    seconds: float | None = None

    def takes(self, claim: Claim) -> bool:
        """Whether a claim is taken at all."""
        if claim.certain:
            return True
        return (self.bridges or not claim.bridge) and (not self.only or claim.name in self.only)


def judge_board(
    board: Board,
    claims: Iterable[Claim],
    knowledge: Knowledge,
    limits: Limits,
    progress: Callable[[int, int], None] | None = None,
) -> Judged:
    """All that cannot hold together on a board, with the repairs, best first.

    Args:
        board: What is given.
        claims: What statements say of any board.
        knowledge: The game.
        limits: Which claims are in question, and bounds.
        progress: Told how many conflict sets and repairs are known.
    """
    taken = [c for c in (*claims, *board.claims) if limits.takes(c)]
    soft = [c for c in taken if c.is_soft(limits.hard_from)]
    hard = [c for c in taken if not c.is_soft(limits.hard_from)]
    found = find_conflicts(
        soft, hard, board.facts, most=limits.most, seconds=limits.seconds, progress=progress
    )
    known = {claim.name: claim for claim in soft}
    conflicts = tuple(_explained(names, known, hard, board) for names in found.conflict_sets)
    repairs = tuple(ranked(found.repairs, soft, trust_of(ANSWER, knowledge)))
    return Judged(board, conflicts, repairs, found.complete, known)


def _explained(
    names: tuple[str, ...], known: dict[str, Claim], hard: Sequence[Claim], board: Board
) -> Conflict:
    together = [*(known[n] for n in names), *hard]
    facts = smallest_facts(together, board.facts)
    bridges = tuple(n for n in names if known[n].bridge)
    return Conflict(names, bridges, facts, derivation(together, facts))


def trust_of(authority: str, knowledge: Knowledge) -> int:
    """The trust of an authority; 0 if the game has none of that name."""
    found = knowledge.documents.authorities.get(authority)
    return (found.trust or 0) if found else 0

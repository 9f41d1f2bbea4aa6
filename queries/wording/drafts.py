"""An effect while it is read: its clauses, and cue words that wait for the clause they belong to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ..syntax import Clause
from .meanings import Group
from .nouns import Subject

IN_ADDITION, STILL, LOSES_OTHER = "InAddition", "Still", "LosesOther"


@dataclass
class Draft:
    """The clauses read so far.

    Args:
        clauses: In order; the last one is what cue words speak of.
        waiting: Cue words read before the clause that they belong to.
        abilities: "loses all abilities" was read before that clause.
        enters: The object enters with it ("enters as a copy of …").
        besides: The newest clause says what something is besides ("is also an artifact").
        kept: How many clauses say by themselves what something still is.
        kind_of_object: Index of the word for a kind of objects behind the types of the newest clause.
        others: Groups of terms of which all others are lost, `None` for "all other types".
    """

    clauses: list[Clause] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    abilities: bool = False
    enters: bool = False
    besides: bool = False
    kept: int = 0
    kind_of_object: int | None = None
    others: list[Group | None] = field(default_factory=list)

    def add(self, clause: Clause) -> None:
        """Appends a clause; it takes up what waits for one that gives something."""
        if self._lists_face_down(clause):
            self.clauses[-1] = replace(self.clauses[-1], gives=clause.gives)
            return
        if clause.gives or clause.gives_every:
            if self.waiting:
                clause = with_cues(clause, self.waiting)
            if self.abilities:
                clause = replace(clause, removes_abilities=True)
            self.waiting, self.abilities = [], False
        self.clauses.append(clause)

    def _lists_face_down(self, clause: Clause) -> bool:
        """Whether a clause lists all that an object has which was just put face down."""
        last = self.clauses[-1] if self.clauses else Clause()
        bare = last.face_down and not last.gives
        return bare and lists_all(clause) and not self.waiting

    def cue(self, cue: str) -> None:
        """Marks the newest clause that gives something, or the next one."""
        place = self._giving()
        if place is None:
            self.waiting.append(cue)
        else:
            self.clauses[place] = with_cues(self.clauses[place], [cue])

    def lose_others(self, group: Group | None) -> None:
        """The affected objects lose all other terms of a group than those that they are given."""
        self.others.append(group)
        self.cue(LOSES_OTHER)

    def lose_abilities(self) -> None:
        """The affected objects lose all abilities."""
        place = self._giving()
        if place is None:
            self.abilities = True
        else:
            self.clauses[place] = replace(self.clauses[place], removes_abilities=True)

    def gives(self) -> bool:
        """Whether a clause gives something."""
        return self._giving() is not None

    def finished(self) -> tuple[Clause, ...]:
        """All clauses; what still waits becomes a clause of its own."""
        rest = []
        if self.abilities or self.waiting:
            rest = [Clause(cues=tuple(self.waiting), removes_abilities=self.abilities)]
        return (*_described(self.clauses), *rest)

    def _giving(self) -> int | None:
        for place in range(len(self.clauses) - 1, -1, -1):
            clause = self.clauses[place]
            if clause.copies is not None:
                return None
            if clause.gives or clause.gives_every or clause.face_down:
                return place
        return None


@dataclass
class Reading:
    """What was read of a clause.

    Args:
        draft: Its clauses.
        subject: What the first sentence affects.
        aimed: It is a target that a sentence of its own declares.
    """

    draft: Draft = field(default_factory=Draft)
    subject: Subject | None = None
    aimed: bool = False

    def copy(self) -> Reading:
        """The reading so far, to come back to."""
        draft = replace(self.draft, clauses=[*self.draft.clauses], others=[*self.draft.others])
        return Reading(draft, self.subject, self.aimed)

    def restore(self, earlier: Reading) -> None:
        """Goes back to what was read earlier."""
        kept = earlier.copy()
        self.draft, self.subject, self.aimed = kept.draft, kept.subject, kept.aimed


def _described(clauses: Iterable[Clause]) -> list[Clause]:
    """Clauses where what is said plainly of an object just put face down is its whole line."""
    found: list[Clause] = []
    for clause in clauses:
        bare = found and found[-1].face_down and not found[-1].gives
        if bare and clause.gives and not (clause.cues or clause.copies or clause.face_down):
            found[-1] = replace(clause, face_down=True)
        else:
            found.append(clause)
    return found


def lists_all(clause: Clause) -> bool:
    """Whether a clause gives types and nothing in it says what else is kept or lost."""
    plain = not (clause.cues or clause.gives_every or clause.removes or clause.face_down)
    return plain and bool(clause.gives) and clause.copies is None


def with_cues(clause: Clause, cues: Iterable[str]) -> Clause:
    """The clause with further cues."""
    return replace(clause, cues=tuple(dict.fromkeys((*clause.cues, *cues))))

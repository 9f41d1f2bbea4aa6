"""Known tensions between statements: what each is, which the search for conflicts has to agree with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from ..values import value

CONTRADICTION, UNDATED = "contradiction", "undated"


@value
class Tension:
    """Statements that seem to be at odds.

    Args:
        id: Its id.
        kind: "contradiction", "typing" (they speak of different kinds of objects), "undated" (no date
            settles which one is newer), "ambiguity" (the words leave room) or "discrepancy" (two
            texts differ).
        statements: Ids of the statements.
        labels: What it is about, by language.
        reading: Id of the reading that takes the other side, or "".
    """

    id: str
    kind: str
    statements: tuple[str, ...]
    labels: dict[str, str] = field(default_factory=dict)
    reading: str = ""

    def agrees(
        self,
        conflict_sets: Iterable[Iterable[str]],
        bridges: Iterable[str],
        dated: Iterable[str],
    ) -> bool:
        """Whether the conflict sets that were found bear it out.

        A contradiction shows in a conflict set that holds two of its statements; what lacks a date has
        none; of the other kinds no conflict set may be made of its statements and bridges alone.
        """
        if self.kind == UNDATED:
            return not set(self.statements) & set(dated)
        own, aside = set(self.statements), set(bridges)
        sets = [{s for name in found for s in name.split("+")} for found in conflict_sets]
        if self.kind == CONTRADICTION:
            return any(len(found & own) > 1 for found in sets)
        return not any(found <= own | aside for found in sets)

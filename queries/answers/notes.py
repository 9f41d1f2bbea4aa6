"""Notes on what an effect could not do, read from predicates that the ontology marks as notes."""

from __future__ import annotations

from ...kb.logic.levels import REAL_EVENT
from ..syntax import Note
from .case import Case


def engine_notes(case: Case) -> list[Note]:
    """One note for each fact of the event predicate with the role `note`, with the rules behind it."""
    predicate = case.knowledge.content.roles.get("note")
    if predicate is None:
        return []
    notes = []
    for leaf in case.run.leaves:
        for happening in case.run.path(leaf):
            world = (happening.number,)
            for args in sorted(case.run.tuples(predicate, "", REAL_EVENT, world), key=str):
                proof = case.prover.prove((predicate, args, "", REAL_EVENT, world))
                said = {lang: case.speaker(lang).fact(proof.fact) for lang in ("en", "ja")}
                note = Note("concluded", {"words": said, "rule": proof.rule})
                if note not in notes:
                    notes.append(note)
    return notes

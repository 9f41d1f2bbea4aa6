"""What an event of a run changed: the facts that it ended and started."""

from __future__ import annotations

from ...kb.logic.levels import REAL_EVENT
from ...kb.proof.nodes import Fact
from .case import Case

_SCHEDULER = ("applied", "happened")


def changes_of(case: Case, number: int) -> list[Fact]:
    """What a happening ended and started of what objects have, ends first, sorted."""
    found: list[Fact] = []
    source = case.run.source_of(number)
    fluents = [d for d in case.knowledge.program.theory.declarations.values() if d.kind == "fluent"]
    told = [d for d in fluents if d.name in case.knowledge.sentences and d.name not in _SCHEDULER]
    for change in ("ends", "starts"):
        for declaration in told:
            before = case.run.state_tuples(declaration.name, source)
            started = case.run.tuples(declaration.name, "starts", REAL_EVENT, (number,))
            changed = case.run.tuples(declaration.name, change, REAL_EVENT, (number,))
            news = (changed & before) - started if change == "ends" else changed - before
            found += [Fact(declaration.name, args, change) for args in sorted(news, key=str)]
    return found

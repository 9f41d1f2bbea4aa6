"""The timeline of a run: each event in order, with what it started and ended."""

from __future__ import annotations

from ..kb.logic.levels import REAL_EVENT
from ..kb.proof.nodes import Fact
from .answer import Case

WORDS = {
    "en": {"head": "timeline", "nothing": "nothing changes", "branch": "outcome {0}"},
    "ja": {"head": "経過", "nothing": "何も変わらない", "branch": "結果{0}"},
}


def timeline_lines(case: Case, lang: str) -> list[str]:
    """One line an event, then one a change; every outcome where there are several."""
    words = WORDS[lang]
    lines = [f"{words['head']}:"]
    for number, leaf in enumerate(case.run.leaves, 1):
        if len(case.run.leaves) > 1:
            lines.append(f"  {words['branch'].format(number)}")
        for step, happening in enumerate(case.run.path(leaf), 1):
            speaker = case.speaker(lang)
            lines.append(f"  {step}. {speaker.title(happening.event)}")
            changes = [speaker.fact(fact) for fact in changes_of(case, happening.number)]
            lines += [f"     - {text}" for text in changes] or [f"     - {words['nothing']}"]
    return lines


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


_SCHEDULER = ("applied", "happened")

"""Events that a scenario gives in a sentence, as the ontology says them in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..kb.engine.run import Run
from ..kb.knowledge import Phrase
from ..kb.logic.syntax import Compound, Value
from ..kb.proof.nodes import Fact
from ..kb.proof.words import Label, Speaker

STEP, INCLUDES = "step", "includes"  # of the scheduler


def with_events(speaker: Speaker, run: Run, phrases: Iterable[Phrase]) -> Speaker:
    """A speaker that tells the events of a run by the sentences of their predicates.

    An event of which several facts are said, or one that has no sentence, keeps the writer's words.
    """
    events = {name: label for name, label in speaker.labels.items() if label[0] == "event"}
    facts: dict[str, list[Fact]] = {name: [] for name in events}
    for phrase in phrases if events else ():
        for args in run.tuples(phrase.predicate, "", None, ()):
            if args and str(args[0]) in facts:
                facts[str(args[0])].append(Fact(phrase.predicate, args))
    known = speaker.knowledge.sentences
    said: dict[str, Label] = {}
    for event, (fact, *more) in ((e, f) for e, f in facts.items() if f):
        if not more and fact.predicate in known and known[fact.predicate].says:
            said[event] = ("event", events[event][1], speaker.fact(fact))
    speaker = replace(speaker, labels={**speaker.labels, **said}) if said else speaker
    names = dict(_steps(speaker, run))
    return replace(speaker, names={**speaker.names, **names}) if names else speaker


def _steps(speaker: Speaker, run: Run) -> Iterator[tuple[str, str]]:
    """Names of the steps that hold due events of another kind than steps are called by: these events."""
    sentences = speaker.knowledge.sentences
    kind = sentences[STEP].event_kind if STEP in sentences else ""
    held: dict[Value, dict[Value, None]] = {}
    for happening in run.happenings.values():
        if isinstance(happening.event, Compound) and happening.event.functor == STEP:
            pairs = sorted(run.state_tuples(INCLUDES, happening.source), key=str)
            due = {e: None for step, e in pairs if step == happening.event}
            held.setdefault(happening.event, {}).update(due)
    for step, events in held.items():
        others = [
            e
            for e in events
            if isinstance(e, Compound)
            and e.functor in sentences
            and sentences[e.functor].event_kind not in ("", kind)
        ]
        if len(others) == len(events):
            yield str(step), " + ".join(map(speaker.value, others))

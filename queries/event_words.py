"""Events that a scenario gives in a sentence, as the ontology says them in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..kb.engine.run import Run
from ..kb.knowledge import Phrase
from ..kb.proof.nodes import Fact
from ..kb.proof.words import Label, Speaker


def with_events(speaker: Speaker, run: Run, phrases: Iterable[Phrase]) -> Speaker:
    """A speaker that tells the events of a run by the sentences of their predicates."""
    events = {name: label for name, label in speaker.labels.items() if label[0] == "event"}
    said: dict[str, Label] = {}
    for phrase in phrases if events else ():
        for args in () if phrase.option else run.tuples(phrase.predicate, "", None, ()):
            event = str(args[0]) if args else ""
            if event in events:
                words = speaker.fact(Fact(phrase.predicate, args))
                said[event] = ("event", events[event][1], words)
    return replace(speaker, labels={**speaker.labels, **said}) if said else speaker

"""Events that a scenario gives in a sentence, as the ontology says them in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from ...kb.engine.run import Run
from ...kb.knowledge import Phrase
from ...kb.logic.syntax import Compound, Value
from ...kb.proof.nodes import Fact
from ...kb.proof.words import Label, Speaker

STEP, INCLUDES = "step", "includes"  # of the scheduler
_QUOTED = r'"[^"]*"|《[^》]*》|「[^」]*」'
_JAPANESE = r"[\u3040-\u30ff\u4e00-\u9fff]"


def with_events(speaker: Speaker, run: Run, phrases: Iterable[Phrase]) -> Speaker:
    """A speaker that tells the events of a run by the sentences of their predicates.

    An event of which several facts are said keeps the writer's words where they are in the reader's
    language; else its options stand in brackets. One that has no sentence keeps them in any case.
    """
    events = {name: label for name, label in speaker.labels.items() if label[0] == "event"}
    facts: dict[str, list[Fact]] = {name: [] for name in events}
    phrases = tuple(phrases)
    options = {p.predicate for p in phrases if p.option}
    for phrase in sorted(phrases, key=lambda p: p.option) if events else ():
        for args in run.tuples(phrase.predicate, "", None, ()):
            if args and str(args[0]) in facts:
                facts[str(args[0])].append(Fact(phrase.predicate, args))
    known = speaker.knowledge.sentences
    said: dict[str, Label] = {}
    for event, found in ((e, f) for e, f in facts.items() if f):
        told = all(f.predicate in known and known[f.predicate].says for f in found)
        if told and (len(found) == 1 or _language(str(events[event][2])) != speaker.lang):
            said[event] = ("event", events[event][1], _sentence(found, options, speaker))
    speaker = replace(speaker, labels={**speaker.labels, **said}) if said else speaker
    names = dict(_steps(speaker, run))
    return replace(speaker, names={**speaker.names, **names}) if names else speaker


def _language(words: str) -> str:
    """The language of a sentence, by the letters outside its quoted names."""
    return "ja" if re.search(_JAPANESE, re.sub(_QUOTED, "", words)) else "en"


def _sentence(facts: Iterable[Fact], options: Collection[str], speaker: Speaker) -> str:
    """An event as one sentence: facts of one predicate told together, options in brackets."""
    rows: dict[str, list[tuple[Value, ...]]] = {}
    for fact in sorted(facts, key=lambda f: (f.predicate in options, f.predicate, str(f.args))):
        rows.setdefault(fact.predicate, []).append(fact.args)
    told = {p: speaker.together(p, args) for p, args in rows.items()}
    main = speaker.word(",").join(s for p, s in told.items() if p not in options)
    rest = speaker.word(",").join(s for p, s in told.items() if p in options)
    return speaker.word("options", main, rest) if rest else main


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

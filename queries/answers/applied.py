"""The effects of a scenario as they were applied last: how they are called, and what came of them."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass, replace

from ...kb.engine.run import Happening
from ...kb.logic.syntax import Value
from ...kb.proof.words import QUOTES, Speaker
from .case import Case
from .changes import changes_of


@dataclass
class Applied:
    """The effects that are applied on the way to an end, told in one language.

    Args:
        case: The scenario as it was run.
        lang: "en" or "ja".
        leaf: The situation at the end.
    """

    case: Case
    lang: str
    leaf: int

    @functools.cached_property
    def happenings(self) -> list[Happening]:
        """The effects in the order in which they were applied last."""
        return self.case.last_pass(self.leaf)

    @functools.cached_property
    def speaker(self) -> Speaker:
        """Tells effects by the names of their sources."""
        plain = self.case.speaker(self.lang)
        sources = self.case.meaning.sources
        effects = {_effect(h.event): None for h in self.happenings}
        shared = Counter(sources[e] for e in effects if e in sources)
        names = {}
        for known in self.case.meaning.labels:
            source = sources.get(_effect(known), "")
            if not source:
                continue
            name = QUOTES[self.lang].format(source)
            layer = plain.layers.get(known)
            if shared[source] > 1 or not known.startswith("E"):
                name = f"{name} ({plain.value(known)})"
            elif layer:
                name = f"{name} ({plain.value(layer)})"
            names[known] = name
        return replace(plain, names=names)

    def name(self, event: Value) -> str:
        """An effect by its source; by its number where it has none, or the source has several."""
        return self.speaker.value(event)

    def words(self, event: Value) -> str:
        """The words of an effect as they were given, without its source."""
        return words_of(self.case, event)

    def timestamp(self, event: Value) -> int | None:
        """The timestamp with which an effect was given."""
        return self.case.meaning.timestamps.get(str(event))

    def layer(self, event: Value) -> str:
        """What the ontology tells of an event beside its order: the layer of an effect, or ""."""
        detail = event_detail(self.case, event)
        return self.speaker.value(detail) if detail is not None else ""

    def idle(self, happening: Happening) -> bool:
        """Whether it changed nothing that continuous effects change."""
        declared = self.case.knowledge.program.theory.declarations
        changes = changes_of(self.case, happening.number)
        return not any(declared[fact.predicate].base for fact in changes)

    def waiting(self, happening: Happening) -> list[Value]:
        """The other effects that were still to be applied when one was, in their later order."""
        found = self.case.run.state_tuples("mayHappen", happening.source)
        places = {h.event: place for place, h in enumerate(self.happenings)}
        others = (e for (e,) in found if e != happening.event)
        return sorted(others, key=lambda e: (places.get(e, len(places)), str(e)))


def words_of(case: Case, event: Value) -> str:
    """The words of an effect as they were given, without its source; "" for an event without words."""
    effect = _effect(event)
    words = case.meaning.words
    said = words.get(effect) or words.get(effect.partition("@")[0], "")
    return said.removeprefix(f"{case.meaning.sources.get(effect, '')}: ")


def event_detail(case: Case, event: Value) -> Value | None:
    """What the ontology tells of an event beside its order, or `None`."""
    detail = case.knowledge.content.roles.get("event-detail")
    if detail is None:
        return None
    found = [args for args in case.run.tuples(detail, "", None, ()) if args[0] == event]
    return min(found, key=str)[1] if found else None


def _effect(event: Value) -> str:
    return str(event).partition("/")[0]

"""Judges what effects demand of the objects that they are aimed at, as these are just before the effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.typelines.printing import format_type_line
from ..language.collected import Collected, labels_of
from ..language.others import others_said
from ..syntax import All, Effect, Event, Filter, Given, GivenFact, Note, Objects, ScenarioText
from .effects import effect_id
from .events import timestamps_of

if TYPE_CHECKING:
    from ..answers.case import Case

LANGUAGES = ("en", "ja")
Effects = Sequence[Effect | Event]
Run = Callable[[ScenarioText], "Case | None"]


def judged(c: Collected, text: ScenarioText, effects: Effects, run: Run) -> list[Effect | Event]:
    """The effects, each aimed at what it demands; an object that none of a statement's fits is a fault.

    Several effects of one card may demand different things; each then takes its own of the objects.

    Args:
        c: What was collected of the scenario: its objects, notes and faults.
        text: The scenario.
        effects: Its effects and events in order, those of cards expanded.
        run: Runs what comes before; `None` where that is faulty itself.
    """
    found = list(effects)
    for first, effect in enumerate(effects):
        group = [n for n, e in enumerate(effects) if e is effect or _same(e, effect)]
        if first != group[0]:
            continue
        demanding = [n for n in group if _aimed(effects[n], c)]
        try:
            case = run(_before(text, effects, first, demanding)) if demanding else None
        except DiagnosticError:
            continue  # the whole scenario has the same fault
        if case is not None:
            for n, kept in zip(demanding, _fitting(c, effects, demanding, case), strict=True):
                found[n] = kept
    return found


def _same(one: Effect | Event, other: Effect | Event) -> bool:
    """Whether two effects come of one statement."""
    return one.span == other.span and one.span.end > one.span.start


def _aimed(effect: Effect | Event, c: Collected) -> bool:
    """Whether it is aimed at declared objects of which its words demand something."""
    if not isinstance(effect, Effect) or effect.subject_filter is None:
        return False
    names = _names(effect)
    return bool(names) and all(name in c.objects for name in names) and effect.condition_holds


def _before(
    text: ScenarioText, effects: Effects, first: int, demanding: Sequence[int]
) -> ScenarioText:
    """What is there and happens before a statement, and a probe of each thing that it demands."""
    stamps = timestamps_of(effects)
    earlier = [
        n
        for n, other in enumerate(effects)
        if (stamps[n], n) < (stamps[first], first) and not _same(other, effects[first])
    ]
    given = (s for s in text.statements if isinstance(s, Given | GivenFact))
    before = (_ending(effects[n], stamps[n], earlier, first) for n in earlier)
    probes = (_probe(effects[n], stamps[n]) for n in demanding)
    return replace(text, statements=(*given, *before, *probes))


def _probe(effect: Effect | Event, stamp: int) -> Effect:
    """An effect that does nothing and looks at what another demands."""
    assert isinstance(effect, Effect)
    return replace(
        effect,
        clauses=(),
        subject=effect.subject_filter,
        subject_filter=None,
        timestamp=stamp,
        condition_holds=False,
        until_step=None,
        defining=False,
        enters=False,
    )


def _ending(
    effect: Effect | Event, stamp: int, earlier: Sequence[int], first: int
) -> Effect | Event:
    """An earlier effect; it ends at its step only if that has come."""
    found = replace(effect, timestamp=stamp)
    if isinstance(found, Effect) and found.until_step is not None:
        step = found.until_step
        kept = 1 + sum(n + 1 < step for n in earlier)
        return replace(found, until_step=kept if step <= first + 1 else None)
    return found


def _fitting(
    c: Collected, effects: Effects, demanding: Sequence[int], case: Case
) -> Iterable[Effect]:
    """The effects of a statement, each aimed at those of its objects that it may be aimed at."""
    stated = [e for e in (effects[n] for n in demanding) if isinstance(e, Effect)]
    numbers = [int(label[1]) for label in case.meaning.labels.values() if label[0] == "effect"]
    start = max(numbers) + 1 - len(stated)
    probes = [effect_id("effect", start + n) for n in range(len(stated))]
    fit = [
        {n for n in _names(e) if _share(case, p, n)} for e, p in zip(stated, probes, strict=True)
    ]
    for name in dict.fromkeys(n for effect in stated for n in _names(effect)):
        about = [
            (e, f, p) for e, f, p in zip(stated, fit, probes, strict=True) if name in _names(e)
        ]
        if not any(name in f for _, f, _ in about):
            effect = about[0][0]
            params = _told(c, effect, name, case)
            c.faults.append(
                Diagnostic("demand-not-met", effect.span.start, effect.span.end, params)
            )
            continue
        for effect, fits, probe in about:
            if name not in fits:
                c.notes.append(Note("demand-passed-over", _told(c, effect, name, case)))
            elif _share(case, probe, name) < 1:
                c.notes.append(Note("demand-open", _told(c, effect, name, case)))
    for effect, fits in zip(stated, fit, strict=True):
        yield _re_aimed(effect, tuple(n for n in _names(effect) if n in fits))


def _names(effect: Effect) -> tuple[str, ...]:
    """Names of the objects that an effect is aimed at, perhaps with a condition on each of them."""
    subject = effect.subject
    if isinstance(subject, All) and subject.parts:
        subject = subject.parts[0]
    return subject.names if isinstance(subject, Objects) else ()


def _re_aimed(effect: Effect, names: tuple[str, ...]) -> Effect:
    """The effect, aimed at some of its objects alone."""
    subject: Filter = Objects(names)
    if names and isinstance(effect.subject, All):
        subject = All((subject, *effect.subject.parts[1:]))
    return replace(effect, subject=subject)


def _share(case: Case, probe: str, name: str) -> float:
    """In which share of the outcomes an object is what a probe looks at."""
    found = [(probe, name) in case.run.state_tuples("matches", leaf) for leaf in case.run.leaves]
    return sum(found) / len(found) if found else 1.0


def _told(c: Collected, effect: Effect, name: str, case: Case) -> dict[str, object]:
    """What is demanded, and what the object is instead."""
    leaf = case.run.leaves[0]
    types = sorted(case.types(name, leaf))
    zone = _value(case, c.knowledge.role("zone"), name, leaf)
    wanted: Filter | None = effect.subject_filter
    return {
        "input": name,
        "words": effect.words,
        "demand": _said(wanted, c) if wanted is not None else "",
        "line": {lang: format_type_line(types, c.lexicon, lang) or "–" for lang in LANGUAGES},
        "zone": labels_of(c.lexicon[zone]) if zone else "–",
        "player": _value(case, "controller", name, leaf) or "–",
    }


def _said(wanted: Filter, c: Collected) -> dict[str, str]:
    """What is demanded, in each language; in exact form where a language has no words for it."""
    from ..language.exact_text import filter_text
    from ..rules_text.saying_nouns import Nouns
    from ..rules_text.saying_types import Unsayable

    exact = filter_text(wanted, c.lexicon)
    said = wanted
    for name in c.objects:
        said = others_said(name, said)
    try:
        spoken = Nouns(c.knowledge, "ja").objects(said, every=False)
    except Unsayable:
        spoken = exact
    return {"en": exact, "ja": spoken}


def _value(case: Case, predicate: str, name: str, leaf: int) -> str:
    found = (args[1] for args in case.run.state_tuples(predicate, leaf) if args[0] == name)
    return str(next(found, ""))

"""A conformance suite for engines of other makers: scenarios with what must come out, as plain data.

The scenarios ship as texts of the query language; everything else is worked out at run time, so
that a suite is always that of the rules at hand. Its shape is `suite.schema.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ...kb.diagnostics import Diagnostic
from ...kb.knowledge import Knowledge
from ...kb.logic.levels import NOW_STATE
from ...kb.logic.theory import NEWEST
from ...kb.sources import ONTOLOGY, files_of
from ...kb.values import value
from ..answers.case import Case
from ..answers.printing import line_of
from ..answers.report import Report
from ..api import check
from ..facts.events import timestamps_of
from ..language.exact_text import exact_text, filter_text
from ..language.split import split
from ..syntax import Effect, EventStatement, Given, Objects, ScenarioText

FORMAT_VERSION = 1
SHIPPED = Path(__file__).with_name("scenarios")
KINDS = ("classic", "random")


@value
class Source:
    """One scenario of a suite before it is run.

    Args:
        id: Unique in the suite: where it is from, and its title in short.
        kind: Stem of its file.
        text: Its text alone, with the headers that held for the whole file.
    """

    id: str
    kind: str
    text: str


def shipped(kind: str = "all") -> list[Source]:
    """The scenarios that ship, of one kind or all."""
    kinds = KINDS if kind == "all" else (kind,)
    texts = {k: (SHIPPED / f"{k}.rk").read_text(encoding="utf-8") for k in kinds}
    return [source for k, text in texts.items() for source in cut(text, k)]


def cut(text: str, kind: str) -> list[Source]:
    """The scenarios of a text, one by one."""
    from ..language.fold import fold_text

    pieces, _ = split(fold_text(text))
    starts = [p.first for p in pieces if p.keyword == "scenario"]
    if not starts:
        return [Source(kind, kind, _without_comments(text))]
    head = "".join(text[p.first : p.end] + "\n" for p in pieces if p.end <= starts[0])
    found: dict[str, Source] = {}
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True), 1):
        body = text[start:end]
        title = next(p for p in pieces if p.first == start).text
        id_ = f"{kind}/{_short(title) or number}"
        id_ = f"{id_}-{number}" if id_ in found else id_
        found[id_] = Source(id_, kind, head + _without_comments(body))
    return list(found.values())


def distinct(sources: Sequence[Source]) -> list[Source]:
    """The scenarios with a number behind each id that an earlier one has."""
    found: dict[str, Source] = {}
    for number, source in enumerate(sources, 1):
        id_ = f"{source.id}-{number}" if source.id in found else source.id
        found[id_] = replace(source, id=id_)
    return list(found.values())


def unread(text: str) -> list[Diagnostic]:
    """Why a text cannot be read to its end."""
    from ..language.fold import fold_text

    return [f for f in split(fold_text(text))[1] if f.code == "too-many"]


def _short(title: str) -> str:
    return re.sub(r"\W+", "-", title.casefold()).strip("-")


def _without_comments(text: str) -> str:
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("#")) + "\n"


# --- header ---------------------------------------------------------------------------------------


def header(scenarios: int, knowledge: Knowledge) -> dict[str, object]:
    """The first line: what made the suite, and from what."""
    return {
        "rulekeep": _version(),
        "game": knowledge.game,
        "as_of": date_of(knowledge),
        "ontology": ontology_hash(knowledge.game),
        "scenarios": scenarios,
        "format": FORMAT_VERSION,
    }


def date_of(knowledge: Knowledge) -> str:
    """The date of the knowledge; that of the newest text known where none was asked for."""
    if knowledge.date != NEWEST:
        return knowledge.date
    dates = [t.valid_from or "" for t in knowledge.content.terms]
    return max([*dates, *(r.valid_from for r in knowledge.documents.rules.values())], default="")


def ontology_hash(game: str) -> str:
    """SHA-256 of the names and bytes of a game's Turtle files: the same in every installation.

    Raises:
        UnknownGame: There is no such game.
    """
    import hashlib

    found = hashlib.sha256()
    for path in map(Path, files_of(game)):
        found.update(path.relative_to(ONTOLOGY).as_posix().encode() + b"\0")
        found.update(path.read_bytes() + b"\0")
    return f"sha256:{found.hexdigest()}"


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rulekeep")
    except PackageNotFoundError:
        return "unknown"


# --- scenarios ------------------------------------------------------------------------------------


def run_source(source: Source, game: str | None = None, as_of: str | None = None) -> Report:
    """The report of one scenario."""
    reports = check(source.text, game=game, as_of=as_of)
    return reports[0] if reports else Report()


def entry(source: Source, report: Report, lang: str = "en") -> dict[str, object]:
    """One scenario with what must come out, in words of a language."""
    case, scenario = report.case, report.scenario
    item: dict[str, object] = {
        "id": source.id,
        "kind": source.kind,
        "title": report.title,
        "text": source.text,
        "objects": [],
        "effects": [],
        "lines": {},
        "order": [],
        "rules": [],
        "verdicts": [{"question": a.question, "verdict": a.verdict} for a in report.answers],
        "errors": [e.code for e in report.errors],
    }
    if case is None or scenario is None:
        return item
    knowledge = case.knowledge
    names = (name for answer in report.answers for name in answer.rules)
    orders = {tuple(h.event for h in case.last_pass(leaf)) for leaf in case.run.leaves}
    return item | {
        "objects": list(_objects(scenario, case, lang)),
        "effects": list(_effects(case)),
        "lines": {
            name: line_of(report.lines[name], knowledge, lang) if name in report.lines else None
            for name in case.meaning.objects
        },
        "order": case.order() if len(orders) == 1 else None,
        "rules": list(dict.fromkeys(name.partition("-")[0] for name in names)),
    }


def _objects(scenario: ScenarioText, case: Case, lang: str) -> Iterator[dict[str, object]]:
    knowledge, facts = case.knowledge, case.meaning.scenario.facts
    printed = {c.printed for c in knowledge.content.categories.values()}
    zone_of = knowledge.role("zone")
    said = {n: s for s in scenario.statements if isinstance(s, Given) for n in s.names}
    for name in case.meaning.objects:
        own = [f for f in facts if f.args and f.args[0] == name]
        by_predicate = {f.predicate: str(f.args[-1]) for f in own}
        line = [str(f.args[1]) for f in own if f.predicate in printed]
        yield {
            "name": name,
            "named": by_predicate["baseName"],
            "line": line_of(line, knowledge, lang),
            "zone": knowledge.lexicon[by_predicate[zone_of]].label(lang),
            "controller": by_predicate["controller"],
            "token": "Token" in by_predicate,
            "abilities": list(_abilities(said.get(name, Given((name,))), knowledge)),
        }


def _abilities(given: Given, knowledge: Knowledge) -> tuple[str, ...]:
    if given.type_line is not None:
        return given.abilities
    card = knowledge.card(given.card or given.names[0])
    return (*given.abilities, *(card.keywords if card else ()))


def _effects(case: Case) -> Iterator[dict[str, object]]:
    meaning, knowledge = case.meaning, case.knowledge
    facts = meaning.scenario.facts
    stamps = {f.args[0]: f.args[1] for f in facts if f.predicate == "timestamp"}
    controllers = {f.args[0]: f.args[1] for f in facts if f.predicate == "controller"}
    stated = zip(meaning.effects, timestamps_of(meaning.effects), strict=True)
    for number, (effect, timestamp) in enumerate(stated, 1):
        name = f"E{number}"
        if isinstance(effect, Effect) and effect.subject == Objects(()):
            continue  # of several effects of a card one that none of the objects fits
        if not isinstance(effect, Effect):
            words = effect.text if isinstance(effect, EventStatement) else effect.words
            yield {"event": words, "timestamp": timestamp}
            continue
        subject = effect.subject or Objects((effect.source or "",))
        yield {
            "timestamp": stamps[name],
            "words": effect.words,
            "exact": f"{exact_text(effect, knowledge)} on {filter_text(subject, knowledge.lexicon)}",
            "source": effect.source,
            "controller": effect.controller or controllers.get(effect.source or "", "A"),
            "defining": effect.defining,
            "condition": effect.condition_holds,
            "until_step": effect.until_step,
            "this_turn": effect.this_turn,
            "enters": effect.enters,
            "of_host": effect.says_host and effect.subject is None,
            "affects": filter_text(subject, knowledge.lexicon),
            "applied_to": _applied_to(name, case),
        }


def _applied_to(effect: str, case: Case) -> list[str] | None:
    """The objects that an effect was applied to when it was last applied; `None` where that is open."""
    found = set()
    for leaf in case.run.leaves:
        objects: set[str] = set()
        for happening in case.run.path(leaf):
            if str(happening.event).partition("/")[0] == effect:
                pairs = case.run.tuples("affects", "", NOW_STATE, (happening.source,))
                objects = {str(o) for part, o in pairs if part == happening.event}
        found.add(frozenset(objects))
    return sorted(found.pop()) if len(found) == 1 else None

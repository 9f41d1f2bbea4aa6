"""Parses a text with a stand-in for the reader of wordings, for tests of the front end."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from rulekeep.kb.lexicon import Lexicon
from rulekeep.queries.language.codec import from_json, to_json
from rulekeep.queries.language.read import parse_file
from rulekeep.queries.syntax import NOWHERE, Clause, Effect, HasTerm, Note, ScenarioText

from .small_lexicon import small_lexicon

READ: list[tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]] = []


def stand_in(
    text: str,
    _lexicon: Lexicon,
    names: Collection[str] = (),
    choosing: tuple[tuple[str, ...], ...] = (),
) -> Effect:
    """Stands for the reader of wordings: one that gives nothing and notes what it was called with."""
    READ.append((text, tuple(names), choosing))
    subject = HasTerm(("Creature",)) if "creature" in text else None
    return Effect(
        (Clause(gives=("Artifact",)),),
        subject,
        notes=(Note("rider", {"n": 1}),),
        choices=len(choosing),
    )


def parse(text: str) -> list[ScenarioText]:
    """The scenarios of a text without faults; they survive the cache."""
    READ.clear()
    scenarios, faults = parse_file(text, small_lexicon, stand_in)
    assert faults == []
    assert from_json(to_json(scenarios)) == scenarios
    return scenarios


def bare(value: Any) -> Any:
    """A value without its spans."""
    spans = {f: NOWHERE for f in vars(value) if f == "span" or f.endswith("_span")}
    inner = {f: bare(v) for f, v in vars(value).items() if f in ("expectation", "inner")}
    return replace(value, **spans, **inner)


def one(text: str) -> Any:
    """The only statement of a text, without spans."""
    (scenario,) = parse(text)
    (statement,) = scenario.statements
    return bare(statement)

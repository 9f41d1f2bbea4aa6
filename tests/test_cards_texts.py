"""Shipped cards against their rules texts: what `read` finds is what is kept, but for listed cards."""

from __future__ import annotations

import functools
import gzip
import json
import tomllib
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.documents import Card, CardEffect
from rulekeep.kb.knowledge import load
from rulekeep.kb.lexicon import fold
from rulekeep.queries.facts.filters import alternatives
from rulekeep.queries.language.exact import read_filter
from rulekeep.queries.rules_text import effects_of_text
from rulekeep.queries.rules_text.card_reading import CardReading
from rulekeep.queries.rules_text.forms import read_form
from rulekeep.queries.rules_text.operations import operations
from rulekeep.queries.syntax import Filter

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data" / "mtg_cards.jsonl.gz"
DIFFERENCES = tomllib.loads(Path(__file__).with_name("card_differences.toml").read_text("utf-8"))


@functools.cache
def readings() -> dict[str, CardReading]:
    """Name of a shipped card → what its rules text says, for those whose text is at hand."""
    if not DATA.exists():
        pytest.skip(f"{DATA.name} is not beside the checkout")
    knowledge = load()
    found: dict[str, CardReading] = {}
    with gzip.open(DATA, "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            name = row.get("face_name") or row["name"].split(" // ")[0]
            card = knowledge.documents.card_names.get(fold(name))
            if card and row.get("text") and row.get("side", "a") == "a":
                own = card.labels["en"]
                read = effects_of_text(row["text"], knowledge, own=(own,), losing_abilities=True)
                found.setdefault(own, read)
    return found


def card(name: str) -> Card:
    return load().documents.card_names[fold(name)]


def looked_at(subject: Filter | None) -> frozenset[frozenset[object]]:
    """Words for objects as alternatives, in whatever order they stand."""
    if subject is None:
        return frozenset()
    return frozenset(frozenset(simple) for simple in alternatives(subject))


def said(effect: CardEffect) -> object:
    """An effect in which the order of operations and terms does not count."""
    knowledge = load()
    try:
        read, itself = read_form(effect.exact_form, knowledge)
    except DiagnosticError:  # a form with several choices, which is compared as it stands
        return effect.exact_form.casefold(), effect.generated_by
    ops = frozenset(
        (op.verb, op.group, frozenset(op.terms), op.model) for op in operations(read, knowledge)
    )
    return ops, itself, looked_at(read.subject), effect.generated_by


def demanded(effects: tuple[CardEffect, ...]) -> set[object]:
    lexicon = load().lexicon
    return {looked_at(read_filter(e.demands, lexicon)) for e in effects if e.demands}


def listed(kind: str) -> set[str]:
    return set(DIFFERENCES[kind])


def test_effects_that_ship_are_those_of_the_rules_text() -> None:
    differing = {
        name
        for name, read in readings().items()
        if set(map(said, card(name).effects)) != set(map(said, read.stored()))
    }
    assert differing == listed("effects")


def test_what_effects_that_ship_demand_is_what_the_words_demand() -> None:
    differing = {
        name
        for name, read in readings().items()
        if demanded(card(name).effects) != demanded(read.stored()) and name not in listed("effects")
    }
    assert differing == listed("demands")


def test_effects_that_ship_have_a_condition_where_the_words_have_one() -> None:
    differing = {
        name
        for name, read in readings().items()
        if any(e.conditions for e in card(name).effects) != any(e.conditions for e in read.stored())
        and name not in listed("effects")
    }
    assert differing == listed("conditions")


def test_every_shipped_card_is_understood() -> None:
    assert {name for name, read in readings().items() if read.not_understood} == listed("unread")


def test_every_difference_has_a_reason() -> None:
    assert all(reason for table in DIFFERENCES.values() for reason in table.values())

"""Exact forms in words: how they are said, what is refused, and that they are read as the same again."""

from __future__ import annotations

import functools
import gzip
import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rulekeep.kb.knowledge import Knowledge, load
from rulekeep.queries.facts.filters import alternatives
from rulekeep.queries.rules_text import effects_of_text
from rulekeep.queries.rules_text.forms import read_form
from rulekeep.queries.rules_text.operations import operations
from rulekeep.queries.rules_text.saying import effect_words
from rulekeep.queries.rules_text.saying_types import Unsayable

from .wording_cases import SHARED

HERE = Path(__file__).parent
SAYINGS = tomllib.loads((HERE / "sayings.toml").read_text("utf-8"))["saying"]
CARDS = SHARED / "data" / "mtg_cards.jsonl.gz"
DRAWN = 200


@functools.cache
def knowledge() -> Knowledge:
    """The newest rules."""
    return load()


def words(form: str, lang: str) -> str:
    effect, itself = read_form(form, knowledge())
    return effect_words(effect, knowledge(), lang, itself=itself)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("entry", SAYINGS, ids=lambda e: e["exact"])
def test_exact_form_is_said_as_cards_say_it(entry: dict[str, Any], lang: str) -> None:
    assert words(entry["exact"], lang) == entry[lang]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("entry", SAYINGS, ids=lambda e: e["exact"])
def test_what_is_said_is_read_as_the_same_exact_form(entry: dict[str, Any], lang: str) -> None:
    read = effects_of_text(entry[lang], knowledge())
    assert [said(e.exact) for e in read.effects] == [said(entry["exact"])]


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ("{ set planar types Spacecraft } on affected", "label"),
        ("{ set creature types Elf } on Creature and controlled by A", "filter"),
        ("{ replace word Elf with Bear; lose all abilities } on self", "together"),
    ],
)
def test_what_no_sentence_says_is_refused_with_the_reason(form: str, reason: str) -> None:
    with pytest.raises(Unsayable) as caught:
        words(form, "en")
    assert caught.value.reason == reason


def said(form: str) -> Any:
    """What an exact form says, whatever the order of its parts."""
    effect, itself = read_form(form, knowledge())
    ops: dict[str, set[tuple[str, ...]]] = {}
    for op in operations(effect, knowledge()):
        terms = {op.terms} if op.verb == "replace word" else {(t,) for t in op.terms}
        whole = (op.group,) if not terms else ()
        ops.setdefault(op.verb, set()).update(terms, {whole} if whole else ())
    subject = None
    if effect.subject is not None:
        subject = frozenset(map(frozenset, alternatives(effect.subject)))
    return itself, subject, ops


@functools.cache
def card_forms() -> tuple[str, ...]:
    """The exact forms of all effects in the rules texts of real cards."""
    if not CARDS.exists():
        pytest.skip("../shared is not there")
    found: dict[str, None] = {}
    for line in gzip.decompress(CARDS.read_bytes()).decode().splitlines():
        card = json.loads(line)
        read = effects_of_text(
            card.get("text") or "", knowledge(), own=(card["name"],), losing_abilities=True
        )
        found.update(dict.fromkeys(effect.exact for effect in read.effects))
    return tuple(found)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_effects_of_real_cards_are_said_and_read_as_the_same(lang: str) -> None:
    other, unsaid = {}, set()
    for form in card_forms():
        try:
            spoken = words(form, lang)
        except Unsayable as fault:
            unsaid.add(fault.words)
            continue
        found = [
            e.exact for e in effects_of_text(spoken, knowledge(), losing_abilities=True).effects
        ]
        if found != [form]:
            other[spoken] = found
    assert (other, unsaid) == ({}, set())


TERMS = {
    "card types": ("Creature", "Artifact", "Enchantment", "Land", "Planeswalker"),
    "creature types": ("Elf", "Goblin", "Time Lord", "Human"),
    "land types": ("Forest", "Island", "Swamp", "Desert"),
    "artifact types": ("Treasure", "Equipment"),
}
NOUNS = (
    "Creature",
    "Artifact",
    "Land",
    "Elf",
    "Forest",
    "permanent",
    "token",
    "spell",
    "Legendary",
)
NARROWING = (
    "other", "controlled by you", "controlled by an opponent", "not controlled by you", "in graveyard",
    "in exile", "in battlefield", "not in battlefield", 'named "Bear"',
)  # fmt: skip


def drawn(chance: random.Random) -> Iterator[str]:
    """Exact forms drawn at random."""
    for _ in range(DRAWN):
        verb = chance.choice(("set", "add"))
        ops = []
        for group, terms in TERMS.items():
            if chance.random() < 0.4:
                picked = chance.sample(terms, chance.choice((1, 1, 2)))
                ops.append(f"{verb} {group} {', '.join(picked)}")
        ops += chance.sample(("add supertypes Legendary, Snow", "lose all land types"), 1)
        ops = [op for op in ops if chance.random() < 0.8] or ["face down"]
        phrases = [f"({_phrase(chance)})" for _ in range(chance.choice((1, 1, 2, 3)))]
        yield f"{{ {'; '.join(ops)} }} on {' or '.join(phrases)}"


def _phrase(chance: random.Random) -> str:
    parts = [chance.choice(NOUNS)]
    parts += [f"not {noun}" for noun in chance.sample(NOUNS, chance.choice((0, 0, 1, 2)))]
    parts += chance.sample(NARROWING, chance.choice((0, 0, 1, 2)))
    return " and ".join(dict.fromkeys(parts))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_exact_forms_drawn_at_random_are_said_and_read_as_the_same(lang: str) -> None:
    other = {}
    for form in drawn(random.Random(205)):
        read = effects_of_text(words(form, lang), knowledge(), losing_abilities=True)
        if [said(e.exact) for e in read.effects] != [said(form)]:
            other[form] = words(form, lang)
    assert other == {}

"""Rules texts: abilities, effects, what is refused, and real texts from ../shared/data."""

from __future__ import annotations

import gzip
import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.documents import CardEffect
from rulekeep.kb.knowledge import load
from rulekeep.queries.facts.cards import with_choices
from rulekeep.queries.rules_text import effects_of_text
from rulekeep.queries.rules_text.abilities import abilities

from .wording_cases import SHARED

HERE = Path(__file__).parent
TEXTS = [
    entry
    for name in (
        "rules_texts.toml",
        "rules_texts_subjects.toml",
        "rules_texts_ja.toml",
        "rules_texts_faults.toml",
        "rules_texts_verbs.toml",
    )
    for entry in tomllib.loads((HERE / name).read_text("utf-8"))["text"]
]
CARDS = SHARED / "data" / "mtg_cards.jsonl.gz"


@pytest.mark.parametrize("entry", TEXTS, ids=lambda e: e["text"][:60])
def test_text_has_the_effects_that_are_written_beside_it(entry: dict[str, Any]) -> None:
    own = (entry["name"],) if "name" in entry else ()
    found = effects_of_text(entry["text"], load(), own=own)
    assert [e.exact for e in found.effects] == entry["exact"]
    assert len(found.not_understood) == entry.get("unread", 0)
    if "hint" in entry:
        assert found.not_understood[0].fault.hint == entry["hint"]
    for key in ("ability", "generated_by", "demands", "granted"):
        if key in entry:
            assert [getattr(e, key) for e in found.effects] == [entry[key]]


def test_paragraph_is_cut_into_label_cost_and_sentences() -> None:
    text = 'Raid — {1}, Pay 2 life: Draw a card. It gains "{T}: Scry 1." (Reminder. Twice.)'
    found = abilities(text, "en")
    assert [(a.kind, a.label, a.cost, len(a.sentences), a.granted) for a in found] == [
        ("activated", "Raid —", "{1}, Pay 2 life", 2, False),
        ("activated", "", "{T}", 1, True),
        ("reminder", "", "", 2, False),
    ]


def test_sentences_stand_where_their_offsets_say() -> None:
    text = "When ~ enters, draw a card.\n• Scry 2. Then untap it."
    spans = [s for ability in abilities(text, "en") for s in ability.sentences]
    assert [text[s.start : s.end] for s in spans] == [s.text for s in spans]


def test_effect_says_what_was_set_aside_and_from_where_it_was_read() -> None:
    text = "Draw a card.\n{2}: Target artifact becomes a 2/2 Golem until end of turn."
    (effect,) = effects_of_text(text, load()).effects
    assert text[effect.start : effect.end] == effect.words
    assert effect.set_aside == (
        ("cost", "{2}"),
        ("number", "2/2"),
        ("duration", "until end of turn"),
    )


def test_losing_abilities_counts_only_where_it_is_asked_for() -> None:
    text = "All creatures lose all abilities."
    assert effects_of_text(text, load()).effects == ()
    (effect,) = effects_of_text(text, load(), losing_abilities=True).effects
    assert effect.exact == "{ lose all abilities } on Creature"


def test_text_past_the_limit_is_refused() -> None:
    with pytest.raises(DiagnosticError) as caught:
        effects_of_text("Draw a card. " * 2000, load())
    assert caught.value.diagnostics[0].code == "too-long"


def test_sentence_past_the_limit_of_a_clause_is_listed_as_not_understood() -> None:
    found = effects_of_text("It becomes a Goblin " * 40, load())
    assert len(found.not_understood) == 1


def _texts() -> dict[str, str]:
    if not CARDS.exists():
        pytest.skip("../shared is not there")
    texts: dict[str, str] = {}
    for line in gzip.decompress(CARDS.read_bytes()).decode().splitlines():
        card = json.loads(line)
        if card.get("text"):
            texts.setdefault(card["name"], card["text"])
    return texts


def test_texts_without_an_effect_on_types_give_none() -> None:
    texts = _texts()
    listed = (HERE / "no_type_effects.txt").read_text("utf-8").splitlines()
    names = [name for name in listed if not name.startswith("#")]
    found = {n: effects_of_text(texts[n], load(), own=(n,)) for n in names}
    assert len(names) == 200
    assert {n: r for n, r in found.items() if r.effects or r.not_understood} == {}


def test_real_texts_are_read_without_a_crash() -> None:
    texts = _texts()
    names = random.Random(613).sample(sorted(texts), 1000)
    found = [effects_of_text(texts[n], load(), own=(n,)) for n in names]
    refused = sum(len(r.not_understood) for r in found)
    understood = sum(len(r.effects) for r in found)
    assert understood >= 25
    assert refused <= understood / 20


def test_effects_are_stored_as_those_of_cards_are() -> None:
    text = 'It gains all creature types.\nElves have "{T}: ~ becomes a Wall."\nIt gains all creature types.'
    stored = effects_of_text(text, load()).stored()
    assert stored == (CardEffect("{ add every creature type } on affected", "resolved"),)


def test_text_of_many_clauses_is_read() -> None:
    (effect,) = effects_of_text("それは土地であり、" * 40 + "森である。", load()).effects
    assert effect.exact.startswith("{ set card types Land; set basic land types Forest }")


@pytest.mark.parametrize(
    ("form", "filled"),
    [
        (
            "{ add creature types chosen } on affected",
            "{ add creature types Elf, Bear } on affected",
        ),
        ("{ replace word chosen with chosen }", "{ replace word Elf with Bear }"),
        ("{ set land types chosen 2 } on chosen", "{ set land types Bear } on Elf"),
    ],
)
def test_choices_stand_where_an_exact_form_leaves_them_open(form: str, filled: str) -> None:
    assert with_choices(form, ("Elf", "Bear")) == filled


INCOMPLETE = (
    "All creatures are Slivers and lose all other types.",
    "Each other creature is a Frog and loses all other card types.",
    "Target creature becomes a Forest land in addition to its other types and loses all other creature types.",
    "すべてのクリーチャーはスリヴァーであり、他のタイプをすべて失う。",
)  # fmt: skip


@pytest.mark.parametrize("text", INCOMPLETE)
def test_to_lose_all_others_of_a_group_of_which_nothing_is_given_is_not_understood(
    text: str,
) -> None:
    reading = effects_of_text(text, load())
    assert (reading.effects, [u.words for u in reading.not_understood]) == ((), [text])


@pytest.mark.parametrize("text", ["Zork becomes", "becomes", "Target creature loses", "~ is"])
def test_a_sentence_that_ends_in_its_verb_has_no_effect(text: str) -> None:
    assert effects_of_text(text, load()).effects == ()


@pytest.mark.parametrize("between", [".", "; ", ". "])
def test_sentences_without_a_blank_between_them_are_two(between: str) -> None:
    text = f"Target creature becomes a Frog{between}Target land becomes a Forest."
    found = [e.exact for e in effects_of_text(text, load()).effects]
    assert found == [
        "{ set creature types Frog } on affected", "{ set basic land types Forest } on affected",
    ]  # fmt: skip

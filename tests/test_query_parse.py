"""Scenarios, objects and effects of the query language, in English and Japanese, as values."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulekeep.queries.language.read import parse_file
from rulekeep.queries.syntax import (
    NOWHERE,
    CardEffect,
    EventStatement,
    Given,
    GivenChoice,
    GivenFact,
    HasTerm,
    Objects,
)

from .front_end import READ, one, parse
from .small_lexicon import small_lexicon

# --- scenarios ----------------------------------------------------------------------------------


def test_a_file_holds_many_scenarios_that_share_out_the_text() -> None:
    text = (
        'scenario "One"\n  game mtg # default\n  as of 2026-08-07\n  cites 613.8, 205.1a\n'
        "show\n場面 「二」; 時点 2023-11-17; 根拠 205.1; 除外 205.1b\n表示\n"
    )
    first, second = parse(text)
    assert (first.title, first.game, first.as_of) == ("One", "mtg", "2026-08-07")
    assert first.cites == ("613.8", "205.1a")
    assert (second.title, second.as_of, second.cites) == ("二", "2023-11-17", ("205.1",))
    assert second.without == ("205.1b",)
    assert text[first.span.start : first.span.end].endswith("show\n")
    assert (first.span.start, second.span.end) == (0, len(text) + 1)


def test_headers_before_the_first_scenario_hold_for_all() -> None:
    scenarios = parse('as of 2023-11-17\nscenario "A"\nshow\nscenario "B"\nas of 2024-01-01\nshow')
    assert [s.as_of for s in scenarios] == ["2023-11-17", "2024-01-01"]


def test_a_header_that_contradicts_an_earlier_one_of_its_scenario_is_a_fault() -> None:
    text = 'as of 2020-01-01\nscenario "A"\nas of 2021-01-01\nas of 2021-01-01\nas of 2022-01-01'
    scenarios, faults = parse_file(text, small_lexicon)
    assert [s.as_of for s in scenarios] == ["2021-01-01"]
    assert [(f.code, text[f.start : f.end]) for f in faults] == [("header-twice", "2022-01-01")]


def test_statements_keep_their_order_and_their_place() -> None:
    text = 'show; given "A": Land; why order; when x affecting "A"'
    (scenario,) = parse(text)
    spans = [s.span for s in scenario.statements]
    assert [text[s.start : s.end] for s in spans] == text.split("; ")


# --- given --------------------------------------------------------------------------------------

ARBOR = "Land Creature — Forest Dryad"
GIVEN = [
    ('given "A": ' + ARBOR, Given(("A",), ARBOR)),
    ("given “A”： " + ARBOR, Given(("A",), ARBOR)),
    (
        'given "A": Land, in library, controlled by B, token, named "N", with changeling and flying',
        Given(("A",), "Land", NOWHERE, None, "Library", "B", True, "N", ("changeling", "flying")),
    ),
    ('given "A", "B": Land', Given(("A", "B"), "Land")),
    (
        'given "T": token Creature — Elf, controlled by A',
        Given(("T",), "Creature — Elf", token=True),
    ),
    ('given "A": Land, on the battlefield', Given(("A",), "Land", zone="Battlefield")),
    ('given "A":', Given(("A",), "")),
    ('given "Blood Moon"', Given(("Blood Moon",), card="Blood Moon")),
    (
        'given "Blood Moon", controlled by B',
        Given(("Blood Moon",), card="Blood Moon", controller="B"),
    ),
    ('given "H1", "H2": 《name》', Given(("H1", "H2"), card="name")),
    ('given choice creature type "Elf"', GivenChoice("creature type", NOWHERE, "Elf", NOWHERE)),
    ('given inZone("X", Graveyard)', GivenFact('inZone("X", Graveyard)')),
    (
        "前提 《東屋》: 土地・クリーチャー ― 森・ドライアド、ライブラリーにある、Bのコントロール下、トークン、名前 《N》、能力 多相",
        Given(
            ("東屋",),
            "土地・クリーチャー ― 森・ドライアド",
            NOWHERE,
            None,
            "Library",
            "B",
            True,
            "N",
            ("多相",),
        ),
    ),
    ("前提 「苗木」： トークン・クリーチャー", Given(("苗木",), "クリーチャー", token=True)),
    (
        "前提 選択 クリーチャー・タイプ 「エルフ」",
        GivenChoice("クリーチャー・タイプ", NOWHERE, "エルフ", NOWHERE),
    ),
]


@pytest.mark.parametrize(("text", "value"), GIVEN, ids=[t for t, _ in GIVEN])
def test_objects_choices_and_facts_are_given(text: str, value: object) -> None:
    assert one(text) == value


def test_cards_that_stand_alone_are_given_one_by_one() -> None:
    (scenario,) = parse('given "A", "B", in graveyard')
    assert [(s.names, s.card) for s in scenario.statements if isinstance(s, Given)] == [
        (("A",), "A"),
        (("B",), "B"),
    ]


def test_a_type_line_is_kept_as_written() -> None:
    text = 'given "A": Ｌａｎｄ ― 森 , token'
    (scenario,) = parse(text)
    (given,) = scenario.statements
    assert isinstance(given, Given)
    assert given.type_line == "Ｌａｎｄ ― 森"
    assert text[given.type_line_span.start : given.type_line_span.end] == given.type_line


# --- when ---------------------------------------------------------------------------------------


def test_a_clause_goes_to_the_reader_of_wordings_with_names_and_choices() -> None:
    parse('when it becomes an elf choosing Forest, "Bear" affecting "A"; given "A", "B": Land')
    assert READ == [("it becomes an elf", ("A", "B"), (("land-type/Forest",), ("Bear",)))]


def test_modifiers_stand_in_any_order() -> None:
    effect = one(
        'when x at 3 from "S", by B, defining, until step 4 affecting "A" and "B" if false'
    )
    assert (effect.source, effect.controller, effect.timestamp) == ("S", "B", 3)
    assert (effect.defining, effect.until_step, effect.condition_holds) == (True, 4, False)
    assert effect.subject == Objects(("A", "B"))
    assert effect.words == "x"


def test_a_duration_may_follow_as_a_modifier() -> None:
    assert one('when { add card types Land } on "X" until end of turn').this_turn
    assert one('適用 { 追加 カード・タイプ 土地 } 範囲 "X" ターン終了時まで').this_turn


def test_japanese_modifiers_read_alike() -> None:
    effect = one(
        "適用 xになる 発生源 《S》 操作者 B タイムスタンプ 3 特性定義 段階4まで 対象 《A》と《B》 条件不成立"
    )
    english = one('when x from "S" by B at 3 defining until step 4 affecting "A", "B" if false')
    assert effect == replace(english, words="xになる")


@pytest.mark.parametrize(
    "clause",
    [
        "creatures controlled by A",
        "lands are Forests until your next turn",
        "all Forests are Elves at the beginning",
        "cards from your graveyard are Elves",
        "lands are Forests. They are still lands",
    ],
)
def test_words_of_modifiers_inside_a_clause_belong_to_it(clause: str) -> None:
    parse(f'when {clause} from "S" at 2')
    assert READ[0][0] == clause


def test_what_a_target_must_be_is_kept_beside_what_is_affected() -> None:
    effect = one('when target creature becomes x affecting "A"')
    assert (effect.subject, effect.subject_filter) == (Objects(("A",)), HasTerm(("Creature",)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('when "Blood Moon"', CardEffect("Blood Moon")),
        (
            'when "Blood Moon" affecting "X" choosing Forest, Time Lord at 2 by B',
            CardEffect("Blood Moon", ("X",), ("Forest", "Time Lord"), 2, "B"),
        ),
        ("適用 《血染めの月》 対象 《X》 選択 森", CardEffect("血染めの月", ("X",), ("森",))),
        ('when happening("X", Y) at 2', EventStatement('happening("X", Y)', 2)),
    ],
)
def test_cards_and_events_are_applied(text: str, value: object) -> None:
    assert one(text) == value

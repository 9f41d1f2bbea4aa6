"""Statements of the query language, in English and Japanese, as values."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest
from rulekeep.kb.lexicon import Lexicon
from rulekeep.queries.cache_codec import from_json, to_json
from rulekeep.queries.read import parse_file
from rulekeep.queries.syntax import (
    NOWHERE,
    AtomExpectation,
    CardEffect,
    Clause,
    Effect,
    ErrorExpectation,
    EventStatement,
    Find,
    Given,
    GivenChoice,
    GivenFact,
    HasTerm,
    HasTypesExpectation,
    IsExpectation,
    Note,
    Objects,
    OrderExpectation,
    Question,
    ScenarioText,
    Show,
    UndeterminedExpectation,
    WhyOrder,
)

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
    return Effect((Clause(gives=("Artifact",)),), subject, notes=(Note("rider", {"n": 1}),))


def parse(text: str) -> list[ScenarioText]:
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
    (scenario,) = parse(text)
    (statement,) = scenario.statements
    return bare(statement)


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
        Given(("A",), "Land", NOWHERE, "Library", "B", True, "N", ("changeling", "flying")),
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
        "前提 《東屋》: 土地・クリーチャー ― 森・ドライアド、ライブラリーにある、Bのコントロール下、トークン、名前 《N》、能力 多相",  # noqa: E501
        Given(
            ("東屋",),
            "土地・クリーチャー ― 森・ドライアド",
            NOWHERE,
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
        "lands are Forests until end of turn",
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


# --- questions ----------------------------------------------------------------------------------

CREATURE = IsExpectation("X", ("Creature",), words="Creature")
SENTENCES = [
    ('"X" is Creature', CREATURE),
    ('"X" is a creature?', replace(CREATURE, words="a creature")),
    ('"X" is not Creature', replace(CREATURE, negated=True)),
    ('"X" isn’t an Elf.', IsExpectation("X", ("creature-type/Elf",), None, True, "an Elf")),
    ('"X" is Time Lord', IsExpectation("X", ("creature-type/Time_Lord",), words="Time Lord")),
    ('"X" is Elves', IsExpectation("X", ("creature-type/Elf",), words="Elves")),
    ('"X" is Tribal', IsExpectation("X", ("Kindred",), words="Tribal")),
    (
        '"X" is Spacecraft',
        IsExpectation(
            "X", ("artifact-type/Spacecraft", "planar-type/Spacecraft"), words="Spacecraft"
        ),
    ),
    (
        '"X" is land type Forest',
        IsExpectation("X", ("land-type/Forest",), words="land type Forest"),
    ),
    ('"X" is land type Dryad', IsExpectation("X", ("land-type/Dryad",), words="land type Dryad")),
    (
        '"X" is planar type Spacecraft',
        IsExpectation("X", ("planar-type/Spacecraft",), words="planar type Spacecraft"),
    ),
    ('"X" is card type Land', IsExpectation("X", ("Land",), words="card type Land")),
    ('"X" is permanent', IsExpectation("X", (), "Permanent", words="permanent")),
    (
        '"X" has no basic land type',
        IsExpectation("X", (), "hasBasicLandType", True, "basic land type"),
    ),
    ('"X" has types "Land — Forest"', HasTypesExpectation("X", "Land — Forest")),
    ('"X" has no types', HasTypesExpectation("X", "")),
    ('"X" is undetermined Creature', UndeterminedExpectation(CREATURE)),
    ("error unknown-word", ErrorExpectation("unknown-word")),
    ("order 2, 1", OrderExpectation((2, 1))),
    ('mayBeCast("X")', AtomExpectation('mayBeCast("X")')),
    ('not mayBeCast("X")', AtomExpectation('mayBeCast("X")', negated=True)),
    ('not p("X") ^ q(?y)', AtomExpectation('not p("X") ^ q(?y)')),
    ("《X》はクリーチャーである", replace(CREATURE, words="クリーチャー")),
    ("《X》はクリーチャーではない", replace(CREATURE, negated=True, words="クリーチャー")),
    ("《X》はｸﾘｰﾁｬｰである", replace(CREATURE, words="ｸﾘｰﾁｬｰ")),
    ("《X》はCreatureである", CREATURE),
    (
        "《X》は土地タイプの森である",
        IsExpectation("X", ("land-type/Forest",), words="土地タイプの森"),
    ),
    (
        "《X》は基本土地タイプを持つ",
        IsExpectation("X", (), "hasBasicLandType", words="基本土地タイプ"),
    ),
    ("《X》はパーマネントではない", IsExpectation("X", (), "Permanent", True, "パーマネント")),
    ("《X》のタイプは「土地 ― 森」である", HasTypesExpectation("X", "土地 ― 森")),
    ("《X》はタイプを持たない", HasTypesExpectation("X", "")),
    (
        "《X》がクリーチャーであるかは未決定",
        UndeterminedExpectation(replace(CREATURE, words="クリーチャー")),
    ),
    ("エラー unknown-word", ErrorExpectation("unknown-word")),
    ("順序 2、1", OrderExpectation((2, 1))),
]


@pytest.mark.parametrize(("text", "value"), SENTENCES, ids=[t for t, _ in SENTENCES])
def test_sentences_are_asked(text: str, value: object) -> None:
    assert one(f"ask {text}").expectation == value


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("then", "then"),
        ("結果", "then"),
        ("ask", "ask"),
        ("質問", "ask"),
        ("why", "why"),
        ("理由", "why"),
        ("why not", "why-not"),
        ("不成立の理由", "why-not"),
        ("flip", "flip"),
        ("反転", "flip"),
    ],
)
def test_verbs_of_questions(words: str, verb: str) -> None:
    assert one(f'{words} "X" is Creature') == Question(verb, CREATURE)


@pytest.mark.parametrize("moment", ["after step 2", "段階2の後"])
def test_a_question_may_be_asked_after_a_step(moment: str) -> None:
    assert one(f'ask "X" is Creature {moment}') == Question("ask", CREATURE, 2)
    assert one(f"ask p(x) {moment}") == Question("ask", AtomExpectation("p(x)"), 2)
    assert one(f'show "X" {moment}') == Show("X", 2)


def test_lines_and_reasons_are_shown() -> None:
    (scenario,) = parse('show; 表示 《X》, "Y"; why order; 順序の理由')
    shown = [bare(s) for s in scenario.statements]
    assert shown == [Show(None), Show("X"), Show("Y"), WhyOrder(), WhyOrder()]


def test_questions_to_the_knowledge_keep_their_literals() -> None:
    body = 'usedBy(?t, Creature) ^ label(?t) ~ "ドラゴン"'
    assert one(f"find ?t, ?u where {body}") == Find(("?t", "?u"), body, NOWHERE)
    assert one(f"検索 ?t 条件 {body}") == Find(("?t",), body, NOWHERE)

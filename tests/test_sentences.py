"""Questions and expectations of the query language, in English and Japanese, as values."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulekeep.queries.syntax import (
    NOWHERE,
    AtomExpectation,
    ErrorExpectation,
    Find,
    HasTypesExpectation,
    IsExpectation,
    OrderExpectation,
    Question,
    Show,
    UndeterminedExpectation,
    WhyOrder,
)

from .front_end import bare, one, parse

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
    ('undetermined "X" is Creature', UndeterminedExpectation(CREATURE)),
    (
        'undetermined not mayBeCast("X")',
        UndeterminedExpectation(AtomExpectation('mayBeCast("X")', negated=True)),
    ),
    ("undetermined order 2, 1", UndeterminedExpectation(OrderExpectation((2, 1)))),
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
    ("未決定 順序 2、1", UndeterminedExpectation(OrderExpectation((2, 1)))),
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

"""`find`: questions to the knowledge base in both languages with their answers, and faulty ones."""

from __future__ import annotations

import pytest
from rulekeep.queries.api import check

ENCHANTMENT_TYPES = (
    "Aura Background Cartouche Case Class Curse Plan Role Room Rune Saga Shard Shrine"
)
BETWEEN = '?d > "2023-11-17" ^ ?d <= "2026-08-07"'
NEW_ARTIFACT_TYPES = "Bobblehead Book Infinity Junk Lander Mutagen Spacecraft Stone Vibranium"
OTHER_LAND_TYPES = "Cave Desert Gate Lair Locus Mine Planet Power-Plant Sphere Tower Town Urzas"

# Title, the question in English and in Japanese, and the rows; terms stand without their kind.
QUESTIONS = [
    (
        "subtypes that two card types share",
        "find ?t where usedBy(?t, Instant) ^ usedBy(?t, Sorcery)",
        "検索 ?t 条件 usedBy(?t, インスタント) ^ usedBy(?t, ソーサリー)",
        "Adventure Arcane Lesson Omen Trap",
    ),
    (
        "subtypes that are lost with a card type, since only it uses them",
        "find ?t where usedBy(?t, Enchantment) ^ ?n = count(?c : usedBy(?t, ?c)) ^ ?n = 1",
        "検索 ?t 条件 usedBy(?t, エンチャント) ^ ?n = count(?c : usedBy(?t, ?c)) ^ ?n = 1",
        ENCHANTMENT_TYPES,
    ),
    (
        "no creature type is lost with one card type alone",
        "find ?t where usedBy(?t, Creature) ^ not usedBy(?t, Kindred)",
        "検索 ?t 条件 usedBy(?t, クリーチャー) ^ not usedBy(?t, Kindred)",
        "",
    ),
    (
        "rules that refer to the list of a kind",
        'find ?r where listedIn("creature type", ?l) ^ cites(?r, ?l)',
        '検索 ?r 条件 listedIn("クリーチャー・タイプ", ?l) ^ cites(?r, ?l)',
        "205.3b 205.3c 302.3 308.2 702.73a",
    ),
    (
        "renamed creature types",
        "find ?a, ?b where renamedTo(?a, ?b) ^ usedBy(?b, Creature)",
        "検索 ?a, ?b 条件 renamedTo(?a, ?b) ^ usedBy(?b, クリーチャー)",
        "Cephalid>Octopus Hound>Dog Naga>Snake Viashino>Lizard",
    ),
    (
        "land types that are no basic land types",
        "find ?t where usedBy(?t, Land) ^ not BasicLandType(?t)",
        "検索 ?t 条件 usedBy(?t, 土地) ^ not BasicLandType(?t)",
        OTHER_LAND_TYPES,
    ),
    (
        "basic land types",
        "find ?t where BasicLandType(?t)",
        "検索 ?t 条件 BasicLandType(?t)",
        "Forest Island Mountain Plains Swamp",
    ),
    (
        "how many basic land types there are",
        "find ?n where ?n = count(?t : BasicLandType(?t))",
        "検索 ?n 条件 ?n = count(?t : BasicLandType(?t))",
        "5",
    ),
    (
        "card types that share a kind with another, and how many use it",
        "find ?k, ?n where SubtypeKind(?k) ^ ?n = count(?c : usesKind(?c, ?k)) ^ ?n > 1",
        "検索 ?k, ?n 条件 SubtypeKind(?k) ^ ?n = count(?c : usesKind(?c, ?k)) ^ ?n > 1",
        "creature-type>2 spell-type>2",
    ),
    (
        "rules that refer to a rule that lists what a card type uses: two joins",
        "find ?r, ?s where usesKind(Land, ?k) ^ listedIn(?k, ?s) ^ cites(?r, ?s)",
        "検索 ?r, ?s 条件 usesKind(土地, ?k) ^ listedIn(?k, ?s) ^ cites(?r, ?s)",
        "205.3c>205.3i 305.6>205.3i",
    ),
    (
        "artifact types that are new between two dates",
        f"find ?t where inKind(?t, artifact-type) ^ validFrom(?t, ?d) ^ {BETWEEN}",
        f'検索 ?t 条件 inKind(?t, "アーティファクト・タイプ") ^ validFrom(?t, ?d) ^ {BETWEEN}',
        NEW_ARTIFACT_TYPES,
    ),
    (
        "creature types whose English name holds a word",
        'find ?t where usedBy(?t, Creature) ^ label(?t) ~ "Wolf"',
        '検索 ?t 条件 usedBy(?t, クリーチャー) ^ label(?t) ~ "Wolf"',
        "Werewolf Wolf",
    ),
    (
        "types whose Japanese name holds a word",
        'find ?t where Subtype(?t) ^ label(?t) ~ "ドラゴン"',
        "検索 ?t 条件 Subtype(?t) ^ label(?t) ~ 「ﾄﾞﾗｺﾞﾝ」",
        "Dragon",
    ),
    (
        "one word for terms of two kinds",
        'find ?t, ?k where label(?t) ~ "spacecraft" ^ inKind(?t, ?k)',
        '検索 ?t, ?k 条件 label(?t) ~ "spacecraft" ^ inKind(?t, ?k)',
        "Spacecraft>artifact-type Spacecraft>planar-type",
    ),
    (
        "the same word before one of them was in the rules",
        'as of 2023-11-17\nfind ?t, ?k where label(?t) ~ "spacecraft" ^ inKind(?t, ?k)',
        '時点 2023-11-17\n検索 ?t, ?k 条件 label(?t) ~ "spacecraft" ^ inKind(?t, ?k)',
        "Spacecraft>planar-type",
    ),
    (
        "a card type by the name of its time",
        'as of 2023-11-17\nfind ?c where CardType(?c) ^ label(?c) ~ "rib"',
        '時点 2023-11-17\n検索 ?c 条件 CardType(?c) ^ label(?c) ~ "部族"',
        "Tribal",
    ),
    (
        "card types of no permanents",
        "find ?c where CardType(?c) ^ not PermanentType(?c) ^ usesKind(?c, ?k)",
        "検索 ?c 条件 CardType(?c) ^ not PermanentType(?c) ^ usesKind(?c, ?k)",
        "Dungeon Instant Kindred Plane Sorcery",
    ),
]

# Title, question, code, and the hint if there is one.
ANY = "any"
FAULTY = [
    ("a misspelt predicate", "find ?t where usedByy(?t, Land)", "undeclared", "usedBy"),
    ("a predicate that nothing is like", "find ?t where qqqq(?t)", "undeclared", None),
    ("what changes in a game", "find ?x where hasSubtype(?x, ?t)", "changing", ANY),
    ("an event", "find ?e where happens(?e)", "changing", ANY),
    ("a variable that nothing binds", "find ?x where BasicLandType(?t)", "unsafe-variable", None),
    ("too few arguments", "find ?t where usedBy(?t)", "arity", None),
    ("no bracket at the end", "find ?t where BasicLandType(?t", "unbalanced", None),
    ("no variables", "find where Subtype(?t)", "syntax", None),
    ("no condition", "find ?t Subtype(?t)", "syntax", None),
    ("an empty condition", "find ?t where", "syntax", None),
    ("a pattern without quotes", "find ?t where label(?t) ~ dragon", "syntax", None),
    ("too many rows", "find ?a, ?b where Subtype(?a) ^ Subtype(?b)", "bound-reached", None),
    ("a misspelt predicate in Japanese", "検索 ?t 条件 usedByy(?t, 土地)", "undeclared", "usedBy"),
    ("an unbound variable in Japanese", "検索 ?x 条件 BasicLandType(?t)", "unsafe-variable", None),
]
UNASKABLE = [
    ("a term that is in no list", "find ?t where usedBy(?t, Gobbolin)"),
    ("a variable under not alone", "find ?t where not Subtype(?t)"),
    ("a compared variable that nothing binds", "find ?t where ?n > 1 ^ Subtype(?t)"),
    ("a moment", "find ?t where after ?b Subtype(?t)"),
]


def _rows(text: str) -> set[str]:
    """Rows as words: terms without their kind, columns with `>` between."""
    (report,) = check(text)
    assert report.errors == []
    (answer,) = report.answers
    assert answer.verdict == ("yes" if answer.rows else "no")
    return {">".join(str(v).rpartition("/")[2] for v in row) for row in answer.rows}


def _cases() -> list[object]:
    return [
        pytest.param(text, rows, id=f"{title} ({lang})")
        for title, english, japanese, rows in QUESTIONS
        for lang, text in (("en", english), ("ja", japanese))
    ]


@pytest.mark.parametrize(("text", "rows"), _cases())
def test_a_question_has_its_rows(text: str, rows: str) -> None:
    assert _rows(text) == set(rows.split())


@pytest.mark.parametrize(("text", "code", "hint"), [pytest.param(*f[1:], id=f[0]) for f in FAULTY])
def test_a_faulty_question_is_refused(text: str, code: str, hint: str | None) -> None:
    reports = check(text)
    errors = [e for report in reports for e in report.errors]
    assert not any(a.rows for report in reports for a in report.answers)
    assert errors[0].code == code
    if hint != ANY:
        assert errors[0].hint == hint


@pytest.mark.parametrize("text", [pytest.param(f[1], id=f[0]) for f in UNASKABLE])
def test_what_cannot_be_asked_is_refused(text: str) -> None:
    assert [e.code for report in check(text) for e in report.errors]


def test_a_question_may_stand_after_others_in_one_scenario() -> None:
    (report,) = check('given "Pup": Creature — Dog\nask "Pup" is Dog\nfind ?t where Supertype(?t)')
    first, second = report.answers
    assert first.verdict == "yes"
    assert {str(row[0]) for row in second.rows} == {
        "Basic",
        "Legendary",
        "Ongoing",
        "Snow",
        "World",
    }


def test_rows_come_in_the_same_order_every_time() -> None:
    text = "find ?t where usedBy(?t, Land)"
    rows = [check(text)[0].answers[0].rows for _ in range(2)]
    assert rows[0] == rows[1] == tuple(sorted(rows[0]))

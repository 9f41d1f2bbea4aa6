"""Type lines: how they are read, refused and printed."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.messages import message
from rulekeep.kb.typeline import MAX_LENGTH, format_type_line, read_faces, read_type_line
from rulekeep.kb.typelines_report import report

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
CARDS = SHARED / "data" / "mtg_cards.jsonl.gz"
LISTS = SHARED / "knowledge" / "cr205_lists.json.gz"

ARBOR = ("Land", "Creature", "land-type/Forest", "creature-type/Dryad")


@pytest.fixture(scope="module")
def lexicon():
    return load().lexicon


def faults(text: str, lexicon) -> list[tuple[str, object, str | None]]:
    with pytest.raises(DiagnosticError) as caught:
        read_faces(text, lexicon)
    return [(d.code, d.params.get("input"), d.rule) for d in caught.value.diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "Land Creature — Forest Dryad",
        "Land Creature ― Forest Dryad",
        "Land Creature ─ Forest Dryad",
        "Land Creature – Forest Dryad",
        "Land Creature - Forest Dryad",
        "Land Creature -- Forest Dryad",
        "Land Creature --- Forest Dryad",
        "Land Creature \u2212 Forest Dryad",
        "Land Creature—Forest Dryad",
        "land creature — forest dryad",
        "  LAND  CREATURE  —  FOREST  DRYAD  ",
        "Ｌａｎｄ Ｃｒｅａｔｕｒｅ － Ｆｏｒｅｓｔ Ｄｒｙａｄ",
        "土地・クリーチャー ― 森・ドライアド",
        "土地･クリーチャー — 森･ドライアド",
        "土地・クリーチャー―森・ドライアド",
        "土地・クリーチャー ― - 森・ドライアド",
        "土地\u3000クリーチャー\u3000―\u3000森\u3000ドライアド",
        "土地・ｸﾘｰﾁｬｰ ― 森・ﾄﾞﾗｲｱﾄﾞ",
        "土地クリーチャー ― 森・ドライアド",
        "Land クリーチャー — Forest ドライアド",
    ],
)
def test_dashes_widths_case_and_languages_do_not_matter(text, lexicon):
    assert read_type_line(text, lexicon).ids == ARBOR


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Basic Snow Land — Island", "Basic Snow Land land-type/Island"),
        ("伝説のアーティファクト・クリーチャー", "Legendary Artifact Creature"),
        ("基本氷雪土地 — 島", "Basic Snow Land land-type/Island"),
        ("Land — Urza’s Power-Plant", "Land land-type/Urzas land-type/Power-Plant"),
        ("Land — Urza's Power‑Plant", "Land land-type/Urzas land-type/Power-Plant"),
        ("Creature — Time Lord Doctor", "Creature creature-type/Time_Lord creature-type/Doctor"),
        ("Plane — New Phyrexia", "Plane planar-type/New_Phyrexia"),
        ("Plane — Bolas’s Meditation Realm", "Plane planar-type/Bolass_Meditation_Realm"),
        ("Plane — Spacecraft", "Plane planar-type/Spacecraft"),
        ("Artifact — Spacecraft", "Artifact artifact-type/Spacecraft"),
        ("Sorcery —", "Sorcery"),
    ],
)
def test_words_are_the_longest_labels_that_fit_the_card_types(text, ids, lexicon):
    line = read_type_line(text, lexicon)
    assert (" ".join(line.ids), line.notes) == (ids, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("empty", "", "205.1")]),
        ("   ", [("empty", "", "205.1")]),
        ("Legendary", [("no-card-type", "Legendary", "205.1")]),
        ("— Goblin", [("no-card-type", "— Goblin", "205.1")]),
        ("Creature — Aven", [("unknown-word", "Aven", None)]),
        ("Creature — Goblins", [("unknown-word", "Goblins", None)]),
        ("Permanent Creature — Goblin", [("unknown-word", "Permanent", None)]),
        ("Creature Token — Goblin", [("unknown-word", "Token", None)]),
        ("Land — Goblin", [("uncorrelated-subtype", "Goblin", "205.3d")]),
        ("Phenomenon — Goblin", [("uncorrelated-subtype", "Goblin", "205.3r")]),
        ("Plane — Dominaria Rath", [("unknown-word", "Dominaria Rath", "205.3b")]),
        ("Plane — Goblin", [("uncorrelated-subtype", "Goblin", "205.3d")]),
        ("Goblin Creature", [("subtype-before-dash", "Goblin", "205.3a")]),
        ("Artifact — Creature", [("type-after-dash", "Creature", "205.3a")]),
        ("Artifact — Elf-Golem", [("unknown-word", "Elf-Golem", None)]),
        (
            "Foo Creature — Bar Goblin Forest",
            [("unknown-word", "Foo", None), ("unknown-word", "Bar", None)],
        ),
        (
            "Creature — Bar Forest",
            [("unknown-word", "Bar", None), ("uncorrelated-subtype", "Forest", "205.3d")],
        ),
        ("Land — Goblin // Creature — Aven", [
            ("uncorrelated-subtype", "Goblin", "205.3d"), ("unknown-word", "Aven", None),
        ]),
        ("Creature — Goblin\x00", [("control-character", "U+0000", None)]),
    ],
)  # fmt: skip
def test_a_wrong_line_is_refused_with_all_its_faults(text, expected, lexicon):
    assert faults(text, lexicon) == expected


def test_faults_stand_at_their_place_in_the_whole_text(lexicon):
    text = "Creature — Goblin // Creature — Aven"
    with pytest.raises(DiagnosticError) as caught:
        read_faces(text, lexicon)
    (fault,) = caught.value.diagnostics
    assert text[fault.start : fault.end] == "Aven"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Cretaure — Elf", "Creature"),
        ("Creature — Gobln", "Goblin"),
        ("クリーチャー ― ゴプリン", "ゴブリン"),
    ],
)
def test_a_misspelt_word_gets_the_nearest_that_could_stand_there(text, hint, lexicon):
    with pytest.raises(DiagnosticError) as caught:
        read_type_line(text, lexicon)
    assert [d.hint for d in caught.value.diagnostics] == [hint]


@pytest.mark.parametrize(
    ("text", "line", "codes"),
    [
        ("Tribal Instant — Goblin", "Kindred Instant — Goblin", ["renamed-term"]),
        ("部族・インスタント ― ゴブリン", "Kindred Instant — Goblin", ["renamed-term"]),
        ("Creature Legendary — Elf", "Legendary Creature — Elf", ["word-order"]),
        ("Artifact Artifact — Food", "Artifact — Food", ["repeated-type"]),
        ("Creature — Lizard Viashino", "Creature — Lizard", ["renamed-term", "repeated-type"]),
        ("Token Creature — Goblin", "Creature — Goblin", ["class-word"]),
    ],
)
def test_an_odd_line_is_read_with_a_note(text, line, codes, lexicon):
    found = read_type_line(text, lexicon)
    assert format_type_line(found.ids, lexicon) == line
    assert [n.code for n in found.notes] == codes


def test_a_token_is_known_from_the_word_before_its_types(lexicon):
    assert read_type_line("トークン・クリーチャー ― ゴブリン", lexicon).classes == ("Token",)


@pytest.mark.parametrize(
    ("date", "text", "outcome"),
    [
        ("2020-01-01", "Tribal Instant", "Tribal"),
        ("2020-01-01", "Kindred Instant", "not-yet-valid"),
        ("2012-01-01", "Creature — Naga", "not-yet-valid"),
        ("2016-01-01", "Creature — Naga", "creature-type/Naga"),
        ("2026-01-01", "Creature — Naga", "creature-type/Snake"),
        ("2014-01-01", "Creature — Anteater", "creature-type/Anteater"),
        ("2016-01-01", "Creature — Anteater", "no-longer-valid"),
        ("2024-01-01", "Artifact — Spacecraft", "uncorrelated-subtype"),
    ],
)
def test_a_line_is_judged_by_the_rules_of_its_date(date, text, outcome):
    lexicon = load("mtg", date).lexicon
    try:
        found = read_type_line(text, lexicon).ids
    except DiagnosticError as error:
        found = tuple(d.message or d.code for d in error.diagnostics)
    assert outcome in found


def test_a_name_that_is_not_yet_known_hints_at_the_name_of_the_date():
    with pytest.raises(DiagnosticError) as caught:
        read_type_line("Kindred Instant", load("mtg", "2020-01-01").lexicon)
    assert caught.value.diagnostics[0].hint == "Tribal"


@pytest.mark.parametrize(
    ("ids", "english", "japanese"),
    [
        (ARBOR[::-1], "Land Creature — Forest Dryad", "土地・クリーチャー ― 森・ドライアド"),
        (("Snow", "Land", "Basic"), "Basic Snow Land", "基本氷雪土地"),
        (("Artifact", "Legendary"), "Legendary Artifact", "伝説のアーティファクト"),
        (("Enchantment", "World"), "World Enchantment", "ワールド・エンチャント"),
        (("Instant", "Kindred"), "Kindred Instant", "Kindred・インスタント"),
        ((), "", ""),
    ],
)
def test_lines_are_printed_in_the_order_of_printed_cards(ids, english, japanese, lexicon):
    assert format_type_line(ids, lexicon) == english
    assert format_type_line(ids, lexicon, "ja") == japanese


def test_a_written_order_of_subtypes_can_be_kept(lexicon):
    ids = read_type_line("Enchantment Land — Urza's Saga", lexicon).ids
    assert format_type_line(ids, lexicon, as_given=True) == "Enchantment Land — Urza's Saga"


def test_every_fault_and_note_has_a_message_in_both_languages(lexicon):
    lines = ["", "Legendary", "Creature — Aven", "Land — Elf", "Elf", "Land — Land", "Land\x01",
             "x" * (MAX_LENGTH + 1), "Creature — Anteater"]  # fmt: skip
    found = [d for _, ds in report(lines, lexicon).refused for d in ds]
    odd = ["Tribal Land", "Land Basic", "Land Land", "Token Land"]
    found += [d for ds in report(odd, lexicon).notes.values() for d in ds]
    for diagnostic in found:
        for lang in ("en", "ja"):
            text = message(diagnostic, lang)
            assert "{" not in text and not text.startswith(f"{diagnostic.code}:"), text


@pytest.mark.parametrize("text", ["x" * 10_000, "— " * 249, "zz " * 166, "森" * 499, "「" * 500])
def test_hostile_lines_are_refused_quickly(text, lexicon):
    begin = time.process_time()
    with pytest.raises(DiagnosticError):
        read_faces(text, lexicon)
    assert time.process_time() - begin < 1


def test_a_report_counts_legal_lines_and_keeps_refused_ones_with_reasons(lexicon):
    found = report(["Instant", "Tribal Instant", "Land — Elf", "Instant // Land"], lexicon)
    assert found.legal == 3
    assert [(line, [d.code for d in ds]) for line, ds in found.refused] == [
        ("Land — Elf", ["uncorrelated-subtype"])
    ]
    assert list(found.notes) == ["Tribal Instant"]


@pytest.fixture(scope="module")
def card_lines() -> list[str]:
    if not CARDS.exists():
        pytest.skip("needs ../shared/data")
    with gzip.open(CARDS, "rt", encoding="utf-8") as file:
        cards = [json.loads(line) for line in file]
    plain = (c for c in cards if not c.get("funny") and not c.get("type_line_constructed"))
    return sorted({c["type_line"] for c in plain if c.get("type_line")})


def test_at_most_three_in_a_hundred_lines_of_real_cards_are_refused(card_lines, lexicon):
    assert len(card_lines) > 3000
    assert len(report(card_lines, lexicon).refused) <= 0.03 * len(card_lines)


def test_no_real_line_with_a_word_that_no_list_has_is_accepted(card_lines, lexicon):
    data = json.loads(gzip.decompress(LISTS.read_bytes()))
    known = {
        word.lower()
        for lists in data["lists"].values()
        for terms in lists.values()
        for term in terms
        for word in term.split()
    } | {"token"}
    refused = {line for line, _ in report(card_lines, lexicon).refused}
    for line in card_lines:
        words = line.replace("—", " ").replace("//", " ").replace("’", "'").lower().split()
        assert line in refused or set(words) <= known, line


def test_real_lines_come_back_as_they_were_read(card_lines, lexicon):
    for line in card_lines:
        try:
            faces = read_faces(line, lexicon)
        except DiagnosticError:
            continue
        for face in faces:
            for lang in ("en", "ja"):
                again = read_type_line(format_type_line(face.ids, lexicon, lang), lexicon)
                assert set(again.ids) == set(face.ids), line

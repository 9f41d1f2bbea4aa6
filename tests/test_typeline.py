"""Type lines: how they are read, refused and printed."""

from __future__ import annotations

import time

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.messages import message
from rulekeep.kb.typelines.printing import format_type_line
from rulekeep.kb.typelines.reading import MAX_LENGTH, read_faces, read_type_line
from rulekeep.kb.typelines.report import report

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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Land — Goblin", ["Goblin"]),
        ("  Land  —  Goblin  Elf ", ["Goblin", "Elf"]),
        ("Cretaure — Elf", ["Cretaure"]),
        ("Goblin Land — Island", ["Goblin"]),
        ("Land — Island Land", ["Land"]),
        (" Legendary ", ["Legendary"]),
        ("   ", ["   "]),
        ("Land — Is\x01land", ["\x01"]),
        ("Land — Goblin // Instant — Island", ["Goblin", "Island"]),
        ("Instant //  ", [""]),
        ("土地 ― 森・ゴブリン・謎々", ["ゴブリン", "謎々"]),
        ("ｸﾘｰﾁｬｰ ― ﾅｿﾞ", ["ﾅｿﾞ"]),
        ("Plane — Dominaria  Rath", ["Dominaria  Rath"]),
        ("Land" * 200, ["Land" * 200]),
    ],
)
def test_each_fault_marks_the_words_it_speaks_of(text, words, lexicon):
    with pytest.raises(DiagnosticError) as caught:
        read_faces(text, lexicon)
    assert [text[d.start : d.end] for d in caught.value.diagnostics] == words


def test_every_error_code_of_the_reader_is_raised(lexicon):
    lines = [
        "",
        "Legendary",
        "Land — Goblin",
        "Goblin Land",
        "Land — Land",
        "Lnad",
        "x" * 501,
        "\x07",
    ]
    assert [faults(line, lexicon)[0][0] for line in lines] == [
        "empty", "no-card-type", "uncorrelated-subtype", "subtype-before-dash", "type-after-dash",
        "unknown-word", "too-long", "control-character",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("date", "text", "subtypes"),
    [
        ("2023-11-17", "Plane — Spacecraft", ("planar-type/Spacecraft",)),
        ("2026-08-07", "Plane — Spacecraft", ("planar-type/Spacecraft",)),
        ("2026-08-07", "Artifact — Spacecraft", ("artifact-type/Spacecraft",)),
        ("2023-11-17", "Creature — Viashino", ("creature-type/Viashino",)),
        ("2026-08-07", "Creature — Viashino", ("creature-type/Lizard",)),
        ("2023-11-17", "部族・インスタント ― ゴブリン", ("creature-type/Goblin",)),
        ("2023-11-17", "Plane — Kaladesh", ("planar-type/Kaladesh",)),
        ("2026-08-07", "Plane — Kaladesh", ("planar-type/Avishkar",)),
    ],
)
def test_a_word_means_what_the_card_types_and_the_date_make_of_it(date, text, subtypes):
    assert read_type_line(text, load("mtg", date).lexicon).subtypes == subtypes


@pytest.mark.xfail(strict=True, reason="a mark inside a planar type is taken as part of its name")
@pytest.mark.parametrize("text", ["次元 ― ボーラスの・瞑想領土", "次元 ― セラの・領土"])
def test_marks_inside_a_planar_type_do_not_matter(text, lexicon):
    assert read_type_line(text, lexicon).subtypes

"""Type lines of Duel Masters, which have no dash and hardly a space: those of a fixture and of real cards."""

from __future__ import annotations

import gzip
import json
import tomllib
from pathlib import Path

import pytest
import yaml
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.typelines.printing import format_type_line
from rulekeep.kb.typelines.reading import read_type_line
from rulekeep.kb.typelines.report import report

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "shared"
CARDS = SHARED / "data" / "dm_cards.jsonl.gz"
TYPES = SHARED / "knowledge" / "dm_card_types.yaml"
REFUSALS = tomllib.loads((HERE / "duel_typeline_refusals.toml").read_text(encoding="utf-8"))
FIXTURE = [
    tuple(part.strip() for part in line.split(" = "))
    for line in (HERE / "duel_typelines.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.fixture(scope="module")
def lexicon():
    return load("duelmasters").lexicon


@pytest.fixture(scope="module")
def printed() -> set[str]:
    """Every distinct type line of the public card data; a side with two types is one line."""
    if not CARDS.exists():
        pytest.skip("needs ../shared/data")
    with gzip.open(CARDS, "rt", encoding="utf-8") as file:
        faces = [face for line in file for face in json.loads(line)["faces"]]
    return {line for f in faces for line in (*f["types"], "/".join(f["types"]))}


@pytest.fixture(scope="module")
def listed() -> dict:
    """The list of types with the type lines of the lists' menus."""
    if not TYPES.exists():
        pytest.skip("needs ../shared/knowledge")
    return yaml.safe_load(TYPES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", FIXTURE, ids=lambda row: row[0])
def test_a_line_is_read_as_its_types(row, lexicon):
    found = read_type_line(row[0], lexicon)
    noted = [f"[{name}]" for name in found.classes]
    assert " ".join([*found.ids, *noted]) == row[1]


@pytest.mark.parametrize("row", FIXTURE, ids=lambda row: row[0])
def test_a_line_is_printed_as_it_is_on_cards(row, lexicon):
    found = read_type_line(row[0], lexicon)
    assert format_type_line(found.ids, lexicon, "ja") == (row[2] if len(row) > 2 else row[0])


@pytest.mark.parametrize("row", FIXTURE, ids=lambda row: row[0])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_printed_line_is_read_again(lang, row, lexicon):
    found = read_type_line(row[0], lexicon)
    again = read_type_line(format_type_line(found.ids, lexicon, lang), lexicon)
    assert set(again.ids) == set(found.ids)


def test_a_note_in_brackets_is_no_type(lexicon):
    found = read_type_line("進化クリーチャー(進化V)", lexicon)
    assert [n.code for n in found.notes] == ["class-word"]


def test_the_words_of_a_bracket_alone_are_no_note(lexicon):
    with pytest.raises(DiagnosticError) as caught:
        read_type_line("クリーチャー進化V", lexicon)
    assert [d.code for d in caught.value.diagnostics] == ["unknown-word"]


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("ドラグハート", "no-card-type", None),
        ("進化クリーチヤー", "unknown-word", "クリーチャー"),
        ("砦", "unknown-word", None),
        ("", "empty", None),
    ],
)
def test_a_wrong_line_says_what_is_wrong(line, code, hint, lexicon):
    with pytest.raises(DiagnosticError) as caught:
        read_type_line(line, lexicon)
    assert [(d.code, d.hint) for d in caught.value.diagnostics] == [(code, hint)]


def test_a_line_without_a_card_type_is_judged_by_204_1(lexicon):
    with pytest.raises(DiagnosticError) as caught:
        read_type_line("サイキック", lexicon)
    assert [d.rule for d in caught.value.diagnostics] == ["204.1"]


def test_a_fortress_is_no_castle_and_a_g_castle_is_more_than_one(lexicon):
    assert "Castle" not in read_type_line("ドラグハート・フォートレス", lexicon).ids
    assert read_type_line("城", lexicon).ids == ("Castle",)
    assert read_type_line("G城", lexicon).ids == ("G", "Castle")


def test_every_line_of_the_card_data_is_read(printed, lexicon):
    assert len(printed) == 76
    assert [line for line, _ in report(sorted(printed), lexicon).refused] == []


def test_only_what_is_no_type_line_is_refused_of_the_menus(printed, listed, lexicon):
    lines = {entry["type_line"] for entry in listed["printed_type_lines"]["lines"]} | printed
    refused = report(sorted(lines), lexicon).refused
    words = sorted(str(d.params["input"]) for _, faults in refused for d in faults)
    assert words == sorted(w for table in REFUSALS.values() for w in table["words"])


def test_nearly_all_lines_are_printed_as_they_were_written(printed, lexicon):
    changed = set()
    for line in printed:
        found = read_type_line(line, lexicon)
        lang = "en" if line.isascii() and line != "Mono Artifact" else "ja"
        if not found.classes and format_type_line(found.ids, lexicon, lang) != line:
            changed.add(line)
    assert changed == {"DM・フィールド", "クリーチャー/タマシード"}


def test_the_ontology_has_every_card_type_of_the_list(listed, lexicon):
    terms = [t for t in lexicon.terms.values() if t.category == "CardType"]
    found = {(t.label("en"), t.label("ja")) for t in terms}
    assert found == {(t["en"], t["ja"]) for t in listed["card_types"]}


def test_the_ontology_has_every_supertype_of_the_list(listed, lexicon):
    terms = [t for t in lexicon.terms.values() if t.category == "Supertype"]
    assert {s["ja"] for s in listed["supertypes"]} <= {t.label("ja") for t in terms}


def test_elements_are_those_of_the_list(listed, lexicon):
    facts = load("duelmasters").content.facts
    found = {a.args[0] for a in facts if a.predicate == "ElementType"}
    assert {lexicon[str(i)].label("ja") for i in found} == {
        t["ja"] for t in listed["card_types"] if t["element"]
    }


def test_a_zone_is_found_by_each_of_its_names(lexicon):
    for word, zone in (
        ("シールドゾーン", "ShieldZone"), ("墓地", "Graveyard"), ("手札", "Hand"), ("マナゾーン", "ManaZone"),
        ("バトルゾーン", "BattleZone"), ("山札", "Deck"), ("超次元ゾーン", "HyperspatialZone"),
        ("graveyard", "Graveyard"), ("hand", "Hand"), ("battle zone", "BattleZone"),
        ("shield zone", "ShieldZone"), ("deck", "Deck"),
    ):  # fmt: skip
        assert [t.id for t in lexicon.lookup(word, "Zone")] == [zone], word

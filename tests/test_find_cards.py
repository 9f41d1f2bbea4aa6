"""`find` over cards: those that ship, imported ones, and what the knowledge base says of their types."""

from __future__ import annotations

import json

import pytest
from rulekeep.kb.store.local import LocalStore
from rulekeep.queries.api import ask

from .imported import FILES, imported
from .test_cli import call

LOSES = (
    "printed(?c, Creature) ^ printed(?c, ?s) ^ inKind(?s, ?k) ^ not usesKind(Artifact, ?k)"
    " ^ layout(?c, ?l)"
)


@pytest.fixture(autouse=True)
def store(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.getbasetemp() / "find-cards"
    if not folder.exists():
        store = LocalStore(str(folder))
        imported(FILES / "scryfall.json", "scryfall", store)
        imported(FILES / "mtgjson_atomic.json", "mtgjson", store)
        imported(FILES / "duelmasters.jsonl", "duelmasters", store)
    monkeypatch.setenv("RULEKEEP_STORE", str(folder))


def rows(question: str) -> list[str]:
    return [", ".join(map(str, row)) for row in ask(question)[0].rows]


def test_creature_cards_that_would_lose_a_subtype_as_artifacts():
    assert rows(f"find ?c, ?s where {LOSES} ^ ?l = meld") == [
        "Chittering Host, creature-type/Eldrazi",
        "Chittering Host, creature-type/Horror",
        "Graf Rats, creature-type/Rat",
    ]


def test_cards_that_ship_are_found_with_imported_ones():
    found = rows("find ?c where printed(?c, Plane) ^ printed(?c, planar-type/Zendikar)")
    assert found == ["Akoum", "Tazeem"]


def test_a_japanese_question_finds_the_same_cards():
    assert rows("検索 ?c 条件 printed(?c, プレインズウォーカー) ^ not printed(?c, 伝説の)") == rows(
        "find ?c where printed(?c, Planeswalker) ^ not printed(?c, Legendary)"
    )
    assert "Invasion of Ravnica" in rows("検索 ?c 条件 printed(?c, バトル)")


def test_cards_are_found_by_a_part_of_their_names():
    assert rows('find ?c where printed(?c, Phenomenon) ^ label(?c) ~ "epiph"') == [
        "Mutual Epiphany"
    ]


def test_further_faces_are_found_by_their_own_names():
    assert rows('find ?c where printed(?c, Construct) ^ label(?c) ~ "guildpact"') == [
        "Guildpact Paragon"
    ]


def test_type_lines_are_read_as_of_the_date_of_the_question():
    question = 'find ?c where printed(?c, {}) ^ label(?c) ~ "Kindred Dawn"'
    assert rows(question.format("Kindred")) == ["Kindred Dawn"]
    assert rows("as of 2023-11-17\n" + question.format("Elf")) == []


def test_costs_and_races_of_duel_masters_cards_are_found():
    assert rows('game duelmasters\nfind ?c where cost(?c, ?n) ^ ?n >= 6 ^ ?n < 7 ^ label(?c) ~ "ボル"') == [
        "ボルシャック・ドラゴン"
    ]  # fmt: skip
    assert rows('game duelmasters\nfind ?c where hasRace(?c, God) ^ label(?c) ~ "種"') == [
        "二つの種"
    ]


def test_cards_of_the_newest_import_hide_those_of_others(tmp_path, monkeypatch):
    store = LocalStore(str(tmp_path / "store"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    imported(FILES / "scryfall.json", "scryfall", store)
    path = tmp_path / "set.json"
    one = {"name": "Graf Rats", "type": "Artifact — Food", "layout": "normal"}
    path.write_text(json.dumps({"data": {"Graf Rats": [one]}}))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000001")
    imported(path, "mtgjson", store)
    monkeypatch.setenv("RULEKEEP_STORE", str(store.folder))
    assert rows('find ?s where printed(?c, ?s) ^ ?c = "Graf Rats"') == [
        "Artifact", "artifact-type/Food",
    ]  # fmt: skip


def test_a_join_of_cards_without_conditions_is_stopped():
    shown = call("find", "?a, ?b, ?c where printed(?a, ?x) ^ printed(?b, ?y) ^ printed(?c, ?z)")
    assert (shown.exit_code, "bound-reached" in shown.stderr) == (2, True)

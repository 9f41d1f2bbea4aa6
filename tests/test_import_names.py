"""Cards of every layout by every name that they have, in every shape of file, and what is printed on them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import Knowledge, load
from rulekeep.kb.store.local import LocalStore
from rulekeep.queries.api import ask, check
from rulekeep.queries.rules_text.for_import import abilities_of_text

from .imported import imported, real
from .test_cli import call

TOKENS = ("token", "double_faced_token", "emblem")
BESIDE = [  # facts of layouts that the excerpts lack
    {
        "name": "Invasion of Ravnica // Guildpact Paragon",
        "layout": "transform",
        "oracle_id": "battle",
        "card_faces": [
            {"name": "Invasion of Ravnica", "type_line": "Battle — Siege"},
            {"name": "Guildpact Paragon", "type_line": "Artifact Creature — Construct"},
        ],
    },
    {"name": "Undercity", "layout": "token", "oracle_id": "d", "type_line": "Dungeon — Undercity"},
    {"name": "Mutual Epiphany", "layout": "planar", "oracle_id": "p", "type_line": "Phenomenon"},
    {"name": "The Monarch", "layout": "token", "oracle_id": "m", "type_line": "Card"},
]


def scryfall() -> list[dict[str, Any]]:
    """The real excerpt, and facts of other layouts."""
    found: list[dict[str, Any]] = json.loads(real("scryfall_excerpt.json").read_text("utf-8"))
    return found + BESIDE


def parts(card: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """The faces of a card as MTGJSON has them."""
    faces = card.get("card_faces") or [card]
    identifier = card.get("oracle_id") or faces[0].get("oracle_id")
    for side, face in zip("abcdef", faces, strict=False):
        several = {"faceName": face["name"], "side": side} if len(faces) > 1 else {}
        yield {
            "name": card["name"],
            "type": face["type_line"],
            "layout": card["layout"],
            "number": f"{number}{side if several else ''}",
            "identifiers": {"scryfallOracleId": identifier},
            **several,
        }


def atomic() -> dict[str, list[dict[str, Any]]]:
    """A file of AtomicCards: the real excerpt, and that of Scryfall in the same shape."""
    data: dict[str, list[dict[str, Any]]] = json.loads(real("mtgjson_excerpt.json").read_text("utf-8"))["data"]  # fmt: skip
    cards = [card for card in scryfall() if card["layout"] not in TOKENS]
    return {card["name"]: list(parts(card, 1)) for card in cards} | data


def one_set() -> dict[str, Any]:
    """A file of one set: cards and tokens apart, every face an entry of its own."""
    faces = [part for n, card in enumerate(scryfall(), 1) for part in parts(card, n)]
    with gzip.open(real("mtg_tokens.jsonl.gz"), "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    named = [{"faceName": row["face"]} if row.get("face") else {} for row in rows]
    tokens = [
        {"name": row["name"], "layout": row["layout"], "type": row["type_line"], **face}
        for row, face in zip(rows, named, strict=True)
    ]
    return {
        "name": "A set",
        "code": "SET",
        "cards": [face for face in faces if face["layout"] not in TOKENS],
        "tokens": [face for face in faces if face["layout"] in TOKENS] + tokens,
    }


def names(faces: list[dict[str, Any]]) -> dict[str, set[str]]:
    """Name of a card or of a face → the type lines that go by it."""
    found: dict[str, set[str]] = {}
    for face in faces:
        if face["layout"] != "art_series":
            found.setdefault(face["name"], set()).add(face["type"])
            found.setdefault(face.get("faceName", face["name"]), set()).add(face["type"])
    return found


def written(folder: Path, data: object) -> Path:
    path = folder / "cards.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


SHAPES = {
    "scryfall": lambda: (scryfall(), [p for n, c in enumerate(scryfall()) for p in parts(c, n)]),
    "AtomicCards": lambda: (
        {"meta": {}, "data": atomic()},
        [face for faces in atomic().values() for face in faces],
    ),
    "a set": lambda: ({"meta": {}, "data": one_set()}, one_set()["cards"] + one_set()["tokens"]),
    "all sets": lambda: (
        {"meta": {}, "data": {"AAA": one_set(), "BBB": one_set()}},
        one_set()["cards"] + one_set()["tokens"],
    ),
}  # fmt: skip


def plain(line: str) -> set[str]:
    """The words of a type line, whatever its apostrophes and by their names of today."""
    return set(line.replace("’", "'").replace("Tribal", "Kindred").split())


@pytest.mark.parametrize("shape", SHAPES)
def test_every_card_of_every_layout_is_known_by_its_whole_name_and_by_those_of_its_faces(
    tmp_path, monkeypatch, shape
):
    data, faces = SHAPES[shape]()
    source = "scryfall" if shape == "scryfall" else "mtgjson"
    report = imported(written(tmp_path, data), source, LocalStore(str(tmp_path / "store")))
    assert report.refused == 0
    monkeypatch.setenv("RULEKEEP_STORE", str(tmp_path / "store"))
    knowledge = load("mtg")
    wrong = {}
    for name, lines in names(faces).items():
        found = line_of(name, knowledge)
        known = {frozenset(plain(line)) for line in lines}
        ships = name.lower() in knowledge.documents.card_names
        if found is None and len(lines) == 1 or found and not ships and plain(found) not in known:
            wrong[name] = found
    assert wrong == {}


def line_of(name: str, knowledge: Knowledge) -> str | None:
    """The type line of the card of a name; `None` if there is none or there are several."""
    try:
        card = knowledge.card(name)
    except DiagnosticError as error:
        assert error.diagnostics[0].code == "ambiguous-card"
        return None
    return card.type_line if card else None


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")
    cards = [
        *BESIDE,
        {"name": "Twin Bear // Twin Bear", "layout": "reversible_card", "card_faces": [
            {"name": "Twin Bear", "type_line": "Creature — Bear", "oracle_id": "twin"},
            {"name": "Twin Bear", "type_line": "Creature — Bear", "oracle_id": "twin"},
        ]},
        {"name": "Late Elf", "layout": "normal", "oracle_id": "late", "type_line": "Creature — Elf"},
        {"name": "Late Elf // Late Elf", "layout": "reversible_card", "card_faces": [
            {"name": "Late Elf", "type_line": "Creature — Elf", "oracle_id": "late"},
            {"name": "Late Elf", "type_line": "Creature — Elf", "oracle_id": "late"},
        ]},
        {"name": "Odd Host", "layout": "host", "type_line": "Host Creature — Bear"},
        {"name": "Odd Avatar", "layout": "vanguard", "type_line": "Creature — Vanguard"},
        {"name": "Odd Emblem", "layout": "emblem", "type_line": "Emblem — Nixilis"},
        {"name": "Town Maker", "layout": "normal", "type_line": "Artifact",
         "oracle_text": "Nonbasic lands are Towns."},
    ]  # fmt: skip
    place = str(folder / "store")
    imported(written(folder, cards), "scryfall", LocalStore(place), abilities_of_text)
    return place


@pytest.fixture
def cards(store, monkeypatch):
    monkeypatch.setenv("RULEKEEP_STORE", store)


@pytest.mark.parametrize(
    ("name", "type_"),
    [("Twin Bear // Twin Bear", "Bear"), ("Twin Bear", "Bear"), ("Late Elf // Late Elf", "Elf"),
     ("Late Elf", "Elf"), ("Invasion of Ravnica // Guildpact Paragon", "Battle"),
     ("guildpact paragon", "Construct"), ("Undercity", "Undercity"), ("Mutual Epiphany", "Phenomenon")],
)  # fmt: skip
def test_a_question_names_a_card_by_any_of_its_names(cards, name, type_):
    assert ask(f'given "X": "{name}"; ask "X" is {type_}')[0].verdict == "yes"


@pytest.mark.parametrize("name", ["Undercity", "Odd Avatar", "The Monarch", "Odd Emblem"])
def test_what_is_printed_with_tokens_but_is_none_is_no_token(cards, name):
    card = load("mtg").card(name)
    assert card is not None and not card.token


ODD = {
    "Odd Host": ("Host Creature — Bear", "unknown word `Host`"),
    "Odd Avatar": ("Creature — Vanguard", "Vanguard"),
    "Odd Emblem": ("Emblem — Nixilis", "unknown word `Emblem`"),
    "The Monarch": ("Card", "unknown word `Card`"),
}


@pytest.mark.parametrize("name", ODD)
def test_a_printed_line_that_no_rule_knows_is_quoted_where_the_card_is_named(cards, name):
    line, reason = ODD[name]
    text = f'given "Bear": Creature — Bear\ngiven "{name}"\nask "Bear" is Bear'
    shown = call("ask", text)
    said = shown.stderr.splitlines()[0]
    assert shown.exit_code == 2
    assert said.startswith("<argument>:2:1: ")
    assert f"`{line}` of `{name}`" in said and "imported from scryfall" in said and reason in said
    assert f"`{name}` の印刷されたタイプ行 `{line}` (scryfallから取り込み)" in call("ask", text, "--lang", "ja").stderr  # fmt: skip


def test_an_effect_of_a_card_that_is_later_than_the_date_is_told_where_the_card_is_named(cards):
    text = 'as of 2015-01-01\ngiven "X": Land\nwhen "Town Maker"\nask "X" is Land'
    fault = check(text)[0].errors[0]
    assert (fault.message, text[fault.start : fault.end]) == ("stored-effect", 'when "Town Maker"')
    assert "Towns" not in str(fault.params["form"]) and "Town" in str(fault.params["form"])

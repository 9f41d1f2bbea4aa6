"""Comprehensive-rules texts of any date: their lists, what is new in them, and questions with added terms."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.importing.rules_text import compare, import_rules_text
from rulekeep.kb.importing.source_file import source_file
from rulekeep.kb.store.graphs import IMPORTS, terms_graph
from rulekeep.kb.store.local import LocalStore
from rulekeep.kb.store.memory import MemoryStore
from rulekeep.queries.api import ask, check, show

from .imported import DATA, FILES, everything, real
from .test_cli import call

TEXT = FILES / "rules_text_2027.txt"
LISTS = {
    "CardType": "card_types", "Supertype": "supertypes", "artifact-type": "artifact_types",
    "battle-type": "battle_types", "creature-type": "creature_types", "dungeon-type": "dungeon_types",
    "enchantment-type": "enchantment_types", "land-type": "land_types", "planar-type": "planar_types",
    "planeswalker-type": "planeswalker_types", "spell-type": "spell_types",
}  # fmt: skip


def compared(path: Path):
    with source_file(str(path)) as file:
        return compare(file)


def add(path: Path, store):
    with source_file(str(path)) as file:
        return import_rules_text(file, store, add=True)


def lists(found) -> dict[str, list[str]]:
    return {LISTS[listing.id]: sorted(items) for listing, items in found.lists.items()}


# --- real texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("date", ["20231117", "20260807"])
def test_the_lists_of_a_real_text_are_those_that_are_known_for_its_date(date):
    found = compared(real("cr", f"MagicCompRules_{date}.txt"))
    with gzip.open(DATA.parent / "knowledge" / "cr205_lists.json.gz", "rt") as stream:
        wanted = json.load(stream)["lists"][date]
    assert found.date.replace("-", "") == date
    assert lists(found) == {name: sorted(items) for name, items in wanted.items()}
    assert (found.new, found.missing, found.absent) == ({}, {}, ())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
def test_a_real_text_is_read_in_any_encoding(tmp_path, encoding):
    text = real("cr", "MagicCompRules_20231117.txt").read_text(encoding="utf-8")
    path = tmp_path / "rules.txt"
    path.write_bytes(text.replace("\n", "\r\n").encode(encoding, "replace"))
    assert not compared(path).missing


# --- a text of another date -------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_text_says_what_is_new_in_it(tmp_path, encoding, end):
    path = tmp_path / "rules.txt"
    path.write_bytes(TEXT.read_text(encoding="utf-8").replace("\n", end).encode(encoding))
    found = compared(path)
    assert found.date == "2027-02-05"
    assert {x.id: items for x, items in found.new.items()} == {
        "CardType": ("voyage",),
        "artifact-type": ("Lantern",),
        "creature-type": ("Café-Keeper", "Glimmerfolk"),
    }
    assert {x.id: items for x, items in found.missing.items()}["spell-type"] == ("Omen",)
    assert [x.id for x in found.absent] == [
        "enchantment-type", "land-type", "planeswalker-type", "planar-type", "battle-type",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"nothing of the kind", "no-effective-date"),
        (b"effective as of Smarch 13, 2027", "no-effective-date"),
        (b"effective as of May 1, 2020\n100.1 A rule.", "no-type-lists"),
        (b"\x81\x8d\x8f", "not-a-known-encoding"),
        (bytes(300), "not-a-known-encoding"),
        (b"effective as of May 1, 2020\n" + b"x" * 21_000_000, "file-too-long"),
    ],
)
def test_what_is_no_rules_text_is_refused(tmp_path, text, expected):
    path = tmp_path / "rules.txt"
    path.write_bytes(text)
    with pytest.raises(DiagnosticError) as caught:
        compared(path)
    assert caught.value.diagnostics[0].code in (expected, "record-too-long")


def test_the_command_tells_new_terms_and_how_to_add_them(tmp_path):
    shown = call("import", "rules-text", str(TEXT), "--store", str(tmp_path / "store"))
    assert shown.exit_code == 1
    assert "new in 205.3m: Café-Keeper, Glimmerfolk" in shown.stdout
    assert "--add" in shown.stdout
    assert not (tmp_path / "store").exists()
    data = json.loads(call("import", "rules-text", str(TEXT), "--format", "json").stdout)
    assert data["new"]["artifact-type"] == {"rule": "205.3g", "terms": ["Lantern"]}


# --- added terms ------------------------------------------------------------------------------------


@pytest.fixture
def added(tmp_path, monkeypatch):
    store = LocalStore(str(tmp_path / "store"))
    add(TEXT, store)
    monkeypatch.setenv("RULEKEEP_STORE", str(store.folder))
    return store


def test_added_terms_can_be_used_in_questions(added):
    text = (
        'given "X": Artifact Creature — Lantern Glimmerfolk; when "X" becomes a Bear;'
        'ask "X" is Lantern; ask "X" is Glimmerfolk'
    )
    assert [a.verdict for a in ask(text)] == ["yes", "no"]
    assert show('given "V": Snow Creature Voyage — Café-Keeper')["V"] == {
        "Snow", "Creature", "Voyage", "creature-type/Caf%C3%A9-Keeper",
    }  # fmt: skip


def test_added_terms_are_unknown_before_their_date(added):
    report = check('as of 2026-08-07\ngiven "X": Artifact — Lantern')[0]
    assert [(e.code, e.message) for e in report.errors] == [("unknown-word", "not-yet-valid")]


def test_without_the_store_added_terms_are_unknown(added, monkeypatch):
    text = 'given "X": Artifact — Lantern'
    assert not check(text)[0].errors
    monkeypatch.delenv("RULEKEEP_STORE")
    monkeypatch.setenv("RULEKEEP_STORE", str(added.folder / "none"))
    assert [e.code for e in check(text)[0].errors] == ["unknown-word"]


def test_added_terms_are_found_and_listed(added):
    question = 'find ?t where inKind(?t, artifact-type) ^ validFrom(?t, ?d) ^ label(?t) ~ "lantern"'
    assert "in the rules since: 2027-02-05" in call("terms", "Lantern").stdout
    without_date = question.replace(" ^ validFrom(?t, ?d)", "")
    assert ask(without_date)[0].rows == (("artifact-type/Lantern",),)


def test_adding_a_text_again_changes_nothing(added):
    before = everything(added)
    again = add(TEXT, added)
    assert (again.added, again.changed) == (4, False)
    assert everything(added) == before


def test_added_terms_have_a_graph_of_their_own_with_provenance():
    store = MemoryStore()
    add(TEXT, store)
    assert len(list(store.graph(terms_graph("mtg", "2027-02-05")))) == 4 * 5 + 3
    assert any(b"rules_text_2027.txt" in line for line in store.graph(IMPORTS))


# --- damaged texts ----------------------------------------------------------------------------------

DAMAGED = {
    "a list that ends in the middle of a sentence": (", Fortification, Gold,", "\n\n", "list-cut", 11, ""),
    "a list that ends in the middle of a word": ("cation, Gold,\n", "\n\n", "list-cut", 11, "Fortifi"),
    "a list that ends after a comma": (" Fortification, Gold,\n", "\n\n", "list-cut", 11, ""),
    "a list without its last item": (", and Trap.", ".", "list-not-joined", 15, ""),
    "a list without its full stop": ("Lesson, and Trap.", "Lesson, and Tr", "list-cut", 15, "Tr"),
    "two items without a comma": ("Blood, Bobblehead", "Blood Bobblehead", "list-items-joined", 11, "Blood Bobblehead"),
    "two items without a blank": ("Blood, Bobblehead", "BloodBobblehead", "list-items-joined", 11, "BloodBobblehead"),
    "a known item beside a new one": ("Lander, Lantern", "Lander Lantern", "list-items-joined", 12, "Lander Lantern"),
    "two small items without a blank": ("battle, conspiracy", "battleconspiracy", "list-items-joined", 7, "battleconspiracy"),
    "an item that stands there twice": ("Lander, Lantern", "Lander, Lantern, Lantern", "list-item-twice", 12, ""),
    "an item twice in two spellings": ("snow, and", "snow, Snow, and", "list-item-twice", 22, ""),
    "an item with a digit": ("Bobblehead,", "B0bblehead,", "list-item-odd", 11, "B0bblehead"),
    "an item with a sign": ("Arcane,", "Arc*ne,", "list-item-odd", 15, "Arc*ne"),
    "a bracket without its end": ("717)", "717", "list-item-odd", 10, "Attraction (see rule 717"),
    "two commas": ("Arcane,", "Arcane,,", "list-item-empty", 15, ""),
    "an item without end": ("Arcane,", "Arcane" + "ly" * 40 + ",", "list-item-long", 15, "Arcane" + "ly" * 40),
    "an item that is misspelt": ("Equipment", "Equipmnet", "list-item-near", 11, "Equipmnet"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_list_is_told_with_its_line_and_what_is_damaged_is_no_new_term(tmp_path, name):
    old, new, code, line, item = DAMAGED[name]
    text = TEXT.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "rules.txt"
    path.write_text(text.replace(old, new), encoding="utf-8")
    found = compared(path)
    assert [(d.why.code, d.line, d.item) for d in found.doubts] == [(code, line, item)]
    assert item not in [new for items in found.new.values() for new in items]


def test_the_command_tells_damage_in_either_language_and_adds_only_what_is_sound(tmp_path):
    path = tmp_path / "rules.txt"
    text = TEXT.read_text(encoding="utf-8").replace("Lantern,", "Lantern, Lamp2, Lantern,")
    path.write_text(text, encoding="utf-8")
    command = ("import", "rules-text", str(path), "--store", str(tmp_path / "store"), "--add")
    shown = call(*command)
    assert shown.exit_code == 1
    assert "205.3g, line 12: `Lamp2` is not taken as a term" in shown.stdout
    assert "4 terms were added" in shown.stdout
    assert "`Lantern` は一覧に二度あります" in call(*command, "--lang", "ja").stdout
    doubts = json.loads(call(*command, "--format", "json").stdout)["doubts"]
    assert [(d["rule"], d["line"], d["code"]) for d in doubts] == [
        ("205.3g", 12, "list-item-odd"), ("205.3g", 12, "list-item-twice"),
    ]  # fmt: skip


@pytest.mark.parametrize("day", ["February 31, 2027", "April 0, 2027", "February 29, 2027", "Smarch 1, 2027"])  # fmt: skip
def test_a_day_that_no_calendar_has_is_no_date(tmp_path, day):
    path = tmp_path / "rules.txt"
    path.write_text(TEXT.read_text(encoding="utf-8").replace("February 5, 2027", day))
    shown = call("import", "rules-text", str(path), "--store", str(tmp_path / "store"))
    assert (shown.exit_code, "no-effective-date" in shown.stderr, day in shown.stderr) == (2, True, True)  # fmt: skip

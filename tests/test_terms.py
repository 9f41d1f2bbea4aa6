"""The terms that the build script wrote: dates, labels, renames, kinds, plurals."""

from __future__ import annotations

import datetime
import gzip
import json
import re
from pathlib import Path

import pytest
from rulekeep.kb.knowledge import load

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
LISTS = SHARED / "knowledge" / "cr205_lists.json.gz"
JAPANESE = SHARED / "sources" / "cr205_ja.txt"

needs_lists = pytest.mark.skipif(not LISTS.exists(), reason="needs ../shared/knowledge")
needs_japanese = pytest.mark.skipif(not JAPANESE.exists(), reason="needs ../shared/sources")

CATEGORIES = {"card_types": "CardType", "supertypes": "Supertype"}


@pytest.fixture(scope="module")
def lexicon():
    return load().lexicon


def listed(name: str, lexicon, date: str) -> set[str]:
    """Folded labels of the terms of a list at a date."""
    kind = name.replace("_types", "-type")
    return {
        term.label("en").lower()
        for term in lexicon.terms.values()
        if term.valid(date)
        and (term.category == CATEGORIES[name] if name in CATEGORIES else term.kind == kind)
    }


@needs_lists
def test_the_terms_valid_at_each_of_the_dates_are_those_of_its_lists(lexicon):
    data = json.loads(gzip.decompress(LISTS.read_bytes()))
    names = {name for lists in data["lists"].values() for name in lists}
    for version, lists in data["lists"].items():
        effective = datetime.datetime.strptime(data["effective"][version], "%B %d, %Y")
        date = effective.date().isoformat()
        for name in names:
            expected = {term.lower() for term in lists.get(name, [])}
            assert listed(name, lexicon, date) == expected, (version, name)


@needs_japanese
def test_every_japanese_label_is_one_of_the_rules_text(lexicon):
    text = JAPANESE.read_text(encoding="utf-8")
    pairs = {(en.lower(), ja) for ja, en in re.findall(r"「+([^「」／]+)／([A-Z][^」]*)」", text)}
    for term in lexicon.terms.values():
        if (term.kind or term.category in CATEGORIES.values()) and term.labels.get("ja"):
            assert (term.label("en").lower(), term.label("ja")) in pairs, term.id


@needs_japanese
def test_every_name_of_the_japanese_lists_is_a_label(lexicon):
    text = JAPANESE.read_text(encoding="utf-8")
    lists = re.findall(r"^• 205\.(?:2a|3[g-q]|4a) .*$", text, re.MULTILINE)
    labels = {t.label("ja") for t in lexicon.terms.values()}
    for line in lists:
        for japanese, _ in re.findall(r"「+([^「」／]+)／([A-Z][^」]*)」", line):
            assert japanese in labels


@pytest.mark.parametrize(
    ("old", "new", "until"),
    [
        ("Tribal", "Kindred", "2024-06-07"),
        ("creature-type/Hound", "creature-type/Dog", "2020-07-03"),
        ("creature-type/Viashino", "creature-type/Lizard", "2024-06-07"),
        ("creature-type/Naga", "creature-type/Snake", "2024-06-07"),
        ("creature-type/Cephalid", "creature-type/Octopus", "2024-06-07"),
        ("planar-type/Kaladesh", "planar-type/Avishkar", "2025-02-07"),
        ("creature-type/Anteater", None, "2015-01-23"),
    ],
)
def test_a_term_that_left_the_rules_says_when_and_for_what(lexicon, old, new, until):
    assert (lexicon[old].valid_to, lexicon[old].successor) == (until, new)


def test_a_new_term_without_a_japanese_name_has_none(lexicon):
    assert "ja" not in lexicon["Kindred"].labels
    assert lexicon["Kindred"].label("ja") == "Kindred"


def test_one_name_may_be_two_terms_of_different_kinds_and_dates(lexicon):
    found = {t.id: t.valid_from for t in lexicon.lookup("Spacecraft")}
    assert found == {
        "planar-type/Spacecraft": "2023-10-13",
        "artifact-type/Spacecraft": "2025-07-25",
    }


def test_each_card_type_uses_the_kinds_that_the_rules_give_it(lexicon):
    users: dict[str, set[str]] = {}
    for term in lexicon.terms.values():
        for kind in term.uses:
            users.setdefault(kind, set()).add(term.id)
    assert users == {
        "artifact-type": {"Artifact"},
        "battle-type": {"Battle"},
        "creature-type": {"Creature", "Kindred", "Tribal"},
        "dungeon-type": {"Dungeon"},
        "enchantment-type": {"Enchantment"},
        "land-type": {"Land"},
        "planar-type": {"Plane"},
        "planeswalker-type": {"Planeswalker"},
        "spell-type": {"Instant", "Sorcery"},
    }


def test_a_kind_names_the_rule_that_lists_it(lexicon):
    found = {t.id: t.listed_in for t in lexicon.terms.values() if t.category == "SubtypeKind"}
    assert "".join(number[-1] for number in sorted(found.values())) == "ghijkmnpq"


def test_the_five_basic_land_types_are_a_group(lexicon):
    basic = lexicon["BasicLandType"].members
    assert {m.rpartition("/")[2] for m in basic} == {
        "Forest", "Island", "Mountain", "Plains", "Swamp",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("plural", "term"),
    [
        ("Elves", "creature-type/Elf"),
        ("Dwarves", "creature-type/Dwarf"),
        ("Mice", "creature-type/Mouse"),
        ("Oxen", "creature-type/Ox"),
        ("Children", "creature-type/Child"),
        ("Heroes", "creature-type/Hero"),
        ("Mercenaries", "creature-type/Mercenary"),
        ("Time Lords", "creature-type/Time_Lord"),
        ("Plains", "land-type/Plains"),
        ("Loci", "land-type/Locus"),
    ],
)
def test_plurals_are_looked_up(lexicon, plural, term):
    assert term in {t.id for t in lexicon.lookup(plural)}


COUNTS = {
    # card, super, artifact, battle, creature, dungeon, enchantment, land, planar, planeswalker, spell
    "2011-09-30": (11, 5, 3, 0, 224, 0, 3, 12, 30, 15, 2),
    "2018-08-10": (13, 5, 6, 0, 241, 0, 5, 13, 43, 47, 2),
    "2023-11-17": (15, 5, 13, 1, 289, 1, 10, 14, 82, 78, 4),
    "2026-08-07": (15, 5, 22, 1, 324, 1, 13, 17, 82, 80, 5),
}
KINDS = [
    "artifact",
    "battle",
    "creature",
    "dungeon",
    "enchantment",
    "land",
    "planar",
    "planeswalker",
    "spell",
]


@pytest.mark.parametrize("date", COUNTS)
def test_as_many_terms_are_valid_at_a_date_as_its_text_lists(lexicon, date):
    names = ("card_types", "supertypes", *(f"{kind}_types" for kind in KINDS))
    assert tuple(len(listed(name, lexicon, date)) for name in names) == COUNTS[date]


def test_a_term_is_known_from_the_date_of_its_first_text_to_the_day_before_it_leaves(lexicon):
    hound = lexicon["creature-type/Hound"]
    dates = ("2011-09-29", "2011-09-30", "2020-07-02", "2020-07-03")
    assert [hound.valid(d) for d in dates] == [False, True, True, False]
    ship = lexicon["artifact-type/Spacecraft"]
    assert [ship.valid(d) for d in ("2025-07-24", "2025-07-25", "2030-01-01")] == [
        False,
        True,
        True,
    ]


def test_only_six_terms_were_renamed_and_each_successor_is_a_current_term(lexicon):
    renamed = [t for t in lexicon.terms.values() if t.successor]
    assert len(renamed) == 6
    assert all(lexicon[str(t.successor)].valid(lexicon.date) for t in renamed)


def test_every_type_has_one_english_label_and_those_without_a_japanese_one_are_shown_in_english(
    lexicon,
):
    types = [t for t in lexicon.terms.values() if t.kind or t.category in CATEGORIES.values()]
    assert all(t.labels.get("en") for t in types)
    bare = [t for t in types if not t.labels.get("ja") and t.valid(lexicon.date) and t.kind]
    assert len(bare) == 57
    assert all(t.label("ja") == t.label("en") for t in bare)
    assert all((t.valid_from or "") > "2023-11-17" for t in bare)


def test_a_word_of_two_languages_is_one_term(lexicon):
    for english, japanese in (
        ("Goblin", "ゴブリン"),
        ("Forest", "森"),
        ("Legendary", "伝説の"),
        ("Aura", "オーラ"),
    ):
        one = {t.id for t in lexicon.lookup(english)}
        assert one & {t.id for t in lexicon.lookup(japanese)}

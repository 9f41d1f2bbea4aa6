"""Castles and the cards around them: complete, as facts, with names as far as they are known."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from rulekeep.kb.knowledge import load
from rulekeep.kb.logic.syntax import Atom
from rulekeep.kb.typelines.reading import read_type_line
from rulekeep.queries.facts.meaning import mean
from rulekeep.queries.language.phrases import Phrasebook
from rulekeep.queries.language.read import parse_file

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
UNCONFIRMED = "パンドラ城 デス・ファントム"


@pytest.fixture(scope="module")
def knowledge():
    return load("duelmasters")


@pytest.fixture(scope="module")
def cards(knowledge):
    """Cards by their Japanese name."""
    found = knowledge.documents.cards.values()
    return {c.labels.get("ja", c.labels.get("en")): c for c in found}


@pytest.fixture(scope="module")
def listed() -> dict:
    path = SHARED / "knowledge" / "castle_cards.yaml"
    if not path.exists():
        pytest.skip("no knowledge/castle_cards.yaml beside the checkout")
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def facts(cards, name: str, predicate: str) -> list[object]:
    """What a card states with a predicate: its second arguments, or `None` for each class."""
    return [f.args[0] if f.args else None for f in cards[name].facts if f.predicate == predicate]


def stated(text: str, knowledge) -> tuple[set[Atom], list[str]]:
    """The facts and the keys of the notes of a sound scenario."""
    book = Phrasebook(knowledge)
    (scenario,), faults = parse_file(
        text, lambda _game, _date: knowledge.lexicon, phrases_for=lambda _game: book
    )
    meaning, more = mean(scenario, knowledge)
    assert [*faults, *more] == []
    return set(meaning.scenario.facts), [n.key for n in meaning.notes]


def test_thirty_seven_castles_are_there_and_eighteen_of_them_are_g_castles(cards):
    lines = [c.type_line for c in cards.values()]
    assert (lines.count("城"), lines.count("G城")) == (19, 18)


def test_every_type_line_can_be_read(cards, knowledge):
    for card in cards.values():
        assert read_type_line(card.type_line, knowledge.lexicon).card_types


def test_only_the_unconfirmed_castle_says_so(cards):
    unsure = [n for n, c in cards.items() if Atom("unconfirmed", ()) in c.facts]
    assert unsure == [UNCONFIRMED]
    assert sorted(cards[UNCONFIRMED].remark) == ["en", "ja"]


def test_castles_of_the_list_have_their_names_type_cost_and_civilization(cards, listed):
    for entry in listed["castles"]:
        card = cards[entry["name_ja"]]
        assert card.labels.get("en") == entry["name_en"]
        assert card.type_line == entry["card_type"].rstrip("?")
        if entry["name_ja"] != UNCONFIRMED:
            assert facts(cards, entry["name_ja"], "cost") == [entry["cost"]]
            assert facts(cards, entry["name_ja"], "hasCivilization") == sorted(
                entry["civilization"]
            )


@pytest.mark.parametrize(
    ("flag", "predicate"),
    [
        ("substitute_break", "substitutesBreak"), ("on_fortify", "actsOnFortify"),
        ("on_placed", "actsOnPlaced"), ("on_leave", "actsOnLeave"), ("static", "hasStaticAbility"),
        ("grants_S_trigger", "grantsSTrigger"), ("g_castle", "hasGCastle"),
        ("replace_leave_to_graveyard", "leavesToGraveyard"),
    ],
)  # fmt: skip
def test_a_flag_of_the_legend_is_stated_of_the_castles_that_have_it(flag, predicate, cards, listed):
    castles = [c["name_ja"] for c in listed["castles"]]
    flagged = {c["name_ja"] for c in listed["castles"] if c["flags"].get(flag)}
    assert {n for n in castles if facts(cards, n, predicate)} == flagged
    assert flag in listed["flags_legend"]


def test_cards_around_castles_are_there(cards, listed):
    named = {c["name_ja"] or c["name_en"] for c in listed["related_cards"]}
    assert named - set(cards) == set()


@pytest.mark.parametrize(
    ("name", "predicate", "values"),
    [
        ("ハッスル・キャッスル", "drawsOnEnter", [None]),
        ("新月の脈城オリジナル・ハート", "drawsOnEnter", []),
        ("ローズ・キャッスル", "opponentPower", [-1000]),
        ("サタン・キャッスル", "hasRace", ["Specials"]),
        ("希望の太陽 マイハマタワー", "concernsRace", ["Armored"]),
        ("死神城 XENOM", "concernsName", ["死神"]),
        ("セイント・キャッスル", "firstSet", ["DM-30"]),
        ("新月の脈城オリジナル・ハート", "hasCivilization", ["Darkness", "Water"]),
        ("聖板龍 ジークシュトルツ", "ignoresFaceUpShields", [None]),
        ("極幻空 ザハ・エルハ", "keepsShields", [None]),
        ("極幻空 ザハ・エルハ付き", "keepsShields", [None]),
        ("CRYMAX ジャオウガ", "keepsInShieldZone", [3]),
        ("CanCam", "hasNextBreaker", [None]),
    ],
)  # fmt: skip
def test_a_card_states_what_it_does(name, predicate, values, cards):
    assert facts(cards, name, predicate) == values


def test_a_castle_without_an_english_name_is_found_by_its_japanese_one(knowledge):
    names = knowledge.documents.card_names
    assert names["超鯱城"].labels == {"ja": "超鯱城"}
    assert names["hustle castle"].labels["ja"] == "ハッスル・キャッスル"


def test_two_copies_of_a_card_each_have_its_facts(knowledge):
    found, _ = stated('given "H1", "H2": 《ハッスル・キャッスル》, in shield zone', knowledge)
    for name in ("H1", "H2"):
        assert Atom("substitutesBreak", (name,)) in found
        assert Atom("cost", (name, 5)) in found
        assert Atom("baseCardType", (name, "Castle")) in found
        assert Atom("inZone", (name, "ShieldZone")) in found


def test_facts_of_cards_that_are_not_declared_are_not_stated(knowledge):
    found, _ = stated("given 《セイント・キャッスル》", knowledge)
    assert {str(f.args[0]) for f in found if f.predicate == "cost"} == {"セイント・キャッスル"}


def test_the_reader_is_told_that_a_card_is_unconfirmed(knowledge):
    _, notes = stated(f"given 《{UNCONFIRMED}》", knowledge)
    assert notes == ["card-remark"]

"""A game that states facts of its cards, statements and type lines without subtypes, by data alone."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import pytest
from rulekeep.kb.codec import Codec
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.documents import Documents
from rulekeep.kb.knowledge import Content, Knowledge
from rulekeep.kb.logic.syntax import Atom
from rulekeep.kb.logic.theory import NEWEST
from rulekeep.kb.sources import CODEC, core_files
from rulekeep.kb.turtle.game import read_game
from rulekeep.kb.typelines.printing import format_type_line
from rulekeep.kb.typelines.reading import read_type_line
from rulekeep.queries.answers.running import build_case
from rulekeep.queries.facts.meaning import Meaning, mean
from rulekeep.queries.finding.find import find
from rulekeep.queries.language.phrases import Phrasebook
from rulekeep.queries.language.read import parse_file
from rulekeep.queries.syntax import AtomExpectation, Find, Span

FILE = Path(__file__).with_name("meadow.ttl")


@functools.cache
def game() -> tuple[Content, Documents]:
    content, documents, *_ = read_game("meadow", [*core_files(), str(FILE)])
    return content, documents


@functools.cache
def meadow() -> Knowledge:
    """What the game says, with its cards at hand."""
    content, documents = game()
    knowledge = Knowledge(content, NEWEST, content.programs.as_of(NEWEST))
    knowledge.__dict__["documents"] = documents  # what the cached property would read from a folder
    return knowledge


def meaning_of(text: str) -> Meaning:
    book = Phrasebook(meadow())
    (scenario,), faults = parse_file(
        text, lambda _game, _date: meadow().lexicon, phrases_for=lambda _game: book
    )
    meaning, more = mean(scenario, meadow())
    assert [*faults, *more] == []
    return meaning


def card(name: str):
    return meadow().documents.card_names[name]


# --- facts of cards -------------------------------------------------------------------------------


def test_a_card_states_rigid_predicates_of_objects_and_nothing_else():
    assert card("old clover").facts == (
        Atom("evergreen", ()),
        Atom("height", (7,)),
        Atom("likes", ("Clay",)),
        Atom("motto", ("grow",)),
    )
    assert card("plain grass").facts == ()


def test_facts_of_cards_are_no_facts_of_the_game():
    subjects = {str(f.args[0]) for f in game()[0].facts if f.args}
    assert not any(s.startswith("card/") for s in subjects)
    assert "Clay" in subjects


def test_an_object_that_is_the_card_has_its_facts():
    facts = meaning_of('given "A1", "A2": 《古いクローバー》').scenario.facts
    for name in ("A1", "A2"):
        assert Atom("evergreen", (name,)) in facts
        assert Atom("height", (name, 7)) in facts
        assert Atom("likes", (name, "Clay")) in facts
    assert Atom("heavy", ("Clay",)) in facts


def test_an_object_with_a_type_line_of_its_own_has_no_facts_of_a_card():
    facts = meaning_of('given "Old Clover": Clover').scenario.facts
    assert not [f for f in facts if f.predicate in ("evergreen", "height", "likes")]


def test_rules_use_the_facts_of_a_card():
    case = build_case(meaning_of('given "Old Clover"; ask tall("Old Clover")'), meadow())
    assert case.ask(AtomExpectation('tall("Old Clover")'), None).verdict == "yes"


def test_the_reader_is_told_what_is_remarkable_about_a_card():
    notes = meaning_of('given "Old Clover"; given "Plain Grass"').notes
    assert [(n.key, n.params["input"]) for n in notes] == [("card-remark", "Old Clover")]
    assert notes[0].params["remark"] == {"en": "drawn from memory", "ja": "記憶による"}


def test_cards_can_be_found_by_what_they_state():
    span = Span(0, 1)
    answer = find(Find(("?c", "?n"), "height(?c, ?n) ^ evergreen(?c)", span, span), meadow())
    assert answer.rows == (("Old Clover", 7),)


def test_cards_and_statements_survive_the_cache():
    assert isinstance(CODEC, Codec)
    assert CODEC.loads(CODEC.dumps(game()[1])) == game()[1]


# --- statements -----------------------------------------------------------------------------------


def test_a_statement_has_its_kind_its_authority_and_where_it_stands():
    text = meadow().documents.rules["N1"]
    assert (text.kind, text.authority, text.page_line) == ("note", "UncitedWiki", "3")
    assert (text.stated_on, text.normative, text.cites) == ("", False, ("1",))


def test_a_rule_has_the_date_and_version_of_its_text_and_no_kind():
    text = meadow().documents.rules["1"]
    assert (text.stated_on, text.edition, text.kind, text.normative) == (
        "2020-01-02",
        "2",
        "",
        True,
    )


# --- type lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "ids", "printed"),
    [
        ("クローバー", "Clover", "クローバー"),
        ("ランパント・クローバー", "Rampant Clover", "ランパント・クローバー"),
        ("這うの草", "Creeping Grass", "這うの草"),
        ("草/クローバー", "Grass Clover", "草/クローバー"),
        ("草（野生）", "Grass", "草"),
        ("Creeping Clover (wild)", "Creeping Clover", "這うクローバー"),
    ],
)
def test_words_stand_together_as_the_ontology_says(line, ids, printed):
    found = read_type_line(line, meadow().lexicon)
    assert " ".join(found.ids) == ids
    assert format_type_line(found.ids, meadow().lexicon, "ja") == printed


def test_a_mark_of_one_game_is_no_mark_of_another():
    from rulekeep.kb.knowledge import load

    with pytest.raises(DiagnosticError):
        read_type_line("Artifact/Creature", load().lexicon)


def test_words_in_latin_letters_keep_their_distance_in_a_japanese_line():
    lexicon = meadow().lexicon
    terms = [
        replace(t, labels={"en": t.labels["en"]}) if t.id in ("Rampant", "Clover") else t
        for t in lexicon.terms.values()
    ]
    latin = type(lexicon)(terms, NEWEST)
    assert format_type_line(["Rampant", "Clover"], latin, "ja") == "Rampant Clover"

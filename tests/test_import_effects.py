"""What rules texts of imported cards do to types is kept with the cards, and naming a card applies it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rulekeep.kb.knowledge import load
from rulekeep.queries.cli import main
from rulekeep.queries.rules_text.for_import import abilities_of_text

from .imported import write_scryfall

CARDS = (
    ("Marsh Tide", "Enchantment", "Nonbasic lands are Swamps."),
    ("Shapeling", "Creature — Shapeshifter", "Changeling (It is of every kind.)\nFlying"),
    ("Old Hut", "Land", "{T}: Add {G}.\n{2}: Old Hut becomes a 2/2 Bear creature. It's still a land."),
    ("Puzzle", "Artifact", "Each creature you control becomes a Golmen creature."),
    ("Plain One", "Creature — Bear", "When Plain One enters, draw a card."),
    ("Fork", "Sorcery", "Choose one —\n• Target land becomes an Island.\n• Target creature becomes an artifact."),
    ("Wheel Song", "Sorcery", "Target Vehicle you control becomes an artifact creature until end of turn."),
    ("Bugling", "Legendary Artifact", "As long as Bugling is untapped, it's an Insect creature in addition to its other types."),
    ("Grizzly Bears", "Creature — Ape", "{1}: Grizzly Bears becomes an Elf in addition to its other types."),
    ("Twin Word", "Sorcery", "Target Vehicle becomes an artifact creature. Target land becomes a Forest."),
    ("Mime", "Sorcery", "Target creature becomes an artifact. Each other creature becomes a Goblin."),
)  # fmt: skip
QUESTIONS = {
    'given "Old Hut"; given "Marsh Tide"; when "Marsh Tide"; ask "Old Hut" is Swamp': 0,
    'given "Old Hut"; when "Old Hut"; ask "Old Hut" has types "Land Creature — Bear"': 0,
    'given "Shapeling"; ask "Shapeling" is Elf': 0,
    'given "Plain One"; when "Plain One"; ask "Plain One" is Elf': 2,
    'given "Bugling"; when "Bugling"; ask "Bugling" is Insect': 0,
    'given "Bugling"; when "Bugling" if false; ask "Bugling" is Insect': 1,
    'given "L": Land; when "Fork" option 1 affecting "L"; ask "L" is Island': 0,
    'given "L": Land; when "Fork" affecting "L"; ask "L" is Island': 2,
    'given "L": Land; when "Fork" option 3 affecting "L"; ask "L" is Island': 2,
    'given "L": Land; when "Fork" option 2 affecting "L"; ask "L" is Artifact': 2,
    'given "V": Artifact — Vehicle; when "Wheel Song" affecting "V"; ask "V" is Creature': 0,
    'given "L": Land; when "Wheel Song" affecting "L"; ask "L" is Creature': 2,
    'given "V": Artifact — Vehicle, controlled by B; when "Wheel Song" affecting "V"; ask "V" is Creature': 2,
    'given "V": Artifact; when "V" becomes a Vehicle; when "Wheel Song" affecting "V"; ask "V" is Creature': 0,
    'given "V": Artifact; when "Wheel Song" affecting "V"; when "V" becomes a Vehicle; ask "V" is Creature': 2,
    'given "V": Artifact — Vehicle; given "L": Land; when "Twin Word" affecting "V", "L"; ask "L" is Creature': 1,
    'given "A": Creature; given "B": Creature; when "Mime" affecting "A"; ask "A" is Goblin': 1,
    'given "A": Creature; given "B": Creature; when "Mime" affecting "A"; ask "B" is Goblin': 0,
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("effects") / "store")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture(scope="module")
def report(store: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    file = tmp_path_factory.mktemp("cards") / "cards.json"
    write_scryfall(file, CARDS)
    found = call("import", "scryfall", str(file), "--store", store, "--format", "json")
    again = call("import", "scryfall", str(file), "--store", store, "--format", "json")
    assert json.loads(again.stdout)["changed"] is False
    return dict(json.loads(found.stdout))


def test_the_report_counts_effects_and_sentences_not_understood(report: dict[str, object]) -> None:
    assert (report["cards"], report["effects"], report["unread"]) == (len(CARDS), 11, 1)


def test_the_report_names_the_cards_with_sentences_not_understood(
    report: dict[str, object], tmp_path: Path
) -> None:
    (puzzle,) = [card for card in CARDS if card[0] == "Puzzle"]
    assert report["not_understood"] == [{"card": "Puzzle", "sentence": puzzle[2]}]
    file = tmp_path / "cards.json"
    write_scryfall(file, [puzzle])
    for lang in ("en", "ja"):
        place = str(tmp_path / lang)
        shown = call("import", "scryfall", str(file), "--store", place, "--lang", lang)
        assert f"    Puzzle: {puzzle[2]}" in shown.stdout


@pytest.mark.usefixtures("report")
@pytest.mark.parametrize("text", QUESTIONS)
def test_naming_an_imported_card_applies_what_its_text_says(store: str, text: str) -> None:
    assert call("ask", "--no-proof", "--store", store, text).exit_code == QUESTIONS[text]


@pytest.mark.usefixtures("report")
def test_read_shows_the_effects_of_an_imported_card(store: str) -> None:
    shown = call("read", "--store", store, "Marsh Tide")
    assert (shown.exit_code, "{ set basic land types Swamp } on" in shown.stdout) == (0, True)


@pytest.mark.usefixtures("report")
def test_a_condition_of_a_stored_effect_is_told_as_taken_to_hold(store: str) -> None:
    text = 'given "Bugling"; when "Bugling"; ask "Bugling" is Insect'
    shown = call("ask", "--no-proof", "--store", store, text)
    assert (shown.exit_code, "the condition `As long as Bugling is untapped`" in shown.stdout) == (
        0,
        True,
    )


@pytest.mark.usefixtures("report")
def test_a_card_that_ships_without_effects_has_those_of_its_imported_text(store: str) -> None:
    text = 'given "Grizzly Bears"; when "Grizzly Bears"; ask "Grizzly Bears" is Elf; ask "Grizzly Bears" is Ape'
    shown = call("ask", "--no-proof", "--store", store, text)
    assert shown.stdout.startswith("yes") and 'no: "Grizzly Bears" is Ape' in shown.stdout
    assert "as imported (scryfall)" in shown.stdout


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.usefixtures("report")
def test_the_options_of_a_card_are_listed_where_none_is_chosen(store: str, lang: str) -> None:
    text = 'given "L": Land; when "Fork" affecting "L"; ask "L" is Island'
    shown = call("ask", "--store", store, "--lang", lang, text)
    assert "1: { set basic land types Island } on affected; 2: {" in shown.stderr


@pytest.mark.usefixtures("report")
def test_read_shows_what_is_demanded_and_which_option_it_is(store: str) -> None:
    data = json.loads(call("read", "--store", store, "--format", "json", "Fork").stdout)
    assert [(e["demands"], e["option"]) for e in data["effects"]] == [("Land", 1), ("Creature", 2)]
    turtle = call("read", "--store", store, "--format", "turtle", "Fork").stdout
    assert 'rk:demands "Land"' in turtle and "rk:option 2" in turtle


@pytest.mark.parametrize("place", ["file:///x/y", "ftp://x/y", __file__, "tests", "http://[::1"])
def test_what_is_no_store_is_refused(place: str) -> None:
    for arguments in (("ask", 'given "Zork"; ask "Zork" is Elf'), ("sparql", "ASK {}")):
        result = call(arguments[0], "--store", place, arguments[1])
        assert (result.exit_code, "Traceback" in result.output) == (2, False)
        assert "store" in result.stderr


ALTERNATIVES = (
    "Choose one —\n• Target land becomes an Island.\n• Target creature becomes an artifact.",
    "{1}: Target land becomes an Island.\n{2}: Target creature becomes an artifact.",
)


@pytest.mark.parametrize("text", ALTERNATIVES)
def test_abilities_of_which_one_is_chosen_are_options(text: str) -> None:
    found = abilities_of_text(text, "Fork", load()).effects
    assert [(e.option, e.demands) for e in found] == [(1, "Land"), (2, "Creature")]


def test_other_is_other_than_the_card_whose_effect_has_resolved() -> None:
    text = 'given "Ixidron"; given "T": Creature — Elf; when "Ixidron"; ask "Ixidron" is Illusion'
    assert call("ask", "--no-proof", text).exit_code == 0


def test_an_import_can_leave_the_effects_out(tmp_path: Path) -> None:
    name = CARDS[0][0]
    file = tmp_path / "cards.json"
    write_scryfall(file, CARDS[:1])
    place = str(tmp_path / "store")
    found = call(
        "import", "scryfall", str(file), "--no-effects", "--store", place, "--format", "json"
    )
    assert (json.loads(found.stdout)["cards"], json.loads(found.stdout)["effects"]) == (1, 0)
    asked = call("ask", f'given "{name}"; when "{name}"; ask "{name}" is Swamp', "--store", place)
    assert asked.exit_code == 2

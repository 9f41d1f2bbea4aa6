"""What rules texts of imported cards do to types is kept with the cards, and naming a card applies it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from rulekeep.kb.knowledge import load
from rulekeep.queries.cli import main
from rulekeep.queries.rules_text.for_import import abilities_of_text

CARDS = (
    ("Marsh Tide", "Enchantment", "Nonbasic lands are Swamps."),
    ("Shapeling", "Creature — Shapeshifter", "Changeling (It is of every kind.)\nFlying"),
    ("Old Hut", "Land", "{T}: Add {G}.\n{2}: Old Hut becomes a 2/2 Bear creature. It's still a land."),
    ("Puzzle", "Artifact", "Each creature you control becomes a Golmen creature."),
    ("Plain One", "Creature — Bear", "When Plain One enters, draw a card."),
)  # fmt: skip
QUESTIONS = {
    'given "Old Hut"; given "Marsh Tide"; when "Marsh Tide"; ask "Old Hut" is Swamp': 0,
    'given "Old Hut"; when "Old Hut"; ask "Old Hut" has types "Land Creature — Bear"': 0,
    'given "Shapeling"; ask "Shapeling" is Elf': 0,
    'given "Plain One"; when "Plain One"; ask "Plain One" is Elf': 2,
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("effects") / "store")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture(scope="module")
def report(store: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    file = tmp_path_factory.mktemp("cards") / "cards.json"
    records = [
        {"object": "card", "oracle_id": str(n), "name": name, "layout": "normal",
         "type_line": line, "oracle_text": text}
        for n, (name, line, text) in enumerate(CARDS)
    ]  # fmt: skip
    file.write_text(json.dumps(records), encoding="utf-8")
    found = call("import", "scryfall", str(file), "--store", store, "--format", "json")
    again = call("import", "scryfall", str(file), "--store", store, "--format", "json")
    assert json.loads(again.stdout)["changed"] is False
    return dict(json.loads(found.stdout))


def test_the_report_counts_effects_and_sentences_not_understood(report: dict[str, object]) -> None:
    assert (report["cards"], report["effects"], report["unread"]) == (len(CARDS), 2, 1)


@pytest.mark.usefixtures("report")
@pytest.mark.parametrize("text", QUESTIONS)
def test_naming_an_imported_card_applies_what_its_text_says(store: str, text: str) -> None:
    assert call("ask", "--no-proof", "--store", store, text).exit_code == QUESTIONS[text]


@pytest.mark.usefixtures("report")
def test_read_shows_the_effects_of_an_imported_card(store: str) -> None:
    shown = call("read", "--store", store, "Marsh Tide")
    assert (shown.exit_code, "{ set basic land types Swamp } on" in shown.stdout) == (0, True)


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
def test_abilities_of_which_one_is_chosen_are_not_kept_together(text: str) -> None:
    assert abilities_of_text(text, "Fork", load()).effects == ()


def test_other_is_other_than_the_card_whose_effect_has_resolved() -> None:
    text = 'given "Ixidron"; given "T": Creature — Elf; when "Ixidron"; ask "Ixidron" is Illusion'
    assert call("ask", "--no-proof", text).exit_code == 0

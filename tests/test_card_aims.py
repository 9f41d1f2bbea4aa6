"""Each effect of a card goes to its own object, and what a statement says beside a card must fit it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from rulekeep.kb.knowledge import load
from rulekeep.queries.cli import main
from rulekeep.queries.rules_text.for_import import abilities_of_text

from .imported import write_scryfall

CARDS = (
    ("Brass Idol", "Artifact", "{4}: Until end of turn, Brass Idol becomes a 6/6 Golem artifact creature."),
    ("Twin Cart", "Artifact — Vehicle", "As long as you control a Bear, Twin Cart is an artifact creature.\n{2}: Target Vehicle becomes a Food."),
    ("Splitter", "Creature — Ooze", "When Splitter dies, create a token that's a copy of Splitter."),
    ("Mold Wagon", "Artifact — Vehicle", "{3}: Create a token that's a copy of this Vehicle."),
    ("Ladder Kin", "Creature — Kithkin", "{1}: If Ladder Kin is a Scout, it becomes a Kithkin Soldier."),
    ("Spare Part", "Enchantment — Aura", "Enchant permanent\nAs long as enchanted permanent is a Vehicle, it's a creature in addition to its other types."),
    ("Quick Cook", "Creature — Human", "When Quick Cook enters, put a +1/+1 counter on target artifact or creature. If it isn't a creature, it becomes a 0/0 Mutant creature in addition to its other types."),
    ("Tide Herald", "Creature — Horror", "Whenever Tide Herald attacks, put a counter on another target creature or land. If it's a creature, it becomes a copy of Tide Herald. If it's a land, it becomes an Island in addition to its other types."),
    ("Shifter", "Creature — Illusion", "{1}: Shifter becomes the creature type of your choice until end of turn."),
    ("Moss Choir", "Sorcery", "Each player creates a token that's a copy of Splitter."),
)  # fmt: skip
QUESTIONS = {
    'given "Brass Idol"; when "Brass Idol"; ask "Brass Idol" is Golem': 0,
    'given "A", "B": "Brass Idol"; when "Brass Idol" from "B"; ask "B" is Golem': 0,
    'given "A", "B": "Brass Idol"; when "Brass Idol" from "B"; ask "A" is Golem': 1,
    'given "A": "Brass Idol"; when "Brass Idol"; ask "A" is Golem': 0,
    '前提 《A》, 《B》: 《Brass Idol》; 適用 《Brass Idol》 発生源 《B》; 質問 《B》はゴーレムである': 0,
    'given "Twin Cart"; given "V": Artifact — Vehicle; when "Twin Cart" affecting "V"; ask "V" is Creature': 1,
    'given "Twin Cart"; given "V": Artifact — Vehicle; when "Twin Cart" affecting "V"; ask "Twin Cart" is Creature': 0,
    'given "Splitter"; given "T": Creature, token; when "Splitter" affecting "T"; ask "T" is Ooze': 0,
    'given "Mold Wagon"; given "T": Creature, token; when "Mold Wagon" affecting "T"; ask "T" is Vehicle': 0,
    'given "Ladder Kin"; when "Ladder Kin"; ask "Ladder Kin" is Soldier': 1,
    'given "Ladder Kin"; when "Ladder Kin" becomes a Scout; when "Ladder Kin"; ask "Ladder Kin" is Soldier': 0,
    'given "V": Artifact — Vehicle; when "Spare Part" affecting "V"; ask "V" is Creature': 0,
    'given "V": Artifact; when "Spare Part" affecting "V"; ask "V" is Creature': 1,
    'given "V": Artifact — Vehicle; when "Spare Part" affecting "V"; when { set artifact types Food } on "V"; ask "V" is Creature': 1,
    'given "V": Artifact; when "Quick Cook" affecting "V"; ask "V" is Mutant': 0,
    'given "V": Creature — Bear; when "Quick Cook" affecting "V"; ask "V" is Mutant': 1,
    'given "Tide Herald"; given "V": Creature — Bear; when "Tide Herald" affecting "V"; ask "V" is Island': 1,
    'given "Tide Herald"; given "V": Land; when "Tide Herald" affecting "V"; ask "V" is Island': 0,
    'given "Tide Herald"; given "V": Land; when "Tide Herald" affecting "V"; ask "V" is Horror': 1,
    'given "Tide Herald"; given "V": Land Creature; when "Tide Herald" affecting "V"; ask "V" is Land': 1,
    'given "X": Creature; given "B": Creature — Bear; when "X" becomes a copy of target creature choosing "B"; ask "X" is Bear': 0,
    'given "X": Creature; given "B": Creature — Bear; when "X" becomes a copy of that creature choosing "B"; ask "X" is Bear': 0,
    '前提 《X》: クリーチャー; 前提 《B》: クリーチャー — 熊; 適用 《X》は対象のクリーチャー1体のコピーになる 選択 《B》; 質問 《X》は熊である': 0,
}  # fmt: skip
FAULTS = {
    'given "Brass Idol"; given "B": Creature; when "Brass Idol" affecting "B"; ask "B" is Golem': "misplaced",
    'when "Brass Idol"; show': "no-subject",
    'given "A", "B": "Brass Idol"; when "Brass Idol"; show': "no-subject",
    'given "X": Land; when "Blood Moon" affecting "X"; show': "misplaced",
    'given "X": Land; when "Blood Moon" choosing Forest; show': "misplaced",
    'given "Splitter"; when "Splitter"; show': "no-subject",
    'given "Q": Land; when "Quick Cook" affecting "Q"; show': "demand-not-met",
    'given "Shifter"; when "Shifter" choosing Elf, Goblin; show': "misplaced",
    'given "Shifter"; when "Shifter"; show': "no-choice",
    'when "Conspiracy" choosing Elf, Goblin; show': "misplaced",
    'given "X": Creature; when "X" becomes the creature type of your choice choosing Elf, Goblin; show': "misplaced",
    'given "X": Creature; when { set creature types chosen } on "X" choosing Elf, Goblin; show': "misplaced",
    'given "X": Creature; when "X" becomes an artifact choosing Goblin; show': "misplaced",
    'given "X": Creature; when { add card types Artifact } on "X" choosing Goblin; show': "misplaced",
    'given "X", "Y": Creature; when { add card types Artifact } on self from "X" affecting "Y"; show': "misplaced",
    'given "X": Creature; when "X" becomes a copy of another creature; show': "no-choice",
    'given "T": Creature; when "Moss Choir" affecting "T"; show': "unknown-object",
}  # fmt: skip


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("aims")
    file = folder / "cards.json"
    write_scryfall(file, CARDS)
    assert call("import", "scryfall", str(file), "--store", str(folder / "store")).exit_code == 0
    return str(folder / "store")


@pytest.mark.parametrize("text", QUESTIONS)
def test_an_effect_goes_to_its_own_object(store: str, text: str) -> None:
    assert call("ask", "--no-proof", "--store", store, text).exit_code == QUESTIONS[text]


@pytest.mark.parametrize("text", FAULTS)
def test_what_goes_with_no_effect_is_a_fault(store: str, text: str) -> None:
    shown = call("show", "--store", store, text)
    assert (shown.exit_code, f"[{FAULTS[text]}]" in shown.output) == (2, True)


def test_what_is_copied_by_name_must_be_declared_and_the_message_says_so(store: str) -> None:
    text = 'given "T": Creature; when "Moss Choir" affecting "T"; show'
    shown = call("show", "--store", store, text).output
    assert 'add `given "Splitter"`' in shown and "did you mean" not in shown


EXCLUDING = (
    "At the beginning of your upkeep, if you're the monarch, target land becomes an Island. If you're not the monarch, target creature becomes an artifact.",
    "Whenever a player draws a card, if it's day, target land becomes an Island.\nWhenever a player draws a card, if it's not day, target creature becomes an artifact.",
    "As long as it's your turn, creatures you control are Elves.\nAs long as it isn't your turn, creatures you control are Goblins.",
    "You may pay {2}. If you do, target land becomes an Island. If you don't, target land becomes a Swamp.",
)  # fmt: skip


@pytest.mark.parametrize("text", EXCLUDING)
def test_conditions_that_exclude_each_other_make_options(text: str) -> None:
    assert [e.option for e in abilities_of_text(text, "Fork", load()).effects] == [1, 2]


def test_a_condition_that_the_board_cannot_decide_is_kept_beside_one_that_it_decides() -> None:
    text = "At the beginning of your upkeep, if you have ten cards and Fork isn't a creature, Fork becomes a Golem creature."
    (effect,) = abilities_of_text(text, "Fork", load()).effects
    assert effect.exact_form.endswith('on "~" and not Creature')
    assert [words for _, words in effect.conditions] == ["if you have ten cards"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_effect_whose_condition_fails_is_told(lang: str) -> None:
    text = 'given "X": Land; when "X" becomes an artifact if false; ask "X" is Land'
    shown = call("ask", "--no-proof", "--lang", lang, text).stdout
    assert {"en": "does nothing", "ja": "何もしません"}[lang] in shown


def test_what_is_demanded_is_said_in_japanese(store: str) -> None:
    text = 'given "Twin Cart"; given "V": Land; when "Twin Cart" affecting "V"; show'
    shown = call("show", "--store", store, "--lang", "ja", text).output
    assert "`機体` だけ" in shown


EXCEPTIONS = (
    "Target creature becomes a copy of Fork, except it isn't legendary if the chosen creature is legendary.",
    "Each other creature you control becomes a copy of it until end of turn, except those creatures aren't legendary if the chosen creature is legendary.",
)  # fmt: skip


@pytest.mark.parametrize("text", EXCEPTIONS)
def test_a_condition_of_an_exception_alone_is_not_that_of_the_whole_effect(text: str) -> None:
    found = abilities_of_text(text, "Fork", load())
    assert (found.effects, found.unread) == ((), (text,))


@pytest.mark.parametrize(
    ("choice", "codes"), [("Foo", ["unknown-word"]), ('"B"', ["illegal-choice"])]
)
def test_a_word_that_is_no_choice_is_one_fault(choice: str, codes: list[str]) -> None:
    text = (
        f'given "A", "B": Creature; when "A" becomes the creature type of your choice'
        f' choosing {choice}; ask "A" is Elf'
    )
    result = CliRunner().invoke(main, ["ask", text, "--format", "json"])
    told = json.loads(result.stdout)
    assert [fault["code"] for fault in told["errors"]] == codes

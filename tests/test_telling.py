"""How proofs are told: what is said once, what is left out, and in which words, in both languages."""

from __future__ import annotations

import pytest
from rulekeep.queries.answers.output import report_text, show_text
from rulekeep.queries.api import check

AURA = """
given "Song": Enchantment — Aura
given "Bear": Creature — Bear
when enchanted permanent is a Forest land from "Song" affecting "Bear"
when "Bear" dies
"""
ENDED = """
given "Golem": Artifact
when "Golem" becomes an enchantment until end of turn
when the turn ends
why "Golem" is Artifact
"""
HOST = """
given "Blades": Artifact Creature — Equipment Lizard
given "Bear": Creature — Bear
when "Blades" is reconfigured onto "Bear"
when "Bear" dies
why "Blades" is Creature
"""
TWO_ROOTS = """
given "Wizard": Creature — Human Wizard
when "Wizard" becomes an Elk
why "Wizard" has types "Creature — Elk"
"""
LAYERS = """
given "Elf": Creature — Elf
when target creature becomes a Frog and loses all abilities affecting "Elf"
why "Elf" is Frog
"""


def told(text: str, lang: str = "en") -> list[str]:
    """The steps of the proofs of a text, without bullets."""
    (report,) = check(text)
    assert not report.errors
    return [line.strip().removeprefix("- ") for line in report_text(report, lang).splitlines()]


def starting(lines: list[str], words: str) -> list[str]:
    return [line for line in lines if line.startswith(words)]


def test_a_step_of_an_earlier_proof_of_one_answer_is_only_named() -> None:
    found = starting(told(TWO_ROOTS), "effect 1 sets the subtype Elk")
    assert len(found) == 3
    assert [line.endswith("(as above)") for line in found] == [False, True, True]


@pytest.mark.parametrize(("text", "rule"), [(ENDED, "514.2-ends"), (HOST, "611.2b-attached")])
def test_an_effect_that_ended_is_why_the_printed_types_are_back(text: str, rule: str) -> None:
    (ends,) = starting(told(text), "effect 1 ends")
    assert f"[{rule}]" in ends


def test_what_never_changed_is_one_line_without_a_moment() -> None:
    assert '"Bear" is on the battlefield [given]' in told(AURA + 'why inZone("Song", Graveyard)')


def test_a_rule_is_told_once_with_all_that_it_lacks() -> None:
    lines = told(
        'given "Elf": Creature — Elf\nwhen "Elf" becomes a Goblin\n'
        'when "Elf" loses all creature types\nwhy "Elf" is Creature\n'
    )
    at = lines.index("205.1a-replaces does not apply:")
    assert lines[at + 1 : at + 3] == ["effect 1 sets no card type", "effect 2 sets no card type"]


def test_an_effect_that_began_a_fact_is_no_reason_why_it_lasts() -> None:
    assert not starting(told(LAYERS), "205.1a-replaces-subtypes does not apply")


def test_an_effect_on_abilities_alone_is_not_said_to_set_no_types() -> None:
    assert not starting(told(LAYERS), "effect 1 (layer 6) sets no")


def test_a_loss_that_did_not_happen_is_told_as_keeping() -> None:
    lines = told(
        'given "Ford": Land — Swamp\nwhen "Ford" becomes a 3/3 creature. It\'s still a land.\n'
        'why "Ford" is Swamp\n'
    )
    assert starting(lines, '"Ford" keeps the card type Land, when effect 1 is applied')
    assert starting(told(LAYERS), '"Elf" keeps') == []


def test_an_exception_that_holds_is_the_reason() -> None:
    lines = told(
        'given "Spell": Sorcery, in stack\nwhen "Spell" becomes a creature\nwhy "Spell" is Sorcery\n'
    )
    assert starting(lines, "Sorcery is the card type instant or sorcery")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", '"Song" goes to the graveyard, at the check for state-based actions'),
        ("ja", "状況起因処理の時に、《Song》が墓地に移動する"),
    ],
)
def test_what_is_due_happens_as_a_state_based_action(lang: str, words: str) -> None:
    assert starting(told(AURA + 'why inZone("Song", Graveyard)', lang), words)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", '"Bear" dies ['), ("ja", "《Bear》が死亡する [")]
)
def test_an_event_is_told_in_the_language_of_the_reader(lang: str, words: str) -> None:
    assert starting(told(AURA + 'why inZone("Bear", Graveyard)', lang), words)


@pytest.mark.parametrize("zone", ["exile", "the hand", "the command zone"])
def test_zones_have_the_article_and_the_preposition_of_english(zone: str) -> None:
    lines = told(
        f'given "Bear": Creature\nwhen "Bear" goes to {zone}\nwhy not "Bear" is permanent\n'
    )
    assert starting(lines, f'"Bear" goes to {zone} [')
    assert starting(lines, '"Bear" leaves the battlefield')
    assert starting(lines, '"Bear" is not on the battlefield')


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Sprout: no types"), ("ja", "Sprout: タイプなし")]
)
def test_an_object_without_types_is_said_to_have_none(lang: str, words: str) -> None:
    (report,) = check('given "Sprout": token Creature — Saproling\nwhen "Sprout" dies\n')
    assert show_text(report, lang) == words


def test_a_name_with_quotes_is_told_in_other_quotes() -> None:
    lines = told('given 《"Bear"》: Creature — Bear\nwhy 《"Bear"》 is Creature\n')
    assert starting(lines, '《"Bear"》 has the card type Creature')

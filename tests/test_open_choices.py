"""Exact forms that leave choices open: the query language and `read --say` take what `read` prints."""

from __future__ import annotations

import gzip
import json
import random
import re

import pytest
from click.testing import CliRunner
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.queries.cli import main
from rulekeep.queries.language.open_choices import choices_left
from rulekeep.queries.language.read import parse_file
from rulekeep.queries.rules_text import effects_of_text
from rulekeep.queries.rules_text.exact_form import exact_form
from rulekeep.queries.rules_text.forms import read_form
from rulekeep.queries.syntax import All, Clause, Effect, HasTerm, Not, Objects

from .small_lexicon import small_lexicon
from .wording_cases import SHARED

CARDS = SHARED / "data" / "mtg_cards.jsonl.gz"
SHARE = 0.1
OPEN = (
    "{ add creature types chosen } on affected",
    "{ set basic land types chosen 2 } on Land and chosen",
    "{ add every creature type } on Creature and chosen and controlled by you",
    "{ replace word chosen with chosen } on affected",
    "{ replace word chosen with Goblin } on affected",
    "{ replace word Swamp with chosen } on self",
    "{ set card types chosen } on not chosen",
    "{ lose creature types chosen } on self",
    "{ copy chosen except add card types Artifact, lose supertypes Legendary } on self",
)


@pytest.mark.parametrize("form", OPEN)
def test_open_form_is_printed_as_it_was_read(form: str) -> None:
    effect, itself = read_form(form, load())
    assert exact_form(effect, load(), itself=itself) == form


@pytest.mark.parametrize("form", OPEN)
def test_open_form_is_said_in_words(form: str) -> None:
    said = CliRunner().invoke(main, ["read", "--say", form])
    assert (said.exit_code, bool(said.output.strip())) == (0, True), said.output


def test_forms_of_real_texts_are_accepted_again() -> None:
    if not CARDS.exists():
        pytest.skip("../shared is not there")
    chance, knowledge = random.Random(707), load()
    forms: set[str] = set()
    for line in gzip.decompress(CARDS.read_bytes()).decode().splitlines():
        if chance.random() < SHARE:
            card = json.loads(line)
            text, name = card.get("text") or "", card["name"]
            forms.update(e.exact for e in effects_of_text(text, knowledge, own=(name,)).effects)
    assert len(forms) > 30
    for form in sorted(forms):
        effect, itself = read_form(form, knowledge)
        assert exact_form(effect, knowledge, itself=itself) == form
        scenario = f'given "A": Creature — Bear\nwhen {form} affecting "A"{_choosing(form)}'
        assert parse_file(scenario, lambda _game, _date: knowledge.lexicon)[1] == []


def _choosing(form: str) -> str:
    """A choice for each one that a form leaves open."""
    if "copy chosen" in form:
        return ' choosing "A"'
    kinds = {
        "basic land": ["Swamp", "Island"],
        "land": ["Swamp", "Island"],
        "card": ["Land", "Artifact"],
    }
    found = re.search(r"(card|basic land|land|creature) types chosen", form)
    words = kinds.get(found[1], ["Elf", "Goblin"]) if found else ["Elf", "Goblin"]
    return f" choosing {', '.join(words[: choices_left(form)])}" if "chosen" in form else ""


@pytest.mark.parametrize(
    ("words", "clauses", "subject"),
    [
        (
            '{ set creature types chosen } on affected affecting "A" choosing Elf',
            [Clause(("creature-type/Elf",), cues=("LosesOther",))],
            Objects(("A",)),
        ),
        (
            '{ replace word chosen with chosen } on self affecting "A" choosing Forest, Swamp',
            [Clause(replaces=(("land-type/Forest", "land-type/Swamp"),))],
            Objects(("A",)),
        ),
        (
            "{ set basic land types chosen 2 } on chosen choosing Forest, Swamp",
            [Clause(("land-type/Swamp",), cues=("LosesOther",))],
            HasTerm(("land-type/Forest",)),
        ),
        (
            '{ copy chosen } on self choosing "Moss" from "A"',
            [Clause(copies="Moss")],
            None,
        ),
    ],
)
def test_statement_says_what_is_chosen(words: str, clauses: list[Clause], subject: object) -> None:
    (scenario,), faults = parse_file(f"when {words}", small_lexicon)
    (effect,) = scenario.statements
    assert faults == []
    assert isinstance(effect, Effect)
    assert (effect.clauses, effect.subject) == (tuple(clauses), subject)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ('{ set creature types chosen } on affected affecting "A"', "no-choice"),
        ("{ lose all abilities } on land and chosen", "no-choice"),
        ("{ copy chosen } on self", "no-choice"),
        ('{ set creature types chosen } on self affecting "A" choosing Forest', "illegal-choice"),
        ("{ replace word chosen with chosen } on land choosing Elf, Forest", "not-of-a-kind"),
    ],
)
def test_choice_that_is_missing_or_does_not_fit_is_a_fault(words: str, code: str) -> None:
    _, faults = parse_file(f"when {words}", small_lexicon)
    assert [fault.code for fault in faults] == [code]


def test_target_stands_alone() -> None:
    with pytest.raises(DiagnosticError):
        read_form("{ lose all abilities } on self and Creature", load())


def test_quoted_chosen_is_what_is_chosen_where_something_is() -> None:
    text = 'when { copy chosen } on creature and not "chosen" choosing "Moss"'
    (scenario,), faults = parse_file(text, small_lexicon)
    (effect,) = scenario.statements
    assert faults == []
    assert isinstance(effect, Effect)
    assert effect.subject == All((HasTerm(("Creature",)), Not(Objects(("Moss",)))))

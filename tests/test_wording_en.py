"""English effect wordings: the shared cases, paraphrases, and what must be refused."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.lexicon import Lexicon, Term
from rulekeep.queries.language.read import parse_file
from rulekeep.queries.syntax import All, AnyOf, ControlledBy, HasTerm, IsA, Named, Not, Objects
from rulekeep.queries.wording import read_effect

from .small_lexicon import small_lexicon
from .wording_cases import (
    CASES,
    SHARED,
    expected,
    expected_filter,
    lexicon,
    paraphrase,
    plain,
    said,
)


def _effects() -> Iterator[Any]:
    if not CASES.exists():
        yield pytest.param(None, (), marks=pytest.mark.skip(reason="../shared is not there"))
        return
    for case in yaml.safe_load(CASES.read_text("utf-8")):
        names = tuple(o["name"] for o in case.get("objects") or ())
        for effect in case.get("effects") or ():
            yield pytest.param(effect, names, id=f"{case['id']}-{effect['ts']}")


@pytest.mark.parametrize(("effect", "names"), list(_effects()))
def test_words_of_a_case_say_what_its_operations_do(effect: Any, names: Any) -> None:
    read = read_effect(effect["text"], lexicon(), names)
    assert said(read) == expected(effect)


@pytest.mark.parametrize(("effect", "names"), list(_effects()))
def test_words_of_a_case_speak_of_what_it_affects(effect: Any, names: Any) -> None:
    read = read_effect(effect["text"], lexicon(), names)
    if isinstance(read.subject, Objects):
        assert list(read.subject.names) == effect["affects"]["objects"]
    else:
        # A resolved effect may list the objects that its words took up.
        if "objects" not in effect["affects"]:
            found = plain(read.subject) if read.subject else None
            assert found == expected_filter(effect["affects"])


TEXTS = tomllib.loads((Path(__file__).parent / "paraphrases_en.toml").read_text("utf-8"))


@pytest.mark.parametrize("entry", TEXTS["paraphrase"], ids=lambda e: e["text"])
def test_paraphrase_says_what_is_written_beside_it(entry: dict[str, Any]) -> None:
    read = said(read_effect(entry["text"], lexicon()))
    if entry.get("skip_gives"):
        read = replace(read, gives=frozenset())
    assert read == paraphrase(entry)


@pytest.mark.parametrize("entry", TEXTS["refused"], ids=lambda e: e["text"])
def test_bad_wording_is_refused_at_the_word_it_stumbles_on(entry: dict[str, Any]) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_effect(entry["text"], lexicon())
    fault = caught.value.diagnostics[0]
    found = entry["text"][fault.start : fault.end]
    hint = fault.hint if "hint" in entry else None
    assert (fault.code, found, hint) == (entry["code"], entry["at"], entry.get("hint"))


def test_subject_of_all_and_bare_plurals_is_a_filter() -> None:
    read = read_effect("artifacts and nontoken creatures you control are Elves", lexicon())
    expected_parts = AnyOf(
        (
            HasTerm(("Artifact",)),
            All((Not(IsA("Token")), HasTerm(("Creature",)))),
        )
    )
    assert read.subject == All((expected_parts, ControlledBy("you")))


def test_words_for_what_stands_outside_the_battlefield_name_the_zone() -> None:
    read = read_effect(
        "creature spells you control are Elves in addition to their other types", lexicon()
    )
    assert read.subject == All((HasTerm(("Creature",)), IsA("Spell"), ControlledBy("you")))


def test_target_leaves_the_object_to_the_statement() -> None:
    read = read_effect("target nonbasic land is an Island", lexicon())
    assert (read.subject, read.subject_filter) == (
        None,
        All((Not(HasTerm(("Basic",))), HasTerm(("Land",)))),
    )


def test_chosen_types_are_taken_in_order() -> None:
    choosing = (("land-type/Forest",), ("land-type/Island",))
    text = "each land of the first chosen type becomes the second chosen type until end of turn"
    read = read_effect(text, lexicon(), choosing=choosing)
    assert said(read).gives == {"land-type/Island"}
    assert read.subject == All((HasTerm(("Land",)), HasTerm(("land-type/Forest",))))


def test_chosen_name_is_taken_from_the_choices() -> None:
    text = "lands with the chosen name lose all land types"
    read = read_effect(text, lexicon(), choosing=(("Tropical Beach",),))
    assert read.subject == All((HasTerm(("Land",)), Named("Tropical Beach")))


def test_a_duration_that_ends_with_the_turn_is_no_rider() -> None:
    read = read_effect("until end of turn, it becomes a Goblin", lexicon())
    assert read.this_turn
    assert read.notes == ()


def test_riders_are_noted_by_name() -> None:
    read = read_effect("it becomes a 2/2 red Goblin with haste until your next turn", lexicon())
    assert [(n.params["words"], n.params["rider"]) for n in read.notes] == [
        ("2/2", "number"),
        ("red", "colour"),
        ("with haste", "ability"),
        ("until your next turn", "duration"),
    ]


def test_condition_is_noted_as_assumed() -> None:
    read = read_effect("as long as you control no Swamps, it isn't a creature", lexicon())
    assert [n.key for n in read.notes] == ["condition-assumed"]


def test_clause_past_the_limit_is_refused() -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_effect("it becomes a Goblin " * 40, lexicon())
    assert caught.value.diagnostics[0].code == "too-long"


def test_real_effect_clauses_are_read() -> None:
    path = SHARED / "data" / "mtg_effect_clauses.jsonl.gz"
    if not path.exists():
        pytest.skip("../shared is not there")
    words = {"BLTYPE": "Forest", "CTYPE": "Goblin", "ATYPE": "Vehicle", "ETYPE": "Aura"}
    words |= {"LTYPE": "Gate", "STYPE": "Arcane"}
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    clauses = [json.loads(line)["clause"] for line in lines]
    card = Term("Card", "Class", labels={"en": ("card",), "ja": ("カード",)})
    words_of_cards = Lexicon([card, *lexicon().terms.values()], lexicon().date)
    refused = []
    for clause in clauses:
        text = re.sub(r"\b[A-Z]{1,2}TYPE\b|\bBLTYPE\b", lambda m: words[m[0]], clause)
        kind = "land-type/Forest" if "land" in text.lower() else "creature-type/Goblin"
        try:
            read_effect(text, words_of_cards, choosing=((kind,), (kind,)))
        except DiagnosticError:
            refused.append(text)
    assert len(refused) <= 0.08 * len(clauses), refused


@pytest.mark.parametrize(
    "words", ["it's still a land", "they're still creatures", "all lands are still lands"]
)
def test_statement_that_only_says_what_stays_is_refused(words: str) -> None:
    _, faults = parse_file(f'when {words} affecting "A"', small_lexicon)
    assert [(fault.code, fault.message) for fault in faults] == [("effect-incomplete", "only-kept")]


def test_choice_that_is_none_of_those_offered_is_refused_with_what_is_offered() -> None:
    text = "target land becomes a Plains or an Island"
    with pytest.raises(DiagnosticError) as caught:
        read_effect(text, lexicon(), choosing=(("creature-type/Dragon",),))
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.params["input"]) == ("illegal-choice", "Dragon")
    assert fault.params["offered"] == {"en": "Plains, Island", "ja": "平地・島"}


def test_choice_of_one_of_those_offered_is_given() -> None:
    text = "target land becomes a Plains or an Island"
    read = read_effect(text, lexicon(), choosing=(("land-type/Island",),))
    assert read.clauses[0].gives == ("land-type/Island",)

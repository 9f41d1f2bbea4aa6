"""The real effect clauses of ../shared/data: how many are understood, and how rightly."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.queries.facts.filters import Simple, alternatives
from rulekeep.queries.rules_text import effects_of_text
from rulekeep.queries.rules_text.exact_form import exact_form
from rulekeep.queries.rules_text.forms import read_form
from rulekeep.queries.rules_text.operations import operations
from rulekeep.queries.rules_text.saying import effect_words
from rulekeep.queries.rules_text.saying_types import Unsayable
from rulekeep.queries.rules_text.stand_ins import open_lexicon, stand_in
from rulekeep.queries.syntax import Effect, InZone, IsA
from rulekeep.queries.wording import read_effect
from rulekeep.queries.wording.lexer import tokens_en

from .measure_clauses import (
    DATA,
    clauses,
    commas,
    dropped,
    exact_forms,
    is_understood,
    slips,
    wrongly_accepted,
)

GOLDEN = Path(__file__).parent / "golden" / "clauses.tsv"
# Clauses that are no effect on the types of an object: conditions, tokens, what is destroyed …
NO_EFFECT = {26, 42, 100, 122, 129, 224, 305, 352, 425, 430, 467, 502, 519, 550, 558}
SLIPS = 400

if not DATA.exists():
    pytest.skip("../shared is not there", allow_module_level=True)


def test_clauses_are_understood() -> None:
    listed = [row["clause"] for row in clauses()]
    found = {n: exact_forms(text, load()) for n, text in enumerate(listed)}
    real = {n: forms for n, forms in found.items() if n not in NO_EFFECT}
    understood = [n for n, forms in real.items() if is_understood(listed[n], forms, load())]
    assert len(understood) >= 0.92 * len(real)
    assert {n for n in NO_EFFECT if found[n]} == set()


def golden() -> list[tuple[int, list[str]]]:
    """Number of each clause of the golden table, with the exact forms that are right for it."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(int(number), forms.split(" || ")) for _, number, forms in rows]


def test_clauses_are_understood_as_a_reader_of_the_rules_wrote_them() -> None:
    listed, rows = clauses(), golden()
    found = {n: exact_forms(listed[n]["clause"], load()) for n, _ in rows}
    understood = [(n, forms) for n, forms in rows if found[n] is not None]
    wrong = [(n, found[n], forms) for n, forms in understood if not _right(found[n], forms)]
    assert len(understood) >= 0.92 * len(rows)
    assert len(wrong) <= 0.01 * len(understood), wrong


def _right(found: tuple[str, ...] | None, forms: list[str]) -> bool:
    if not found:
        return "none" in forms
    return len(found) == 1 and any(form != "none" and _alike(found[0], form) for form in forms)


def _alike(found: str, golden: str) -> bool:
    """Whether two exact forms say the same, whatever the order of their parts."""
    knowledge = load()
    if " ".join(found.split()).casefold() == " ".join(golden.split()).casefold():
        return True
    try:
        (one, itself), (other, also) = read_form(found, knowledge), read_form(golden, knowledge)
    except DiagnosticError:
        return False
    subjects = [_subject(effect) for effect in (one, other)]
    ops = [
        {(o.verb, o.group, o.model, frozenset(o.terms)) for o in operations(e, knowledge)}
        for e in (one, other)
    ]
    return (itself, subjects[0], ops[0]) == (also, subjects[1], ops[1])


def _subject(effect: Effect) -> set[frozenset[Simple]] | None:
    """What an effect speaks of; that it is a card says nothing more where a graveyard is named."""
    if effect.subject is None:
        return None
    found = [frozenset(conditions) for conditions in alternatives(effect.subject)]
    buried, card = (InZone("Graveyard"), False), (IsA("isCard"), False)
    return {conditions - {card} if buried in conditions else conditions for conditions in found}


def test_one_changed_letter_rarely_gives_other_operations() -> None:
    chance = random.Random(205)
    tried = [(row["clause"], s) for row in clauses() for s in slips(row["clause"], chance)]
    drawn = chance.sample(tried, SLIPS)
    wrong = [s for text, s in drawn if wrongly_accepted(text, s, load())]
    assert len(wrong) <= 0.005 * SLIPS, wrong


def test_what_is_misspelt_or_has_a_stray_comma_is_rarely_dropped_without_a_word() -> None:
    chance = random.Random(707)
    texts = [row["clause"] for row in clauses()]
    tried = [(t, s) for t in texts for s in (*slips(t, chance), *commas(t))]
    drawn = chance.sample(tried, SLIPS)
    lost = [changed for text, changed in drawn if dropped(text, changed, load())]
    assert len(lost) <= 0.005 * SLIPS, lost


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_exact_forms_in_words_read_as_the_same_exact_forms(lang: str) -> None:
    knowledge = load()
    effects = [e for row in clauses() for e in effects_of_text(row["clause"], knowledge).effects]
    seen, unsaid, other = set(), [], {}
    for effect in effects:
        if effect.exact in seen:
            continue
        seen.add(effect.exact)
        try:
            itself = effect.exact.endswith(" on self")
            words = effect_words(effect.effect, knowledge, lang, itself=itself)
        except Unsayable:
            unsaid.append(effect.exact)
            continue
        found = [e.exact for e in effects_of_text(words, knowledge).effects]
        if found != [effect.exact]:
            other[words] = found
    assert other == {}
    assert len(unsaid) <= (2 if lang == "ja" else 1), unsaid


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_exact_forms_of_stored_cards_in_words_read_as_the_same(lang: str) -> None:
    knowledge = load()
    forms = {e.exact_form for card in knowledge.documents.cards.values() for e in card.effects}
    other = {}
    for form in sorted(forms):
        effect, itself = read_form(form, knowledge)
        right = exact_form(effect, knowledge, itself=itself)
        try:
            words = effect_words(effect, knowledge, lang, itself=itself)
        except Unsayable:
            continue
        read = effects_of_text(words, knowledge, losing_abilities=True)
        if not (len(read.effects) == 1 and _alike(read.effects[0].exact, right)):
            other[words] = right
    assert other == {}


def test_productions_accept_the_clauses_that_the_parser_reads() -> None:
    from rulekeep.queries.wording.productions import accepts, wording

    knowledge, grammar = load(), wording()
    lexicon = open_lexicon(knowledge.lexicon)
    differing = []
    for row in clauses():
        text = row["clause"]
        try:
            read_effect(text, lexicon, stand_in=stand_in(lexicon, "creature-type"))
            read = True
        except DiagnosticError:
            read = False
        if accepts(tokens_en(text, knowledge.lexicon), knowledge.lexicon, grammar) != read:
            differing.append(text)
    assert differing == []

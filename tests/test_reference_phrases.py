"""The reference of the READMEs on Duel Masters is complete: every sentence and word of the ontology.

A template stands there as in the ontology, its slots called by what fills them (`{object+}`); what
stands there with a slot and is no template is out of date.
"""

from __future__ import annotations

import re

import pytest
from rulekeep.kb.knowledge import load
from rulekeep.kb.sources import load_readings

from .test_readme import READMES, ROOT, blocks, phrase_forms

GAME = "duelmasters"
HEADS = {"README.md": "### Duel Masters", "README.ja.md": "### デュエル・マスターズ"}
_SLOT = re.compile(r"\{\w+[+*]?\}")
CATEGORIES = ("Cause", "Keyword", "ObjectKind", "Outcome", "Reason", "Zone")


def spans(name: str) -> set[str]:
    """What stands in code in the part on Duel Masters; in tables `|` is escaped."""
    text = (ROOT / name).read_text(encoding="utf-8")
    head = re.escape(HEADS[name])
    (part,) = re.findall(rf"^{head}\n(.*?)^##(?:#)? ", text, re.MULTILINE | re.DOTALL)
    plain = re.sub(r"^```.*?^```$", "", part, flags=re.MULTILINE | re.DOTALL)
    return {span.replace("\\|", "|") for span in re.findall(r"`([^`\n]+)`", plain)}


def templates(game: str) -> set[str]:
    """Every template of a game in both languages."""
    knowledge = load(game)
    named = (phrase_forms(knowledge, phrase) for phrase in knowledge.content.phrases)
    return {form for forms in named for templates in forms.values() for form in templates}


@pytest.mark.parametrize("name", READMES)
def test_every_sentence_of_the_game_stands_in_the_reference(name):
    (shared,) = (b.body for b in blocks(name) if b.mark == "phrases")
    told = spans(name) | {line.strip() for line in shared.splitlines()}
    assert templates(GAME) - told == set()


@pytest.mark.parametrize("name", READMES)
def test_no_sentence_of_the_reference_is_out_of_date(name):
    told = {span for span in spans(name) if "{" in span and not _SLOT.fullmatch(span)}
    assert told - templates(GAME) == set()


@pytest.mark.parametrize("name", READMES)
def test_every_word_of_the_game_stands_in_the_reference(name):
    knowledge = load(GAME)
    words = {
        label
        for term in knowledge.lexicon.terms.values()
        if term.category in CATEGORIES
        for labels in term.labels.values()
        for label in labels
    }
    words |= set(load_readings(GAME))
    assert words
    assert words - spans(name) == set()


def test_a_variant_of_the_game_has_no_sentences_of_its_own():
    assert templates("duelmasters-plays") == templates(GAME)

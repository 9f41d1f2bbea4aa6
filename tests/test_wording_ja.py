"""Japanese effect wordings: the shared cases said in Japanese, paraphrases, and what is refused."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.queries.rules_text import effects_of_text
from rulekeep.queries.syntax import HasTerm, Objects
from rulekeep.queries.wording import read_effect
from rulekeep.queries.wording.lexer_ja import tokens_ja

from .wording_cases import CASES, expected, expected_filter, lexicon, paraphrase, plain, said

KNOWLEDGE = load()
TEXTS = tomllib.loads((Path(__file__).parent / "paraphrases_ja.toml").read_text("utf-8"))


def _cases() -> Iterator[Any]:
    if not CASES.exists():
        yield pytest.param("", {}, marks=pytest.mark.skip(reason="../shared is not there"))
        return
    for case in yaml.safe_load(CASES.read_text("utf-8")):
        for effect in case.get("effects") or ():
            for number, text in enumerate(TEXTS["cases"].get(f"{case['id']}-{effect['ts']}", ())):
                yield pytest.param(text, effect, id=f"{case['id']}-{effect['ts']}-{number}")


@pytest.mark.parametrize(("text", "effect"), list(_cases()))
def test_japanese_words_say_what_the_operations_of_the_case_do(text: str, effect: Any) -> None:
    assert said(read_effect(text, lexicon())) == expected(effect)


@pytest.mark.parametrize(("text", "effect"), list(_cases()))
def test_japanese_words_speak_of_what_the_case_affects(text: str, effect: Any) -> None:
    read = read_effect(text, lexicon())
    if isinstance(read.subject, Objects):
        assert list(read.subject.names) == effect["affects"]["objects"]
    elif "objects" not in effect["affects"]:
        found = plain(read.subject) if read.subject else None
        assert found == expected_filter(effect["affects"])


@pytest.mark.parametrize("entry", TEXTS["paraphrase"], ids=lambda e: e["text"])
def test_paraphrase_says_what_is_written_beside_it(entry: dict[str, Any]) -> None:
    assert said(read_effect(entry["text"], lexicon())) == paraphrase(entry)


@pytest.mark.parametrize("entry", TEXTS["refused"], ids=lambda e: e["text"])
def test_bad_wording_is_refused_at_the_word_it_stumbles_on(entry: dict[str, Any]) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_effect(entry["text"], lexicon())
    fault = caught.value.diagnostics[0]
    found = entry["text"][fault.start : fault.end]
    hint = fault.hint if "hint" in entry else None
    assert (fault.code, found, hint) == (entry["code"], entry["at"], entry.get("hint"))


def test_japanese_condition_is_noted_as_assumed() -> None:
    read = read_effect("それが時間カウンターを持つかぎり、それはクリーチャーではない", lexicon())
    assert [n.key for n in read.notes] == ["condition-assumed"]


def test_subject_before_a_condition_is_kept() -> None:
    text = "すべての土地は、あなたのターンであるかぎり、クリーチャーでもある"
    read = read_effect(text, lexicon())
    assert read.subject == HasTerm(("Land",))


RULES_TEXTS = [
    entry
    for entry in tomllib.loads((Path(__file__).parent / "rules_texts_ja.toml").read_text("utf-8"))["text"]
    if entry["exact"] and "\n" not in entry["text"] and "《" not in entry["text"] and '"' not in entry["text"]
]  # fmt: skip
KANA = "あいうえおかきくけこさしすせそたちつてとなにのはまむもるをんアイウカクシスタツテトナニノマ"


def test_one_changed_character_rarely_gives_other_operations() -> None:
    chance = random.Random(205)
    wrong = []
    for _ in range(500):
        entry = chance.choice(RULES_TEXTS)
        text = entry["text"]
        place = chance.randrange(len(text))
        if text[place] in "。、・" or text[place].isascii():
            continue
        slipped = text[:place] + chance.choice(KANA) + text[place + 1 :]
        found = effects_of_text(slipped, KNOWLEDGE)
        forms = [effect.exact for effect in found.effects]
        if forms and not found.not_understood and forms != entry["exact"]:
            wrong.append(slipped)
    assert len(wrong) <= 8, wrong


def test_words_in_any_order_are_read_or_refused() -> None:
    chance = random.Random(708)
    words = [list(cut(entry["text"])) for entry in RULES_TEXTS]
    for _ in range(600):
        mixed = list(chance.choice(words))
        mixed[chance.randrange(len(mixed))] = chance.choice(chance.choice(words))
        chance.shuffle(mixed) if chance.random() < 0.2 else mixed.pop(chance.randrange(len(mixed)))
        effects_of_text("".join(mixed), KNOWLEDGE)


def cut(text: str) -> Iterator[str]:
    """The words of a text."""
    for token in tokens_ja(text, KNOWLEDGE.lexicon):
        yield text[token.start : token.end]

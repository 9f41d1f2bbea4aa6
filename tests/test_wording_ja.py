"""Japanese effect wordings: the shared cases said in Japanese, paraphrases, and what is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.queries.syntax import HasTerm, Objects
from rulekeep.queries.wording import read_effect

from .wording_cases import CASES, expected, expected_filter, lexicon, paraphrase, plain, said

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

"""English effect wordings: the shared cases, paraphrases, and what must be refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from rulekeep.queries.syntax import Objects
from rulekeep.queries.wording import read_effect

from .wording_cases import CASES, expected, expected_filter, lexicon, plain, said


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

"""The rulings that were drawn by a fixed seed: the file has just these, and no ruling copies a source."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rulekeep.queries.language.parse import parse
from rulekeep.queries.syntax import Ruling

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT.parent / "shared" / "data" / "mtg_rulings_types.jsonl.gz"
DRAWN = ROOT / "ontology" / "mtg" / "rulings" / "drawn.rk"
SEED, COUNT = 205, 50
COPIED = 8  # so many words in a row are no longer our own
EFFECT = ("when", "適用")  # says what an effect does in the set words of the game
_ROW = re.compile(r"^# row (\d+)$", re.MULTILINE)


@cache
def rows() -> list[dict[str, str]]:
    """The official rulings in the order of their file."""
    if not SOURCE.exists():
        pytest.skip(f"{SOURCE.name} is not beside the checkout")
    with gzip.open(SOURCE, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def drawn() -> list[int]:
    return sorted(random.Random(SEED).sample(range(len(rows())), COUNT))


def rulings() -> list[Ruling]:
    scenarios, faults = parse(DRAWN.read_text(encoding="utf-8"))
    assert not faults
    return [s.ruling for s in scenarios if s.ruling is not None]


def runs(text: str) -> Iterator[str]:
    """Every run of words in a row that is as long as one that would be copied."""
    words = re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))
    return (" ".join(words[i : i + COPIED]) for i in range(len(words) - COPIED + 1))


@cache
def official() -> frozenset[str]:
    return frozenset(run for row in rows() for run in runs(row["text"]))


def test_the_file_has_the_rows_that_the_seed_draws_in_their_order():
    assert [int(n) for n in _ROW.findall(DRAWN.read_text(encoding="utf-8"))] == drawn()


def test_every_drawn_ruling_names_the_card_and_the_date_of_its_row():
    expected = [(rows()[n]["name"], rows()[n]["date"]) for n in drawn()]
    sources = [(f"{name}, ruling of {date}", date) for name, date in expected]
    assert [(*ruling.sources, ruling.dated) for ruling in rulings()] == sources


def test_every_drawn_ruling_has_question_and_answer_in_both_languages():
    for ruling in rulings():
        assert {*ruling.question} == {*ruling.answer} == {"en", "ja"}, ruling.id


def test_every_ruling_that_is_not_formalised_says_why():
    blocks = DRAWN.read_text(encoding="utf-8").split("\n# row ")[1:]
    for block in blocks:
        assert ("\n  not formalised\n" in block) == ("\n  # not formalised: " in block), block


@pytest.mark.parametrize("path", sorted(ROOT.glob("ontology/*/rulings/*.rk")), ids=lambda p: p.stem)
def test_no_ruling_copies_words_of_its_source(path: Path):
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    written = [(n, line) for n, line in lines if not line.startswith(EFFECT)]
    copied = [(n, run) for n, line in written for run in runs(line) if run in official()]
    assert copied == []

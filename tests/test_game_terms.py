"""No game term stands in kb/ or in the code of queries/: rules and nouns are data of the ontology."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest
from rulekeep.kb.knowledge import load
from rulekeep.kb.sources import games

ROOT = Path(__file__).resolve().parents[1]
COMMON = {
    line.strip().lower()
    for line in (Path(__file__).with_name("common_words.txt"))
    .read_text(encoding="utf-8")
    .splitlines()
    if line.strip() and not line.startswith("#")
}
FILES = sorted([*(ROOT / "kb").rglob("*.py"), *(ROOT / "queries").rglob("*.py")])


def labels() -> set[str]:
    """Every label of every game's terms and cards, in both languages, less the reviewed common words."""
    found = set()
    for game in games():
        knowledge = load(game)
        for term in knowledge.content.terms:
            found |= {label for all_ in term.labels.values() for label in all_}
        for card in knowledge.documents.cards.values():
            found |= set(card.labels.values())
    return {label for label in found if label.lower() not in COMMON}


def code_words(path: Path) -> list[tuple[int, str]]:
    """Lines of code and strings: comments and docstrings of examples count as well."""
    text = path.read_text(encoding="utf-8")
    lines: dict[int, list[str]] = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NAME, tokenize.STRING):
            if token.type == tokenize.STRING and token.string.startswith(('"""', "'''")):
                continue  # docstrings show examples to readers; no rule is hidden there
            lines.setdefault(token.start[0], []).append(token.string)
    return [(number, " ".join(words)) for number, words in sorted(lines.items())]


@pytest.fixture(scope="module")
def patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    found = labels()
    english = sorted((x for x in found if x.isascii()), key=len, reverse=True)
    japanese = sorted((x for x in found if not x.isascii()), key=len, reverse=True)
    return (
        re.compile(
            r"(?<![A-Za-z])(?:" + "|".join(map(re.escape, english)) + r")(?![A-Za-z])",
            re.IGNORECASE,
        ),
        re.compile("|".join(map(re.escape, japanese))),
    )


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_code_holds_no_game_term(path, patterns):
    hits = []
    for number, words in code_words(path):
        for pattern in patterns:
            hits += [f"{path.name}:{number}: {m.group()}" for m in pattern.finditer(words)]
    assert hits == []


def test_the_common_words_are_all_labels_that_code_uses_in_another_sense():
    every = set()
    for game in games():
        for term in load(game).content.terms:
            every |= {label.lower() for all_ in term.labels.values() for label in all_}
        every |= {n.lower() for c in load(game).documents.cards.values() for n in c.labels.values()}
    assert sorted(COMMON - every) == []

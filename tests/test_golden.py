"""The proofs of the classic scenarios read as they were reviewed, in English and Japanese."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from rulekeep.queries import suite

from .golden_proofs import FOLDER, LANGUAGES, path_of, proof_text

ADVICE = (
    "If the new proof is what a judge would say: python -m tests.golden_proofs --write,"
    " read the diff, and give CHANGELOG.md a line."
)
CLASSICS = suite.shipped("classic")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("source", CLASSICS, ids=lambda s: s.id)
def test_a_proof_reads_as_it_was_reviewed(source: suite.Source, lang: str) -> None:
    path = path_of(source, lang)
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    now = proof_text(source, lang)
    if now != kept:
        pytest.fail(f"{_difference(path, kept, now)}\n{ADVICE}", pytrace=False)


def test_every_golden_file_belongs_to_a_classic_scenario() -> None:
    wanted = {path_of(source, lang).name for source in CLASSICS for lang in LANGUAGES}
    assert {path.name for path in FOLDER.glob("*.txt")} == wanted, ADVICE


def _difference(path: Path, kept: str, now: str) -> str:
    lines = difflib.unified_diff(
        kept.splitlines(),
        now.splitlines(),
        f"golden/{path.name}",
        "the proof now",
        lineterm="",
        n=2,
    )
    return "\n".join(lines)

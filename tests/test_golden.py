"""The proofs of the classic scenarios and of the rulings read as they were reviewed, in English and Japanese."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
import rulekeep
from rulekeep.queries.suite import suite

from .golden_proofs import FOLDER, LANGUAGES, path_of, proof_text, sources

ADVICE = (
    "If the new proof is what a judge would say: python -m tests.golden_proofs --write,"
    " read the diff, and give CHANGELOG.md a line."
)
SOURCES = sources()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("source", SOURCES, ids=lambda s: s.id)
def test_a_proof_reads_as_it_was_reviewed(source: suite.Source, lang: str) -> None:
    path = path_of(source, lang)
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    now = proof_text(source, lang)
    if now != kept:
        pytest.fail(f"{_difference(path, kept, now)}\n{ADVICE}", pytrace=False)


def test_every_golden_file_belongs_to_a_scenario() -> None:
    wanted = {path_of(source, lang) for source in SOURCES for lang in LANGUAGES}
    assert set(FOLDER.rglob("*.txt")) == wanted, ADVICE


@pytest.mark.parametrize("source", SOURCES, ids=lambda s: s.id)
def test_a_scenario_with_a_golden_proof_comes_out_as_written(source: suite.Source) -> None:
    (report,) = rulekeep.check(source.text)
    assert [a for a in report.answers if not a.expected] == []
    assert (report.errors, report.cites_missing) == ([], [])


def _difference(path: Path, kept: str, now: str) -> str:
    lines = difflib.unified_diff(
        kept.splitlines(),
        now.splitlines(),
        f"golden/{path.relative_to(FOLDER)}",
        "the proof now",
        lineterm="",
        n=2,
    )
    return "\n".join(lines)

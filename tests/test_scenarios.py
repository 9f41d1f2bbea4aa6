"""The project's own scenarios: every `then` comes out as written, every `cites` is cited."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from .scenario_files import FOLDER, ScenarioSource, run, sources

_SAYS = re.compile(r"(?:then|結果)\s")


@pytest.mark.parametrize("source", sources(), ids=lambda s: s.id)
def test_a_scenario_comes_out_as_written(source: ScenarioSource) -> None:
    report = run(source.text)
    assert report.expects_error or not report.errors
    wrong = [(a.question, a.got or a.verdict) for a in report.answers if a.expected is False]
    assert wrong == []
    assert report.cites_missing == []
    assert report.passed


def test_no_title_stands_twice_in_a_file() -> None:
    counts = Counter(source.id for source in sources())
    assert [title for title, count in counts.items() if count > 1] == []


def test_the_files_are_cut_without_loss() -> None:
    for path in FOLDER.glob("*.rk"):
        text = path.read_text(encoding="utf-8")
        cut = "".join(s.text for s in sources() if s.file == path.stem)
        assert text.endswith(cut)
        assert len(_SAYS.findall(text)) == len(_SAYS.findall(cut))

"""The shared castle cases: all pass, and the statements that decide them are cited, but for a few listed ones.

A statement counts as cited where a rule of it fired or fell short, a denial of it was checked, or it
shares the logic of one that did. Cases without an expected outcome are answered by
`scenarios/castles-answers.rk`, where a statement also counts that an answer lists.
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

import pytest
import rulekeep

from .run_cases import Result, covers, read_cases, run, write
from .scenario_files import sources

HERE = Path(__file__)
CASES = HERE.resolve().parents[1].parent / "shared" / "cases" / "dm_castle_cases.yaml"
UNCITED: dict[str, dict[str, str]] = tomllib.loads(
    HERE.with_name("castle_uncited.toml").read_text(encoding="utf-8")
)
AT_LEAST = 0.9
# Cases that wait for the consistency of whole pages, which no scenario asks.
LATER = {"K104"}
# What the questions of castles-answers.rk list, by case.
LISTED = {
    "K66": [{"C03", "C04"}],
    "K67": [{"C03", "C04", "C18", "C19", "C35", "C57", "C58", "C59", "C60"}],
    "K70": [
        {"C31", "C32", "C33"},
        {"C38", "C39", "C76", "C78", "C79", "C80", "C81", "C82", "C83", "C84", "C85"},
    ],
}

pytestmark = pytest.mark.skipif(
    not CASES.exists(), reason="no cases/dm_castle_cases.yaml beside the checkout"
)


@functools.cache
def cases() -> tuple[dict[str, Any], ...]:
    return tuple(read_cases(CASES)) if CASES.exists() else ()


@functools.cache
def result(case_id: str) -> Result:
    """What came of a case with an expected outcome."""
    case = next(c for c in cases() if c["id"] == case_id)
    text = write(case, "exact")
    assert text is not None
    return run(text)


@functools.cache
def answers() -> dict[str, rulekeep.queries.answers.report.Report]:
    """The scenarios that answer cases in words, by the id of the case."""
    found = {}
    for source in sources():
        if source.file == "castles-answers":
            (found[source.title.partition(":")[0]],) = rulekeep.check(source.text)
    return found


def rows(case_id: str) -> list[set[str]]:
    """The first value of each row of each `find` question."""
    return [{str(r[0]) for r in a.rows} for a in answers()[case_id].answers if a.verb == "find"]


def cited(case: dict[str, Any]) -> set[str]:
    """What is cited or listed in the answers to a case."""
    if "expect" in case:
        return result(case["id"]).rules
    report = answers()[case["id"]]
    return {rule for a in report.answers for rule in a.rules}.union(*rows(case["id"]))


def pairs(*, asked: bool) -> list[tuple[str, str, bool]]:
    """Case, deciding statement, and whether it is cited.

    Args:
        asked: Of the cases with an expected outcome, otherwise of those answered in words.
    """
    chosen = (c for c in cases() if ("expect" in c) == asked and c["id"] not in LATER)
    return [
        (case["id"], statement, any(covers(statement, rule) for rule in cited(case)))
        for case in chosen
        for statement in case["deciding"]
    ]


@pytest.mark.parametrize("case_id", [c["id"] for c in cases() if "expect" in c])
def test_a_castle_case_comes_out_as_expected(case_id: str) -> None:
    assert result(case_id).failures == []


@pytest.mark.parametrize("asked", [True, False])
def test_nine_in_ten_deciding_statements_are_cited(asked: bool) -> None:
    found = pairs(asked=asked)
    assert sum(is_cited for *_, is_cited in found) >= AT_LEAST * len(found)


def test_exactly_the_uncited_statements_are_listed_with_a_reason() -> None:
    found = [*pairs(asked=True), *pairs(asked=False)]
    uncited = {(case, statement) for case, statement, is_cited in found if not is_cited}
    listed = {(case, statement) for case, reasons in UNCITED.items() for statement in reasons}
    assert uncited == listed
    assert all(len(r) > 20 for reasons in UNCITED.values() for r in reasons.values())


def test_every_case_without_an_outcome_is_answered() -> None:
    assert set(answers()) == {c["id"] for c in cases() if "expect" not in c} - LATER


@pytest.mark.parametrize("case_id", sorted(LISTED))
def test_an_answer_lists_the_statements(case_id: str) -> None:
    found = rows(case_id)
    assert [row for row in found if row & {"C03", "C31", "C80"}] == LISTED[case_id]


def test_the_misspelt_card_is_told_with_the_nearest_name() -> None:
    (error,) = (e for e in answers()["K99"].errors if e.code == "unknown-card")
    assert error.hint == "紫電城 バルザーク"

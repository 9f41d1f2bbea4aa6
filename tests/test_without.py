"""A rule that is left out changes the answers of what rests on it, in both forms, and of nothing else."""

from __future__ import annotations

import functools
from typing import Any

import pytest
import rulekeep
import yaml
from rulekeep.kb.knowledge import load

from .case_dsl import FORMS, case_text
from .scenario_files import ScenarioSource, outcome, run, sources
from .wording_cases import CASES

KEEPING = "205.1b"

# Cases that name 205.1b and end alike without it: the types that their effects would keep are those
# that they name (a Vehicle that becomes an artifact creature), or there is none left to keep.
KEPT_ANYWAY = {"A033", "A051", "A053", "B052"}

needs_cases = pytest.mark.skipif(not CASES.exists(), reason="../shared is not there")


def _cited(report: rulekeep.Report, rule: str) -> bool:
    return any(name.startswith(rule) for answer in report.answers for name in answer.rules)


# --- the project's own scenarios --------------------------------------------------------------------


@functools.cache
def _own(source: ScenarioSource) -> tuple[bool, bool]:
    """Whether a scenario comes out otherwise without 205.1b, and whether its proofs cite it."""
    report = run(source.text)
    changed = outcome(report) != outcome(run(source.text, (KEEPING,)))
    return changed, _cited(report, KEEPING)


def _rests(source: ScenarioSource) -> bool:
    return any(f"{word} {KEEPING}" in source.text for word in ("cites", "根拠"))


@pytest.mark.parametrize("source", [s for s in sources() if _rests(s)], ids=lambda s: s.id)
def test_a_scenario_that_cites_the_keeping_rule_rests_on_it(source: ScenarioSource) -> None:
    changed, cited = _own(source)
    assert cited
    assert changed


def test_no_scenario_changes_whose_proofs_do_not_cite_the_keeping_rule() -> None:
    own = [s for s in sources() if KEEPING in load(run(s.text).scenario.game).documents.rules]
    assert [s.id for s in own if _own(s) == (True, False)] == []


def test_both_forms_of_a_scenario_rest_on_the_keeping_rule() -> None:
    texts = [s.text for s in sources() if _rests(s)]
    exact = [t for t in texts if "when {" in t or "適用 {" in t]
    worded = [t for t in texts if t not in exact]
    assert len(exact) >= 4
    assert len(worded) >= 8


def test_without_the_keeping_rule_in_addition_sets() -> None:
    for said in ("becomes an artifact in addition to its other types", None):
        effect = f'"Ram" {said}' if said else '{ add card types Artifact } on "Ram"'
        text = f'given "Ram": Creature — Sheep\nwhen {effect}\nask "Ram" is Creature\nshow "Ram"\n'
        assert run(text).answers[0].verdict == "yes"
        report = run(text, (KEEPING,))
        assert report.answers[0].verdict == "no"
        assert report.lines["Ram"] == frozenset({"Artifact"})


# --- other rules, by sub-rule and by whole number -----------------------------------------------------


def test_a_sub_rule_may_be_left_out_alone() -> None:
    text = (
        'given "Ford": Land — Swamp\nwhen "Ford" becomes a 3/3 Plant creature. '
        'It\'s still a land.\nask "Ford" is Land\n'
    )
    assert run(text, ("205.1b-in-addition",)).answers[0].verdict == "yes"
    assert run(text, ("205.1b-still",)).answers[0].verdict == "no"


def test_a_whole_number_takes_its_sub_rules_along() -> None:
    text = (
        'given "Engine": Artifact\nwhen { add creature types Ninja } on Creature from "Dojo"\n'
        'when { add card types Creature } on Artifact from "March"\nask "Engine" is Ninja\n'
    )
    assert run(text).answers[0].verdict == "yes"
    assert run(text, ("613.8",)).answers[0].verdict == "no"
    assert run(text, ("613.8a",)).answers[0].verdict == "no"


def test_a_scenario_may_leave_out_a_rule_itself() -> None:
    text = (
        'scenario "s"\n  without 205.1b\ngiven "Ram": Creature — Sheep\n'
        'when { add card types Artifact } on "Ram"\nthen "Ram" is not Creature\n'
    )
    assert run(text).passed


def test_a_rule_that_is_in_no_list_is_refused() -> None:
    report = run('given "Ram": Creature — Sheep\nask "Ram" is Sheep\n', ("205.9z",))
    assert [e.code for e in report.errors] == ["unknown-rule"]


# --- the shared cases ---------------------------------------------------------------------------------


@functools.cache
def _cases() -> dict[str, dict[str, Any]]:
    return {case["id"]: case for case in yaml.safe_load(CASES.read_text(encoding="utf-8"))}


@functools.cache
def _changed(form: str) -> dict[str, bool]:
    """Cases whose answers, lines or order change without 205.1b → whether their proofs cite it."""
    found = {}
    for name, case in _cases().items():
        text = case_text(case, form, order=True).text
        report = run(text)
        if outcome(report) != outcome(run(text, (KEEPING,))):
            found[name] = _cited(report, KEEPING)
    return found


def _keeps(case: dict[str, Any]) -> bool:
    """Whether an effect of a case adds types: its words or its operations let something be kept."""
    effects = (case.get("input") or case).get("effects") or []
    names = {str(op[0]) for effect in effects for op in effect.get("ops") or []}
    texts = " ".join(str(effect.get("text", "")) for effect in effects)
    return bool(names & {"add_types", "add_subtypes"}) or "in addition" in texts or "still" in texts


@needs_cases
@pytest.mark.parametrize("form", FORMS)
def test_the_cases_that_name_the_keeping_rule_change(form: str) -> None:
    naming = {name for name, case in _cases().items() if KEEPING in (case.get("rules") or ())}
    assert naming - set(_changed(form)) == KEPT_ANYWAY
    assert len(naming) > len(KEPT_ANYWAY) * 2


@needs_cases
@pytest.mark.parametrize("form", FORMS)
def test_no_case_changes_that_keeps_nothing(form: str) -> None:
    assert [name for name in _changed(form) if not _keeps(_cases()[name])] == []


@needs_cases
@pytest.mark.parametrize("form", FORMS)
def test_every_case_that_changes_cites_the_keeping_rule(form: str) -> None:
    assert [name for name, cited in _changed(form).items() if not cited] == []


@needs_cases
def test_the_same_cases_change_in_both_forms() -> None:
    assert set(_changed("wording")) == set(_changed("exact"))

"""Scenarios for the commands that run them by themselves: where they are read from, and their faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...kb.diagnostics import Diagnostic
from ..syntax import ScenarioText
from .options import checked_date, fail


def chosen(titles: Sequence[str], wanted: str | None, lang: str) -> int:
    """The index of the scenario with a title or number; exits with 2 if there is none, or if several fit."""
    if wanted is None and len(titles) == 1:
        return 0
    if wanted is None:
        fail(Diagnostic("which-scenario", params={"input": len(titles)}), lang)
        raise AssertionError
    found = [index for index, title in enumerate(titles) if title == wanted]
    if not found and wanted.isdecimal() and 0 < int(wanted) <= len(titles):
        found = [int(wanted) - 1]
    if len(found) == 1:
        return found[0]
    from ...kb.logic.check import nearest

    hint = nearest(wanted, titles)
    fail(Diagnostic("no-such-scenario", params={"input": wanted}, hint=hint), lang)
    raise AssertionError


def judging(options: dict[str, Any]) -> dict[str, Any]:
    """The options that say by which rules scenarios are judged, as `knowledge_of` takes them."""
    return {
        "game": options["game"],
        "as_of": checked_date(options),
        "without": options["without"],
        "readings": options["readings"],
    }


def every_fault(
    scenarios: Iterable[ScenarioText],
    text: str,
    faults: Iterable[Diagnostic],
    options: dict[str, Any],
) -> list[Diagnostic]:
    """All faults of a text at once; exits with 2 if the options themselves are at fault."""
    from ..language.scenario_faults import all_faults

    found = all_faults(scenarios, text, faults, judging(options))
    for fault in found:
        if not fault.end:
            fail(fault, options["lang"])
    return found

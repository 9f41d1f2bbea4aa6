"""Rulekeep: a rules knowledge base for trading card games with a query engine that proves its answers.

    import rulekeep
    report = rulekeep.check('''
        given "Dryad Arbor": Land Creature — Forest Dryad
        when "Dryad Arbor" becomes an artifact
        ask "Dryad Arbor" is Creature
    ''')[0]
    report.answers[0].verdict    # "no"
    report.answers[0].rules      # names of the rules that its proof cites

`check` gives a report for each scenario, `ask` only the answers, `show` the types at the end, `timeline`
what happened in order, `load` the knowledge itself. `report_text` and `report_json` print what the command line prints.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .kb.diagnostics import Diagnostic, DiagnosticError
    from .kb.knowledge import Knowledge, load
    from .queries.answers.answer import Answer
    from .queries.answers.output import report_json, report_text
    from .queries.answers.report import Report
    from .queries.api import ask, check, show, timeline
    from .queries.pictures.timeline import Timeline

_HOMES = {
    "Answer": ".queries.answers.answer",
    "Diagnostic": ".kb.diagnostics",
    "DiagnosticError": ".kb.diagnostics",
    "Knowledge": ".kb.knowledge",
    "Report": ".queries.answers.report",
    "Timeline": ".queries.pictures.timeline",
    "ask": ".queries.api",
    "check": ".queries.api",
    "load": ".kb.knowledge",
    "report_json": ".queries.answers.output",
    "report_text": ".queries.answers.output",
    "show": ".queries.api",
    "timeline": ".queries.api",
}

__all__ = [
    "Answer",
    "Diagnostic",
    "DiagnosticError",
    "Knowledge",
    "Report",
    "Timeline",
    "ask",
    "check",
    "load",
    "report_json",
    "report_text",
    "show",
    "timeline",
]


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first used, so that the command line starts fast."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(home, __name__), name)

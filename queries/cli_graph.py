"""The command `graph`: the order of application of a scenario, and its dependencies, as a picture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ..kb.diagnostics import Diagnostic, DiagnosticError
from .cli_options import fail, picture_options
from .cli_scenarios import every_fault, file_or_text, judging

if TYPE_CHECKING:
    from .graph import Graph
    from .syntax import ScenarioText


@click.command("graph", epilog="Exit codes: 0 drawn, 2 error.")
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@click.option(
    "--scenario",
    metavar="TITLE|N",
    help="Which scenario, where there are several: title or number.",
)
@click.option(
    "-o", "--output", default="-", metavar="FILE", help="File to write; default: standard output."
)
@picture_options
def graph_command(text: str | None, scenario: str | None, output: str, **options: Any) -> None:
    """Draw the effects in their order of application, with what depends on what and why.

    \b
    rulekeep graph 'given "Ring": Artifact
                    when all creatures are Elves in addition to their other types from "Song"
                    when "Ring" becomes a creature'
    rulekeep graph --format svg -o order.svg scenario.rk
    """
    lang = options["lang"]
    body, name = file_or_text(text, options)
    try:
        graph = _graph(body, scenario, options)
    except DiagnosticError as error:
        from .highlight import highlight

        click.echo(highlight(error.diagnostics, body, name, lang), err=True)
        raise SystemExit(2) from None
    shown = _shown(graph, options["format_"])
    if output == "-":
        click.echo(shown, nl=False)
        return
    try:
        with open(output, "w", encoding="utf-8") as stream:
            stream.write(shown)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        fail(Diagnostic("cannot-write", params={"input": output, "reason": reason}), lang)


def _graph(text: str, wanted: str | None, options: dict[str, Any]) -> Graph:
    """The picture of one scenario of a text.

    Raises:
        DiagnosticError: The text or the scenario is faulty.
    """
    from .answer import build_case
    from .api import knowledge_of, parse
    from .graph import graph_of
    from .meaning import mean

    judged_by = judging(options)
    scenarios, faults = parse(text, judged_by["as_of"])
    if faults:
        raise DiagnosticError(every_fault(scenarios, text, faults, options))
    scenario = _chosen(scenarios, wanted, options["lang"])
    try:
        knowledge = knowledge_of(scenario, **judged_by)
    except DiagnosticError:
        raise DiagnosticError(every_fault([scenario], text, (), options)) from None
    meaning, faults = mean(scenario, knowledge)
    if faults:
        raise DiagnosticError(faults)
    case = build_case(meaning, knowledge)
    if case.run.bound:
        raise DiagnosticError([Diagnostic("bound-reached", message="bound-run")])
    return graph_of(case, scenario.title, options["lang"])


def _chosen(scenarios: list[ScenarioText], wanted: str | None, lang: str) -> ScenarioText:
    """The scenario with a title or number; exits with 2 if there is none, or if several fit."""
    if wanted is None and len(scenarios) == 1:
        return scenarios[0]
    titles = [s.title for s in scenarios]
    found = [s for s in scenarios if wanted is not None and s.title == wanted]
    if not found and wanted is not None and wanted.isdecimal():
        found = scenarios[int(wanted) - 1 : int(wanted)] if int(wanted) else []
    if len(found) == 1:
        return found[0]
    if wanted is None:
        fail(Diagnostic("which-scenario", params={"input": len(scenarios)}), lang)
    from ..kb.logic.check import nearest

    hint = nearest(str(wanted), titles)
    fail(Diagnostic("no-such-scenario", params={"input": wanted}, hint=hint), lang)
    raise AssertionError


def _shown(graph: Graph, form: str) -> str:
    if form == "json":
        from .graph import graph_data

        return json.dumps(graph_data(graph), ensure_ascii=False, indent=2) + "\n"
    if form == "svg":
        from .graph_svg import svg

        return svg(graph)
    from .graph_mermaid import mermaid

    return mermaid(graph)

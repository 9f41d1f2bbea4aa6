"""The command `graph`: the order of application of a scenario, and its dependencies, as a picture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from .input_output import read_text, write_out
from .options import picture_options
from .scenarios import chosen, every_fault, judging

if TYPE_CHECKING:
    from ..pictures.graph import Graph


@click.command("graph", epilog="Exit codes: 0 drawn, 2 error.")
@click.argument("text", metavar="[FILE|TEXT]", required=False)
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
    body, name = read_text(text, options["file"], options["lang"])
    try:
        graph = _graph(body, scenario, options)
    except DiagnosticError as error:
        from ..answers.highlight import highlight

        click.echo(highlight(error.diagnostics, body, name, lang), err=True)
        raise SystemExit(2) from None
    write_out(_shown(graph, options["format_"]), output, lang)


def _graph(text: str, wanted: str | None, options: dict[str, Any]) -> Graph:
    """The picture of one scenario of a text.

    Raises:
        DiagnosticError: The text or the scenario is faulty.
    """
    from ..answers.running import build_case
    from ..answers.scenario_knowledge import knowledge_of
    from ..facts.meaning import mean
    from ..language.parse import parse
    from ..pictures.graph import graph_of

    judged_by = judging(options)
    scenarios, faults = parse(text, judged_by["as_of"], judged_by["game"])
    if faults:
        raise DiagnosticError(every_fault(scenarios, text, faults, options))
    scenario = scenarios[chosen([s.title for s in scenarios], wanted, options["lang"])]
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


def _shown(graph: Graph, form: str) -> str:
    if form == "json":
        from ..pictures.graph import graph_data

        return json.dumps(graph_data(graph), ensure_ascii=False, indent=2) + "\n"
    if form == "svg":
        from ..pictures.graph_svg import svg

        return svg(graph)
    from ..pictures.graph_mermaid import mermaid

    return mermaid(graph)

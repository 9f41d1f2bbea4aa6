"""Commands that answer questions: `ask`, `why`, `flip`, `find`, `show`."""

from __future__ import annotations

import contextlib
import json
import sys
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic
from ..exit_codes import worst
from .input_output import open_bytes, read_text
from .options import EPILOG, echo_json, exit_code, question_options, reports_of, show_errors

if TYPE_CHECKING:
    from ..answers.report import Report


def _answer(
    text: str | None,
    options: dict[str, Any],
    *,
    verb: str | None = None,
    depth: int | None = None,
    proofs: bool = True,
) -> None:
    from ..answers.output import report_json, report_markdown, report_text

    body, name = read_text(text, options["file"], options["lang"])
    if verb == "find" and not body.lstrip().startswith(
        ("find", "検索", "game", "ゲーム", "scenario", "場面")
    ):
        body = f"find {body.strip()}"
    reports = reports_of(body, options, verb)
    lang = options["lang"]
    if options["format_"] == "json":
        echo_json([report_json(r, lang, proofs) for r in reports])
    else:
        for report in reports:
            if len(reports) > 1 and report.title:
                click.echo(f"== {report.title}")
            if not report.errors or report.expects_error:
                as_text = report_markdown if options["format_"] == "markdown" else report_text
                click.echo(as_text(report, lang, depth, proofs))
    show_errors(reports, body, name, lang)
    sys.exit(exit_code(reports))


@click.command("ask", epilog=EPILOG)
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@click.option(
    "--depth", type=click.IntRange(0), metavar="N", help="Fold steps of the proof deeper than N."
)
@click.option("--no-proof", is_flag=True, help="Only the verdict.")
@click.option(
    "--jsonl",
    is_flag=True,
    help="Read one question a line; answer each with one JSON object a line.",
)
@question_options
def ask_command(
    text: str | None, depth: int | None, no_proof: bool, jsonl: bool, **options: Any
) -> None:
    """Answer the questions of a scenario, with the proof.

    TEXT is in the query language, in English or Japanese; statements end at a line's end, `;` or `。`.

    \b
    rulekeep ask 'given "Bear": Creature — Bear; when "Bear" becomes an artifact; ask "Bear" is Bear'
    rulekeep ask --lang ja '前提 《熊》: クリーチャー ― 熊; 適用 《熊》はアーティファクトになる; 質問 《熊》は熊である'
    rulekeep ask --without 205.1b -f scenario.rk
    """
    if jsonl:
        _answer_lines(options, proofs=not no_proof)
        return
    _answer(text, options, depth=depth, proofs=not no_proof)


def _answer_lines(options: dict[str, Any], *, proofs: bool) -> None:
    """Answers standard input (or the file) line by line: a JSON string, an object with `text`, or plain text."""
    from ..answers.output import report_json

    codes = []
    with contextlib.ExitStack() as stack:
        stream = sys.stdin.buffer
        if options["file"] not in (None, "-"):
            stream = stack.enter_context(open_bytes(options["file"], options["lang"]))
        for line in stream:
            if not line.strip():
                continue
            reports = _reports_of_line(line, options)
            codes.append(exit_code(reports))
            items = [report_json(r, options["lang"], proofs) for r in reports]
            item: object = items[0] if len(items) == 1 else items
            click.echo(json.dumps(item, ensure_ascii=False))
            sys.stdout.flush()
    sys.exit(worst(codes))


def _reports_of_line(line: bytes, options: dict[str, Any]) -> list[Report]:
    from ..answers.report import Report

    try:
        return reports_of(_question_of(line.decode("utf-8-sig")), options)
    except UnicodeDecodeError as error:
        params = {"input": "line", "byte": error.start}
        return [Report(errors=[Diagnostic("not-utf-8", params=params)])]


def _question_of(line: str) -> str:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return line.strip()
    if isinstance(record, dict):
        return str(record.get("text", ""))
    return str(record)


@click.command("why", epilog=EPILOG)
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@click.option(
    "--depth", type=click.IntRange(0), metavar="N", help="Fold steps of the proof deeper than N."
)
@question_options
def why_command(text: str | None, depth: int | None, **options: Any) -> None:
    """Explain answers step by step: the whole proof, or for a `why not` what each rule lacks.

    \b
    rulekeep why 'given "Ring": Artifact; when "Ring" becomes a Goblin in addition to its other types
                  why not "Ring" is Goblin'
    """
    _answer(text, options, verb="why", depth=depth)


@click.command("flip", epilog=EPILOG)
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@question_options
def flip_command(text: str | None, **options: Any) -> None:
    """Find the smallest change of facts, order or rules that turns each answer.

    \b
    rulekeep flip 'given "Bear": Creature — Bear; when "Bear" becomes an artifact; ask "Bear" is Bear'
    """
    _answer(text, options, verb="flip", proofs=False)


@click.command("find", epilog="Exit codes: 0 something found, 1 nothing found, 2 error.")
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@question_options
def find_command(text: str | None, **options: Any) -> None:
    """Find everything in the knowledge base for which a conjunction holds.

    \b
    rulekeep find '?t where Subtype(?t) ^ usedBy(?t, Creature) ^ label(?t) ~ "dragon"'
    rulekeep find '?a, ?b where renamedTo(?a, ?b)'
    """
    _answer(text, options, verb="find", proofs=False)


@click.command(
    "show", epilog="Exit codes: 0 determined, 2 error, 3 some type line is undetermined."
)
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@click.option("--timeline", is_flag=True, help="Also what every event started and ended, in order.")
@question_options
def show_command(text: str | None, timeline: bool, **options: Any) -> None:
    """Print the type lines at the end of a scenario, and the order in which effects were applied.

    \b
    rulekeep show --timeline 'given "Bear": Creature — Bear; when "Bear" becomes an artifact'
    """
    from ..answers.output import report_json, show_text

    body, name = read_text(text, options["file"], options["lang"])
    reports = reports_of(body, options)
    lang = options["lang"]
    if options["format_"] == "json":
        echo_json([report_json(r, lang) for r in reports])
    else:
        for report in reports:
            if report.case is not None:
                click.echo(show_text(report, lang, timeline))
    show_errors(reports, body, name, lang)
    undetermined = any(r.case and set(r.lines) != set(r.case.meaning.objects) for r in reports)
    sys.exit(2 if any(r.errors for r in reports) else 3 if undetermined else 0)

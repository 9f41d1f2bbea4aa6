"""The command line: `rulekeep ask | show | why | why-order | check | rules | terms | …`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

EPILOG = "Exit codes: 0 yes or all as expected, 1 no or a mismatch, 2 error, 3 undetermined."


def shared_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that every question takes."""
    for option in (
        click.option("--without", multiple=True, metavar="RULE", help="Leave a rule out; may be repeated."),
        click.option("--as-of", metavar="DATE", help="Date of the rules (YYYY-MM-DD); default: the newest."),
        click.option("--game", metavar="ID", help="Game; default: what the scenario says, else mtg."),
        click.option("--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True, help="Language of the answer."),
        click.option("--format", "format_", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True),
        click.option("-f", "--file", "file", metavar="FILE", help="Read the scenario from a file (`-`: standard input)."),
    ):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EPILOG)
@click.version_option(package_name="rulekeep")
def main() -> None:
    """Ask what the rules make of an object, and why.

    \b
    rulekeep ask 'given "Dryad Arbor": Land Creature — Forest Dryad
                  when "Dryad Arbor" becomes an artifact
                  ask "Dryad Arbor" is Creature'
    """


def read_text(text: str | None, file: str | None) -> tuple[str, str]:
    """The scenario text and its name: the argument, a file, or standard input.

    Raises:
        click.ClickException: The file cannot be read; exit code 2.
    """
    if file is None and text is not None and text != "-":
        return text, "<argument>"
    name = file or "-"
    if name == "-":
        data = sys.stdin.buffer.read()
        name = "<stdin>"
    else:
        try:
            data = Path(name).read_bytes()
        except OSError as error:
            raise _failure(f"cannot read {name}: {error.strerror}") from None
    try:
        return data.decode("utf-8-sig"), name
    except UnicodeDecodeError as error:
        raise _failure(f"{name}: not UTF-8 (byte {error.start})") from None


def _failure(text: str) -> click.ClickException:
    failure = click.ClickException(text)
    failure.exit_code = 2
    return failure


def run_reports(text: str, options: dict[str, Any]) -> list[Any]:
    """Reports of a text under the shared options."""
    import datetime

    from .api import check

    as_of = options["as_of"]
    if as_of is not None:
        try:
            datetime.date.fromisoformat(as_of)
        except ValueError:
            raise _failure(f"`{as_of}` is no date; write YYYY-MM-DD") from None
    return check(text, game=options["game"], as_of=as_of, without=options["without"])


def show_errors(reports: Iterable[Any], text: str, name: str, lang: str) -> None:
    """Errors of all reports on standard error, each with its place and a caret line."""
    from .highlight import highlight

    errors = [e for r in reports for e in r.errors if not r.expects_error]
    if errors:
        click.echo(highlight(errors, text, name, lang), err=True)


def exit_code(reports: Iterable[Any]) -> int:
    """Of several exit codes the first of 2, 1, 3, 0."""
    codes = {r.exit_code for r in reports}
    return next((c for c in (2, 1, 3) if c in codes), 0)


def answer_command(text: str | None, depth: int | None, proofs: bool, options: dict[str, Any]) -> None:
    """Answers a text's questions and exits with their code."""
    from .output import report_json, report_text

    body, name = read_text(text, options["file"])
    reports = run_reports(body, options)
    lang = options["lang"]
    if options["format_"] == "json":
        data = [report_json(r, lang) for r in reports]
        click.echo(json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=2))
    else:
        for report in reports:
            if not report.errors or report.expects_error:
                click.echo(report_text(report, lang, depth, proofs))
    show_errors(reports, body, name, lang)
    sys.exit(exit_code(reports))


@main.command(epilog=EPILOG)
@click.argument("text", required=False)
@click.option("--depth", type=click.IntRange(0), metavar="N", help="Fold steps of the proof deeper than N.")
@click.option("--no-proof", is_flag=True, help="Only the verdict.")
@shared_options
def ask(text: str | None, depth: int | None, no_proof: bool, **options: Any) -> None:
    """Answer the questions of a scenario, with the proof.

    \b
    rulekeep ask 'given "Bear": Creature — Bear; when "Bear" becomes an artifact; ask "Bear" is Bear'
    rulekeep ask --lang ja '前提 《熊》: クリーチャー ― 熊; 適用 《熊》はアーティファクトになる; 質問 《熊》はクリーチャーである'
    """
    answer_command(text, depth, not no_proof, options)


@main.command(epilog=EPILOG)
@click.argument("text", required=False)
@shared_options
def show(text: str | None, **options: Any) -> None:
    """Print the type lines at the end of a scenario, and the order in which effects were applied."""
    from .output import HEADS, lines_text, note_text, report_json

    body, name = read_text(text, options["file"])
    reports = run_reports(body, options)
    lang = options["lang"]
    if options["format_"] == "json":
        data = [report_json(r, lang) for r in reports]
        click.echo(json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=2))
    else:
        for report in reports:
            if report.case is not None:
                click.echo(lines_text(report, lang))
                if len(report.order) > 1:
                    click.echo(f"{HEADS[lang]['order']}: {', '.join(map(str, report.order))}")
                for note in report.notes:
                    click.echo(f"{HEADS[lang]['note']}: {note_text(note, lang)}")
    show_errors(reports, body, name, lang)
    undetermined = any(r.case and set(r.lines) != set(r.case.meaning.objects) for r in reports)
    errors = any(r.errors for r in reports)
    sys.exit(2 if errors else 3 if undetermined else 0)


if __name__ == "__main__":
    main()

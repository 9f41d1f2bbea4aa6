"""The command `check`: runs scenario files and reports what came out otherwise than expected."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from ..kb.diagnostics import Diagnostic
from .cli_options import READING, exit_code, read_text, reports_of, show_errors
from .exit_codes import worst


@click.command("check", epilog="Exit codes: 0 all as expected, 1 a mismatch, 2 error.")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "-v", "--verbose", is_flag=True, help="Show every answer with its rules, not only mismatches."
)
@click.option(
    "--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True, help="Language."
)
@click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option("--as-of", metavar="DATE", help="Date of the rules for scenarios that name none.")
@click.option("--game", metavar="ID", help="Overrule the scenarios' game.")
@READING
@click.option("--without", multiple=True, metavar="RULE", help="Leave out a rule; may be repeated.")
def check_command(files: tuple[str, ...], verbose: bool, **options: Any) -> None:
    """Run scenario files: every `then` must come out as written, every `cites` must be cited.

    \b
    rulekeep check scenarios/*.rk
    """
    from .output import HEADS, check_lines, report_json

    codes, data, passed, failed = [], [], 0, 0
    told: set[Diagnostic] = set()
    for file in files:
        text, name = read_text(None, file, options["lang"])
        reports = reports_of(text, options)
        codes.append(exit_code(reports))
        for report in reports:
            passed += report.passed
            failed += not report.passed
            if options["format_"] == "json":
                data.append({"file": name, **report_json(report, options["lang"])})
            else:
                for line in check_lines(report, name, options["lang"], verbose):
                    click.echo(line)
        show_errors(reports, text, name, options["lang"], told)
    if options["format_"] == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        click.echo(HEADS[options["lang"]]["count"].format(passed, failed))
    code = worst(codes)
    sys.exit(1 if failed and code in (0, 3) else code)

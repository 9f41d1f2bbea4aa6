"""The command `consistency`: do the answers agree with the rules, and with each other?"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..exit_codes import STOPPED
from .options import Seconds, fail


@click.command(
    "consistency",
    epilog="Exit codes: 0 nothing found, 1 a conflict or a disagreement, 2 error, 3 only undetermined.",
)
@click.argument("paths", nargs=-1)
@click.option("--game", default="mtg", metavar="ID", show_default=True, help="Game.")
@click.option(
    "--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True, help="Language."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "junit", "sarif", "github"]),
    default="text",
    show_default=True,
)
@click.option(
    "--hard-from",
    type=click.IntRange(0),
    metavar="TRUST",
    help="Statements of at least this trust are not in question (7 rules … 1 bridges); default: all are.",
)
@click.option("--bridges/--no-bridges", default=True, show_default=True, help="Take bridges too.")
@click.option("--only", metavar="ID,ID…", help="Only these statements, as `C84,C86,B1`.")
@click.option(
    "--boards", "boards_file", metavar="FILE", help="Scenarios to hold statements against."
)
@click.option(
    "--statements/--no-statements",
    default=True,
    show_default=True,
    help="Hold the statements of the game against its boards.",
)
@click.option(
    "--max",
    "most",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="At most so many conflict sets and repairs a board.",
)
@click.option(
    "--time-limit",
    "seconds",
    type=Seconds(),
    metavar="SECONDS",
    help="At most so long a board.",
)
@click.option(
    "--owl", is_flag=True, help="Also put statements on classes to HermiT (extra `java`)."
)
def consistency_command(paths: tuple[str, ...], **options: Any) -> None:
    """Hold statements and rulings against the rules and against each other.

    Rulings are those of PATHS (files or folders), or those that ship with the game. Each is asked of
    the rules first; then all minimal sets of statements that cannot hold together are sought on the
    game's boards, and those of the rulings' answers and reasons, with the minimal repairs.

    \b
    rulekeep consistency --game duelmasters
    rulekeep consistency --game duelmasters --only C84,C86,C85,C25,B1,B3
    rulekeep consistency my-rulings/ --format json
    """
    from ...kb.knowledge import load
    from ...kb.sources import UnknownGame

    try:
        knowledge = load(options["game"])
    except UnknownGame:
        params = {"input": options["game"]}
        fail(Diagnostic("unknown-game", params=params), options["lang"])
    except DiagnosticError as error:
        fail(error.diagnostics[0], options["lang"])
    from ..corpus.consistency_run import run_consistency, unusable

    for fault in unusable(knowledge, paths, options["only"]):
        fail(fault, options["lang"])
    result = run_consistency(knowledge, paths, options)
    lang = options["lang"]
    if options["format_"] == "json":
        click.echo(json.dumps(result.data(lang), ensure_ascii=False, indent=2))
    elif options["format_"] != "text":
        from ..corpus.formats import written

        click.echo(written(result.result(), options["format_"], lang), nl=False)
    else:
        for line in result.lines(lang):
            click.echo(line)
    sys.exit(STOPPED if result.stopped else result.exit_code)

"""The commands `ruling new` and `ruling import`: rulings to be filled in, empty or from a list."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..syntax import STATUSES
from .corpus_options import known_game
from .findings import LANG, say_stopped
from .input_output import fail_to_write
from .options import fail

if TYPE_CHECKING:
    from ..corpus.findings import Finding

EPILOG = "Exit codes: 0 written, 2 error, 130 stopped."
MAX_SHOWN = 500
_DONE = {
    "en": "written: {0}, there before and kept: {1}, faults: {2} (in {3})",
    "ja": "書き出し{0}件、既にあり変更せず{1}件、不備{2}件({3})",
}
_MORE = {"en": "… and {0} more", "ja": "…ほか{0}件"}
GAME = click.option(
    "--game", metavar="ID", help="Game of the ruling; default: the one that scenarios have."
)


@click.group("ruling", epilog=EPILOG)
def ruling_command() -> None:
    """Begin rulings: scenarios with an official answer.

    \b
    rulekeep ruling new my-ruling-1 -o my-ruling-1.rk
    rulekeep ruling import answers.csv -d rulings
    """


@ruling_command.command("new", epilog=EPILOG)
@click.argument("id_", metavar="ID")
@GAME
@LANG
@click.option(
    "-o", "--output", default="-", metavar="FILE", help="File to write; default: standard output."
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def new_command(id_: str, game: str | None, lang: str, output: str, force: bool) -> None:
    """Write a commented ruling to fill in; until then it is `not formalised`.

    \b
    rulekeep ruling new my-ruling-1 --game duelmasters -o my-ruling-1.rk
    """
    from ..corpus.ids import id_fault
    from ..corpus.templates import new_ruling

    fault = id_fault(id_)
    if fault is not None:
        fail(fault, lang)
    known_game(game, lang)
    text = new_ruling(id_, game, lang)
    if output == "-":
        click.echo(text, nl=False)
        return
    try:
        with open(output, "w" if force else "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        fail(Diagnostic("file-exists", params={"input": output}), lang)
    except (OSError, ValueError) as error:
        fail_to_write(output, error, lang)


@ruling_command.command("import", epilog=EPILOG)
@click.argument("csv_file", metavar="CSV")
@GAME
@LANG
@click.option(
    "-d",
    "--folder",
    default="rulings",
    show_default=True,
    metavar="FOLDER",
    help="Where the files go; it is made if it is not there.",
)
@click.option("--source", default="", metavar="S", help="Source of rows that name none.")
@click.option("--status", type=click.Choice(STATUSES), help="Status of the rulings.")
def import_command(csv_file: str, **options: Any) -> None:
    """Lay out a list of rulings as files, one each, marked `not formalised`.

    CSV is UTF-8 with commas; its first row names the columns id, date, source, question and answer,
    in any order. Further columns are kept as comments. A file that is there is not written over.
    With the status `official`, rows without a date become `official-undated`.

    \b
    rulekeep ruling import answers.csv --game duelmasters -d rulings --status official
    """
    from ...kb.files import shown_name
    from ..corpus.csv_list import MAX_BYTES, read_list
    from ..corpus.importing import Imported, Layout, write_rulings
    from ..corpus.texts import file_text

    lang, folder = options["lang"], options["folder"]
    known_game(options["game"], lang)
    try:
        text = file_text(csv_file, MAX_BYTES)
    except DiagnosticError as error:
        fault = error.diagnostics[0]
        fail(
            replace(fault, message=f"csv-{fault.code}") if fault.code == "not-utf-8" else fault,
            lang,
        )
    name, done, stopped = shown_name(csv_file), Imported(), False
    listed = read_list(name, text)
    layout = Layout(folder, options["game"], options["source"], options["status"] or "", lang)
    try:
        if listed.rows:
            _make(folder, lang)
        write_rulings(listed.rows, name, layout, done)
    except KeyboardInterrupt:
        stopped = True
    faults = [*listed.findings, *done.findings]
    _tell(faults, lang)
    click.echo(_DONE[lang].format(len(done.written), len(done.kept), len(faults), folder))
    sys.exit(say_stopped(lang) if stopped else 2 if faults else 0)


def _make(folder: str, lang: str) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except (OSError, ValueError) as error:
        fail_to_write(folder, error, lang)


def _tell(faults: Iterable[Finding], lang: str) -> None:
    """All faults on standard error, by row; the first `MAX_SHOWN` in full."""
    from ..corpus.findings import sorted_findings
    from ..corpus.formats import finding_lines

    ordered = sorted_findings(faults)
    for finding in ordered[:MAX_SHOWN]:
        for line in finding_lines(finding, lang):
            click.echo(line, err=True)
    if len(ordered) > MAX_SHOWN:
        click.echo(_MORE[lang].format(len(ordered) - MAX_SHOWN), err=True)

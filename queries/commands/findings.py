"""What the commands that find something share: their options, and how they write a result and end.

@click.command("consistency", epilog=FINDINGS_EPILOG)
@findings_options
def consistency_command(**options):
    result = Result("consistency", findings, complete=complete)
    sys.exit(write_result(result, options))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..corpus.findings import exit_code
from ..corpus.formats import FORMATS, WORDS, Result, written
from ..exit_codes import STOPPED
from ..stopping import STOPPED_WORDS
from .input_output import write_out
from .options import OUTPUT, form, language

FINDINGS_EPILOG = (
    "Exit codes: 0 nothing wrong, 1 an error was found, 2 something cannot be read, "
    "3 something is undetermined, 130 stopped."
)

FORMAT = form(
    *FORMATS, says="Form of the report; junit, sarif and github are for continuous integration."
)
LANG = language("Language of the report.")

Command = Callable[..., Any]


def findings_options(command: Command) -> Command:
    """The options `--format`, `--lang` and `-o`, as `format_`, `lang` and `output`."""
    return FORMAT(LANG(OUTPUT(command)))


def write_result(result: Result, options: dict[str, Any], stopped: bool = False) -> int:
    """Writes a result as the options say; the exit code of the command.

    Args:
        result: What was found.
        options: Those of `findings_options`.
        stopped: Ctrl-C ended the work; that is said on standard error.
    """
    shown = written(result, options["format_"], options["lang"])
    write_out(shown, options.get("output", "-"), options["lang"])
    return say_stopped(options["lang"]) if stopped else exit_code(result.findings)


def say_stopped(lang: str) -> int:
    """Says that the report is partial since Ctrl-C ended the work; the exit code for that."""
    click.echo(f"{STOPPED_WORDS[lang]}{WORDS[lang]['partial']}", err=True)
    return STOPPED

"""The command line's entry: a group whose commands are imported only when they are called."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from typing import Any

import click

from ..kb.diagnostics import DiagnosticError
from .chosen_language import LANGUAGES, asks_for_help, chosen_language, without_language
from .exit_codes import STOPPED, is_stop

COMMANDS = {
    "ask": "ask",
    "check": "check",
    "consistency": "consistency",
    "coverage": "coverage",
    "diff": "diff",
    "export": "export",
    "find": "ask",
    "flip": "ask",
    "graph": "graph",
    "import": "importing",
    "orders": "orders",
    "read": "read",
    "readings": "readings",
    "reason": "reason",
    "reference": "reference",
    "repl": "repl",
    "rules": "inspect",
    "ruling": "ruling",
    "show": "ask",
    "sparql": "sparql",
    "suite": "suite",
    "terms": "inspect",
    "timeline": "timeline",
    "typelines": "inspect",
    "validate": "validate",
    "why": "ask",
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports the module of the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands."""
        del ctx
        return sorted(COMMANDS)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """The context of the arguments; where help is asked for in Japanese, one that gives it."""
        if chosen_language(args) == "en" or not asks_for_help(args):
            return super().make_context(info_name, args, parent, **extra)
        from .japanese_help import japanese

        group = japanese(self)
        assert isinstance(group, LazyGroup)
        asked = without_language(args)
        return super(LazyGroup, group).make_context(info_name, asked, parent, obj="ja", **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command; Ctrl-C ends it with a line and the code for that, a fault of the store as an error."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, RuntimeError) as error:
            if not is_stop(error):
                raise
            from .stopping import stopped_line

            click.echo(stopped_line(ctx, chosen_language(sys.argv)), err=True)
            ctx.exit(STOPPED)
        except DiagnosticError as error:
            from .commands.options import fail

            fail(error.diagnostics[0], chosen_language(sys.argv))
            raise AssertionError from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, or `None`."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        found = getattr(
            importlib.import_module(f".commands.{module}", __package__), f"{cmd_name}_command"
        )
        assert isinstance(found, click.Command)
        if ctx.obj == "ja":
            from .japanese_help import japanese

            return japanese(found, cmd_name)
        return found


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 yes or all as expected, 1 no or a mismatch, 2 error, 3 undetermined.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help="Language of the help, and of a command that names none itself.",
)
@click.version_option(package_name="rulekeep")
def main(lang: str | None) -> None:
    """Ask what the rules make of an object, and why.

    \b
    rulekeep ask 'given "Dryad Arbor": Land Creature — Forest Dryad
                  when "Dryad Arbor" becomes an artifact
                  ask "Dryad Arbor" is Creature'
    """
    del lang  # commands look for it themselves


def run() -> None:
    """The console script: runs the command and leaves without taking the process apart.

    A command reads one large cache and ends, so collecting garbage and freeing every object is time
    lost: a fifth of that of a cold question.
    """
    gc.disable()
    try:
        main()
        code: object = 0
    except SystemExit as leaving:
        code = leaving.code
    except KeyboardInterrupt:  # before or after the command
        code = STOPPED
    except OSError as error:  # no place is left where the answer goes
        code = _not_written(error)
    if isinstance(code, str):
        click.echo(code, err=True)
        code = 1
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        pass
    except OSError as error:
        code = _not_written(error)
    os._exit(code if isinstance(code, int) else 0)


def _not_written(error: OSError) -> int:
    """Says why nothing more can be written; the exit code of an error."""
    click.echo(f"standard output: {error.strerror}", err=True)
    return 2


if __name__ == "__main__":
    run()

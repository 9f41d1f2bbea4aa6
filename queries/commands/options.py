"""Options and small steps that the commands share."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ...kb.dates import is_date
from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.store.place import VARIABLE, refuse_absent
from ..chosen_language import LANGUAGES
from ..chosen_language import VARIABLE as LANGUAGE_VARIABLE
from ..exit_codes import worst

if TYPE_CHECKING:
    from ...kb.knowledge import Knowledge
    from ..answers.report import Report

EPILOG = "Exit codes: 0 yes or all as expected, 1 no or a mismatch, 2 error, 3 undetermined."

Command = Callable[..., Any]

_AS_OF = click.option(
    "--as-of", metavar="DATE", help="Date of the rules (YYYY-MM-DD); default: the newest."
)
_GAME = click.option(
    "--game", metavar="ID", help="Game; default: what the scenario says, else mtg."
)
_WITHOUT = click.option(
    "--without",
    multiple=True,
    metavar="RULE",
    help="Leave out a rule with its sub-rules; may be repeated.",
)
READING = click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="NAME",
    help="Take a rule in another reading; may be repeated (`rulekeep rules` lists them).",
)
SCENARIO = click.option(
    "--scenario",
    metavar="TITLE|N",
    help="Which scenario, where there are several: title or number.",
)
OUTPUT = click.option(
    "-o", "--output", default="-", metavar="FILE", help="File to write; default: standard output."
)


def _take_store(ctx: click.Context, option: click.Parameter, place: str | None) -> None:
    """Makes a place that was chosen that of this process and of those that it starts."""
    del ctx, option
    if place:
        os.environ[VARIABLE] = place


def _read_store(ctx: click.Context, option: click.Parameter, place: str | None) -> None:
    """Takes a place as `_take_store` does; where one was named, something has to be there."""
    _take_store(ctx, option, place)
    refuse_absent()


def _store(
    callback: Callable[[click.Context, click.Parameter, str | None], None],
) -> Callable[[Command], Command]:
    return click.option(
        "--store",
        metavar="PATH|URL",
        expose_value=False,
        callback=callback,
        help="Store of imported cards; default: RULEKEEP_STORE, else a folder of the user's data.",
    )


STORE = _store(_read_store)
STORE_TO_WRITE = _store(_take_store)
_FILE = click.option("-f", "--file", metavar="FILE", help="Read from a file (`-`: standard input).")


class Seconds(click.FloatRange):
    """A time in seconds: a number, which `nan` is not, from `least` to `most`."""

    def __init__(self, least: float = 0.001, most: float = 86_400) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number that a text is."""
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return found


class LanguageOption(click.Option):
    """The language of a command: that of `rulekeep --lang …` before the environment's."""

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """What is taken where the command itself names none."""
        named = ctx.find_root().params.get("lang")
        return str(named) if named else super().resolve_envvar_value(ctx)


def form(*names: str, says: str = "Form of the output.") -> Callable[[Command], Command]:
    """The option for the form of the output, the first one by default."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help=says,
    )


def language(says: str) -> Callable[[Command], Command]:
    """The option for the language of what is written."""
    return click.option(
        "--lang",
        cls=LanguageOption,
        type=click.Choice(LANGUAGES),
        default=LANGUAGES[0],
        envvar=LANGUAGE_VARIABLE,
        show_default=True,
        help=says,
    )


_LANG = language("Language of the answer.")


def question_options(command: Command) -> Command:
    """Options of commands that answer questions."""
    return _scenario_options(command, "text", "json", "markdown")


def picture_options(command: Command) -> Command:
    """Options of commands that draw a scenario."""
    return SCENARIO(OUTPUT(_scenario_options(command, "mermaid", "svg", "json")))


def timeline_options(command: Command) -> Command:
    """Options of commands that tell a scenario, or draw it."""
    return SCENARIO(OUTPUT(_scenario_options(command, "text", "mermaid", "svg", "json")))


def _scenario_options(command: Command, *forms: str) -> Command:
    for option in (_FILE, form(*forms), _LANG, STORE, _GAME, _AS_OF, READING, _WITHOUT):
        command = option(command)
    return command


def knowledge_options(command: Command) -> Command:
    """Options that say which knowledge base is meant, and in which language it speaks."""
    for option in (_LANG, _GAME, _AS_OF):
        command = option(command)
    return command


def inspect_options(command: Command) -> Command:
    """Options of commands that look into the knowledge base."""
    for option in (form("text", "json"), _LANG, _GAME, _AS_OF):
        command = option(command)
    return command


def fail(diagnostic: Diagnostic, lang: str = "en") -> NoReturn:
    """Prints one error and exits with 2."""
    from ..answers.highlight import highlight

    click.echo(highlight([replace(diagnostic, start=0, end=0)], "", "", lang), err=True)
    sys.exit(2)


def checked_date(options: dict[str, Any]) -> str | None:
    """The date of `--as-of`; exits with 2 if it is none."""
    as_of: str | None = options.get("as_of")
    if as_of is not None and not is_date(as_of):
        fail(Diagnostic("bad-date", params={"input": as_of}), options["lang"])
    return as_of


def the_knowledge(options: dict[str, Any]) -> Knowledge:
    """The knowledge that the options speak of; exits with 2 if there is no such game."""
    from ...kb.sources import UnknownGame
    from ..answers.scenario_knowledge import knowledge_for

    try:
        return knowledge_for(options.get("game") or "mtg", checked_date(options))
    except UnknownGame as error:
        fail(Diagnostic("unknown-game", params={"input": error.game}), options["lang"])
    except DiagnosticError as error:
        fail(error.diagnostics[0], options["lang"])
    raise AssertionError


def reports_of(text: str, options: dict[str, Any], verb: str | None = None) -> list[Report]:
    """Reports of a text under the options."""
    from ..api import check

    as_of = checked_date(options)
    return check(
        text,
        game=options["game"],
        as_of=as_of,
        without=options["without"],
        readings=options["readings"],
        verb=verb,
    )


def show_errors(
    reports: Iterable[Report],
    text: str,
    name: str,
    lang: str,
    told: set[Diagnostic] | None = None,
) -> None:
    """Errors of all reports on standard error, each once, with its place and a caret line.

    Args:
        reports: The reports of one text.
        text: That text.
        name: What to call it.
        lang: Language of the messages.
        told: Faults of the options that were told of another text; those of this one are added.
    """
    before = set[Diagnostic]() if told is None else told
    found = (e for r in reports for e in r.errors if not r.expects_error)
    errors = [e for e in found if e not in before]
    before.update(e for e in errors if not e.end)
    if errors:
        from ..answers.highlight import highlight

        click.echo(highlight(errors, text, name, lang), err=True)


def exit_code(reports: Iterable[Report]) -> int:
    """The exit code of several reports."""
    return worst(report.exit_code for report in reports)


def echo_json(items: list[dict[str, object]]) -> None:
    """One object, or a list where there are several scenarios."""
    click.echo(json.dumps(items[0] if len(items) == 1 else items, ensure_ascii=False, indent=2))

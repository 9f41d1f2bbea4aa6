"""Help in Japanese: the texts of `commands/help_ja.toml` on copies of the commands, laid out by the width of letters.

Examples are those of the English help, so that both show the same command lines.
"""

from __future__ import annotations

import copy
import functools
import inspect
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from .answers.highlight import char_width

TEXTS = Path(__file__).with_name("commands") / "help_ja.toml"
ROOT = "rulekeep"
COMMON = "common"  # options that many commands have
CLICK = "click"  # what the library itself writes
NOTES = "notes"  # what stands behind examples
_NOTE = re.compile(r"^(rulekeep .*?\S {2,})(\S.*)$", re.MULTILINE)
_PIECE = re.compile(r"(?:[!-~]+|\S)[、。」』）)]*|\s+")  # what stays together on a line


@functools.cache
def texts() -> dict[str, dict[str, Any]]:
    """Command, as it is called → its texts."""
    found: dict[str, dict[str, Any]] = tomllib.loads(TEXTS.read_text("utf-8"))
    return found


def japanese(command: click.Command, path: str = "") -> click.Command:
    """A copy of a command that speaks Japanese where it is asked for help.

    Args:
        command: The command.
        path: How it is called, without `rulekeep`; "" for the group of all.
    """
    own = texts()[path or ROOT]
    made = copy.copy(command)
    made.short_help, made.epilog = own["short"], own.get("epilog")
    made.help = "\n\n".join(_paragraphs(command, own))
    made.params = [_with_help(param, own) for param in command.params]
    made.context_class = _Context
    if path and isinstance(made, click.Group):
        subcommands = made.commands.items()
        made.commands = {name: japanese(c, f"{path} {name}") for name, c in subcommands}
    return made


def examples(command: click.Command) -> str:
    """What stands in the help of a command as it is to be typed; "" if nothing does."""
    return inspect.cleandoc(command.help or "").partition("\b\n")[2].strip("\n")


def _paragraphs(command: click.Command, own: Mapping[str, Any]) -> Iterator[str]:
    yield own["short"]
    if "help" in own:
        yield own["help"]
    notes = own.get(NOTES, {})
    shown = _NOTE.sub(lambda m: m[1] + notes.get(m[2], m[2]), examples(command))
    if shown:
        yield f"\b\n{shown}"


def _with_help(param: click.Parameter, own: Mapping[str, Any]) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    made = copy.copy(param)
    name = param.opts[-1]
    made.help = own.get(name) or texts()[COMMON][name]
    return made


class _Formatter(click.HelpFormatter):
    """Lays out help by the width of letters, of which Japanese ones have two columns."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line that says how a command is called."""
        super().write_usage(prog, args, prefix or texts()[CLICK]["Usage"])

    def write_heading(self, heading: str) -> None:
        """The heading of a section."""
        super().write_heading(texts()[CLICK].get(heading, heading))

    def write_text(self, text: str) -> None:
        """Paragraphs, wrapped unless they begin with a backspace."""
        indent = " " * self.current_indent
        for number, paragraph in enumerate(text.split("\n\n")):
            kept = paragraph.startswith("\b\n")
            lines = (
                paragraph[2:].split("\n") if kept else wrapped(paragraph, self.width - len(indent))
            )
            self.write("\n" * bool(number) + "".join(f"{indent}{line}\n" for line in lines))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Terms with what they mean beside them, or below those that are too long."""
        rows = list(rows)
        widest = min(max(_width(term) for term, _ in rows), col_max) + col_spacing
        start = " " * (self.current_indent + widest)
        for term, meaning in rows:
            first, *rest = wrapped(_said(meaning), self.width - len(start)) or [""]
            gap = widest - _width(term)
            beside = " " * gap if gap >= col_spacing else f"\n{start}"
            head = " " * self.current_indent + term + (beside + first if first else "")
            self.write("".join(f"{line}\n" for line in (head, *(start + line for line in rest))))


class _Context(click.Context):
    formatter_class = _Formatter


def _said(meaning: str) -> str:
    """The help of an option with what click adds to it in Japanese."""
    for english, said in texts()[CLICK].items():
        meaning = meaning.replace(english, said)
    return meaning


def wrapped(text: str, width: int) -> list[str]:
    """A paragraph in lines of at most so many columns; words of Latin letters stay whole."""
    lines = [""]
    for piece in _PIECE.findall(" ".join(text.split())):
        full = _width(lines[-1]) + _width(piece) > width
        if full and lines[-1]:
            lines.append("")
        if piece.strip() or lines[-1]:
            lines[-1] += piece
    return [line.rstrip() for line in lines if line.strip()]


def _width(text: str) -> int:
    return sum(map(char_width, text))

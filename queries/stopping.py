"""What is said when Ctrl-C ends a command, and whether the command had changed anything by then."""

from __future__ import annotations

from collections.abc import Callable

import click

from ..kb.diagnostics import Diagnostic
from ..kb.messages import message

STOPPED_WORDS = {"en": "stopped: ", "ja": "中断しました: "}
PIECEMEAL = ("reference", "repl", "ruling")  # these write one file after another
_CHANGED = "rulekeep.changed"


def may_change(changed: Callable[[], bool]) -> None:
    """Has the running command say how it finds out whether it has changed anything."""
    click.get_current_context().meta[_CHANGED] = changed


def stopped_line(ctx: click.Context, lang: str) -> str:
    """The line that says that a command was stopped, and what became of its work.

    Args:
        ctx: The context of all commands.
        lang: Language of the line.
    """
    changed = ctx.meta.get(_CHANGED, lambda: ctx.invoked_subcommand in PIECEMEAL)
    if changed():
        return STOPPED_WORDS[lang] + message(Diagnostic("stopped-changed"), lang)
    return unchanged_line(lang)


def unchanged_line(lang: str) -> str:
    """The line that says that a command was stopped before it changed anything."""
    return STOPPED_WORDS[lang] + message(Diagnostic("stopped-unchanged"), lang)

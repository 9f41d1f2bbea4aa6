"""The command `read` on many texts: one a line of standard input, each answered on a line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..rules_text.text_lines import TextLine, limited, text_lines

if TYPE_CHECKING:
    from ...kb.knowledge import Knowledge


def read_lines(kind: str, knowledge: Knowledge, lang: str, names: tuple[str, ...]) -> bool:
    """Reads a text a line and prints an object for each, or one Turtle document.

    Faulty lines are told on standard error as they come.

    Returns:
        Whether all lines could be read.
    """
    from ..rules_text import effects_of_text
    from ..rules_text.rdf import reading_turtle, turtle_head
    from ..rules_text.report import reading_record

    whole = True
    if kind == "turtle":
        click.echo(turtle_head(), nl=False)
    for line in text_lines(limited(sys.stdin.buffer), names):
        record: dict[str, Any] | None = None
        fault = line.fault
        if fault is None:
            try:
                reading = effects_of_text(line.text, knowledge, own=line.names)
            except DiagnosticError as error:
                fault = error.diagnostics[0]
            else:
                if kind == "turtle":
                    click.echo(reading_turtle(reading, knowledge), nl=False)
                else:
                    record = reading_record(reading)
        if fault is not None:
            whole = False
            record = {"text": line.text, "effects": [], "not_understood": [line.text]}
            record["error"] = told(fault, line, lang)
        if record is not None and kind != "turtle":
            click.echo(json.dumps(record, ensure_ascii=False))
    return whole


def say_lines(kind: str, knowledge: Knowledge, lang: str) -> bool:
    """Puts an exact form a line into words; whether all could be said.

    A line of text is printed for each line that is read, an empty one where there is nothing to say.
    """
    whole = True
    for number, raw in enumerate(limited(sys.stdin.buffer), 1):
        form = raw.decode("utf-8-sig", "replace").strip()
        if not form:
            if kind != "json":
                click.echo()
            continue
        words = ""
        faults: list[Diagnostic] = []
        try:
            words = form_in_words(form, knowledge, lang)
        except DiagnosticError as error:
            faults = error.diagnostics
        errors = [told(fault, TextLine(number, form), lang) for fault in faults]
        whole = whole and not errors
        if kind == "json":
            record = (
                {"exact": form, "words": words} if words else {"exact": form, "error": errors[0]}
            )
            click.echo(json.dumps(record, ensure_ascii=False))
        else:
            click.echo(words)
    return whole


def form_in_words(form: str, knowledge: Knowledge, lang: str) -> str:
    """An exact form in words.

    Raises:
        DiagnosticError: It is none (offsets are its own), or `unsayable`.
    """
    from ..rules_text.forms import read_form
    from ..rules_text.saying import effect_words
    from ..rules_text.saying_types import Unsayable

    effect, itself = read_form(form, knowledge)
    try:
        return effect_words(effect, knowledge, lang, itself=itself)
    except Unsayable as reason:
        params: dict[str, object] = {"input": form, "words": reason.words}
        key = None if reason.reason == "together" else f"unsayable-{reason.reason}"
        raise DiagnosticError([Diagnostic("unsayable", params=params, message=key)]) from None


def told(fault: Diagnostic, line: TextLine, lang: str) -> str:
    """Tells a fault of a line on standard error, with its place; returns it without the place."""
    from ..answers.highlight import said

    message = said(fault, lang)
    column = f"{fault.start + 1}:" if fault.end else ""
    click.echo(f"<stdin>:{line.number}:{column} {message}", err=True)
    return message

"""The command `read`: the type-changing effects of a card or of a rules text."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from .options import STORE, fail, form, knowledge_options, read_text, the_knowledge

if TYPE_CHECKING:
    from ...kb.documents import Card
    from ...kb.knowledge import Knowledge
    from ..rules_text import CardReading

MAX_CARD_NAME = 200
EPILOG = (
    "Exit codes: 0 all that speaks of types was understood, 1 something was not, 2 error; "
    "with `-` always 0, since each line says so itself."
)


@click.command("read", epilog=EPILOG)
@click.argument("text", metavar="[CARD|TEXT|-]", required=False)
@click.option("-f", "--file", metavar="FILE", help="Read one rules text from a file.")
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="What the text calls its own object."
)
@click.option("--say", is_flag=True, help="Put what is in exact form into words.")
@form("text", "json", "turtle")
@STORE
@knowledge_options
def read_command(text: str | None, names: tuple[str, ...], say: bool, **options: Any) -> None:
    """Show the type-changing effects that a rules text has, each in exact form.

    A known card's name shows the effects that are kept of it. `-` reads a text a line from standard
    input (`\\n` in it parts abilities; or an object with `text` and `name`) and prints a JSON object
    for each, with `text`, `effects` (`exact`, `words`) and `not_understood`.

    \b
    rulekeep read '{2}: This land becomes a 3/3 Wolf creature until end of turn. It is still a land.'
    rulekeep read --format turtle 'Nonbasic lands are Swamps.'
    rulekeep read "Blood Moon"
    rulekeep read - < texts.txt
    rulekeep read --say '{ set basic land types Swamp } on land and not basic'
    """
    knowledge, lang = the_knowledge(options), options["lang"]
    if text == "-" and options["file"] is None:
        _lines(knowledge, lang, names)
        return
    body, _ = read_text(text, options["file"], lang)
    if say:
        click.echo(_said(body.strip(), knowledge, lang))
        return
    card = _card(body, knowledge, lang)
    if card is not None:
        _show_card(card, options["format_"], lang)
        return
    reading = _read(body, knowledge, names, lang)
    click.echo(_shown(reading, options["format_"], knowledge, lang), nl=False)
    sys.exit(1 if reading.not_understood else 0)


def _card(name: str, knowledge: Knowledge, lang: str) -> Card | None:
    """The card of a name, if the text is one; exits with 2 if the store cannot tell."""
    if len(name) >= MAX_CARD_NAME:
        return None
    try:
        return knowledge.card(name)
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)
        raise AssertionError from None


def _said(text: str, knowledge: Knowledge, lang: str) -> str:
    from ..answers.highlight import highlight
    from ..rules_text.forms import read_form
    from ..rules_text.saying import effect_words
    from ..rules_text.saying_types import Unsayable

    try:
        effect, itself = read_form(text, knowledge)
        return effect_words(effect, knowledge, lang, itself=itself)
    except DiagnosticError as error:
        click.echo(highlight(error.diagnostics, text, "<argument>", lang), err=True)
    except Unsayable:
        fail(Diagnostic("unsayable", params={"input": text}), lang)
    sys.exit(2)


def _read(text: str, knowledge: Knowledge, names: tuple[str, ...], lang: str) -> CardReading:
    from ..rules_text import effects_of_text

    try:
        return effects_of_text(text, knowledge, own=names)
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)
    raise AssertionError


def _shown(reading: CardReading, kind: str, knowledge: Knowledge, lang: str) -> str:
    if kind == "turtle":
        from ..rules_text.rdf import turtle

        return turtle([reading], knowledge)
    from ..rules_text.report import reading_data, reading_lines

    if kind == "json":
        data = reading_data(reading, knowledge, lang)
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return "\n".join(reading_lines(reading, lang)) + "\n"


def _show_card(card: Card, kind: str, lang: str) -> None:
    """The effects that are kept of a card."""
    if kind == "json":
        listed = [{"exact": e.exact_form, "generated_by": e.generated_by} for e in card.effects]
        data = {"card": card.id, "type_line": card.type_line, "effects": listed}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    elif kind == "turtle":
        from ..rules_text.rdf import stored_turtle

        click.echo(stored_turtle(card), nl=False)
    else:
        from ..rules_text.report import card_lines

        click.echo("\n".join(card_lines(card, lang)))


def _lines(knowledge: Knowledge, lang: str, names: tuple[str, ...]) -> None:
    """Reads a text a line from standard input; prints an object a line."""
    from ..rules_text import effects_of_text
    from ..rules_text.report import reading_record

    for line, own in _texts(names):
        try:
            record = reading_record(effects_of_text(line, knowledge, own=own))
        except DiagnosticError as error:
            from ..answers.highlight import said

            fault = said(error.diagnostics[0], lang)
            record = {"text": line, "effects": [], "not_understood": [line], "error": fault}
        click.echo(json.dumps(record, ensure_ascii=False))


def _texts(names: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The texts of standard input with the names of their objects."""
    for raw in sys.stdin.buffer:
        line = raw.decode("utf-8-sig", "replace").rstrip("\r\n")
        own = names
        if line.startswith("{"):
            try:
                data = json.loads(line)
            except ValueError:
                data = None
            if isinstance(data, dict) and isinstance(data.get("text"), str):
                name = data.get("name")
                text = data["text"].encode("utf-8", "replace").decode("utf-8")
                yield text, (*own, name) if isinstance(name, str) else own
                continue
        yield line.replace("\\n", "\n"), own

"""The command `read`: the type-changing effects of a card or of a rules text."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from .input_output import read_text
from .options import STORE, fail, form, knowledge_options, the_knowledge

if TYPE_CHECKING:
    from ...kb.documents import Card
    from ...kb.knowledge import Knowledge
    from ..rules_text import CardReading

MAX_CARD_NAME = 200
EPILOG = (
    "Exit codes: 0 all that speaks of types was understood, 1 something was not, 2 error; with `-` "
    "2 if some line could not be read, else 0, since each line says itself what was not understood."
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
    input (`\\n` in it parts abilities; or a JSON object with `text` and `name`) and prints a JSON
    object for each, with `text`, `effects` (`exact`, `words`) and `not_understood`; with `--format
    turtle` it prints one document. `--say` puts exact forms into words, with `-` one a line; the line
    of a form that cannot be said stays empty.

    \b
    rulekeep read '{2}: This land becomes a 3/3 Wolf creature until end of turn. It is still a land.'
    rulekeep read 'クリーチャー1体を対象とする。ターン終了時まで、それはゴブリンになる。'
    rulekeep read --format turtle 'Nonbasic lands are Swamps.'
    rulekeep read "Blood Moon"
    rulekeep read - < texts.txt
    rulekeep read --say '{ set basic land types Swamp } on land and not basic'
    rulekeep read --lang ja --say '{ face down } on other and Creature'
    rulekeep read --say --format json - < forms.txt
    """
    knowledge, lang, kind = the_knowledge(options), options["lang"], options["format_"]
    if say and kind == "turtle":
        fail(Diagnostic("bad-option"), lang)
    if text == "-" and options["file"] is None:
        from .read_lines import read_lines, say_lines

        whole = (
            say_lines(kind, knowledge, lang) if say else read_lines(kind, knowledge, lang, names)
        )
        sys.exit(0 if whole else 2)
    body, shown_as = read_text(text, options["file"], lang)
    if not body.strip():
        fail(Diagnostic("nothing-said", message="nothing-to-read"), lang)
    if say:
        _say(body.strip(), shown_as, kind, knowledge, lang)
        return
    card = _card(body.strip(), knowledge, lang)
    if card is not None:
        _show_card(card, kind, lang)
        return
    reading = _read(body, knowledge, names, lang)
    click.echo(_shown(reading, kind, knowledge, lang), nl=False)
    sys.exit(1 if reading.not_understood else 0)


def _card(name: str, knowledge: Knowledge, lang: str) -> Card | None:
    """The card of a name, if the text is one; exits with 2 if the store cannot tell."""
    if len(name) >= MAX_CARD_NAME:
        return None
    try:
        return knowledge.card_with_effects(name)
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)
        raise AssertionError from None


def _say(form: str, name: str, kind: str, knowledge: Knowledge, lang: str) -> None:
    """Prints an exact form in words; exits with 2 if it is none or cannot be said."""
    from ..answers.highlight import highlight
    from .read_lines import form_in_words

    try:
        words = form_in_words(form, knowledge, lang)
    except DiagnosticError as error:
        click.echo(highlight(error.diagnostics, form, name, lang), err=True)
        sys.exit(2)
    if kind == "json":
        data = {"exact": form, "lang": lang, "words": words}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        click.echo(words)


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
    from ..rules_text.card_names import unknown_card
    from ..rules_text.report import reading_data, reading_lines

    found = reading.effects or reading.not_understood
    card = None if found else unknown_card(reading.text, knowledge, reading.lang)
    if kind == "json":
        data = reading_data(reading, knowledge, lang, card)
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return "\n".join(reading_lines(reading, knowledge, lang, card)) + "\n"


def _show_card(card: Card, kind: str, lang: str) -> None:
    """The effects that are kept of a card."""
    if kind == "json":
        from ..rules_text.report import card_data

        data = card_data(card)
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    elif kind == "turtle":
        from ..rules_text.rdf import stored_turtle

        click.echo(stored_turtle(card), nl=False)
    else:
        from ..rules_text.report import card_lines

        click.echo("\n".join(card_lines(card, lang)))

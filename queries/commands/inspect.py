"""Commands that look into the knowledge base: `rules`, `terms`, `typelines`."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from ...kb.diagnostics import Diagnostic
from ...kb.logic.check import nearest
from ...kb.visible import visible
from .input_output import read_text
from .options import EPILOG, fail, inspect_options, the_knowledge


def _echo_listing(found: list[tuple[str, Any]], form: str, between: str) -> None:
    """Prints pairs as an object or a line each."""
    if form == "json":
        click.echo(json.dumps(dict(found), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(f"{name}{between}{rest}" for name, rest in found))


@click.command("rules", epilog=EPILOG)
@click.argument("number", required=False)
@inspect_options
def rules_command(number: str | None, **options: Any) -> None:
    """Show a rule with its sub-rules: statement, logic, what it uses and what uses it.

    \b
    rulekeep rules              every rule number with its title, then the readings
    rulekeep rules 205.1a       one rule
    rulekeep rules just-after   one reading
    """
    from ...kb.sources import load_readings
    from ..rulebook.readings import list_readings, reading_json, reading_lines
    from ..rulebook.rulebook import list_rules, rule_json, rule_lines

    knowledge, lang = the_knowledge(options), options["lang"]
    readings = load_readings(knowledge.game)
    if number is None:
        listed = [*list_rules(knowledge, lang), *list_readings(knowledge, lang)]
        _echo_listing(listed, options["format_"], "  ")
        return
    if number in readings:
        reading = readings[number]
        if options["format_"] == "json":
            data = reading_json(reading, knowledge, lang)
            click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        else:
            click.echo("\n".join(reading_lines(reading, knowledge, lang)))
        return
    if number not in knowledge.documents.rules:
        hint = nearest(number, [*knowledge.documents.rules, *readings])
        fail(Diagnostic("unknown-rule", params={"input": number}, hint=hint), lang)
    if options["format_"] == "json":
        click.echo(json.dumps(rule_json(number, knowledge, lang), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(rule_lines(number, knowledge, lang)))


@click.command("terms", epilog=EPILOG)
@click.argument("word", required=False)
@inspect_options
def terms_command(word: str | None, **options: Any) -> None:
    """Show the meanings of a word, or every kind of term with its number of terms.

    \b
    rulekeep terms Spacecraft
    rulekeep terms 森 --lang ja
    """
    from ..rulebook.rulebook import term_json, term_lines, terms_overview

    knowledge, lang = the_knowledge(options), options["lang"]
    if word is None:
        _echo_listing(terms_overview(knowledge, lang), options["format_"], ": ")
        return
    meanings = knowledge.lexicon.lookup_any_date(word)
    if not meanings:
        hint = knowledge.lexicon.nearest(word)
        fail(Diagnostic("unknown-word", params={"input": word}, hint=hint), lang)
    if options["format_"] == "json":
        data = [term_json(t, knowledge, lang) for t in meanings]
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        click.echo("\n\n".join("\n".join(term_lines(t, knowledge, lang)) for t in meanings))


@click.command("typelines", epilog="Exit codes: 0 all legal, 1 a line is refused, 2 error.")
@click.argument("file")
@inspect_options
def typelines_command(file: str, **options: Any) -> None:
    """Check type lines, one a line or as JSON lines with `type_line`; `-` reads standard input.

    \b
    printf 'Artifact — Equipment\\nLand — Goblin\\n' | rulekeep typelines -
    """
    from ...kb.typelines.report import report
    from ..rulebook.typelines import lines_of, report_data, report_lines

    text, name = read_text(None, file)
    knowledge, lang = the_knowledge(options), options["lang"]
    found = report(lines_of(text, name), knowledge.lexicon)
    if options["format_"] == "json":
        click.echo(json.dumps(report_data(found, lang), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(map(visible, report_lines(found, lang))))
    sys.exit(1 if found.refused else 0)

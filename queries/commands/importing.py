"""The command `import`: card data and rules texts into the store."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from ...kb.diagnostics import DiagnosticError
from ...kb.visible import visible
from .options import STORE, fail, form, language

RULES_TEXT = "rules-text"
SOURCES = ("scryfall", "mtgjson", "duelmasters", RULES_TEXT)


@click.command(
    "import",
    epilog="Exit codes: 0 imported, 1 some records were refused, lists look damaged or terms are new, 2 error.",
)
@click.argument("source", type=click.Choice(SOURCES))
@click.argument("file")
@STORE
@click.option("--add", is_flag=True, help="rules-text: add its new terms as of its date.")
@click.option(
    "--max-size",
    type=click.IntRange(1),
    metavar="MB",
    default=8000,
    show_default=True,
    help="Read no more than this, unpacked.",
)
@form("text", "json", says="Form of the report.")
@language("Language of the report.")
def import_command(source: str, file: str, add: bool, max_size: int, **options: Any) -> None:
    """Import a file of cards into the store, or compare a rules text's lists with the knowledge base.

    FILE is plain or gzip; `-` reads standard input. The store is changed at once or not at all, and
    importing a file again changes nothing.

    \b
    rulekeep import scryfall oracle-cards.json
    rulekeep import mtgjson AtomicCards.json.gz --store ./cards
    rulekeep import duelmasters cards.jsonl --lang ja
    rulekeep import rules-text rules.txt --add
    """
    from ...kb.importing.source_file import source_file
    from ...kb.store.opening import open_store
    from ...kb.store.place import store_place
    from ..rdf.ruling_texts import ruling_texts

    lang = options["lang"]
    try:
        store = open_store(store_place())
        with source_file(file, max_size * 1_000_000) as opened:
            if source == RULES_TEXT:
                from ...kb.importing.rules_text import import_rules_text
                from ..stored.import_rules_text import comparison_data, comparison_lines

                compared = import_rules_text(opened, store, add=add, rulings_of=ruling_texts)
                data = comparison_data(compared, lang)
                lines = comparison_lines(compared, lang)
                code = 1 if compared.doubts or (compared.new and not add) else 0
            else:
                from ...kb.importing.card_import import import_cards
                from ..rules_text.for_import import abilities_of_text
                from ..stored.import_text import report_data, report_lines

                report = import_cards(opened, source, store, ruling_texts, abilities_of_text)
                data = report_data(report, lang)
                lines, code = report_lines(report, lang), 1 if report.refused else 0
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)
        raise AssertionError from None
    if options["format_"] == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(map(visible, lines)))
    sys.exit(code)

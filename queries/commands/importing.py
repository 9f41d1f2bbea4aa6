"""The command `import`: card data and rules texts into the store."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import DiagnosticError
from ...kb.visible import visible
from ..stopping import may_change
from .options import STORE_TO_WRITE, fail, form, language

if TYPE_CHECKING:
    from ...kb.importing.source_file import SourceFile
    from ...kb.store.protocol import Store

RULES_TEXT = "rules-text"
SOURCES = ("scryfall", "mtgjson", "duelmasters", RULES_TEXT)


@click.command(
    "import",
    epilog="Exit codes: 0 imported, 1 some records were refused, lists look damaged or terms are new, 2 error.",
)
@click.argument("source", type=click.Choice(SOURCES))
@click.argument("file")
@STORE_TO_WRITE
@click.option("--add", is_flag=True, help="rules-text: add its new terms as of its date.")
@click.option(
    "--max-size",
    type=click.IntRange(1),
    metavar="MB",
    default=8000,
    show_default=True,
    help="Read no more than this, unpacked.",
)
@click.option(
    "--no-effects",
    is_flag=True,
    help="Do not read rules texts for what they do to types, which takes most of the time.",
)
@form("text", "json", says="Form of the report.")
@language("Language of the report.")
def import_command(
    source: str, file: str, add: bool, max_size: int, no_effects: bool, **options: Any
) -> None:
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
    from ...kb.store.opening import open_store, state_of
    from ...kb.store.place import is_remote, store_place

    lang = options["lang"]
    try:
        place = store_place()
        store = open_store(place)
        state = state_of(store)
        may_change(lambda: is_remote(place) or state_of(store) != state)
        with source_file(file, max_size * 1_000_000) as opened:
            try:
                code, data, lines = _imported(
                    opened, source, store, add=add, effects=not no_effects, lang=lang
                )
            except DiagnosticError as error:
                from ...kb.importing.recognition import with_hint

                raise with_hint(error, opened, source) from None
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)
    if options["format_"] == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(map(visible, lines)))
    sys.exit(code)


def _imported(
    file: SourceFile, source: str, store: Store, *, add: bool, effects: bool, lang: str
) -> tuple[int, dict[str, object], Iterable[str]]:
    """Imports a file: the exit code, and the report as data and as text."""
    from ..rdf.ruling_texts import ruling_texts

    if source == RULES_TEXT:
        from ...kb.importing.rules_text import import_rules_text
        from ..stored.import_rules_text import comparison_data, comparison_lines

        compared = import_rules_text(file, store, add=add, rulings_of=ruling_texts)
        code = 1 if compared.doubts or (compared.new and not add) else 0
        return code, comparison_data(compared, lang), comparison_lines(compared, lang)
    from ...kb.importing.card_import import import_cards
    from ...kb.importing.text_abilities import no_abilities
    from ..rules_text.for_import import abilities_of_text
    from ..stored.import_text import report_data, report_lines

    reader = abilities_of_text if effects else no_abilities
    report = import_cards(file, source, store, ruling_texts, reader)
    return 1 if report.refused else 0, report_data(report, lang), report_lines(report, lang)

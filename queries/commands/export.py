"""The command `export`: knowledge as RDF in any format, as tables, and what changed since an earlier copy."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import DiagnosticError
from ...kb.files import reason_of
from ..rdf.export_forms import (
    CHANGES,
    RDF,
    TABLES,
    check_graphs,
    check_tables,
    fault,
    form_of,
    is_folder,
    one_graph,
)
from .input_output import read_text
from .options import SCENARIO, fail, language, reports_of, show_errors

if TYPE_CHECKING:
    from ..rdf.export import Part

WHAT = ("ontology", "rules", "terms", "rulings", "cards", "scenario", "description", "all")


@click.command(
    "export", epilog="Exit codes: 0 written; with --diff 0 no change, 1 changes; 2 error."
)
@click.argument("what", metavar="WHAT", type=click.Choice(WHAT))
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    help=f"{', '.join(RDF)}; tables: {', '.join(TABLES)}; with --diff: {', '.join(CHANGES)}. "
    "Default: what the ending of the file says, else turtle (trig for several games; with --diff text).",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="ID",
    help="Game to export; may be repeated. Default: mtg, and for `all` every game.",
)
@click.option(
    "-o",
    "--output",
    default="-",
    metavar="FILE",
    help="File to write, or folder for several tables; default: standard output.",
)
@click.option(
    "--diff",
    "old",
    metavar="OLD",
    help="Tell what changed since OLD, an RDF file of an earlier export.",
)
@SCENARIO
@click.option(
    "--as-of",
    metavar="DATE",
    help="Of a scenario: date of the rules; default: what it says, else the newest.",
)
@language("Language of what is told of changes, and of errors.")
def export_command(
    what: str,
    text: str | None,
    form: str | None,
    games: tuple[str, ...],
    output: str,
    old: str | None,
    **options: Any,
) -> None:
    """Write knowledge as RDF or as tables, or tell what changed since an earlier copy.

    WHAT is a piece of a game's knowledge (ontology, rules, terms, rulings, cards), its description
    (VoID and DCAT), all of these, or a scenario with its answers.

    Formats without named graphs (turtle, n-triples, rdf/xml) hold everything as one graph; n-quads,
    trig, json-ld and jelly keep a graph for each piece. The same knowledge gives the same bytes. For
    OWL tools take rdf/xml. Of a scenario it is the situations, what changed them, and the answers with
    their proofs.

    \b
    rulekeep export ontology > mtg.ttl                        classes and properties
    rulekeep export all > rulekeep.trig                       every piece of every game
    rulekeep export all --game duelmasters --format rdf/xml -o duelmasters.owl
    rulekeep export terms --format csv                        a table on standard output
    rulekeep export all --game mtg --format parquet -o tables/
    rulekeep export scenario question.rk --format trig        with its proofs, in PROV-O
    rulekeep export rules --diff old-rules.ttl --lang ja      what changed since then
    """
    lang = options["lang"]
    try:
        wanted = _games(what, games)
        chosen = form_of(form, output, old is not None, len(wanted) > 1)
        if chosen in TABLES:
            check_tables(what, chosen, output)
        if what == "scenario":
            parts = _answered(text, {**options, "game": games[-1] if games else None})
        else:
            _only_for_scenarios(text, options["scenario"], options["as_of"])
            if chosen in RDF and len(wanted) > 1:
                check_graphs(chosen)
            parts = _gathered(what, wanted)
        if old is not None:
            sys.exit(_tell_changes(parts, old, chosen, output, len(wanted) > 1, lang))
        if chosen in TABLES:
            _write_tables(what, parts, chosen, output)
        else:
            from ..rdf.export import export_bytes

            _write(export_bytes(parts, chosen), output)
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)


def _games(what: str, games: Sequence[str]) -> tuple[str, ...]:
    """The games to export; a scenario names its own."""
    from ...kb.sources import games as every_game

    if what == "scenario":
        return ()
    return tuple(dict.fromkeys(games)) or (tuple(every_game()) if what == "all" else ("mtg",))


def _only_for_scenarios(*given: str | None) -> None:
    """Refuses what says which scenario is meant, or when.

    Raises:
        DiagnosticError: Something is given.
    """
    for each in given:
        if each is not None:
            raise fault("export-file", each)


def _answered(text: str | None, options: dict[str, Any]) -> list[Part]:
    """Scenarios of a text or file with their answers; exits with 2 if one is faulty.

    Raises:
        DiagnosticError: There is no text.
    """
    from ..rdf.export import answered
    from .scenarios import chosen

    if text is None:
        raise fault("export-scenario", "")
    body, name = read_text(text, None, options["lang"])
    reports = reports_of(body, {**options, "without": (), "readings": ()})
    if options["scenario"] is not None and all(r.scenario is not None for r in reports):
        titles = [report.title for report in reports]
        reports = [reports[chosen(titles, options["scenario"], options["lang"])]]
    show_errors(reports, body, name, options["lang"])
    if any(report.errors and not report.expects_error for report in reports):
        sys.exit(2)
    return answered(reports, body)


def _gathered(what: str, games: Sequence[str]) -> list[Part]:
    """What is exported of each game, in the order in which the games are named.

    Raises:
        DiagnosticError: There is no such game, or its files are faulty.
    """
    from ...kb.sources import UnknownGame
    from ..corpus.progress import Progress
    from ..rdf.export import gather

    try:
        with Progress(len(games)) as progress:
            return gather(what, games, progress)
    except UnknownGame as error:
        raise fault("unknown-game", error.game) from None


def _write(data: bytes, output: str) -> None:
    """Writes to a file, whole or not at all, or to standard output.

    Raises:
        DiagnosticError: The file cannot be written.
    """
    if output == "-":
        click.echo(data, nl=False)
        return
    from .whole_files import write_whole

    try:
        write_whole(output, data)
    except (OSError, ValueError) as error:
        raise fault("cannot-write", output, reason=reason_of(error)) from None


def _write_tables(what: str, parts: Sequence[Part], form: str, output: str) -> None:
    """Writes tables: into a folder, one for each kind of thing; or the first to a file or standard output.

    Raises:
        DiagnosticError: A file cannot be written.
    """
    from ...kb.rdf.tables import OF_PIECE, table, table_bytes
    from ..rdf.export import all_quads

    names, found = OF_PIECE[what], all_quads(parts)
    if not is_folder(output, form):
        _write(table_bytes(table(names[0], found), form), output)
        return
    try:
        os.makedirs(output, exist_ok=True)
    except (OSError, ValueError) as error:
        raise fault("cannot-write", output, reason=reason_of(error)) from None
    made = {name: table_bytes(table(name, found), form) for name in names}
    for name, data in made.items():
        _write(data, os.path.join(output, f"{name}.{form}"))


def _tell_changes(
    parts: Sequence[Part], old: str, form: str, output: str, several: bool, lang: str
) -> int:
    """Tells what changed since an earlier export; 1 if anything did.

    Raises:
        DiagnosticError: The earlier export cannot be read, or is one graph and cannot be of several games.
    """
    from ...kb.rdf.changes import changes
    from ...kb.rdf.reading import read_quads
    from ..rdf.export import all_quads, all_triples, has_graphs
    from ..rdf.export_changes import changes_data, changes_text

    before = read_quads(old)
    graphs = has_graphs(before)
    if several and not graphs:
        raise one_graph(old)
    now: Iterable[Any] = all_quads(parts) if graphs else all_triples(parts)
    found = changes(before, now)
    if form == "json":
        shown = json.dumps(changes_data(found), ensure_ascii=False, indent=2) + "\n"
    else:
        shown = changes_text(found, lang)
    _write(shown.encode(), output)
    return 1 if found else 0

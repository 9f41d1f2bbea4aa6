"""The command `sparql`: asks the store, in a process that is stopped when it takes too long."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import click

from ..kb.diagnostics import Diagnostic
from .cli_options import STORE, fail, form, language

FORMS = ("table", "csv", "json", "xml", "turtle")
WORKER = "rulekeep.queries.sparql_worker"
MORE, REFUSED = 10, 2  # exit codes of the worker


@click.command("sparql", epilog="Exit codes: 0 something found, 1 nothing found or no, 2 error.")
@click.argument("query", required=False)
@click.option("-f", "--file", metavar="FILE", help="Read from a file (`-`: standard input).")
@STORE
@form(*FORMS, says="Form of the results; turtle is for CONSTRUCT and DESCRIBE.")
@click.option(
    "--time-limit",
    type=click.FloatRange(0.1, 3600),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop the query after this time.",
)
@click.option(
    "--max-rows",
    type=click.IntRange(1, 10_000_000),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Write no more rows or triples than this.",
)
@language("Language of messages.")
def sparql_command(query: str | None, file: str | None, **options: Any) -> None:
    """Ask the store in SPARQL 1.1: the ontologies, imported cards and rulings, and their provenance.

    Queries read only, ask no other server, and have rk:, mtg:, duel:, skos:, prov: and the like declared.

    \b
    rulekeep sparql 'SELECT ?name WHERE { ?c rk:typeLine "Land" ; skos:prefLabel ?name } LIMIT 5'
    rulekeep sparql 'CONSTRUCT { ?i ?p ?o } WHERE { ?i a prov:Activity ; ?p ?o }' --format turtle
    rulekeep sparql -f query.rq --format csv --time-limit 5
    """
    from ..kb.store.sparql_text import refusal
    from .cli_options import read_text
    from .highlight import highlight

    text, name = read_text(query, file, options["lang"])
    refused = refusal(text)
    if refused is not None:
        click.echo(highlight([refused], text, name, options["lang"]), err=True)
        sys.exit(2)
    sys.exit(_ask(text, name, options))


def _ask(text: str, name: str, options: dict[str, Any]) -> int:
    """Runs the worker and passes on what it writes; the exit code."""
    from ..kb.codec import Codec
    from .highlight import highlight

    lang, limit = options["lang"], options["time_limit"]
    command = [sys.executable, "-m", WORKER, options["format_"], str(options["max_rows"])]
    sys.stdout.flush()
    try:
        done = subprocess.run(
            command, input=text.encode(), stderr=subprocess.PIPE, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        fail(Diagnostic("sparql-stopped", params={"limit": f"{limit:g}"}), lang)
        raise AssertionError from None
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode in (0, 1):
        return done.returncode
    if done.returncode == MORE:
        more = Diagnostic("sparql-more-rows", params={"limit": options["max_rows"]})
        click.echo(highlight([more], "", "", lang), err=True)
        return 0
    try:
        faults = Codec(Diagnostic).loads(said.splitlines()[-1])
    except (ValueError, IndexError, TypeError, KeyError):
        reason = (said.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        faults = (replace(Diagnostic("sparql-failed"), params={"reason": reason[:200]}),)
    click.echo(highlight(list(faults), text, name, lang), err=True)
    return 2

"""The command `sparql`: asks the store, in a process that is stopped when it takes too long."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from typing import Any

import click

from ...kb.diagnostics import Diagnostic
from .options import STORE, Seconds, fail, form, language

FORMS = ("table", "csv", "json", "xml", "turtle")
WORKER = "rulekeep.queries.stored.sparql_worker"
FOUND, MORE, NOTHING = 0, 10, 11  # exit codes of the worker


@click.command("sparql", epilog="Exit codes: 0 something found, 1 nothing found or no, 2 error.")
@click.argument("query", required=False)
@click.option("-f", "--file", metavar="FILE", help="Read from a file (`-`: standard input).")
@STORE
@form(*FORMS, says="Form of the results; turtle is for CONSTRUCT and DESCRIBE.")
@click.option(
    "--time-limit",
    type=Seconds(0.1, 3600),
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
    from ...kb.store.sparql_text import refusal
    from ..answers.highlight import highlight
    from .input_output import read_text

    text, name = read_text(query, file, options["lang"])
    refused = refusal(text)
    if refused is not None:
        click.echo(highlight([refused], text, name, options["lang"]), err=True)
        sys.exit(2)
    _prepare()
    sys.exit(_ask(text, name, options))


def _prepare() -> None:
    """Fills the caches that a query without a store needs, which counts as no time of the query."""
    from ...kb.store.place import exists, store_place

    if not exists(store_place()):
        from ...kb.store.ontology import ontologies
        from ..rdf.ruling_texts import ruling_texts

        ontologies(ruling_texts)


def _ask(text: str, name: str, options: dict[str, Any]) -> int:
    """Runs the worker and passes on what it writes; the exit code."""
    from ...kb.codec import Codec
    from ..answers.highlight import highlight

    lang, limit = options["lang"], options["time_limit"]
    command = [sys.executable, "-m", WORKER, options["format_"], str(options["max_rows"])]
    code, said, stopped = _run(command, text.encode(), limit)
    if stopped:
        fail(Diagnostic("sparql-stopped", params={"limit": f"{limit:g}"}), lang)
    if code in (FOUND, NOTHING):
        return 0 if code == FOUND else 1
    if code == MORE:
        more = Diagnostic("sparql-more-rows", params={"limit": options["max_rows"]})
        click.echo(highlight([more], "", "", lang), err=True)
        return 0
    try:
        faults = Codec(Diagnostic).loads(said.splitlines()[-1])
    except (ValueError, IndexError, TypeError, KeyError):
        reason = {
            "en": f"it is nested too deep or needs more memory than it may have (exit code {code})",
            "ja": f"入れ子が深すぎるか、使えるメモリを超えています (終了番号 {code})",
        }
        faults = (Diagnostic("sparql-failed", params={"reason": reason}),)
    click.echo(highlight(list(faults), text, name, lang), err=True)
    return 2


def _run(command: list[str], text: bytes, limit: float) -> tuple[int, str, bool]:
    """Runs a process on a text and passes on what it writes: exit code, what it says, was it stopped."""
    out = sys.stdout.buffer
    stopped = threading.Event()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr

        def stop() -> None:
            stopped.set()
            process.kill()

        timer = threading.Timer(limit, stop)
        timer.start()
        try:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(text)
                process.stdin.close()
            while data := process.stdout.read1(1 << 16):  # type: ignore[attr-defined]
                out.write(data)
            said = process.stderr.read().decode("utf-8", "replace")
            code = process.wait()
        finally:
            timer.cancel()
            process.kill()
    out.flush()
    return code, said, stopped.is_set()

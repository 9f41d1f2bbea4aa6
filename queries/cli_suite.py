"""The command `suite`: scenarios with what must come out, for authors of rules engines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..kb.diagnostics import Diagnostic
from .cli_options import checked_date, fail, read_text, show_errors

if TYPE_CHECKING:
    from .api import Report
    from .suite import Source

STOPPED = 130
EPILOG = "Exit codes: 0 all as expected, 1 a mismatch, 2 error, 130 stopped."


@click.command("suite", epilog=EPILOG)
@click.argument("files", nargs=-1)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@click.option(
    "--kind",
    type=click.Choice(["all", "classic", "random"]),
    default="all",
    show_default=True,
    help="Which of the scenarios that ship.",
)
@click.option(
    "--lang",
    type=click.Choice(["en", "ja"]),
    default="en",
    show_default=True,
    help="Language of type lines and zones.",
)
@click.option("--as-of", metavar="DATE", help="Date of the rules for scenarios that name none.")
@click.option("--game", metavar="ID", help="Overrule the scenarios' game.")
def suite_command(files: tuple[str, ...], output: str | None, kind: str, **options: Any) -> None:
    """Write a conformance suite for rules engines: one JSON object a line, a header first.

    FILES are scenario files to use instead of those that ship.

    \b
    rulekeep suite -o suite.jsonl
    rulekeep suite --kind classic
    rulekeep suite scenarios/*.rk
    """
    from .suite import cut, shipped

    texts = [(read_text(None, file, options["lang"])[0], Path(file).stem) for file in files]
    sources = [source for text, stem in texts for source in cut(text, stem)]
    if not files:
        sources = shipped(kind)
    codes = {0}
    try:
        _write(_lines(sources, codes, options), output, options["lang"])
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    sys.exit(next(c for c in (2, 1, 0) if c in codes))


def _write(lines: Iterable[str], output: str | None, lang: str) -> None:
    if output is None:
        for line in lines:
            click.echo(line)
        return
    text = "".join(f"{line}\n" for line in lines)
    try:
        Path(output).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        fail(Diagnostic("cannot-write", params={"input": output, "reason": reason}), lang)


def _lines(sources: list[Source], codes: set[int], options: dict[str, Any]) -> Iterator[str]:
    """The lines as they are worked out; exit codes are added to `codes`."""
    from .cli_options import the_knowledge
    from .suite import entry, header, run_source

    lang, as_of = options["lang"], checked_date(options)
    yield _json(header(len(sources), the_knowledge(options)))
    for source in _watched(sources):
        report = run_source(source, options["game"], as_of)
        _judge(report, source, codes, lang)
        yield _json(entry(source, report, lang))


def _json(item: dict[str, object]) -> str:
    return json.dumps(item, ensure_ascii=False)


def _watched(sources: list[Source]) -> Iterator[Source]:
    """The scenarios, with a bar on a terminal unless they are printed there."""
    if len(sources) < 24 or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from sources
        return
    with click.progressbar(sources, file=sys.stderr) as bar:
        yield from bar


def _judge(report: Report, source: Source, codes: set[int], lang: str) -> None:
    """Says on standard error what did not come out as the scenario expects."""
    from .output import check_lines

    if report.errors and not report.expects_error:
        codes.add(2)
        show_errors([report], source.text, source.id, lang)
    elif not report.passed:
        codes.add(1)
        click.echo("\n".join(check_lines(report, source.id, lang, verbose=False)), err=True)

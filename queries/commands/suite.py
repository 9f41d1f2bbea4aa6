"""The command `suite`: scenarios with what must come out, for authors of rules engines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic
from ..exit_codes import worst
from .input_output import read_text, write_out
from .options import checked_date, show_errors

if TYPE_CHECKING:
    from ..answers.report import Report
    from ..suite.suite import Source

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
    from ..suite.suite import shipped

    judge = _Judge(options)
    sources = judge.read(files) if files else shipped(kind)
    _write(_lines(sources, judge, options), output, options["lang"])
    sys.exit(worst(judge.codes))


def _write(lines: Iterable[str], output: str | None, lang: str) -> None:
    if output in (None, "-"):
        for line in lines:
            click.echo(line)
        return
    write_out("".join(f"{line}\n" for line in lines), output, lang)


def _lines(sources: list[Source], judge: _Judge, options: dict[str, Any]) -> Iterator[str]:
    """The lines as they are worked out and judged."""
    from ..suite.suite import entry, header, run_source
    from .options import the_knowledge

    as_of = checked_date(options)
    yield _json(header(len(sources), the_knowledge(options)))
    for source in _watched(sources):
        report = run_source(source, options["game"], as_of)
        judge.judge(report, source)
        yield _json(entry(source, report, options["lang"]))


def _json(item: dict[str, object]) -> str:
    return json.dumps(item, ensure_ascii=False)


def _watched(sources: list[Source]) -> Iterator[Source]:
    """The scenarios, with a bar on a terminal unless they are printed there."""
    if len(sources) < 24 or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from sources
        return
    with click.progressbar(sources, file=sys.stderr) as bar:
        yield from bar


class _Judge:
    """Says on standard error what did not come out as the scenarios expect, and keeps the exit codes.

    Faults are told at their places in the files, those of a file all at once.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.codes = {0}
        self.files: dict[str, tuple[str, str]] = {}  # id of a scenario → text and name of its file
        self.told: set[str] = set()

    def read(self, files: Iterable[str]) -> list[Source]:
        """The scenarios of some files; exits with 2 if one cannot be read to its end."""
        from ..suite.suite import cut, distinct, unread

        sources: list[Source] = []
        for file in files:
            text, name = read_text(None, file, self.options["lang"])
            faults = unread(text)
            if faults:
                from ..answers.highlight import highlight

                click.echo(highlight(faults, text, name, self.options["lang"]), err=True)
                sys.exit(2)
            found = cut(text, Path(file).stem)
            sources = distinct([*sources, *found])
            self.files |= {s.id: (text, name) for s in sources[len(sources) - len(found) :]}
        return sources

    def judge(self, report: Report, source: Source) -> None:
        """What came of one scenario."""
        from ..answers.output import check_lines

        lang = self.options["lang"]
        if report.errors and not report.expects_error:
            self.codes.add(2)
            self._tell(report, source, lang)
        elif not report.passed:
            self.codes.add(1)
            click.echo("\n".join(check_lines(report, source.id, lang, verbose=False)), err=True)

    def _tell(self, report: Report, source: Source, lang: str) -> None:
        """Tells all faults of the file of a scenario; what only its run showed, of it alone."""
        text, name = self.files.get(source.id, ("", ""))
        if name and name in self.told:
            return
        faults = self._faults(text) if name else []
        if not faults:
            show_errors([report], source.text, source.id, lang)
            return
        from ..answers.highlight import highlight

        self.told.add(name)
        click.echo(highlight(faults, text, name, lang), err=True)

    def _faults(self, text: str) -> list[Diagnostic]:
        from ..language.parse import parse
        from ..language.scenario_faults import all_faults, expects_error

        as_of = checked_date(self.options)
        scenarios, faults = parse(text, as_of, self.options["game"])
        excused = [s.span for s in scenarios if expects_error(s)]
        faults = [f for f in faults if not any(s.start <= f.start < s.end for s in excused)]
        options = {"game": self.options["game"], "as_of": as_of, "without": (), "readings": ()}
        judged = (s for s in scenarios if not expects_error(s))
        return all_faults(judged, text, faults, options)

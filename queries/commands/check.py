"""The command `check`: runs scenario files and reports what came out otherwise than expected."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..corpus.progress import Progress
from ..exit_codes import worst
from .findings import FORMAT, say_stopped
from .options import READING, language, show_errors
from .scenarios import judging

if TYPE_CHECKING:
    from ..answers.report import Report
    from ..corpus.checking import Checked
    from ..corpus.findings import Finding
    from ..corpus.formats import Examined

_ASIDE = {
    "en": ("not formalised", ", {0} not formalised"),
    "ja": ("未形式化", "、未形式化{0}件"),
}


@click.command(
    "check", epilog="Exit codes: 0 all as expected, 1 a mismatch, 2 error, 130 stopped by Ctrl-C."
)
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER…")
@click.option(
    "-v", "--verbose", is_flag=True, help="Show every answer with its rules, not only mismatches."
)
@language("Language.")
@FORMAT
@click.option("--as-of", metavar="DATE", help="Date of the rules for scenarios that name none.")
@click.option("--game", metavar="ID", help="Overrule the scenarios' game.")
@READING
@click.option("--without", multiple=True, metavar="RULE", help="Leave out a rule; may be repeated.")
def check_command(files: tuple[str, ...], verbose: bool, **options: Any) -> None:
    """Run scenario files: every `then` must come out as written, every `cites` must be cited.

    A folder stands for all `*.rk` files in it. A ruling that is `not formalised` is counted apart.

    \b
    rulekeep check scenarios/*.rk
    rulekeep check rulings/ --format junit > rulings.xml
    """
    shown = options["format_"] != "text" or not sys.stdout.isatty()
    stopped = False
    names, faults = _names(files)
    with Progress(len(names), shown) as progress:
        run = _Run(options, verbose, progress)
        for fault in faults:
            run.unreadable(fault.params["input"], [fault])
        try:
            for name in names:
                progress(name)
                run.check(name)
        except KeyboardInterrupt:
            stopped = True
    run.write(stopped)
    sys.exit(say_stopped(options["lang"]) if stopped else run.exit_code)


def _names(paths: Iterable[str]) -> tuple[list[str], list[Diagnostic]]:
    """The files of some paths, and which folders have none."""
    from ..corpus.rulings import empty_folders, files_in

    paths = list(paths)
    return list(files_in(paths)), list(empty_folders(paths))


class _Run:
    """Checks files, tells text as it comes, and keeps what the other forms need."""

    def __init__(self, options: dict[str, Any], verbose: bool, progress: Progress) -> None:
        from ..corpus.checking import Checker

        self.options, self.verbose, self.progress = options, verbose, progress
        self.lang, self.form = options["lang"], options["format_"]
        self.checker = Checker(judging(options))
        self.codes = {0}
        self.passed = self.failed = self.aside = 0
        self.data: list[dict[str, object]] = []
        self.findings: list[Finding] = []
        self.examined: list[Examined] = []
        self.told: set[Diagnostic] = set()

    @property
    def exit_code(self) -> int:
        """What came of all files: any mismatch is 1, also one by an answer that is open."""
        code = worst(self.codes)
        return 1 if self.failed and code in (0, 3) else code

    def check(self, file: str) -> None:
        """Checks a file; faults are told at its end, all at once."""
        bad: list[Report] = []
        last: Checked | None = None
        try:
            for last in self.checker.check(file):
                self._take(last)
                if last.report.errors:
                    bad.append(last.report)
        except DiagnosticError as error:
            self.unreadable(file, error.diagnostics)
        finally:
            if last is not None and bad:
                self.progress.clear()
                show_errors(bad, last.text, last.file, self.lang, self.told)

    def unreadable(self, file: object, faults: list[Diagnostic]) -> None:
        """Says that a file or folder could not be read."""
        from ..answers.highlight import highlight
        from ..corpus.judged import faulty

        self.progress.clear()
        self.codes.add(2)
        self.findings += (faulty(fault, str(file), "") for fault in faults)
        click.echo(highlight(faults, "", "", self.lang), err=True)

    def _take(self, checked: Checked) -> None:
        report = checked.report
        aside = not report.formalised and not report.errors
        self.codes.add(report.exit_code)
        self.passed += report.passed and not aside
        self.failed += not report.passed
        self.aside += aside
        if self.form == "text":
            self._print(checked, aside)
        elif self.form == "json":
            self.data.append(self._json(checked, aside))
        else:
            self.examined.append(checked.examined)
            self.findings += checked.findings()

    def _print(self, checked: Checked, aside: bool) -> None:
        from ..answers.output import check_lines

        report = checked.report
        if aside:
            click.echo(f"{_ASIDE[self.lang][0]} {report.name}")
            return
        for line in check_lines(report, checked.file, self.lang, self.verbose):
            click.echo(line)

    def _json(self, checked: Checked, aside: bool) -> dict[str, object]:
        from ..answers.output import report_json

        report = checked.report
        item = {"file": checked.file, **report_json(report, self.lang)}
        if report.ruling is not None:
            item |= {"ruling": report.ruling.id, "formalised": report.formalised}
        return item | ({"passed": None} if aside else {})

    def write(self, stopped: bool) -> None:
        """Writes the rest of the report."""
        if self.form == "text":
            if not (self.passed or self.failed or self.aside or stopped):
                return  # no file could be read, which was said
            from ..answers.output import HEADS

            count = HEADS[self.lang]["count"].format(self.passed, self.failed)
            click.echo(count + (_ASIDE[self.lang][1].format(self.aside) if self.aside else ""))
        elif self.form == "json":
            click.echo(json.dumps(self.data, ensure_ascii=False, indent=2))
        else:
            from ..corpus.formats import Result, written

            result = Result("check", tuple(self.findings), tuple(self.examined), not stopped)
            click.echo(written(result, self.form, self.lang), nl=False)

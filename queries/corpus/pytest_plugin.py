"""A pytest plugin: scenario files are tests, one a scenario, in anyone's repository.

It does nothing until it is asked for: by `pytest --rulekeep`, by `rulekeep = true` in the ini options
of pytest, or by naming an `.rk` file on pytest's command line. A repository may hold scenario files
that other tests run, as this one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..answers.report import Report
    from .checking import Checker, Prepared

SUFFIX = ".rk"
_CHECKER = pytest.StashKey["Checker"]()
_ON = pytest.StashKey[bool]()
_UNREADABLE = "unreadable"
_SKIPPED = {"en": "not formalised", "ja": "未形式化"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("rulekeep", "rulekeep: rulings and scenarios as tests")
    group.addoption("--rulekeep", action="store_true", help="Collect *.rk files as tests.")
    group.addoption("--rulekeep-game", metavar="ID", help="Overrule the scenarios' game.")
    group.addoption(
        "--rulekeep-lang",
        choices=["en", "ja"],
        default="en",
        help="Language of the reports; default: en.",
    )
    parser.addini("rulekeep", "Collect *.rk files as tests.", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Looks up once whether scenario files are collected."""
    on = config.getoption("--rulekeep") or config.getini("rulekeep")
    config.stash[_ON] = bool(on)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulingFile | None:
    """A scenario file, if such files are collected or this one is named on the command line."""
    if file_path.suffix != SUFFIX:
        return None
    if not parent.config.stash[_ON] and not parent.session.isinitpath(file_path):
        return None
    found: RulingFile = RulingFile.from_parent(parent, path=file_path)
    return found


class RulingFile(pytest.File):
    """A scenario file."""

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each scenario; what is wrong with one, or with the file, fails a test of its own."""
        from ...kb.diagnostics import DiagnosticError
        from ..answers.highlight import highlight

        lang = self.config.getoption("--rulekeep-lang")
        try:
            read = _checker(self.config).read(str(self.path), self.nodeid)
        except DiagnosticError as error:
            told = highlight(error.diagnostics, "", "", lang)
            yield UnreadableItem.from_parent(self, name=_UNREADABLE, told=told)
            return
        if read.loose:
            told = highlight(read.loose, read.text, read.name, lang)
            yield UnreadableItem.from_parent(self, name=_UNREADABLE, told=told)
        counts: dict[str, int] = {}
        for prepared in read.scenarios:
            count = counts[prepared.name] = counts.get(prepared.name, 0) + 1
            name = prepared.name if count == 1 else f"{prepared.name} [{count}]"
            item = ScenarioItem.from_parent(self, name=name, prepared=prepared)
            ruling = prepared.scenario.ruling
            if ruling is not None and not ruling.formalised and not item.report().errors:
                item.add_marker(pytest.mark.skip(reason=_SKIPPED[lang]))
            yield item


class UnreadableItem(pytest.Item):
    """A test that fails since its file cannot be read; an error of collection would stop all tests."""

    def __init__(self, *, told: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.told = told

    def runtest(self) -> None:
        """Fails with what is wrong."""
        pytest.fail(self.told, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file."""
        return self.path, 0, self.name


class ScenarioItem(pytest.Item):
    """A scenario as a test: every `then` comes out as written, every `cites` is cited."""

    def __init__(self, *, prepared: Prepared, **rest: Any) -> None:
        super().__init__(**rest)
        self.prepared = prepared

    def report(self) -> Report:
        """What comes of the scenario."""
        return _checker(self.config).run(self.prepared).report

    def runtest(self) -> None:
        """Runs the scenario."""
        report = self.report()
        if not report.passed:
            raise NotAsWritten(report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *rest: Any) -> Any:
        """What did not come out as written, as `rulekeep check` tells it."""
        if not isinstance(excinfo.value, NotAsWritten):
            return super().repr_failure(excinfo, *rest)
        from ..answers.highlight import highlight
        from ..answers.output import check_lines

        prepared, report = self.prepared, excinfo.value.report
        lang = self.config.getoption("--rulekeep-lang")
        lines = list(check_lines(report, self.name, lang, verbose=False))
        if report.errors and not report.expects_error:
            lines.append(highlight(report.errors, prepared.text, prepared.file, lang))
        return "\n".join(lines)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the scenario begins, and what to call it."""
        return self.path, self.prepared.line - 1, self.name


class NotAsWritten(Exception):
    """Raised with the report of a scenario that did not come out as written."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.name)
        self.report = report


def _checker(config: pytest.Config) -> Checker:
    """The checker of this run of pytest, which knows the ids of the rulings of all files."""
    from .checking import Checker

    if _CHECKER not in config.stash:
        game = config.getoption("--rulekeep-game")
        options = {"game": game, "as_of": None, "without": (), "readings": ()}
        config.stash[_CHECKER] = Checker(options)
    return config.stash[_CHECKER]

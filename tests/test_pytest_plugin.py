"""The pytest plugin: scenario files are tests where that is asked for, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from rulekeep.kb.caches import cache_folder

pytest_plugins = ["pytester"]

NAME = "rulekeep.queries.corpus.pytest_plugin"
ROOT = Path(__file__).resolve().parents[1]
CACHE = cache_folder() or ""  # pytester moves the home folder
INSTALLED = any(entry.value == NAME for entry in metadata.entry_points(group="pytest11"))

RULES = """status official
scenario "sound"
  ruling sound-1
given "Ring": Artifact
then "Ring" is Artifact
scenario "wrong"
  ruling wrong-1
given "Ring": Artifact
then "Ring" is Creature
scenario "slip"
given "Ring": Artifct
scenario "words"
  ruling aside-1
  not formalised
given "Ring": Artifact
then "Ring" is Creature
scenario "slip"
given "Ring": Artifact
scenario "again"
  ruling sound-1
given "Ring": Artifact
"""
HEADED = 'scenario "castle"\ngiven shield 1 of A: "x"\nthen count Shield of A is 1\n'


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs pytest in a folder and a process of its own, with the plugin as if it were installed."""
    monkeypatch.setenv("RULEKEEP_CACHE", CACHE)
    pytester.makefile(".rk", rules=RULES)
    pytester.makepyfile(test_code="def test_code(): pass")

    def called(*arguments: str) -> pytest.RunResult:
        plugin = () if INSTALLED else ("-p", NAME)
        return pytester.runpytest_subprocess(*plugin, "-p", "no:cacheprovider", *arguments)

    return called


def test_nothing_is_collected_unless_it_is_asked_for(run):
    result = run()
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*rules.rk*")


@pytest.mark.parametrize("way", ["option", "ini", "argument"])
def test_a_scenario_is_a_test_where_it_is_asked_for(way, run, pytester):
    if way == "ini":
        pytester.makeini("[pytest]\nrulekeep = true\n")
    arguments = {"option": ["--rulekeep"], "ini": [], "argument": ["rules.rk"]}[way]
    code = 0 if way == "argument" else 1
    run(*arguments).assert_outcomes(passed=2 + code, failed=3, skipped=1)


def test_tests_are_named_by_ruling_or_title(run):
    result = run("--rulekeep", "--collect-only", "-q")
    names = [line.partition("rules.rk::")[2] for line in result.outlines if "rules.rk::" in line]
    assert names == ["sound-1", "wrong-1", "slip", "aside-1", "slip [2]", "sound-1 [2]"]


def test_a_failure_shows_what_came_out_and_the_place_of_a_slip(run):
    result = run("--rulekeep", "-rs")
    result.stdout.fnmatch_lines(
        [
            "FAIL wrong-1: wrong *",
            '  expected "Ring" is Creature; got no',
            "    rules: *",
            "rules.rk:11:15: unknown word `Artifct` *unknown-word*",
            "  did you mean `Artifact`?",
            "rules.rk:20:10: ruling `sound-1` stands in rules.rk:3 too *ruling-twice*",
            "SKIPPED * rules.rk: not formalised",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_reports_are_in_the_language_that_is_asked_for(run):
    result = run("--rulekeep", "--rulekeep-lang", "ja", "-rs")
    result.stdout.fnmatch_lines(["不一致 wrong-1: wrong *", "*未形式化*"])


def test_the_game_can_be_given(run, pytester):
    pytester.makefile(".rk", rules=HEADED)
    run("--rulekeep").assert_outcomes(passed=1, failed=1)
    run("--rulekeep", "--rulekeep-game", "duelmasters").assert_outcomes(passed=2)


def test_an_unreadable_file_fails_alone(run, pytester):
    (pytester.path / "bad.rk").write_bytes(b"\xff")
    (pytester.path / "empty.rk").write_text("# nothing", encoding="utf-8")
    result = run("--rulekeep")
    result.assert_outcomes(passed=3, failed=5, skipped=1)
    result.stdout.fnmatch_lines(["*not-utf-8*", "*nothing-said*"])


def test_one_scenario_can_be_chosen(run):
    run("--rulekeep", "-k", "aside").assert_outcomes(skipped=1, deselected=6)
    run("rules.rk::wrong-1").assert_outcomes(failed=1)


def test_the_tests_of_this_project_are_not_collected_twice():
    plugin = [] if INSTALLED else ["-p", NAME]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "no:cacheprovider",
        *plugin,
    ]
    child = subprocess.run(
        [*command, "tests/scenarios", "tests/test_dates.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert child.returncode == 0, child.stdout
    assert ".rk" not in child.stdout


def test_the_plugin_imports_nothing_heavy_until_there_are_scenarios():
    code = f"import sys, {NAME}; print([m for m in ('clingo', 'pyparsing', 'click', 'rulekeep.queries.language.parse') if m in sys.modules])"
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert shown.stdout == "[]\n"


def test_the_package_imports_pytest_nowhere_else():
    users = {
        path.name
        for room in ("kb", "queries")
        for path in (ROOT / room).rglob("*.py")
        if "import pytest" in path.read_text(encoding="utf-8")
    }
    assert users == {"pytest_plugin.py"}

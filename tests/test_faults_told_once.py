"""What is wrong with a file is told once, at its place; what is wrong with the options has none."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rulekeep.kb import sources
from rulekeep.queries.answers import scenario_knowledge
from rulekeep.queries.api import check
from rulekeep.queries.cli import main
from rulekeep.queries.language import parse

TWO = """scenario "one"
given "Bear": Creature — Bear
then "Bear" is Bear
scenario "two"
given "Bear": Creature — Bear
then "Bear" is not Elf
"""
FAULTY = """without 999
scenario "one"
  cites 998.1
  reading just-after-all, nope
given "Bear": Creature — Baer
scenario "two"
  game chess
given "Bear": Creature — Bear
scenario "three"
  as of 1990-01-01
given "Bear": Creature — Bear
"""
STUCK = """# what comes next is not concluded
scenario "one"
given "Bear": Creature — Bear
when "Bear" becomes an artifact
then "Bear" is Bear after step 0
scenario "two"
given "Elf": Creature — Elf
when "Elf" becomes an artifact
then "Elf" is Elf after step 0
"""
OPTIONS = [
    ("--reading", "nope", "unknown-reading"),
    ("--without", "999", "unknown-rule"),
    ("--game", "chess", "unknown-game"),
    ("--as-of", "1990-01-01", "bad-date"),
]


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def places(told: str) -> list[tuple[str, str]]:
    """Place and code of each fault in a text of faults, "" for one without a place."""
    found = re.findall(r"^(?:\S*?:(\d+:\d+): )?.*\[([a-z-]+)\](?: \[.*\])?$", told, re.MULTILINE)
    return [(place, code) for place, code in found]


@pytest.fixture
def file(tmp_path: Path):
    def write(text: str, name: str = "some.rk") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


@pytest.mark.parametrize(("option", "value", "code"), OPTIONS)
@pytest.mark.parametrize("command", [["check"], ["ask", "-f"], ["show", "-f"], ["timeline", "-f"]])
def test_a_faulty_option_is_told_once_and_without_a_place(command, option, value, code, file):
    result = call(*command, file(TWO), option, value)
    assert result.exit_code == 2
    assert places(result.stderr) == [("", code)]


@pytest.mark.parametrize(("option", "value", "code"), OPTIONS)
def test_a_faulty_option_is_told_once_for_all_files(option, value, code, file):
    result = call("check", file(TWO), file(TWO, "other.rk"), option, value)
    assert places(result.stderr) == [("", code)]
    assert result.stdout.count("FAIL") == 4


@pytest.mark.parametrize("command", [["check"], ["ask", "-f"]])
def test_every_fault_of_a_file_is_told_at_its_place(command, file):
    assert places(call(*command, file(FAULTY)).stderr) == [
        ("1:9", "unknown-rule"),
        ("3:9", "unknown-rule"),
        ("4:11", "unknown-reading"),
        ("4:27", "unknown-reading"),
        ("5:26", "unknown-word"),
        ("7:8", "unknown-game"),
        ("10:9", "bad-date"),
    ]


def test_a_report_says_why_its_scenario_could_not_be_run():
    reports = check(TWO, readings=["nope"])
    assert [[(e.code, e.end) for e in r.errors] for r in reports] == [[("unknown-reading", 0)]] * 2


def test_what_the_engine_refuses_is_told_at_the_scenario(file):
    told = call("check", file(STUCK), "--without", "core-given-next").stderr
    assert places(told) == [("2:1", "stuck"), ("6:1", "stuck")]


def test_a_date_that_is_none_is_no_unknown_game():
    (report,) = check('given "Bear": Creature — Bear', as_of="2020-W01-1")
    assert [e.code for e in report.errors] == ["bad-date"]


def test_a_fault_of_the_ontology_is_told_once(tmp_path, monkeypatch, file):
    folder = tmp_path / "ontology"
    (folder / "orchard").mkdir(parents=True)
    for path in sources.core_files():
        shutil.copy(path, folder)
    text = (Path(__file__).with_name("orchard.ttl")).read_text(encoding="utf-8")
    faulty = 'or:9-none a rk:Rule ; rk:logic "ripe(?o) -> nowhere(?o)" .\n'
    (folder / "orchard" / "orchard.ttl").write_text(text + faulty, encoding="utf-8")
    monkeypatch.setattr(sources, "ONTOLOGY", str(folder))
    monkeypatch.setenv("RULEKEEP_CACHE", "")
    for cached in (sources.fingerprint, sources.load_content, parse._grammar_stamp):
        monkeypatch.setattr(
            sources if hasattr(sources, cached.__name__) else parse,
            cached.__name__,
            cached.__wrapped__,
        )
    scenario_knowledge._kept.cache_clear()
    told = call("check", file(TWO), "--game", "orchard").stderr
    scenario_knowledge._kept.cache_clear()
    assert places(told) == [("", "undeclared")]

"""The commands for rulings: `check` on folders and in every form, `ruling new`, `ruling import`."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulekeep.queries.corpus import csv_list, progress
from rulekeep.queries.corpus.csv_list import COLUMNS, read_list
from rulekeep.queries.corpus.formats import FORMATS
from rulekeep.queries.corpus.importing import Layout
from rulekeep.queries.corpus.rulings import read_corpus
from rulekeep.queries.language.fold import fold_text
from rulekeep.queries.language.parse import parse

from .test_cli import call, file
from .test_cli_json import SCHEMA
from .test_corpus_formats import BROKEN, FUTURE, REASON, SOUND, TWICE, WRONG

__all__ = ["file"]

ASIDE = 'scenario "words"\n  ruling aside-1\n  not formalised\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all that can be wrong, and a sound ruling."""
    (tmp_path / "a.rk").write_text(SOUND + BROKEN + TWICE + ASIDE, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.rk").write_text(FUTURE + REASON + WRONG, encoding="utf-8")
    (tmp_path / "deep" / "c.rk").write_bytes(b"\xff")
    (tmp_path / "deep" / "d.txt").write_text("no scenario", encoding="utf-8")
    return tmp_path


# --- check ----------------------------------------------------------------------------------------


def test_check_takes_folders_and_reports_all_at_once(folder):
    result = call("check", str(folder))
    assert result.exit_code == 2
    assert [line.partition(" [")[0] for line in result.stdout.splitlines() if line[0] != " "] == [
        "pass sound-1: sound",
        "FAIL broken-1: broken",
        "FAIL sound-1: again",
        "not formalised aside-1: words",
        "FAIL future-1: future",
        "FAIL reason-1: reason",
        "FAIL wrong-1: wrong",
        "1 passed, 5 failed, 1 not formalised",
    ]
    codes = re.findall(r"\[([a-z0-9-]+)\]$", result.stderr, re.MULTILINE)
    assert sorted(codes) == sorted(
        ["unknown-word", "ruling-twice", "date-in-future", "unknown-statement", "undeclared",
         "arity", "syntax", "not-utf-8"]
    )  # fmt: skip


def test_an_unreadable_file_does_not_keep_others_from_being_checked(file):
    result = call("check", "/nowhere/at.all", file(SOUND), "/nowhere/else.rk")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == "1 passed, 0 failed"
    assert result.stderr.count("[cannot-read]") == 2


def test_a_folder_without_scenarios_is_an_error(tmp_path, file):
    (tmp_path / "empty").mkdir()
    result = call("check", str(tmp_path / "empty"), file(SOUND))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (2, "1 passed, 0 failed")
    assert "[no-scenario-files]" in result.stderr


def test_the_same_id_in_two_files_is_told_with_both_places(file):
    one, two = file(SOUND, "one.rk"), file(TWICE, "two.rk")
    shown = call("check", one, two).stderr
    assert f"{two}:2:10: ruling `sound-1` stands in {one}:2 too" in shown


def test_what_is_not_formalised_is_counted_apart_and_is_no_mismatch(file):
    result = call("check", file(ASIDE), "--lang", "ja")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "未形式化 aside-1: words",
        "一致0件、不一致0件、未形式化1件",
    ]


def test_json_of_check_tells_rulings_and_what_was_not_judged(file):
    found = json.loads(call("check", file(SOUND + ASIDE), "--format", "json").stdout)
    jsonschema.validate(found, SCHEMA)
    assert [(r["ruling"], r["formalised"], r["passed"]) for r in found] == [
        ("sound-1", True, True),
        ("aside-1", False, None),
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_the_exit_code_of_check_is_the_same_in_every_form(form, folder, file):
    assert call("check", str(folder), "--format", form).exit_code == 2
    assert call("check", file(SOUND + WRONG), "--format", form).exit_code == 1
    assert call("check", file(SOUND + ASIDE), "--format", form).exit_code == 0


def test_junit_of_check_names_every_scenario(folder):
    root = Xml.fromstring(call("check", str(folder), "--format", "junit").stdout)
    cases = {
        (Path(case.get("classname")).name, case.get("name")): [child.tag for child in case]
        for case in root.iter("testcase")
    }
    assert len(list(root.iter("testcase"))) == int(root.get("tests")) == 8
    assert cases["a.rk", "aside-1"] == ["skipped"]
    assert cases["b.rk", "wrong-1"] == ["failure"]
    assert cases["b.rk", "reason-1"] == ["error"]
    assert cases["c.rk", "faulty 1"] == ["error"]


def test_github_annotations_stand_at_the_lines(file):
    path = file(WRONG)
    (line,) = call("check", path, "--format", "github").stdout.splitlines()
    assert line.startswith(f"::error file={path},line=4,col=1,title=a ruling that the rules")
    assert line.partition("::wrong-1: ")[2].startswith('expected "Ring" is Creature')


def test_sarif_of_check_points_at_the_words(file):
    log = json.loads(call("check", file(REASON), "--format", "sarif").stdout)
    regions = [r["locations"][0]["physicalLocation"]["region"] for r in log["runs"][0]["results"]]
    assert [(r["startLine"], r["startColumn"]) for r in regions][:2] == [(3, 10), (4, 19)]


STOP = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from rulekeep.queries.corpus import checking
from rulekeep.queries.cli import run
whole = checking.report_of
def report_of(scenario, *rest):
    if scenario.ruling.id == "wrong-1":
        signal.raise_signal(signal.SIGINT)
    return whole(scenario, *rest)
checking.report_of = report_of
sys.argv = ["rulekeep", "check", sys.argv[1], "--format", sys.argv[2]]
run()
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
@pytest.mark.parametrize("form", ["text", "json", "junit"])
def test_ctrl_c_leaves_what_was_found_and_says_so(form, file):
    assert signal.SIGINT
    command = [sys.executable, "-c", STOP, file(SOUND + WRONG + ASIDE), form]
    child = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert child.returncode == 130, child.stderr
    assert child.stderr == "stopped: the report is not complete\n"
    assert "sound-1" in child.stdout
    assert "aside-1" not in child.stdout
    if form == "text":
        assert child.stdout.splitlines()[-1] == "1 passed, 0 failed"
    elif form == "json":
        assert len(json.loads(child.stdout)) == 1
    else:
        assert Xml.fromstring(child.stdout).get("errors") == "1"


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_told_on_a_terminal_and_taken_away_at_the_end(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "_WAIT", 0)
    monkeypatch.setattr(progress, "_EVERY", 0)
    with progress.Progress(2) as told:
        told("裁定.rk")
        told("b\x1b.rk" + "x" * 500)
    first, second, *rest = shown.getvalue().split("\r")[1:]
    assert first == "1/2 裁定.rk"
    assert second.startswith("2/2 b\ufffd.rk")
    assert not "".join(rest).strip()
    assert len(second) < 200


def test_progress_is_not_told_where_no_one_looks(monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "_WAIT", 0)
    with progress.Progress(2) as told:
        told("a.rk")
    assert shown.getvalue() == ""


# --- ruling new -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", [None, "duelmasters"])
def test_a_new_ruling_is_read_and_not_formalised(lang, game, tmp_path):
    path = tmp_path / "new.rk"
    more = ["--game", game] if game else []
    assert call("ruling", "new", "裁定-1", "--lang", lang, "-o", str(path), *more).exit_code == 0
    ((scenario,), faults) = parse(path.read_text(encoding="utf-8"))
    assert faults == []
    assert (scenario.game, scenario.statements) == (game or "mtg", ())
    assert (scenario.ruling.id, scenario.ruling.formalised) == ("裁定-1", False)
    assert call("check", str(path)).exit_code == 0


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_line_of_the_template_can_be_taken_into_use(lang):
    shown = call("ruling", "new", "r-1", "--lang", lang).stdout
    filled = re.sub(r"^(\s*)# (?=\s*\S+ .*  # )", r"\1", shown, flags=re.MULTILINE)
    for blank, told in {"YYYY-MM-DD": "2019-07-02", "LOGIC": "CardType(?t) -> CardType(?t)",
                        "論理": "CardType(?t) -> CardType(?t)", "cites RULE": "cites 205.1a",
                        "根拠 ルール番号": "根拠 205.1a", "TYPE LINE": "Artifact", "タイプ行": "アーティファクト",
                        "when …": 'when "NAME" becomes a land', "適用 …": "適用 《名前》は土地になる",
                        "is TYPE": "is Land", "はタイプである": "は土地である"}.items():  # fmt: skip
        filled = filled.replace(blank, told)
    filled = "\n".join(
        line
        for line in filled.splitlines()
        if not line.strip().startswith(("not form", "未形式化"))
    )
    ((scenario,), faults) = parse(filled)
    assert faults == []
    ruling = scenario.ruling
    assert (ruling.status, ruling.dated, len(ruling.reasons)) == ("official", "2019-07-02", 2)
    assert (len(ruling.sources), ruling.version, scenario.cites) == (1, "…", ("205.1a",))
    assert len(scenario.statements) == 3


def test_a_new_ruling_overwrites_only_by_force(tmp_path):
    path = tmp_path / "new.rk"
    path.write_text("mine", encoding="utf-8")
    result = call("ruling", "new", "r-1", "-o", str(path))
    assert (result.exit_code, path.read_text(encoding="utf-8")) == (2, "mine")
    assert "[file-exists]" in result.stderr
    assert call("ruling", "new", "r-1", "-o", str(path), "--force").exit_code == 0
    assert "ruling r-1" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["a b"], "ruling-id"),
        (["a;b"], "ruling-id"),
        (["a。b"], "ruling-id"),
        (["a#b"], "ruling-id"),
        (["「a」"], "ruling-id"),
        (["a\x07"], "ruling-id"),
        ([""], "ruling-id"),
        (["a", "--game", "chess"], "unknown-game"),
        (["a", "-o", "/nowhere/at/all.rk"], "cannot-write"),
    ],
)
def test_a_new_ruling_that_cannot_be_is_refused(arguments, code):
    result = call("ruling", "new", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"[{code}]" in result.stderr


def test_the_help_of_every_command_for_rulings_has_an_example_and_exit_codes():
    for command in (["ruling"], ["ruling", "new"], ["ruling", "import"]):
        shown = call(*command, "--help").stdout
        assert f"rulekeep {' '.join(command)}" in shown.partition("Usage:")[2].partition("\n")[2]
        assert "Exit codes:" in shown


# --- ruling import --------------------------------------------------------------------------------

HEADER = "id,date,source,question,answer\n"


def imported(text: str | bytes, tmp_path: Path, *more: str):
    path = tmp_path / "list.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return call("ruling", "import", str(path), "-d", str(tmp_path / "out"), *more)


def files(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "out").glob("*"))


def test_a_list_becomes_a_file_a_row(tmp_path):
    rows = 'a-1,2019-07-02,page,"What, then?",Yes\na-2,,,"言葉。「なに」?",いいえ\n'
    result = imported(HEADER + rows, tmp_path, "--status", "official", "--source", "The List", "--game", "duelmasters")  # fmt: skip
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == f"written: 2, there before and kept: 0, faults: 0 (in {tmp_path / 'out'})\n"
    )
    assert files(tmp_path) == ["a-1.rk", "a-2.rk"]
    corpus = read_corpus(sorted(map(str, (tmp_path / "out").glob("*.rk"))))
    assert corpus.findings == []
    one, two = corpus.rulings["a-1"].ruling, corpus.rulings["a-2"].ruling
    assert (one.dated, one.sources, one.status) == ("2019-07-02", ("page",), "official")
    assert (two.dated, two.sources, two.status) == ("", ("The List",), "official-undated")
    assert (one.question, one.answer) == ({"en": "What, then?"}, {"en": "Yes"})
    assert (two.question, two.answer) == ({"ja": "言葉。「なに」?"}, {"ja": "いいえ"})
    assert not (one.formalised or two.formalised)
    assert {r.scenario.game for r in corpus.rulings.values()} == {"duelmasters"}
    assert call("check", str(tmp_path / "out")).stdout.splitlines()[-1].endswith("2 not formalised")


def test_columns_stand_in_any_order_and_further_ones_become_comments(tmp_path):
    text = 'Answer,Note,ID,question,Source,DATE\nYes,"two\nlines # ; here",a-1,What?,,\n'
    assert imported("\ufeff" + text, tmp_path, "--lang", "ja").exit_code == 0
    written = (tmp_path / "out" / "a-1.rk").read_text(encoding="utf-8")
    assert written.splitlines() == [
        '場面 "a-1"',
        "  裁定 a-1",
        "  未形式化",
        '  問い "What?"',
        '  回答 "Yes"',
        "# list.csvの2行目",
        "# note: two lines # ; here",
    ]


def test_all_faults_of_a_list_are_told_at_once_and_sound_rows_are_written(tmp_path):
    rows = [
        "a-1,2019-07-02,s,q,a",
        "a-2,2019/7/3,s,q,a",
        "a-3,2999-01-01,s,,",
        "",
        "A-1,,s,q,a",
        ",,s,q,a",
        "a/4,,s,q,a",
        "a b,,s,q,a",
        "a-5,,s,q",
        'a-6,,s,"q"x,a',
        f"a-7,,s,{'q' * 3001},a",
        "a-8,2019-02-30,s,q,a",
        "a-9,,s,q,a",
    ]
    result = imported(HEADER + "\n".join(rows), tmp_path)
    assert result.exit_code == 2
    told = re.findall(r": row (\d+): .*?\[([\w-]+)\].*\[faulty-row\]$", result.stderr, re.MULTILINE)
    assert told == [
        ("3", "bad-date"),
        ("4", "date-in-future"),
        ("4", "csv-empty"),
        ("4", "csv-empty"),
        ("6", "csv-id-twice"),
        ("7", "csv-empty"),
        ("8", "no-file-name"),
        ("9", "ruling-id"),
        ("10", "csv-cells"),
        ("11", "csv-syntax"),
        ("12", "csv-too-long"),
        ("13", "bad-date"),
    ]
    assert "did you mean `2019-07-03`?" in result.stderr
    assert files(tmp_path) == ["a-1.rk", "a-9.rk"]
    assert result.stdout.startswith("written: 2, there before and kept: 0, faults: 12 ")


def test_rows_are_counted_as_in_a_spreadsheet_and_placed_by_line():
    found = read_list("l.csv", HEADER + 'a-1,,s,"two\nlines",a\n\n,,s,q,a\n')
    (fault,) = found.findings
    assert (fault.params["row"], fault.place.line) == (4, 5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "csv-columns"),
        ("a-1,2019-07-02,s,q,a\n", "csv-columns"),
        ("id;date;source;question;answer\na;b;c;d;e\n", "csv-columns"),
        ("id,date,question,answer\na,,q,a\n", "csv-columns"),
        ("id,id,date,source,question,answer\na,b,,s,q,a\n", "csv-column-twice"),
        ("id,date,source,question,answer\na,,s,日本語,a\n".encode("cp932"), "not-utf-8"),
        ("id,date,source,question,answer\n".encode("utf-16"), "not-utf-8"),
        (b"x" * (csv_list.MAX_BYTES + 1), "file-too-long"),
    ],
)
def test_a_list_that_is_none_is_refused_with_nothing_written(text, code, tmp_path):
    result = imported(text, tmp_path)
    assert result.exit_code == 2
    assert f"[{code}]" in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_list_that_is_not_there_is_an_error(tmp_path):
    result = call("ruling", "import", str(tmp_path / "none.csv"))
    assert (result.exit_code, "[cannot-read]" in result.stderr) == (2, True)


def test_the_rows_of_a_list_are_bounded(monkeypatch):
    monkeypatch.setattr(csv_list, "MAX_ROWS", 2)
    found = read_list("l.csv", HEADER + "a,,s,q,a\nb,,s,q,a\nc,,s,q,a\nd,,s,q,a\n")
    assert [row.cells["id"] for row in found.rows] == ["a", "b"]
    assert [f.params["row"] for f in found.findings] == [4]


def test_an_import_writes_over_nothing(tmp_path):
    assert imported(f"{HEADER}a-1,,s,q,a\n", tmp_path).exit_code == 0
    path = tmp_path / "out" / "a-1.rk"
    path.write_text("mine", encoding="utf-8")
    result = imported(f"{HEADER}a-1,,s,q,a\na-2,,s,q,a\n", tmp_path)
    assert (result.exit_code, path.read_text(encoding="utf-8")) == (0, "mine")
    assert result.stdout.startswith("written: 1, there before and kept: 1, faults: 0")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="may write anywhere")
def test_rows_that_cannot_be_written_are_told(tmp_path):
    (tmp_path / "out").mkdir(mode=0o500)
    result = imported(f"{HEADER}a-1,,s,q,a\n", tmp_path)
    assert (result.exit_code, "[cannot-write]" in result.stderr) == (2, True)


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    result = imported(f"{HEADER}a-1,,s,q,a\n", tmp_path)
    assert (result.exit_code, "[cannot-write]" in result.stderr) == (2, True)


@pytest.mark.parametrize("id_", ["con", "NUL.x", ".hidden", "-x", "a:b", "a\\b", "a|b", "x" * 300])
def test_an_id_that_makes_no_file_name_is_refused(id_, tmp_path):
    result = imported(f"{HEADER}{id_},,s,q,a\n", tmp_path)
    assert (result.exit_code, "[no-file-name]" in result.stderr) == (2, True)


WILD = st.text(
    st.one_of(st.sampled_from('"“”「」《》｣#;。(){}\n\r\t\x00\x1b\u2028\u202e\ufeff\\, aあ'), st.characters()),
    max_size=40,
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(WILD, WILD, WILD, WILD)
def test_whatever_cells_hold_the_file_is_read_and_not_formalised(question, answer, source, note):
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow([*COLUMNS, "note"])
    writer.writerow(["r-1", "2019-07-02", source, question, answer, note])
    found = read_list("l.csv", stream.getvalue())
    for row in found.rows:
        text = Layout("out").text(row, "l\n.csv")
        ((scenario,), faults) = parse(text)
        assert (faults, scenario.statements) == ([], ())
        ruling = scenario.ruling
        assert (ruling.id, ruling.dated, ruling.formalised) == ("r-1", "2019-07-02", False)
        (told,) = ruling.question.values()
        assert plain_quotes(told) == plain_quotes(row.cells["question"])
    assert found.rows or found.findings


def plain_quotes(text: str) -> str:
    """A text in which double quotes are single ones: what is left where no quotes are free."""
    return fold_text(text).replace('"', "'")


@pytest.mark.parametrize("command", ["readings", "coverage", "consistency"])
def test_commands_on_corpora_refuse_a_folder_without_scenarios(tmp_path, command):
    result = call(command, str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "[no-scenario-files]" in result.stderr


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1"])
def test_a_time_limit_is_a_finite_number_above_nought(seconds):
    assert call("consistency", "--time-limit", seconds).exit_code == 2

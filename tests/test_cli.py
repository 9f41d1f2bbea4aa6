"""The commands as a user calls them: texts, files, standard input, languages, exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rulekeep.queries.cli import COMMANDS, main

GIVEN = 'given "Dryad Arbor": Land Creature — Forest Dryad'
ARBOR = f'{GIVEN}; when "Dryad Arbor" becomes an artifact'
NO = f'{ARBOR}; ask "Dryad Arbor" is Creature'
YES = f'{ARBOR}; ask "Dryad Arbor" is Artifact'
TIE = ('given "Ring": Artifact; when "Ring" becomes a land at 1; when "Ring" becomes a creature at 1; '
       'ask "Ring" is Land')  # fmt: skip
FAULT = 'given "Ring": Artifact; ask "Ring" is Goblni'
JAPANESE = ("前提 《ドライアドの東屋》: 土地・クリーチャー ― 森・ドライアド; 適用 《ドライアドの東屋》はアーティファクトになる; "
            "質問 《ドライアドの東屋》はクリーチャーである")  # fmt: skip


def call(*arguments: str, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def file(tmp_path: Path):
    def write(text: str | bytes, name: str = "some.rk") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


# --- help -----------------------------------------------------------------------------------------


def test_the_help_lists_every_command_and_the_exit_codes():
    shown = call("--help").stdout
    assert all(name in shown for name in COMMANDS)
    codes = "Exit codes: 0 yes or all as expected, 1 no or a mismatch, 2 error, 3 undetermined"
    assert codes in " ".join(shown.split())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_help_of_a_command_has_an_example(command):
    result = call(command, "--help")
    assert result.exit_code == 0
    assert f"rulekeep {command}" in result.stdout.partition("Usage:")[2].partition("\n")[2]


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"repl"}))
def test_the_help_of_a_command_tells_its_exit_codes(command):
    assert "Exit codes:" in call(command, "--help").stdout


@pytest.mark.parametrize("command", ["ask", "why", "flip", "show", "find"])
def test_the_example_in_the_help_of_a_question_works(command):
    help_ = call(command, "--help").stdout
    start = help_.index(f"rulekeep {command}")
    example = help_[help_.index("'", start) + 1 :].partition("'")[0]
    assert call(command, example).exit_code in (0, 1)


def test_the_version_is_shown():
    assert re.search(r"version \d+\.\d+", call("--version").stdout)


def test_an_unknown_command_or_option_is_an_error():
    assert call("frobnicate").exit_code == 2
    assert call("ask", "--frobnicate").exit_code == 2


# --- exit codes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "text", "code"),
    [
        ("ask", YES, 0),
        ("ask", NO, 1),
        ("ask", FAULT, 2),
        ("ask", TIE, 3),
        ("ask", f"{YES}; {NO.rpartition('; ')[2]}", 1),
        ("ask", f'{TIE}; ask "Ring" is Goblin', 1),
        ("ask", f'{ARBOR}; then "Dryad Arbor" is not Creature', 0),
        ("ask", f'{ARBOR}; then "Dryad Arbor" is Creature', 1),
        ("ask", f"scenario 'a'; {YES}", 2),
        ("ask", "given", 2),
        ("ask", "", 2),
        ("why", YES, 0),
        ("why", NO, 1),
        ("flip", YES, 0),
        ("flip", NO, 1),
        ("show", ARBOR, 0),
        ("show", FAULT, 2),
        ("show", TIE, 3),
        ("find", '?t where Subtype(?t) ^ label(?t) ~ "goblin"', 0),
        ("find", '?t where Subtype(?t) ^ label(?t) ~ "zzz"', 1),
        ("find", "?t where Subtypo(?t)", 2),
    ],
)
def test_the_exit_code_tells_the_verdict(command, text, code):
    assert call(command, text).exit_code == code


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["ask", YES, "--as-of", "yesterday"], "bad-date"),
        (["ask", YES, "--as-of", "2023-02-30"], "bad-date"),
        (["ask", YES, "--as-of", "2020-W01-1"], "bad-date"),
        (["ask", YES, "--as-of", "20200101"], "bad-date"),
        (["terms", "Goblin", "--as-of", "x"], "bad-date"),
        (["typelines", "-", "--as-of", "x"], "bad-date"),
        (["ask", YES, "--game", "chess"], "unknown-game"),
        (["rules", "--game", "chess"], "unknown-game"),
        (["export", "ontology", "--game", "chess"], "unknown-game"),
        (["ask", YES, "--without", "zzz"], "unknown-rule"),
        (["rules", "205.9"], "unknown-rule"),
        (["terms", "Goblni"], "unknown-word"),
        (["ask", "-f", "/nowhere/at.all"], "cannot-read"),
        (["check", "/nowhere/at.all"], "cannot-read"),
        (["typelines", "/nowhere/at.all"], "cannot-read"),
        (["ask", "--jsonl", "-f", "/nowhere/at.all"], "cannot-read"),
        (["export", "ontology", "-o", "/nowhere/at.all"], "cannot-write"),
    ],
)
def test_a_bad_argument_is_an_error_with_its_code_on_standard_error(arguments, code):
    result = call(*arguments, stdin="Land")
    assert result.exit_code == 2
    assert f"[{code}]" in result.stderr
    assert not result.stdout


@pytest.mark.parametrize("command", [["ask", "-f"], ["check"], ["typelines"]])
def test_a_file_that_is_not_utf_8_or_too_long_is_refused(command, file):
    assert "[not-utf-8]" in call(*command, file(b"\xff\xfe")).stderr
    assert "[file-too-long]" in call(*command, file(b"x" * 1_000_001)).stderr


# --- text -----------------------------------------------------------------------------------------


def test_an_answer_has_its_verdict_proof_rules_and_effects():
    shown = call("ask", NO).stdout
    assert shown.startswith('no: "Dryad Arbor" is Creature\n')
    assert "[205.1a-replaces]" in shown
    assert "\n  rules: 205.1a-replaces, " in shown
    assert '\n  effect 1: "Dryad Arbor" becomes an artifact\n' in shown


def test_the_proof_can_be_left_out_or_folded():
    full, folded, bare = (
        call("ask", NO, *more).stdout for more in ([], ["--depth", "1"], ["--no-proof"])
    )
    assert len(full.splitlines()) > len(folded.splitlines()) > len(bare.splitlines())
    assert "205.1a" in folded
    assert "205.1a" not in bare


def test_an_error_is_shown_with_place_code_carets_and_hint():
    assert call("ask", FAULT).stderr.splitlines() == [
        "<argument>:1:39: unknown word `Goblni` [unknown-word]",
        "  " + FAULT,
        "  " + " " * 38 + "^" * 6,
        "  did you mean `Goblin`?",
    ]


def test_all_errors_of_a_text_are_shown_at_once():
    shown = call("ask", f'{FAULT}; ask "Ring" is Elv; given "X": Lnad').stderr
    assert shown.count("[unknown-word]") == 3


def test_japanese_questions_get_japanese_answers():
    result = call("ask", "--lang", "ja", JAPANESE)
    assert result.exit_code == 1
    assert result.stdout.startswith("いいえ: ")
    assert "ルール: 205.1a" in result.stdout
    assert "失う" in result.stdout


def test_the_language_of_the_answer_is_free():
    assert call("ask", JAPANESE).stdout.startswith("no: ")
    assert call("ask", "--lang", "ja", NO).stdout.startswith("いいえ: ")
    assert "もしかして" in call("ask", "--lang", "ja", FAULT).stderr


def test_a_markdown_answer_is_a_heading_with_a_list():
    shown = call("ask", NO, "--format", "markdown").stdout
    assert shown.startswith("### no: ")
    assert "\n- " in shown


def test_show_prints_type_lines_order_and_timeline():
    text = f'{ARBOR}; when "Dryad Arbor" becomes a Goblin creature in addition to its other types'
    shown = call("show", text, "--timeline").stdout
    assert shown.startswith("Dryad Arbor: Artifact Creature — Goblin\norder of application: 1, 2\n")
    assert len(shown.splitlines()) > 3
    assert call("show", "--lang", "ja", ARBOR).stdout == "Dryad Arbor: アーティファクト\n"


def test_why_not_tells_what_each_rule_lacks():
    text = 'given "Ring": Artifact; when "Ring" becomes a Goblin in addition to its other types; '
    shown = call("why", f'{text}why not "Ring" is Goblin').stdout
    assert "does not apply" in shown
    assert "205.3d" in shown


def test_flip_names_the_changes_that_turn_the_answer():
    shown = call("flip", NO).stdout
    assert "without effect 1" in shown
    assert "without rule 205.1a" in shown


# --- where the text comes from, and options -------------------------------------------------------


def test_a_text_may_be_an_argument_a_file_or_standard_input(file):
    path = file(NO)
    for arguments, stdin in ((["ask", NO], None), (["ask", "-f", path], None), (["ask", "-f", "-"], NO),
                             (["ask", "-"], NO), (["ask"], NO)):  # fmt: skip
        result = call(*arguments, stdin=stdin)
        assert (result.exit_code, result.stdout.partition(":")[0]) == (1, "no"), arguments


def test_a_rule_left_out_changes_the_answer():
    text = (
        f'{GIVEN}; when {{ add card types Artifact }} on "Dryad Arbor"; ask "Dryad Arbor" is Land'
    )
    assert call("ask", text).exit_code == 0
    assert call("ask", text, "--without", "205.1b").exit_code == 1
    assert call("ask", text, "--without", "305.7", "--without", "205.1b").exit_code == 1


def test_a_question_can_be_asked_as_of_a_date():
    text = 'given "X": Tribal Instant; ask "X" is Kindred'
    assert call("ask", text).exit_code == 0
    assert call("ask", text, "--as-of", "2023-11-17").exit_code == 2
    assert call("ask", text.replace("Kindred", "Tribal"), "--as-of", "2023-11-17").exit_code == 0


def test_a_date_in_the_text_goes_before_that_of_the_option():
    text = 'as of 2023-11-17; given "X": Tribal Instant; ask "X" is Tribal'
    assert call("ask", text, "--as-of", "2026-08-07").exit_code == 0


def test_a_show_statement_prints_the_line_of_its_object_at_its_step():
    text = (
        'given "A": Creature — Elf; given "B": Land; when { set creature types Frog } on creature'
    )
    shown = call("ask", f'{text}; show "A"; show "B" after step 1').stdout.splitlines()
    assert shown[:2] == ["A: Creature — Frog", "B: Land"]
    assert call("show", f'{text}; show "A"').stdout.splitlines()[0] == "A: Creature — Frog"


def test_an_argument_that_names_a_file_is_read_from_it(tmp_path):
    path = tmp_path / "ring.rk"
    path.write_text('given "Ring": Artifact\nask "Ring" is Artifact\n', encoding="utf-8")
    runner = CliRunner()
    assert runner.invoke(main, ["ask", "--no-proof", str(path)]).exit_code == 0
    missing = runner.invoke(main, ["ask", str(tmp_path / "none.rk")])
    assert (missing.exit_code, "[cannot-read]" in missing.stderr) == (2, True)

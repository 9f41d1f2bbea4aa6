"""Help in Japanese has all that the English help has, and nothing more."""

from __future__ import annotations

import inspect
import re

import click
import pytest
from rulekeep.queries.answers.highlight import char_width
from rulekeep.queries.chosen_language import chosen_language
from rulekeep.queries.cli import COMMANDS, main
from rulekeep.queries.japanese_help import CLICK, COMMON, NOTES, ROOT, examples, texts, wrapped

from .test_cli import call

OWN = ("short", "help", "epilog", NOTES)


def all_commands() -> dict[str, click.Command]:
    """Each command by its words after `rulekeep`."""
    context = click.Context(main)
    found: dict[str, click.Command] = {ROOT: main}
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        found[name] = command
        if isinstance(command, click.Group):
            found |= {f"{name} {sub}": c for sub, c in command.commands.items()}
    return found


ALL = all_commands()


def options(command: click.Command) -> dict[str, str]:
    """The English help of each option that has one."""
    return {p.opts[-1]: p.help for p in command.params if isinstance(p, click.Option) and p.help}


def japanese_of(path: str) -> str:
    words = [] if path == ROOT else path.split()
    shown = call(*words, "--lang", "ja", "--help")
    assert shown.exit_code == 0
    return shown.stdout


def test_every_command_has_japanese_help_and_no_other_does():
    assert texts().keys() - {COMMON, CLICK} == ALL.keys()


@pytest.mark.parametrize("path", ALL)
def test_every_text_of_a_command_has_one_in_japanese(path):
    command, own = ALL[path], texts()[path]
    told = inspect.cleandoc(command.help or "").partition("\b\n")[0].strip()
    assert own["short"]
    assert ("help" in own) == ("\n\n" in told)
    assert re.findall(r"\d+", own.get("epilog", "")) == re.findall(r"\d+", command.epilog or "")
    assert {*own} - {*OWN} <= options(command).keys()
    assert not options(command).keys() - own.keys() - texts()[COMMON].keys()


def test_a_text_that_several_options_share_is_that_of_one_english_text():
    shared: dict[str, set[str]] = {}
    for path, command in ALL.items():
        for name, help_ in options(command).items():
            if name not in texts()[path]:
                shared.setdefault(name, set()).add(help_)
    assert {name: len(helps) for name, helps in shared.items()} == dict.fromkeys(texts()[COMMON], 1)


@pytest.mark.parametrize("path", ALL)
def test_the_examples_of_both_helps_are_the_same_command_lines(path):
    notes = texts()[path].get(NOTES, {})
    english = [line.rstrip() for line in examples(ALL[path]).split("\n")]
    shown = japanese_of(path)
    found = set()
    for line in english:
        typed, _, note = line.partition("  ") if line.startswith("rulekeep") else (line, "", "")
        assert typed in shown
        if note.strip():
            found.add(note.strip())
            assert note.strip() not in shown
            assert notes[note.strip()] in shown
    assert found == notes.keys()


@pytest.mark.parametrize("path", ALL)
def test_japanese_help_fits_the_width_and_has_no_english_words_of_its_own(path):
    shown = japanese_of(path)
    told = "".join(line for line in shown.splitlines(keepends=True) if "rulekeep " not in line)
    assert not re.search(r"Usage|Options:|Commands:|default|Exit codes|Show this", told)
    prose = [line for line in told.splitlines() if re.search(r"[ぁ-ん]", line)]
    assert max(sum(map(char_width, line)) for line in prose) <= 80


def test_words_are_whole_and_no_line_begins_with_a_stop():
    assert wrapped("あいう。ab cd", 6) == ["あい", "う。ab", "cd"]
    assert wrapped("あい `--lang` う", 8) == ["あい", "`--lang`", "う"]


@pytest.mark.parametrize(
    ("arguments", "variable"),
    [(("--help", "--lang", "ja"), ""), (("--lang=ja", "-h"), ""), (("--lang", "ja"), ""),
     (("terms", "--help", "--lang=ja"), ""), (("terms", "--help"), "ja"),
     (("ruling", "--lang", "ja", "--help"), ""), (("ruling", "new", "-h", "--lang", "ja"), ""),
     (("--lang", "ja", "ruling", "new", "--help"), "en")],
)  # fmt: skip
def test_help_is_in_the_language_asked_for_wherever_it_is_named(arguments, variable, monkeypatch):
    monkeypatch.setenv("RULEKEEP_LANG", variable)
    shown = call(*arguments).output
    assert ("使い方:" in shown, "この説明を表示して終わる。" in shown) == (True, True)


@pytest.mark.parametrize(
    ("arguments", "variable", "answer"),
    [((), "", "card type"), ((), "ja", "カード・タイプ"), (("--lang", "ja"), "", "カード・タイプ"),
     (("--lang", "en"), "ja", "card type")],
)  # fmt: skip
def test_a_command_speaks_the_language_that_was_named_before_it(
    arguments, variable, answer, monkeypatch
):
    monkeypatch.setenv("RULEKEEP_LANG", variable)
    assert answer in call(*arguments, "terms", "Creature").stdout
    assert "card type" in call(*arguments, "terms", "Creature", "--lang", "en").stdout


def test_english_help_reads_no_japanese(monkeypatch):
    texts.cache_clear()
    assert "Usage:" in call("ask", "--help").stdout
    assert call("terms", "Creature", "--lang", "ja").exit_code == 0
    assert texts.cache_info().currsize == 0


def test_the_last_language_named_counts(monkeypatch):
    monkeypatch.setenv("RULEKEEP_LANG", "fr")
    assert chosen_language(["--lang", "ja", "--lang=en"]) == "en"
    assert chosen_language(["ask"]) == "en"

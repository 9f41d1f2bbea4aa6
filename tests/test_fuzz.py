"""Bad input of every sort gets a clear error or an answer: never an exception, never a long wait.

| target | input | property |
|---|---|---|
| `check` (ask, why, flip) | fixed, large, mutated, words in any order | answered |
| `ask`, `show` | fixed | a result or `DiagnosticError` |
| `find` | fixed, mutated | answered |
| `read_faces`, `report` | fixed, mutated, words in any order | a line that comes back, or faults |
| `parse_rule`, `parse_body`, `parse_world` | fixed, mutated | a value, or faults |
| `rulekeep` rules, terms, typelines, ask, check, find | fixed arguments and bytes | calm |

Fixed inputs are in `fuzz_inputs.py`; mutated ones are good texts after small accidents. *Answered*:
answers, or faults, that can be printed as text, Markdown and JSON in both languages. *Faults* have
a code, a place inside the text and a message. *Calm*: exit code 0 to 3, something is said, and no
traceback. Everything ends within 2 s of processor time.

Each example runs in this process and is timed by processor time. Examples repeat from run to run;
`RULEKEEP_FUZZ=2000` draws that many new ones for each target.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulekeep.kb.diagnostics import Diagnostic, DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.logic.parser import parse_body, parse_rule, parse_world
from rulekeep.kb.messages import message
from rulekeep.kb.typelines.printing import format_type_line
from rulekeep.kb.typelines.reading import read_faces, read_type_line
from rulekeep.kb.typelines.report import report
from rulekeep.queries.answers.highlight import highlight
from rulekeep.queries.answers.output import report_json, report_markdown, report_text, show_text
from rulekeep.queries.api import ask, check, show
from rulekeep.queries.cli import main

from .fuzz_inputs import (
    ARGUMENTS,
    BAD_RULES,
    BODIES,
    CONTENTS,
    LARGE,
    LARGE_FLIPS,
    LINES,
    NASTY,
    RULES,
    TEXTS,
    TYPE_LINES,
    WORDS,
)

HERE = Path(__file__).parent
LIMIT = 2.0
_MORE = int(os.environ.get("RULEKEEP_FUZZ", "0"))

SCENARIOS = [
    text.strip()
    for path in sorted((HERE / "scenarios").glob("*.rk"))
    for text in re.split(r"(?m)^(?=scenario |場面 )", path.read_text(encoding="utf-8"))
    if text.strip() and not text.startswith("#")
]


def drawn(count: int) -> settings:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=_MORE or count, derandomize=not _MORE, deadline=None,
                    database=None, suppress_health_check=slow)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn, texts: tuple[str, ...] | list[str]) -> str:
    """A good text after one to three small accidents."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        tokens = re.findall(r"\w+|\s+|.", text, re.DOTALL) or [""]
        at = draw(st.integers(0, len(tokens) - 1))
        kind = draw(st.integers(0, 7))
        if kind == 0:
            del tokens[at]
        elif kind == 1:
            tokens.insert(at, draw(st.sampled_from(NASTY)))
        elif kind == 2:
            tokens[at] = draw(st.sampled_from(WORDS))
        elif kind == 3:
            other = draw(st.integers(0, len(tokens) - 1))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 4:
            tokens[at] *= draw(st.sampled_from((2, 3, 50)))
        elif kind == 5:
            tokens = tokens[:at]
        elif kind == 6:
            wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in tokens[at])
            tokens[at] = draw(st.sampled_from((wide, unicodedata.normalize("NFD", tokens[at]))))
        else:
            tokens[at] = tokens[at][1:] + tokens[at][:1]
        text = "".join(tokens)
    return text


SOUP = st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from(NASTY), st.text(max_size=3)),
                max_size=30).map(" ".join)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def no_files() -> Iterator[None]:
    """Keeps what is parsed here out of the cache."""
    load().documents  # noqa: B018
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEKEEP_CACHE", "")
        yield


@contextlib.contextmanager
def in_time() -> Iterator[None]:
    begin = time.process_time()
    yield
    assert time.process_time() - begin < LIMIT


def faults_are_clear(faults: list[Diagnostic], text: str) -> None:
    for fault in faults:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fault.code), fault
        # What is missing at the end of a text is marked one place past it.
        assert 0 <= fault.start <= fault.end <= len(text) + (fault.start == len(text)), fault
        for lang in ("en", "ja"):
            said = message(fault, lang)
            assert said and not said.startswith(f"{fault.code}:"), fault
            assert "Traceback" not in said, fault
    for lang in ("en", "ja"):
        assert bool(highlight(faults, text, "f", lang)) == bool(faults)


def text_is_answered(text: str, verb: str | None = None) -> None:
    with in_time():
        reports = check(text, verb=verb)
        assert any(r.errors or r.answers or r.case for r in reports), (
            "neither an error nor an answer"
        )
        faults_are_clear([e for r in reports for e in r.errors], text)
        for found in reports:
            report_json(found, "en")
            for lang in ("en", "ja"):
                report_text(found, lang)
                report_markdown(found, lang)
                if found.case:
                    show_text(found, lang, timeline=True)


@pytest.mark.parametrize("name", TEXTS)
def test_a_nasty_text_gets_an_error_or_an_answer(name: str) -> None:
    text_is_answered(TEXTS[name])


@pytest.mark.parametrize("name", LARGE)
def test_a_large_text_gets_an_answer_in_time(name: str) -> None:
    text_is_answered(LARGE[name])


@pytest.mark.parametrize("name", LARGE_FLIPS)
def test_a_flip_of_a_large_text_ends_in_time(name: str) -> None:
    text_is_answered(LARGE_FLIPS[name], "flip")


@pytest.mark.parametrize("name", TEXTS)
def test_ask_and_show_raise_nothing_but_diagnostics(name: str) -> None:
    for function in (ask, show):
        with in_time(), contextlib.suppress(DiagnosticError):
            function(TEXTS[name])


@pytest.mark.parametrize("name", BODIES)
def test_a_nasty_find_gets_an_error_or_an_answer(name: str) -> None:
    text_is_answered("find " + BODIES[name])


@pytest.mark.parametrize("number", range(len(TYPE_LINES)))
def test_a_nasty_type_line_is_read_or_refused(number: int) -> None:
    line_is_judged(TYPE_LINES[number])


def line_is_judged(text: str) -> None:
    lexicon = load().lexicon
    with in_time():
        try:
            faces = read_faces(text, lexicon)
        except DiagnosticError as error:
            assert error.diagnostics
            faults_are_clear(error.diagnostics, text)
            return
        for face in faces:
            assert face.card_types
            for lang in ("en", "ja"):
                again = read_type_line(format_type_line(face.ids, lexicon, lang), lexicon)
                assert set(again.ids) == set(face.ids)


@pytest.mark.parametrize("number", range(len(BAD_RULES)))
def test_a_nasty_rule_is_refused(number: int) -> None:
    for text in (BAD_RULES[number], "X: " + BAD_RULES[number]):
        rule_is_judged(text)


def rule_is_judged(text: str) -> None:
    for function in (parse_body, lambda t: parse_rule("X", t), parse_world):
        with in_time():
            try:
                function(text)  # type: ignore[operator]
            except DiagnosticError as error:
                assert error.diagnostics
                faults_are_clear(error.diagnostics, text)


def command_is_calm(
    arguments: list[str], given_bytes: bytes = b"", *, may_be_silent: bool = False
) -> None:
    with in_time():
        result = CliRunner().invoke(main, arguments, input=given_bytes)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code in (0, 1, 2, 3)
    assert result.output.strip() or may_be_silent
    assert "Traceback" not in result.output


@pytest.mark.parametrize("number", range(len(ARGUMENTS)))
@pytest.mark.parametrize("command", ["rules", "terms", "typelines", "check", "find", "ask"])
def test_a_nasty_argument_does_not_break_a_command(
    command: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "a" / "b"  # `../..` is a folder, and `check` reads what lies in one
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    command_is_calm([command, ARGUMENTS[number]])
    command_is_calm([command, "--lang", "ja", "--as-of", ARGUMENTS[number], "x"])


@pytest.mark.parametrize("number", range(len(CONTENTS)))
@pytest.mark.parametrize("command", ["typelines", "check", "ask"])
def test_nasty_bytes_do_not_break_a_command(command: str, number: int, tmp_path: Path) -> None:
    file = tmp_path / "nasty"
    file.write_bytes(CONTENTS[number])
    if command == "ask":
        command_is_calm(["ask", "-f", str(file)])
        blank = not CONTENTS[number].strip()
        command_is_calm(["ask", "--jsonl"], CONTENTS[number], may_be_silent=blank)
    else:
        command_is_calm([command, str(file)])
        command_is_calm([command, "-"], CONTENTS[number])


@drawn(400)
@given(SOUP, st.sampled_from((None, "why", "flip")))
def test_words_in_any_order_get_an_error_or_an_answer(text: str, verb: str | None) -> None:
    text_is_answered(text, verb)


@drawn(500)
@given(mutated(SCENARIOS), st.sampled_from((None, None, "why", "flip")))
def test_a_mutated_scenario_gets_an_error_or_an_answer(text: str, verb: str | None) -> None:
    text_is_answered(text, verb)


@drawn(400)
@given(
    st.one_of(SOUP, mutated(LINES), st.lists(st.sampled_from(LINES), max_size=3).map(" // ".join))
)
def test_a_mutated_type_line_is_read_or_refused(text: str) -> None:
    line_is_judged(text)
    report(text.splitlines(), load().lexicon)


@drawn(200)
@given(st.one_of(SOUP, mutated(RULES)))
def test_a_mutated_rule_is_read_or_refused(text: str) -> None:
    rule_is_judged(text)


@drawn(150)
@given(mutated([f"find {b}" for b in BODIES.values() if 5 < len(b) < 200]))
def test_a_mutated_find_gets_an_error_or_an_answer(text: str) -> None:
    text_is_answered(text)

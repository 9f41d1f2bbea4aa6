"""Bad input of every sort gets a clear error or an answer: never an exception, never a long wait.

| target | input | property |
|---|---|---|
| `check` as `ask`, `why`, `flip` | fixed nasty texts, words in any order, mutated scenarios | answers, or faults with a code, a place inside the text and a message in both languages; text, Markdown and JSON can be printed; under 2 s |
| `ask`, `show` | the same | a result or `DiagnosticError` |
| `find` | fixed nasty bodies, atoms in any order | as for `check` |
| `read_faces`, `report` | fixed nasty lines, words of type lines in any order, mutated lines | a line or faults inside it; what was read can be printed and read again |
| `parse_rule`, `parse_body`, `parse_world` | fixed nasty rules, mutated rules | a rule or `DiagnosticError` |
| `rulekeep rules`, `terms`, `typelines`, `ask`, `check`, `find` | fixed nasty arguments, bytes of a file | exit code 0 to 3, no traceback, something is printed |

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
from rulekeep.kb.typeline import format_type_line, read_faces, read_type_line
from rulekeep.kb.typelines_report import report
from rulekeep.queries.api import ask, check, show
from rulekeep.queries.cli import main
from rulekeep.queries.highlight import highlight
from rulekeep.queries.output import report_json, report_markdown, report_text, show_text

HERE = Path(__file__).parent
LIMIT = 2.0
_MORE = int(os.environ.get("RULEKEEP_FUZZ", "0"))

NASTY = ("\x00", "\x1b", "\x7f", "\u0085", "\u2028", "\ud800", "\udfff", "\u202e", "\u200b", "\ufeff",
         "\ufffe", "e\u0301", "ﾟ", "ー", "　", "①", "㌔", "ﬁ", "İ", "ß", "𝔄", "👩\u200d👧", "\t", "\r", "\n",
         '"', "“", "《", "》", "「", "」", "'", "’", "`", "(", ")", "{", "}", "[", "]", ";", "。", "、", ",",
         ":", "：", "#", "＃", "—", "―", "-", "－", "//", "／／", "?", "^", "->", "~", "\\", "%", "$", "0", "９",
         "-1", "99999999999999999999")  # fmt: skip
WORDS = (
    "scenario game as of cites given when then ask show why not order flip find where without is has "
    "types no on from at by affecting choosing defining if false until step set add lose copy replace "
    "face down all card creature land basic supertypes abilities every type other token nontoken and "
    "or permanent controlled named in graveyard with changeling becomes loses gains still Forest "
    "Goblin Elf Creature Artifact Snow Legendary nonbasic lands are mtg 205.1b 2026-08-07 A B 1 2 "
    "場面 時点 根拠 前提 適用 結果 質問 表示 理由 不成立の理由 検索 発生源 対象 選択 設定 追加 喪失 範囲 は である ではない "
    "になる 森 土地 クリーチャー ゴブリン のタイプは 他のタイプに加えて すべての ｸﾘｰﾁｬｰ Ｌａｎｄ"
).split() + ['"X"', "《X》", "「X」", 'given "X": Land Creature — Forest Dryad;', "前提 《X》: 土地 ― 森;"]  # fmt: skip
SCENARIOS = [
    text.strip()
    for path in sorted((HERE / "scenarios").glob("*.rk"))
    for text in re.split(r"(?m)^(?=scenario |場面 )", path.read_text(encoding="utf-8"))
    if text.strip() and not text.startswith("#")
]
LINES = ("Land Creature — Forest Dryad", "Legendary Snow Land", "Plane — Bolas’s Meditation Realm",
         "Instant // Land — Island", "Creature — Time Lord Doctor", "Tribal Instant — Goblin",
         "土地・クリーチャー ― 森・ドライアド", "伝説のアーティファクト・クリーチャー ― ゴーレム", "基本氷雪土地 — 島")  # fmt: skip
RULES = ("happens(?e) ^ affects(?e,?o) ^ not setsCardType(?e,?t) -> ends hasCardType(?o,?t)",
         "exists(?a) ^ not after ?b exists(?a) ^ ?a != ?b -> dependsOn(?a,?b)",
         "f(?a) ^ count(?b : g(?a,?b)) > 2 ^ next h(?a, ?c + 1) -> may c(?a) ^ starts f(t(?a))")  # fmt: skip


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

LONG = "x" * 10_000
TEXTS = {
    "nothing": "",
    "blanks": " \t\r\n\u3000 ",
    "a mark of byte order": "\ufeff",
    "a comment": "# nothing",
    "NULs": "\x00" * 1000,
    "control characters": "".join(map(chr, range(32))) * 10,
    "lone surrogates": 'given "\ud800": Land; ask "\udfff" is Land',
    "a long word": LONG,
    "a long name": f'given "{LONG}": Land; ask "{LONG}" is Land',
    "a long Japanese name": f"前提 《{'森' * 10_000}》: 土地; 質問 《{'森' * 10_000}》は土地である",
    "a long name of a source": f'given "X": Land; when all lands are Swamps from "{LONG}"; show',
    "a long card name": f'given "X": Land; when "{LONG}"; show',
    "a long unknown type": f'given "X": Land; ask "X" is {LONG}',
    "a long type line": f'given "X": {"Snow " * 2000}Land; show',
    "a long clause": f'given "X": Land; when "X" {"becomes an artifact " * 500}; show',
    "a long number": f'given "X": Land; when "X" becomes an artifact at {"9" * 4000}; show',
    "a long date": f'as of {"9" * 4000}; given "X": Land; show',
    "a late date": 'as of 9999-12-31; given "X": Land; show',
    "an early date": 'as of 0001-01-01; given "X": Land; show',
    "a long rule": f'given "X": Land; cites {"9" * 3000}; show',
    "many rules": f'cites {", ".join(["205.1a"] * 400)}; given "X": Land; ask "X" is Land',
    "an unknown rule": 'without zzz; given "X": Land; ask "X" is Land',
    "an unknown game": 'game chess; given "X": Land; ask "X" is Land',
    "a game that is a path": 'game ../../etc; given "X": Land; show',
    "deep brackets": f'given "X": Land; when {{ add card types Land }} on {"(" * 3000}land',
    "deep nots": f'given "X": Land; when {{ add card types Artifact }} on {"not " * 900}land; show',
    "brackets as deep as allowed": "given \"X\": Land; when { add card types Artifact } on "
    + "(" * 22 + "land" + ")" * 22 + '; ask "X" is Artifact',
    "many ors": f'given "X": Land; when {{ add card types Artifact }} on {"land or " * 450}land; show',
    "braces": "{" * 2000 + "}" * 2000,
    "deep quotes": "「" * 3000 + "」" * 3000,
    "an open quote": 'given "X: Land; ask "X" is Land',
    "quotes of two sorts": 'given "X》: Land; ask 《X" is Land',
    "a thousand questions": 'given "X": Land\n' + 'ask "X" is Land\n' * 1000,
    "sixty objects": "".join(f'given "X{i}": Land\n' for i in range(60)) + "show",
    "sixty copies of a name": 'given "X": Land\n' * 60 + "show",
    "an unknown object": 'ask "X" is Land',
    "an unknown step": 'given "X": Land; ask "X" is Land after step 99999',
    "the same timestamp": 'given "X": Land; ' + 'when "X" becomes an artifact at 1; ' * 4 + "show",
    "mixed scripts": 'given "Xх": Lаnd — Fοrest; ask "Xx" is Land',
    "full width": 'ｇｉｖｅｎ ＂Ｘ＂： Ｌａｎｄ； ａｓｋ ＂Ｘ＂ ｉｓ Ｌａｎｄ',
    "half-width katakana": "前提 《X》: ｸﾘｰﾁｬｰ ― ｺﾞﾌﾞﾘﾝ; 質問 《X》はｺﾞﾌﾞﾘﾝである",
    "decomposed": unicodedata.normalize("NFD", "前提 《X》: クリーチャー ― ゴブリン; 質問 《X》はゴブリンである"),
    "right to left": 'given "\u202eX": Land; ask "\u202eX" is Land',
    "line ends": 'given "X": Land\r\n\u2028\u0085\x0b\x0cask "X" is Land\r',
    "an expression of the solver": 'given "X": Land; ask "X" is Land; ask hasCardType("X). :- #true.", Land)',
    "a name with quotes": 'given 《X"Y》: Land; ask 《X"Y》 is Land',
    "a name with a backslash": r'given "X\": Land; ask "X\" is Land',
    "a name with a line end": 'given "X\nY": Land; ask "X\nY" is Land',
    "braces of a format": 'given "{0} {x!r}": Land; ask "{0} {x!r}" is {input}',
    "a face-down nothing": 'given "X": Land; when { face down as "" } on "X"; show',
    "a copy of itself": 'given "X": Land; when { copy "X" except add card types Artifact } on "X"; show',
    "a word for itself": 'given "X": Land — Forest; when { replace word Forest with Forest } on "X"; show',
    "a denial": 'given "X": Land; ask not mayBeCast("X")',
    "a broken atom": 'given "X": Land; ask hasCardType("X"',
    "an atom with too much": 'given "X": Land; ask hasCardType("X", Land, Land, Land)',
    "an atom of an event": 'given "X": Land; ask happens("X")',
    "an atom with a variable": 'given "X": Land; ask hasCardType(?o, ?t)',
    "an error code": 'given "X": Lnad; then error unknown-word; then error zzz',
}  # fmt: skip
BODIES = {
    "nothing": "", "a variable": "?t", "no body": "?t where", "an open bracket": "?t where Subtype(?t",
    "a long name": f"?t where {LONG}(?t)", "an undeclared predicate": "?t where Zzz(?t)",
    "an unbound answer": "?t where Subtype(?u)", "only a negation": "?t where not Subtype(?t)",
    "a changing predicate": "?t where hasCardType(?t, Land)", "too many arguments": "?t where Subtype(?t, ?t, ?t)",
    "a product": "?a, ?b, ?c where Subtype(?a) ^ Subtype(?b) ^ Subtype(?c)",
    "deep brackets": "?t where " + "(" * 3000, "deep terms": "?t where Subtype(" + "f(" * 3000 + ")" * 3001,
    "an open label": '?t where Subtype(?t) ^ label(?t) ~ "drag', "a pattern": '?t where Subtype(?t) ^ label(?t) ~ "(((("',
    "a count of itself": "?n where ?n = count(?n : Subtype(?n))", "a sum of words": "?n where ?n = sum(?t : Subtype(?t))",
    "a division": "?n where ?n = 1 - Creature", "many premises": "?t where " + " ^ ".join(["Subtype(?t)"] * 300),
    "NULs": "?t where Subtype(?\x00t)", "Japanese": "?t 条件 Subtype(?t) ^ label(?t) ~ 「ドラゴン」",
    "an order of words": "?t where Subtype(?t) ^ ?t < 3", "full width": "？ｔ ｗｈｅｒｅ Ｓｕｂｔｙｐｅ（？ｔ）",
}  # fmt: skip
TYPE_LINES = (
    "", " ", "—", "— —", "//", "// //", "Land //", "x" * 10_000, "Land" * 2500, "Land — " + "Forest " * 2000,
    "— " * 249, "森" * 499, "土地 ― " + "森・" * 200, "Land — Forest\x00", "Lаnd — Fοrest", "Land\ud800", "－－－－",
    "Land －－ Forest", "\ufeffLand", "Land — ﾟ", "ｸﾘｰﾁｬｰ ― ｺ\x07ﾞ", "Land — {0}", "Creature — İ", "Creature — ﬁ",
    "Plane — " + "New " * 100, "・・・", "トークン", "Token Token Creature", "Creature - - - Elf", "((((" * 100,
)  # fmt: skip
BAD_RULES = (
    "", " ", "->", "^", "a", "a(", "a(?)", "-> f(?a)", "f(?a) ->", "f(?a) -> -> f(?a)", "f(?a) ^ ^ g(?a) -> h(?a)",
    "(" * 3000, "f(" * 3000 + "?a" + ")" * 3000 + " -> g(?a)", "f(?a) -> " + "g(?a) ^ " * 2000, "not " * 2000 + "f(?a) -> g(?a)",
    "x" * 10_000, f"f({'?a, ' * 3000}?a) -> g(?a)", "f(?a\x00) -> g(?a)", "f(\ud800) -> g(?a)", 'f("x) -> g(?a)',
    "ｆ（？ａ） -> g(?a)", "count(?a : count(?b : f(?b)) > 1) > 1 -> g", "?a = 1 / 0 -> g(?a)", "after after ?b f(?a) -> g(?a)",
    "f(?a) -> may may c(?a)", f"?a = {'9' * 5000} -> g(?a)", f"?a = {'1 + ' * 3000}1 -> g(?a)",
)  # fmt: skip
ARGUMENTS = ("", " ", "-", "--", "zzz", "x" * 10_000, "\x00", "\ud800", "../..", "205.1", "205.99z", "205.1a-",
             "２０５．１ａ", "森", "ｺﾞﾌﾞﾘﾝ", "Spacecraft", "{0}", "[[[", "%s", "İ")  # fmt: skip
CONTENTS = (b"", b"\n\n", b"\xff\xfe\x00", b"\xef\xbb\xbf", b"\x00" * 5000, b"{", b"[]\n{}\n{\"type_line\": 3}", b"x" * 1_000_001,
            b"{\"type_line\": null}\nnull\n", b"[" * 100_000, b"{\"a\":" * 50_000, "前提".encode("shift_jis"))  # fmt: skip


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
        assert 0 <= fault.start <= fault.end <= len(text) + 1, fault
        for lang in ("en", "ja"):
            said = message(fault, lang)
            assert said and not said.startswith(f"{fault.code}:"), fault
            assert "Traceback" not in said, fault
    for lang in ("en", "ja"):
        assert bool(highlight(faults, text, "f", lang)) == bool(faults)


def text_is_answered(text: str, verb: str | None = None) -> None:
    with in_time():
        reports = check(text, verb=verb)
        assert any(r.errors or r.answers or r.case for r in reports), "neither an error nor an answer"
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


def command_is_calm(arguments: list[str], given_bytes: bytes = b"") -> None:
    with in_time():
        result = CliRunner().invoke(main, arguments, input=given_bytes)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code in (0, 1, 2, 3)
    assert result.output.strip()
    assert "Traceback" not in result.output


@pytest.mark.parametrize("number", range(len(ARGUMENTS)))
@pytest.mark.parametrize("command", ["rules", "terms", "typelines", "check", "find", "ask"])
def test_a_nasty_argument_does_not_break_a_command(command: str, number: int) -> None:
    command_is_calm([command, ARGUMENTS[number]])
    command_is_calm([command, "--lang", "ja", "--as-of", ARGUMENTS[number], "x"])


@pytest.mark.parametrize("number", range(len(CONTENTS)))
@pytest.mark.parametrize("command", ["typelines", "check", "ask"])
def test_nasty_bytes_do_not_break_a_command(command: str, number: int, tmp_path: Path) -> None:
    file = tmp_path / "nasty"
    file.write_bytes(CONTENTS[number])
    many = ["--jsonl"] if command == "ask" else []
    command_is_calm([command, *(["-f"] if command == "ask" else []), str(file)])
    command_is_calm([command, *many, *([] if command == "ask" else ["-"])], CONTENTS[number])


@drawn(120)
@given(SOUP, st.sampled_from((None, "why", "flip")))
def test_words_in_any_order_get_an_error_or_an_answer(text: str, verb: str | None) -> None:
    text_is_answered(text, verb)


@drawn(150)
@given(mutated(SCENARIOS), st.sampled_from((None, None, "why", "flip")))
def test_a_mutated_scenario_gets_an_error_or_an_answer(text: str, verb: str | None) -> None:
    text_is_answered(text, verb)


@drawn(400)
@given(st.one_of(SOUP, mutated(LINES), st.lists(st.sampled_from(LINES), max_size=3).map(" // ".join)))
def test_a_mutated_type_line_is_read_or_refused(text: str) -> None:
    line_is_judged(text)
    report(text.splitlines(), load().lexicon)


@drawn(200)
@given(st.one_of(SOUP, mutated(RULES)))
def test_a_mutated_rule_is_read_or_refused(text: str) -> None:
    rule_is_judged(text)


@drawn(60)
@given(mutated([f"find {b}" for b in BODIES.values() if 5 < len(b) < 200]))
def test_a_mutated_find_gets_an_error_or_an_answer(text: str) -> None:
    text_is_answered(text)

"""Every bad statement is reported, at its place, with what was expected; nothing ever breaks."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulekeep.kb.diagnostics import Diagnostic, DiagnosticError
from rulekeep.kb.lexicon import Lexicon
from rulekeep.queries.answers.highlight import highlight, place
from rulekeep.queries.language.codec import from_json, to_json
from rulekeep.queries.language.read import MAX_FILE, parse_file
from rulekeep.queries.syntax import Clause, Effect, Objects

from .small_lexicon import small_lexicon


def stand_in(text: str, _lexicon: Lexicon, *_more: object) -> Effect:
    if "fault" in text:
        at = text.index("fault")
        raise DiagnosticError([Diagnostic("unknown-word", at, at + 5, {"input": "fault"})])
    return Effect((Clause(),), Objects(("X",)) if '"X"' in text else None)


def faults_of(text: str) -> list[Diagnostic]:
    return parse_file(text, small_lexicon, stand_in)[1]


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ('given "A" Land', "syntax", "Land"),
        ('given "A": Land, wibble', "syntax", "wibble"),
        ('given "A": Land, in libary', "unknown-word", "libary"),
        ('given "A": Land, named', "syntax", ""),
        ('given "A": Land, token, token', "modifier-twice", "token"),
        ("given", "syntax", ""),
        ("when", "no-clause", ""),
        ('when from "X"', "no-clause", " "),
        ("when the fault is here", "unknown-word", "fault"),
        ("when " + "x" * 601, "too-long", "x" * 601),
        ('when x from "Y" at x', "syntax", "x"),
        ("when x at 9999999999", "bad-number", "9999999999"),
        ("when x at 2nd", "bad-number", "2nd"),
        ("when x by A by B", "modifier-twice", "by B"),
        ("when x if false if false", "modifier-twice", "if false"),
        ('when "Blood Moon" until end of turn', "misplaced", "until end of turn"),
        ("適用 《血染めの月》 ターン終了時まで", "misplaced", "ターン終了時まで"),
        ('when "X" is y affecting "Y"', "subject-twice", 'affecting "Y"'),
        ('when "Blood Moon" defining', "misplaced", "defining"),
        ("when x choosing Forst", "unknown-word", "Forst"),
        ("ask", "syntax", ""),
        ('ask "X" was Elf', "syntax", "was"),
        ('ask "X" is', "syntax", ""),
        ('ask "X" is Goblni', "unknown-word", "Goblni"),
        ('ask "X" is a Goblni after step 2', "unknown-word", "Goblni"),
        ('ask "X" is land type Goblni', "unknown-word", "Goblni"),
        ('ask "X" is Artifact Creature', "one-at-a-time", "Artifact Creature"),
        ("then order a", "syntax", "a"),
        ("then error", "syntax", ""),
        ("show X", "syntax", "X"),
        ("why order please", "syntax", "please"),
        ("find ?t", "syntax", ""),
        ("as of 2023-02-30", "bad-date", "2023-02-30"),
        ("as of Tuesday", "bad-date", "Tuesday"),
        ("scenario Untitled", "syntax", "Untitled"),
        ('show "a\x00b"', "control-character", "\x00"),
        ("質問 《X》はクリーチャである", "unknown-word", "クリーチャ"),
        ("前提 《X》 土地", "syntax", "土地"),
        ("", "nothing-said", ""),
        (" \n# nothing\n", "nothing-said", " \n# nothing\n"),
        ("x" * (MAX_FILE + 1), "too-long", "x" * (MAX_FILE + 1)),
    ],
)
def test_a_fault_has_a_code_and_a_place(text: str, code: str, word: str) -> None:
    (fault,) = faults_of(text)
    assert (fault.code, text[fault.start : fault.end]) == (code, word)


def test_the_nearest_word_is_the_hint() -> None:
    text = 'ask "X" is Goblni; ask 《X》はクリーチャである; given "A": Land, in libary'
    assert [f.hint for f in faults_of(text)] == ["Goblin", "クリーチャー", "library"]


def test_all_faults_of_a_text_are_reported_in_order() -> None:
    text = 'given "A" x\nask "A" is Foo\nwhen a fault\nscenario "B"\nshow x\nbla\nas of x'
    faults = faults_of(text)
    assert [place(text, f.start)[0] for f in faults] == [1, 2, 3, 5, 6, 7]


def test_good_statements_beside_bad_ones_are_kept() -> None:
    (scenario,), faults = parse_file('given "A": Land; ask "A" was; show', small_lexicon)
    assert (len(scenario.statements), len(faults)) == (2, 1)


def test_an_unknown_game_is_a_fault_at_its_name() -> None:
    def no_game(game: str, _as_of: str | None) -> Lexicon:
        raise ValueError(game)

    text = "game chess; show"
    (fault,) = parse_file(text, no_game)[1]
    assert (fault.code, text[fault.start : fault.end].strip()) == ("unknown-game", "chess")


# --- as text ------------------------------------------------------------------------------------


def shown(text: str, lang: str = "en") -> list[str]:
    return highlight(faults_of(text), text, "f.rk", lang).splitlines()


def test_a_fault_is_shown_with_its_line_carets_and_a_hint() -> None:
    assert shown('show\n  ask "X" is Goblni # why') == [
        "f.rk:2:14: unknown word `Goblni` [unknown-word]",
        '    ask "X" is Goblni # why',
        "               ^^^^^^",
        "  did you mean `Goblin`?",
    ]


def test_wide_characters_count_two_under_the_line() -> None:
    assert shown("質問 《東屋》はクリーチャである", "ja") == [
        "f.rk:1:9: `クリーチャ` という語はありません [unknown-word]",
        "  質問 《東屋》はクリーチャである",
        "  " + " " * 15 + "^" * 10,
        "  もしかして: `クリーチャー`",
    ]


def test_half_width_and_combining_characters_are_measured() -> None:
    lines = shown('ask "ｱe\u0301" is Goblni')
    assert lines[2].index("^") == 2 + len('ask "ae" is ')


def test_what_was_expected_is_listed() -> None:
    (line, *_) = shown('ask "X" was Elf')
    assert line.startswith("f.rk:1:9: `was` is not understood here; expected `")
    assert "`is`" in line
    assert "である" not in line


@pytest.mark.parametrize(
    ("text", "lang", "said", "left_out"),
    [
        ('given "A" x', "en", "`token`", "トークン"),
        ('given "A" x', "ja", "`トークン`", "token"),
        ('given "A": Land, x', "ja", "`トークン`", "token"),
        ("前提 《A》: 土地、x", "en", "`token`", "トークン"),
        ('when "A" becomes a land from "X" x', "en", "`affecting`", "対象"),
        ('when "A" becomes a land from "X" x', "ja", "`対象`", "affecting"),
        ("ask", "ja", "引用符", "quotes"),
    ],
)
def test_what_was_expected_is_said_in_the_language_of_the_reader(
    text: str, lang: str, said: str, left_out: str
) -> None:
    line = shown(text, lang)[0].partition("expected" if lang == "en" else "期待される")[2]
    assert said in line
    assert left_out not in line


def test_where_only_words_of_the_other_language_fit_they_are_listed() -> None:
    assert "`with`" in shown('when { replace word Forest x } on "A"', "ja")[0]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('when "Blood Moon" until end of turn', "until end of turn"),
        ("適用 《血染めの月》 条件不成立 条件不成立", "条件不成立"),
        ('given "A": Land, token, token', "token"),
        ('given "A": Land, in graveyard, in library', "in library"),
        ("when x if false if false", "if false"),
    ],
)
def test_a_modifier_is_called_by_its_own_words(text: str, words: str, lang: str) -> None:
    assert f"`{words}`" in shown(text, lang)[0]


def test_a_rule_number_is_shown() -> None:
    fault = Diagnostic("no-card-type", 0, 1, {"input": "x"}, rule="205.2a")
    assert (
        highlight([fault], "x", "f", "en").splitlines()[0].endswith("[no-card-type] [rule 205.2a]")
    )


def test_long_lines_are_cut_around_the_fault() -> None:
    lines = shown("show x" + " " * 300 + "#" + "a" * 300)
    assert all(len(line) < 110 for line in lines)
    text = 'ask "' + "a" * 300 + '" is Goblni'
    _, line, carets, _ = shown(text)
    assert line[carets.index("^") :] == "Goblni"


def test_fifty_faults_are_shown_and_the_rest_counted() -> None:
    assert shown("show x\n" * 60)[-1] == "… and 10 more"
    assert shown("show x\n" * 51, "ja")[-1] == "…ほか1件"


# --- nothing breaks -----------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        *[
            "given",
            "when",
            "then",
            "ask",
            "show",
            "why",
            "not",
            "order",
            "flip",
            "find",
            "scenario",
            "as",
            "of",
            "cites",
            "game",
        ],
        *[
            "is",
            "has",
            "types",
            "no",
            "on",
            "from",
            "at",
            "by",
            "affecting",
            "choosing",
            "{",
            "}",
            "(",
            ")",
            ":",
            ";",
            ",",
            "#",
            ".",
            "?",
            "^",
            "->",
            "。",
            "、",
        ],
        *[
            "add",
            "set",
            "lose",
            "copy",
            "replace",
            "card",
            "types",
            "land",
            "creature",
            "and",
            "or",
            "前提",
            "適用",
            "質問",
            "は",
            "である",
        ],
        *(
            [
                '"',
                "《",
                "》",
                "「",
                "」",
                '"X"',
                "《X》",
                "「X」",
                "2",
                "B",
                "?t",
                "p(x)",
                "土地",
                "―",
                "森",
                "ｱ",
                "ﾟ",
                "ー",
                "Ａ",
            ]
        ),
        *("\n", " ", "\x00", "\ud800", "\u202e", "\u3000", "\r", "\t"),
    ]
)
TEXTS = st.lists(st.one_of(WORDS, st.text(max_size=4)), max_size=40).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_any_text_is_read_or_refused(text: str) -> None:
    scenarios, faults = parse_file(text, small_lexicon, stand_in)
    for lang in ("en", "ja"):
        assert bool(highlight(faults, text, "f", lang)) == bool(faults)
    assert from_json(to_json(scenarios)) == scenarios
    assert all(0 <= f.start <= len(text) + 1 for f in faults)


@pytest.mark.parametrize(
    "text",
    [
        "x\n" * 400_000,
        "(\n" * 400_000,
        "when a\n" + "b\n" * 400_000,
        '"\n' * 400_000,
        "\x00" * 500_000,
        "when " + "(" * 5000,
        'given "' + "a" * 10_000 + '": Land',
        "when { add card types Land } on " + "not " * 900 + "land",
        "when { add card types Land } on " + "(" * 24 + "land" + ")" * 24,
        "when { add card types Land } on " + "land or " * 480 + "land",
        "when x " + 'from "a" ' * 400,
        "when x " + "at " * 1300,
        'ask "A" is Xyzzy\n' * 50_000,
        'ask "A" is ' + "land " * 700,
        "質問 《A》は" + "である" * 1000,
        'given "A": Land' + ", in graveyard" * 250,
    ],
    ids=lambda text: text[:20].encode("ascii", "backslashreplace").decode(),
)
def test_no_text_takes_long(text: str) -> None:
    parse_file("show", small_lexicon, stand_in)
    start = time.process_time()
    faults = parse_file(text, small_lexicon, stand_in)[1]
    highlight(faults, text, "f", "en")
    assert time.process_time() - start < 1.5

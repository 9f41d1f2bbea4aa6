"""Characters are folded one for one, and statements are cut where they end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulekeep.kb.lexicon import fold
from rulekeep.queries.language.fold import control_characters, fold_text
from rulekeep.queries.language.split import MAX_FAULTS, MAX_STATEMENT, split


@given(st.text(max_size=200))
def test_folding_keeps_every_position(text: str) -> None:
    assert len(fold_text(text)) == len(text)


@given(st.text(max_size=200))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("ｇｉｖｅｎ　“Ａ”：", 'given "A":'),
        ("Urza’s ‐ ‑ −", "Urza's - - -"),
        ("土地 ― 森 – — ─", "土地 — 森 — — —"),
        ("a\r\nb\rc", "a \nb\nc"),
        ("クリーチャー", "クリーチャー"),
        ("ｸﾘｰﾁｬｰ", "ｸﾘｰﾁｬｰ"),
        ("ドライアド｡", "ドライアド。"),
    ],
)
def test_marks_take_their_plain_form(typed: str, folded: str) -> None:
    assert fold_text(typed) == folded


def test_half_width_katakana_are_folded_for_look_up_only() -> None:
    assert fold("ｸﾘｰﾁｬｰ") == fold("クリーチャー")


def test_controls_and_lone_surrogates_are_faults() -> None:
    faults = control_characters("a\x00b\ud800c\u202ed\te\n", 10)
    assert [(f.code, f.start) for f in faults] == [
        ("control-character", 1),
        ("control-character", 3),
        ("control-character", 5),
    ]


def cut(text: str) -> list[tuple[str, str]]:
    pieces, faults = split(fold_text(text))
    assert faults == []
    return [(p.keyword, p.text.strip()) for p in pieces]


def codes(text: str) -> list[tuple[str, int]]:
    return [(f.code, f.start) for f in split(fold_text(text))[1]]


def test_line_ends_semicolons_and_japanese_stops_end_a_statement() -> None:
    assert cut('given "A": x; ask "A" is y\nshow。質問 《A》はyである') == [
        ("given", '"A": x'),
        ("ask", '"A" is y'),
        ("show", ""),
        ("ask", "《A》はyである"),
    ]


@pytest.mark.parametrize("quoted", ['"a; b。c#d"', "《a; b。c#d》", "「a; b。c#d」"])
def test_nothing_ends_inside_quotes(quoted: str) -> None:
    assert cut(f"show {quoted}; show") == [("show", quoted), ("show", "")]


def test_brackets_go_on_over_lines() -> None:
    assert cut("when { a;\n  b # note\n} on c\nshow") == [
        ("when", "{ a;\n  b       \n} on c"),
        ("show", ""),
    ]


def test_comments_are_left_out() -> None:
    assert cut('# all\ngame mtg   # default\n\n  # more\nshow "#1"') == [
        ("game", "mtg"),
        ("show", '"#1"'),
    ]


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("when x. It's still a land.", "x. It's still a land."),
        ("when x.\n  It's still a land", "x.   It's still a land"),
        ("when x; it's still a land", "x. it's still a land"),
        ("when x\nThey are also y", "x.They are also y"),
        ("適用 xになる。それは土地でもある。", "xになる。それは土地でもある"),
    ],
)
def test_a_sentence_that_goes_on_belongs_to_the_clause(text: str, clause: str) -> None:
    assert cut(text) == [("when", clause)]


def test_positions_are_those_of_the_text() -> None:
    text = "  ｓｈｏｗ　《ド》 ； 質問　x"
    pieces, _ = split(fold_text(text))
    assert [text[p.first : p.end] for p in pieces] == ["ｓｈｏｗ　《ド》", "質問　x"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('show "a\nshow', [("unbalanced", 5)]),
        ("show 《a\nshow", [("unbalanced", 5)]),
        ("show a》", [("unbalanced", 6)]),
        ("when { a\nshow", [("unbalanced", 5)]),
        ("when ( a }", [("unbalanced", 9)]),
        ("when " + "(" * 25 + ")" * 25, [("too-deep", 29)]),
        ("show " + "x" * MAX_STATEMENT, [("too-long", 0)]),
        ('gven "A": x', [("unknown-keyword", 0)]),
        ('when x\naks "A" is y', [("unknown-keyword", 7)]),
        ('given "A": x\nIt is y', [("unknown-keyword", 13)]),
    ],
)
def test_what_cannot_be_cut_is_a_fault(text: str, expected: list[tuple[str, int]]) -> None:
    assert codes(text) == expected


def test_the_nearest_keyword_is_the_hint() -> None:
    faults = split('gven "A": x\naks "A" is y\nwyh "A" is y')[1]
    assert [f.hint for f in faults] == ["given", "ask", "why"]


def test_reading_stops_after_many_faults() -> None:
    faults = split('"\n' * 100_000)[1]
    assert len(faults) == MAX_FAULTS + 2
    assert faults[-1].code == "too-many"

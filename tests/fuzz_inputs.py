"""Nasty inputs for the fuzz tests: characters, words, texts, type lines, rules, arguments, bytes."""

from __future__ import annotations

import unicodedata

NASTY = ("\x00", "\x1b", "\x7f", "\u0085", "\u2028", "\ud800", "\udfff", "\u202e", "\u200b", "\ufeff",
         "\ufffe", "e\u0301", "ﾟ", "ー", "　", "①", "㌔", "ﬁ", "İ", "ß", "𝔄", "👩\u200d👧", "\t", "\r", "\n",
         '"', "“", "《", "》", "「", "」", "'", "’", "`", "(", ")", "{", "}", "[", "]", ";", "。", "、", ",",
         ":", "：", "#", "＃", "—", "―", "-", "－", "//", "／／", "?", "^", "->", "~", "\\", "%", "$", "0", "９",
         "-1", "99999999999999999999")  # fmt: skip
WORDS = ["scenario", "game", "as", "of", "cites", "given", "when", "then", "ask", "show", "why", "not", "order", "flip", "find", "where", "without", "is", "has", "types", "no", "on", "from", "at", "by", "affecting", "choosing", "defining", "if", "false", "until", "step", "set", "add", "lose", "copy", "replace", "face", "down", "all", "card", "creature", "land", "basic", "supertypes", "abilities", "every", "type", "other", "token", "nontoken", "and", "or", "permanent", "controlled", "named", "in", "graveyard", "with", "changeling", "becomes", "loses", "gains", "still", "Forest", "Goblin", "Elf", "Creature", "Artifact", "Snow", "Legendary", "nonbasic", "lands", "are", "mtg", "205.1b", "2026-08-07", "A", "B", "1", "2", "場面", "時点", "根拠", "前提", "適用", "結果", "質問", "表示", "理由", "不成立の理由", "検索", "発生源", "対象", "選択", "設定", "追加", "喪失", "範囲", "は", "である", "ではない", "になる", "森", "土地", "クリーチャー", "ゴブリン", "のタイプは", "他のタイプに加えて", "すべての", "ｸﾘｰﾁｬｰ", "Ｌａｎｄ"] + ['"X"', "《X》", "「X」", 'given "X": Land Creature — Forest Dryad;', "前提 《X》: 土地 ― 森;"]  # fmt: skip
LINES = ("Land Creature — Forest Dryad", "Legendary Snow Land", "Plane — Bolas’s Meditation Realm",
         "Instant // Land — Island", "Creature — Time Lord Doctor", "Tribal Instant — Goblin",
         "土地・クリーチャー ― 森・ドライアド", "伝説のアーティファクト・クリーチャー ― ゴーレム", "基本氷雪土地 — 島")  # fmt: skip
RULES = ("happens(?e) ^ affects(?e,?o) ^ not setsCardType(?e,?t) -> ends hasCardType(?o,?t)",
         "exists(?a) ^ not after ?b exists(?a) ^ ?a != ?b -> dependsOn(?a,?b)",
         "f(?a) ^ count(?b : g(?a,?b)) > 2 ^ next h(?a, ?c + 1) -> may c(?a) ^ starts f(t(?a))")  # fmt: skip

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
    "an open label": '?t where Subtype(?t) ^ label(?t) ~ "drag',
    "a fault before a label": "?t where zzz Subtype(?t) ^ label(?t) ~ 「ドラゴン」", "a pattern": '?t where Subtype(?t) ^ label(?t) ~ "(((("',
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


def board(objects: int, *statements: str) -> str:
    """A text of some objects and statements."""
    given = [f'given "X{i}": Land Creature — Forest Dryad' for i in range(objects)]
    return "\n".join((*given, *statements))


ARTIFACT = 'when "X0" becomes an artifact'
STILL = 'when creatures are Goblins in addition to their other types from "S"'
LARGE = {
    "six hundred objects": board(600, ARTIFACT, 'ask "X0" is Creature'),
    "forty effects": board(1, *[ARTIFACT] * 40, 'ask "X0" is Creature'),
    "twelve static effects on ten objects": board(10, *[STILL] * 12, 'ask "X0" is Goblin'),
    "twelve effects of one timestamp": board(1, *[ARTIFACT + " at 1"] * 12, 'ask "X0" is Land'),
}
LARGE_FLIPS = {
    "ten objects": board(10, ARTIFACT, ARTIFACT, 'ask "X0" is Creature'),
    "thirty objects": board(30, *[ARTIFACT] * 6, 'ask "X0" is Creature'),
    "sixty objects": board(60, ARTIFACT, 'ask "X0" is Creature'),
    "twelve questions": board(2, *[ARTIFACT] * 4, *['ask "X0" is Creature'] * 12),
}

"""What readings change, as text and as data."""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.readings import Reading
from ..rulebook.readings import WORDS as READING_WORDS
from .differences import KINDS, Difference
from .formats import finding_lines, plain
from .readings import Change, Compared, Readings, Witness

FORMAT_VERSION = 1
MOST = 6  # differences that are told of one witness
MOST_RULES = 8  # rules that are told of one side
WORDS = {
    "en": {
        "game": "{0}: readings: {1}, cases: {2}", "stopped": "{0}: stopped after {1} of {2} cases; what follows is not complete",
        "changes": "changes {0} of {1} cases: {2}", "idle": "no case tells it apart from the usual reading",
        "alike": "no case tells {0} and {1} apart", "witness": "witness: {0}", "size": "({0} statements)", "more": "… and {0} more",
        "usual": "without: {0}", "under": "with:    {0}", "by": "{0}   [{1}]", "nothing": "nothing",
        "error": "refusals: {0}", "answer": "answers: {0}", "list": "lists: {0}", "line": "final type lines: {0}", "order": "orders: {0}", "step": "timelines: {0}",
        "of-error": "whether it is refused", "of-answer": "answer: {0}", "of-list": "list: {0}", "of-line": "type line of {0}", "of-order": "order of application", "of-step": "timeline, step {0}",
    },
    "ja": {
        "game": "{0}: 解釈{1}件、事例{2}件", "stopped": "{0}: 事例{2}件中{1}件で中断した。以下は完全ではない",
        "changes": "事例{1}件中{0}件が変わる: {2}", "idle": "通常の解釈と区別できる事例はない",
        "alike": "{0}と{1}を区別できる事例はない", "witness": "証拠: {0}", "size": "(文{0}個)", "more": "… ほか{0}件",
        "usual": "採らない: {0}", "under": "採る:     {0}", "by": "{0}   [{1}]", "nothing": "なし",
        "error": "受け付けられるか{0}件", "answer": "答え{0}件", "list": "一覧{0}件", "line": "最終タイプ行{0}件", "order": "適用順{0}件", "step": "経過{0}件",
        "of-error": "受け付けられるか", "of-answer": "答え: {0}", "of-list": "一覧: {0}", "of-line": "{0}のタイプ行", "of-order": "適用順", "of-step": "経過の段階{0}",
    },
}  # fmt: skip


def lines(found: Readings, lang: str) -> Iterator[str]:
    """What readings change, as lines; what could not be read comes first."""
    for finding in found.findings:
        yield from finding_lines(finding, lang)
    for number, game in enumerate(found.games):
        yield from [""] if number else []
        yield from _game_lines(game, lang)


def _game_lines(game: Compared, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    if game.stopped:
        yield words["stopped"].format(game.game, game.tried, game.cases)
    yield words["game"].format(game.game, len(game.changes), game.tried)
    for change in game.changes.values():
        yield ""
        yield from _change_lines(change, game, lang)
    if game.alike:
        yield ""
        yield from (words["alike"].format(*pair) for pair in game.alike)


def _change_lines(change: Change, game: Compared, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    yield f"{change.reading.name}  {_head(change.reading, lang)}"
    if not change.changed:
        yield f"  {words['idle']}"
        return
    counts = ", ".join(words[kind].format(n) for kind, n in _counted(change))
    yield "  " + words["changes"].format(len(change.changed), game.tried, counts)
    for witness in _witnesses(change):
        yield from _witness_lines(witness, change, lang)


def _head(reading: Reading, lang: str) -> str:
    label = reading.label.get(lang) or next(iter(reading.label.values()), "")
    return READING_WORDS[lang]["listed"].format(", ".join(reading.of), label)


def _counted(change: Change) -> list[tuple[str, int]]:
    return [(kind, change.cases[kind]) for kind in KINDS if kind in change.cases]


def _witnesses(change: Change) -> list[Witness]:
    """The smallest case for each kind of difference, each case once."""
    found = {w.case.ruling.id: w for kind in KINDS if (w := change.witnesses.get(kind))}
    return list(found.values())


def _witness_lines(witness: Witness, change: Change, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    ruling, place = witness.case.ruling, witness.case.place
    where = f"{ruling.id} ({place.file}:{place.line}) {words['size'].format(witness.size[0])}"
    yield plain(f"  {words['witness'].format(where)}")
    question = ruling.question.get(lang) or next(iter(ruling.question.values()), "")
    yield from [plain(f"    {question}")] if question else []
    told = [d for d in witness.differences if change.witnesses[d.kind] is witness]
    for difference in told[:MOST]:
        yield from (plain(f"    {line}") for line in difference_lines(difference, lang))
    if len(told) > MOST:
        yield f"    {words['more'].format(len(told) - MOST)}"


def difference_lines(difference: Difference, lang: str) -> Iterator[str]:
    """A difference told from both sides, with the rules that only one side rests on."""
    words = WORDS[lang]
    yield words[f"of-{difference.kind}"].format(difference.about)
    for key, told, rules in (
        ("usual", difference.before, difference.rules_before),
        ("under", difference.after, difference.rules_after),
    ):
        said = told or words["nothing"]
        names = ", ".join(rules[:MOST_RULES]) + (", …" if len(rules) > MOST_RULES else "")
        yield "  " + words[key].format(words["by"].format(said, names) if names else said)


# --- data -----------------------------------------------------------------------------------------


def data(found: Readings, lang: str) -> dict[str, object]:
    """What readings change, as plain data."""
    return {
        "format": FORMAT_VERSION,
        "complete": not any(game.stopped for game in found.games),
        "games": [
            {
                "game": game.game,
                "cases": game.cases,
                "tried": game.tried,
                "readings": [_change_data(c, lang) for c in game.changes.values()],
                "alike": [list(pair) for pair in game.alike],
            }
            for game in found.games
        ],
        "findings": [
            {"kind": f.kind, "message": f.message(lang), "file": f.place.file, "line": f.place.line}
            for f in found.findings
        ],
    }


def _change_data(change: Change, lang: str) -> dict[str, object]:
    return {
        "reading": change.reading.name,
        "of": list(change.reading.of),
        "label": change.reading.label,
        "comment": change.reading.comment,
        "told_apart": bool(change.changed),
        "changes": dict(_counted(change)),
        "cases": list(change.changed),
        "witnesses": {
            kind: _witness_data(change.witnesses[kind], kind) for kind, _ in _counted(change)
        },
    }


def _witness_data(witness: Witness, kind: str) -> dict[str, object]:
    case = witness.case
    return {
        "case": case.ruling.id,
        "file": case.place.file,
        "line": case.place.line,
        "statements": witness.size[0],
        "question": dict(case.ruling.question),
        "differences": [difference_data(d) for d in witness.differences if d.kind == kind],
    }


def difference_data(difference: Difference) -> dict[str, object]:
    """A difference as plain data."""
    return {
        "kind": difference.kind,
        "about": difference.about,
        "before": difference.before,
        "after": difference.after,
        "rules_before": list(difference.rules_before),
        "rules_after": list(difference.rules_after),
    }

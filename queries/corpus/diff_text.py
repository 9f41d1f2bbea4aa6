"""What changed between two dates or two corpora, as text and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .diff_corpora import CorpusDiff, FieldChange
from .diff_dates import Answers, Change, DateDiff, GameDiff
from .differences import Difference
from .findings import Finding
from .formats import finding_lines, plain
from .readings_text import difference_data
from .rulings import Ruled

FORMAT_VERSION = 1
MOST_RULES = 8
WHATS, CHANGES = ("term", "rule", "logic"), ("began", "ended", "renamed", "reworded")
WORDS = {
    "en": {
        "head": "{0}: {1} against {2}", "stopped": "stopped after {0} of {1} rulings; this report is not complete", "nothing": "nothing changed",
        "term-began": "terms that began: {0}", "term-ended": "terms that ended: {0}", "term-renamed": "terms renamed: {0}", "term-reworded": "terms reworded: {0}",
        "rule-began": "rules that began: {0}", "rule-ended": "rules that ended: {0}", "rule-renamed": "rules renamed: {0}", "rule-reworded": "rules reworded: {0}",
        "logic-began": "rules with logic that began: {0}", "logic-ended": "rules with logic that ended: {0}", "logic-renamed": "rules with logic renamed: {0}", "logic-reworded": "rules with logic reworded: {0}",
        "answers": "rulings that come out otherwise: {0} of {1}", "own": "rulings that ask of a date of their own, and so were not asked: {0}",
        "error": "refused", "answer": "answer: {0}", "list": "list: {0}", "citation": "by other rules: {0}", "none": "nothing", "accepted": "not refused", "by": "{0}   [{1}]",
        "added": "rulings added: {0}", "removed": "rulings removed: {0}", "changed": "rulings changed: {0}", "same": "rulings the same: {0}",
        "f-question": "question", "f-answer": "answer", "f-expected": "expectation", "f-scenario": "scenario", "f-dated": "date", "f-status": "status", "f-source": "source",
        "f-version": "version", "f-reason": "reason", "f-cites": "rules cited", "f-game": "game", "f-formalised": "formalised",
    },
    "ja": {
        "head": "{0}: {1}と{2}", "stopped": "裁定{1}件中{0}件で中断した。この報告は完全ではない", "nothing": "変更なし",
        "term-began": "始まった用語{0}件", "term-ended": "終わった用語{0}件", "term-renamed": "改名された用語{0}件", "term-reworded": "改められた用語{0}件",
        "rule-began": "始まったルール{0}件", "rule-ended": "終わったルール{0}件", "rule-renamed": "改名されたルール{0}件", "rule-reworded": "改められたルール{0}件",
        "logic-began": "始まった論理のあるルール{0}件", "logic-ended": "終わった論理のあるルール{0}件", "logic-renamed": "改名された論理のあるルール{0}件", "logic-reworded": "改められた論理のあるルール{0}件",
        "answers": "結果の変わる裁定: {1}件中{0}件", "own": "独自の時点について尋ねるため、ここでは尋ねていない裁定{0}件",
        "error": "受け付けられるか", "answer": "答え: {0}", "list": "一覧: {0}", "citation": "根拠の変わる答え: {0}", "none": "なし", "accepted": "受け付けられる", "by": "{0}   [{1}]",
        "added": "追加された裁定{0}件", "removed": "なくなった裁定{0}件", "changed": "変わった裁定{0}件", "same": "同じ裁定{0}件",
        "f-question": "問い", "f-answer": "答え", "f-expected": "期待", "f-scenario": "場面", "f-dated": "日付", "f-status": "状態", "f-source": "出典",
        "f-version": "版", "f-reason": "理由", "f-cites": "根拠", "f-game": "ゲーム", "f-formalised": "形式化",
    },
}  # fmt: skip


def _pick(told: Mapping[str, str], lang: str) -> str:
    return told.get(lang) or next(iter(told.values()), "")


def _unread(findings: Iterable[Finding], lang: str) -> Iterator[str]:
    for finding in findings:
        yield from finding_lines(finding, lang)


# --- two dates ------------------------------------------------------------------------------------


def date_lines(found: DateDiff, lang: str) -> Iterator[str]:
    """What changed between two dates, as lines."""
    yield from _unread(found.findings, lang)
    for number, game in enumerate(found.games):
        yield from [""] if number else []
        yield WORDS[lang]["head"].format(game.game, found.before, found.after)
        yield from _game_lines(game, found, lang)


def _game_lines(game: GameDiff, found: DateDiff, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    for what in WHATS:
        for change in CHANGES:
            own = [c for c in game.changes if (c.what, c.change) == (what, change)]
            if own:
                yield "  " + words[f"{what}-{change}"].format(len(own))
                yield from (f"    {_change(c, lang)}" for c in own)
    yield "  " + words["answers"].format(len(game.answers), game.tried)
    for answers in game.answers:
        yield from (plain(f"    {line}") for line in _answers_lines(answers, found, lang))
    if game.own_date:
        yield "  " + words["own"].format(game.own_date)
    if not (game.changes or game.answers):
        yield f"  {words['nothing']}"
    if game.tried < game.rulings:
        yield "  " + words["stopped"].format(game.tried, game.rulings)


def _change(change: Change, lang: str) -> str:
    told = _pick(change.told, lang)
    name = change.name if change.what != "term" else ""
    place = f" ({change.place})" if change.place else ""
    return plain(" ".join(filter(None, (name, told)))) + place


def _answers_lines(answers: Answers, found: DateDiff, lang: str) -> Iterator[str]:
    ruling, place = answers.case.ruling, answers.case.place
    yield f"{ruling.id} ({place.file}:{place.line})"
    question = _pick(ruling.question, lang)
    yield from [f"  {question}"] if question else []
    for difference in answers.differences:
        yield from (f"  {line}" for line in _difference_lines(difference, found, lang))


def _difference_lines(difference: Difference, found: DateDiff, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    yield words[difference.kind].format(difference.about)
    nothing = words["accepted" if difference.kind == "error" else "none"]
    for date, told, rules in (
        (found.before, difference.before, difference.rules_before),
        (found.after, difference.after, difference.rules_after),
    ):
        names = ", ".join(rules[:MOST_RULES]) + (", …" if len(rules) > MOST_RULES else "")
        plain_ = difference.kind == "citation" or not names
        yield f"  {date}: " + (
            (told or nothing) if plain_ else words["by"].format(told or nothing, names)
        )


def date_data(found: DateDiff, lang: str) -> dict[str, object]:
    """What changed between two dates, as plain data."""
    return {
        "format": FORMAT_VERSION,
        "before": found.before,
        "after": found.after,
        "complete": not found.stopped,
        "games": [
            {
                "game": game.game,
                "changes": [
                    {"what": c.what, "change": c.change, "name": c.name, "told": c.told, "new": c.new or None}
                    for c in game.changes
                ],
                "rulings": game.rulings,
                "tried": game.tried,
                "own_date": game.own_date,
                "answers": [_answers_data(a) for a in game.answers],
            }
            for game in found.games
        ],
        "findings": [_finding(f, lang) for f in found.findings],
    }  # fmt: skip


def _answers_data(answers: Answers) -> dict[str, object]:
    return {
        **_ruled(answers.case),
        "question": dict(answers.case.ruling.question),
        "differences": [difference_data(d) for d in answers.differences],
    }


# --- two corpora ----------------------------------------------------------------------------------


def corpus_lines(found: CorpusDiff, lang: str) -> Iterator[str]:
    """What is different between two corpora, as lines."""
    words = WORDS[lang]
    yield from _unread(found.findings, lang)
    for key, rulings in (("added", found.added), ("removed", found.removed)):
        if rulings:
            yield words[key].format(len(rulings))
            yield from (plain(f"  {_where(ruled)}") for ruled in rulings)
    changed = dict.fromkeys(change.id for change in found.changed)
    if changed:
        yield words["changed"].format(len(changed))
    for id_ in changed:
        yield plain(f"  {id_}")
        for change in (c for c in found.changed if c.id == id_):
            yield from (plain(f"    {line}") for line in _field_lines(change, lang))
    yield words["same"].format(found.same)


def _where(ruled: Ruled) -> str:
    return f"{ruled.ruling.id} ({ruled.place.file}:{ruled.place.line})"


def _field_lines(change: FieldChange, lang: str) -> Iterator[str]:
    """What one corpus alone says, line by line: - before, + after."""
    yield f"{WORDS[lang][f'f-{change.field}']}:"
    before, after = change.before.split("\n"), change.after.split("\n")
    yield from (f"  - {line}" for line in before if line and line not in after)
    yield from (f"  + {line}" for line in after if line and line not in before)


def corpus_data(found: CorpusDiff, lang: str) -> dict[str, object]:
    """What is different between two corpora, as plain data."""
    return {
        "format": FORMAT_VERSION,
        "added": [_ruled(ruled) for ruled in found.added],
        "removed": [_ruled(ruled) for ruled in found.removed],
        "changed": [
            {"ruling": c.id, "field": c.field, "before": c.before, "after": c.after}
            for c in found.changed
        ],
        "same": found.same,
        "findings": [_finding(f, lang) for f in found.findings],
    }


def _ruled(ruled: Ruled) -> dict[str, object]:
    return {"ruling": ruled.ruling.id, "file": ruled.place.file, "line": ruled.place.line}


def _finding(finding: Finding, lang: str) -> dict[str, object]:
    place = finding.place
    return {
        "kind": finding.kind,
        "message": finding.message(lang),
        "file": place.file,
        "line": place.line,
    }

"""Coverage of a corpus as text and as data."""

from __future__ import annotations

from collections.abc import Iterator

from .coverage import Coverage, GameCoverage
from .exercised import Use
from .findings import LEVELS, Finding, sorted_findings
from .formats import Examined, Result, plain

WORDS = {
    "en": {
        "rulings": "{0}: rulings: {1}, formalised: {2}", "status": ", {0}: {1}", "": "no status",
        "rules": "  rules with logic: {0}", "stopped": "stopped after {0} of {1} rulings; this report is not complete",
        "used": "exercised by several rulings: {0}", "single": "by one: {0}", "fires": "apply, but no answer rests on them: {0}", "idle": "never apply: {0}",
        "none": "no gaps", "of": "{0}: {1} [{2}]",
    },
    "ja": {
        "rulings": "{0}: 裁定{1}件、形式化済み{2}件", "status": "、{0} {1}件", "": "状態なし",
        "rules": "  論理のあるルール{0}件", "stopped": "裁定{1}件中{0}件で中断した。この報告は完全ではない",
        "used": "複数の裁定が使う{0}件", "single": "1つの裁定だけが使う{0}件", "fires": "当てはまるが答えは使わない{0}件", "idle": "当てはまらない{0}件",
        "none": "不足なし", "of": "{0}: {1}件 [{2}]",
    },
}  # fmt: skip


def lines(found: Coverage, lang: str) -> Iterator[str]:
    """The coverage as lines: numbers for each game, then the gaps by kind."""
    words = WORDS[lang]
    for game in found.games:
        yield from _numbers(game, lang)
        if not game.complete:
            yield words["stopped"].format(game.tried, len(game.rulings))
    gaps = by_kind(found.findings)
    for kind, findings in gaps.items():
        yield ""
        yield words["of"].format(findings[0].title(lang), len(findings), kind)
        yield from (f"  {_place(f)}{plain(f.message(lang))}" for f in findings)
    if not gaps:
        yield words["none"]


def _numbers(game: GameCoverage, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    head = words["rulings"].format(game.game, len(game.rulings), game.formalised)
    for status, count in game.statuses.items():
        head += words["status"].format(status or words[""], count)
    yield head
    yield words["rules"].format(len(game.uses))
    yield from (f"    {words[state].format(count)}" for state, count in game.states.items())


def _place(finding: Finding) -> str:
    return f"{finding.place.file}:{finding.place.line}: " if finding.place.file else ""


def by_kind(findings: list[Finding]) -> dict[str, list[Finding]]:
    """Findings by kind, the gravest and then the rarest kinds first, each kind in order of place."""
    groups: dict[str, list[Finding]] = {}
    for finding in sorted_findings(findings):
        groups.setdefault(finding.kind, []).append(finding)
    order = sorted(groups, key=lambda k: (LEVELS.index(groups[k][0].level), len(groups[k]), k))
    return {kind: groups[kind] for kind in order}


def result_of(found: Coverage) -> Result:
    """The coverage in the shape that all forms of findings are written from."""
    examined = (Examined(r.ruling.id, r.place) for game in found.games for r in game.rulings)
    more = {"games": [_game(game) for game in found.games]}
    return Result("coverage", tuple(found.findings), tuple(examined), not found.stopped, more)


def _game(game: GameCoverage) -> dict[str, object]:
    return {
        "game": game.game,
        "rulings": len(game.rulings),
        "tried": min(game.tried, len(game.rulings)),
        "formalised": game.formalised,
        "statuses": game.statuses,
        "states": game.states,
        "rules": [_use(use) for use in game.uses],
    }


def _use(use: Use) -> dict[str, object]:
    return {
        "rule": use.name,
        "part_of": use.number,
        "state": use.state,
        "file": use.place.file,
        "line": use.place.line,
        "valid_to": use.valid_to or None,
        "rulings": list(use.rulings),
    }

"""Import reports as text and data."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from pathlib import Path

from ...kb.importing.report import Refusal, Report
from ...kb.messages import message

MAX_SHOWN = 10
MAX_SENTENCE = 100  # letters
_COUNTED = (
    "file", "source", "game", "records", "cards", "faces", "tokens", "printings", "rulings", "effects",
)  # fmt: skip


@functools.cache
def import_words() -> dict[str, dict[str, str]]:
    """Language → key → words."""
    return tomllib.loads(Path(__file__).with_name("import_words.toml").read_text("utf-8"))


def report_lines(report: Report, lang: str) -> Iterator[str]:
    """A report for readers."""
    words = import_words()[lang]
    yield words["head"].format(file=report.file, source=report.source, game=report.game)
    yield "  " + words["records"].format(report.records)
    yield "  " + words["cards"].format(report.cards, report.faces)
    for key in ("tokens", "printings", "rulings", "effects"):
        if getattr(report, key):
            yield "  " + words[key].format(getattr(report, key))
    yield from _listed("unread", [f"{name}: {_cut(said)}" for name, said in report.unread], lang)
    for key, count in sorted(report.skipped.items()):
        yield "  " + words[key].format(count)
    yield from _listed(
        "differing", [f"{name} ({n})" for name, n in report.differing.most_common()], lang
    )
    if report.lines:
        yield "  " + words["illegal"].format(len(report.lines), report.lines.total())
        told = report.lines.most_common(MAX_SHOWN)
        yield from (f"    {line} ({count}): {_why(report, line, lang)}" for line, count in told)
        yield from _more(len(report.lines), lang)
    yield "  " + words["refused"].format(report.refused)
    yield from (f"    {_refusal(r, lang)}" for r in report.refusals[:MAX_SHOWN])
    yield from _more(report.refused, lang)
    yield "  " + words["changed" if report.changed else "unchanged"].format(report.triples)


def _listed(key: str, items: list[str], lang: str) -> Iterator[str]:
    if items:
        yield "  " + import_words()[lang][key].format(len(items))
        yield from (f"    {item}" for item in items[:MAX_SHOWN])
        yield from _more(len(items), lang)


def _cut(sentence: str) -> str:
    """A sentence on one line, as much of it as a report shows."""
    words = " ".join(sentence.split())
    return words if len(words) <= MAX_SENTENCE else f"{words[:MAX_SENTENCE]}…"


def _more(count: int, lang: str) -> Iterator[str]:
    if count > MAX_SHOWN:
        yield "    " + import_words()[lang]["more"].format(count - MAX_SHOWN)


def _why(report: Report, line: str, lang: str) -> str:
    return "; ".join(message(fault, lang) for fault in report.reasons[line])


def _refusal(refusal: Refusal, lang: str) -> str:
    words = import_words()[lang]
    return words["refusal"].format(
        number=refusal.number,
        line=words["line"].format(refusal.line) if refusal.line else "",
        name=f" `{refusal.name}`" if refusal.name else "",
        why=message(refusal.why, lang),
    )


def report_data(report: Report, lang: str) -> dict[str, object]:
    """A report as plain data."""
    return {
        **{key: getattr(report, key) for key in _COUNTED},
        "unread": len(report.unread),
        "not_understood": [{"card": name, "sentence": said} for name, said in report.unread],
        "skipped": dict(sorted(report.skipped.items())),
        "differing": dict(sorted(report.differing.items())),
        "illegal_type_lines": [
            {"line": line, "faces": count, "why": _why(report, line, lang)}
            for line, count in report.lines.most_common()
        ],
        "refused": report.refused,
        "refusals": [
            {
                "record": r.number,
                "line": r.line or None,
                "name": r.name,
                "code": r.why.code,
                "why": message(r.why, lang),
            }
            for r in report.refusals
        ],
        "triples": report.triples,
        "changed": report.changed,
    }

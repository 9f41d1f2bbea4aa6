"""The type-line report as text and data, and the lines of an input file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from ...kb.messages import message
from ...kb.typelines.report import Report

WORDS = {
    "en": {"legal": "legal", "refused": "refused", "notes": "notes"},
    "ja": {"legal": "適正", "refused": "不適正", "notes": "注"},
}


def lines_of(text: str, name: str) -> Iterator[str]:
    """Type lines of a text: each line is one, or a JSON object with `type_line`.

    A JSON line that is broken or has no type line counts as an empty type line, so it is reported.
    """
    del name
    for line in text.splitlines():
        if not line.strip():
            continue
        if line.lstrip().startswith("{"):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                yield line.strip()
                continue
            found = record.get("type_line") if isinstance(record, dict) else None
            yield str(found) if found is not None else ""
        else:
            yield line.strip()


def report_lines(found: Report, lang: str) -> Iterator[str]:
    """The report: refused lines grouped by reason, then counts."""
    words = WORDS[lang]
    groups: dict[str, list[str]] = {}
    for line, reasons in found.refused:
        key = "; ".join(message(r, lang) + (f" [{r.rule}]" if r.rule else "") for r in reasons)
        groups.setdefault(key, []).append(line)
    for reason, lines in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        yield f"{reason} ({len(lines)})"
        yield from (f"  {line}" for line in sorted(set(lines)))
    for code, count in sorted(
        Counter(n.message or n.code for ns in found.notes.values() for n in ns).items()
    ):
        yield f"{words['notes']} {code}: {count}"
    yield f"{words['legal']}: {found.legal}, {words['refused']}: {len(found.refused)}"


def report_data(found: Report, lang: str) -> dict[str, object]:
    """The report as plain data."""
    return {
        "legal": found.legal,
        "refused": [
            {
                "line": line,
                "reasons": [
                    {"code": r.code, "message": message(r, lang), "hint": r.hint, "rule": r.rule}
                    for r in reasons
                ],
            }
            for line, reasons in found.refused
        ],
    }

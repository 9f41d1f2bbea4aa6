"""Readings as text and data for a reader."""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.knowledge import Knowledge
from ...kb.readings import Reading
from ...kb.sources import load_readings

WORDS = {
    "en": {
        "reading": "reading of {0}", "replaces": "replaces", "adds": "adds", "drops": "drops",
        "predicates": "predicates of its own", "at": "stands in", "listed": "(reading of {0}) {1}",
    },
    "ja": {
        "reading": "{0}の解釈", "replaces": "置き換え", "adds": "追加", "drops": "除外",
        "predicates": "独自の述語", "at": "所在", "listed": "({0}の解釈) {1}",
    },
}  # fmt: skip


def _pick(by_language: dict[str, str], lang: str) -> str:
    return by_language.get(lang) or next(iter(by_language.values()), "")


def readings_of(number: str, knowledge: Knowledge) -> list[str]:
    """Names of the readings of a rule."""
    return [r.name for r in load_readings(knowledge.game).values() if number in r.of]


def list_readings(knowledge: Knowledge, lang: str) -> list[tuple[str, str]]:
    """Every reading with the rules that it reads and what it says."""
    return [
        (r.name, WORDS[lang]["listed"].format(", ".join(r.of), _pick(r.label, lang)))
        for r in load_readings(knowledge.game).values()
    ]


def reading_lines(reading: Reading, knowledge: Knowledge, lang: str) -> Iterator[str]:
    """A reading with its rules as lines."""
    words, known = WORDS[lang], knowledge.content.programs.theory.by_name
    yield f"{reading.name}  {_pick(reading.label, lang)}"
    yield f"  {words['reading'].format(', '.join(reading.of))}"
    if reading.comment:
        yield f"  {_pick(reading.comment, lang)}"
    for rule in reading.text.rules:
        yield f"  {words['replaces' if rule.name in known else 'adds']} {rule.name}: {rule}"
    for key, values in (
        ("drops", reading.text.drops),
        ("predicates", [d.name for d in reading.text.declarations]),
        ("at", [reading.place]),
    ):
        if values:
            yield f"  {words[key]}: {', '.join(values)}"


def reading_json(reading: Reading, knowledge: Knowledge, lang: str) -> dict[str, object]:
    """A reading as plain data."""
    known = knowledge.content.programs.theory.by_name
    return {
        "name": reading.name,
        "of": list(reading.of),
        "label": _pick(reading.label, lang),
        "comment": _pick(reading.comment, lang),
        "rules": [
            {"name": r.name, "logic": str(r), "replaces": r.name in known}
            for r in reading.text.rules
        ],
        "drops": list(reading.text.drops),
        "predicates": [d.name for d in reading.text.declarations],
        "place": reading.place,
    }

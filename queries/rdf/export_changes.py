"""What changed between two exports, for readers and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ...kb.rdf.changes import PropertyChange, SubjectChange, short
from ...kb.rdf.header import titles
from ...kb.rdf.namespaces import BASE

_MARKS = {"added": "+", "removed": "-", "changed": "~"}
CHANGES = tuple(_MARKS)


def changes_text(found: Sequence[SubjectChange], lang: str) -> str:
    """A line of counts, then what came (+), went (-) and changed (~), by kind, old → new."""
    words = {name: said[lang] for name, said in titles().items()}
    if not found:
        return words["no-changes"] + "\n"
    counts = {change: sum(c.change == change for c in found) for change in CHANGES}
    lines = [words["changes"].format(**counts)]
    for kind, some in groupby(found, key=lambda c: c.kind):
        lines += ["", words[kind]]
        for change in some:
            lines += _lines(change, lang)
    return "\n".join(lines) + "\n"


def _lines(change: SubjectChange, lang: str) -> Iterator[str]:
    label = change.labels.get(lang) or next(iter(change.labels.values()), "")
    name = shown_iri(change.subject)
    yield f"  {_MARKS[change.change]} {name}" + (f"  {label}" if label else "")
    if change.change == "changed":
        for prop in change.properties:
            for text in _values(prop):
                yield f"      {shown_iri(prop.property)}: {text}"


def _values(prop: PropertyChange) -> Iterator[str]:
    """Old → new where one value of a language took the place of another; else each by itself."""
    removed = _by_language(prop.removed)
    added = _by_language(prop.added)
    for language in sorted(removed.keys() | added.keys()):
        old, new = removed.get(language, []), added.get(language, [])
        if len(old) == len(new) == 1:
            yield f"{shown_iri(old[0])} → {shown_iri(new[0])}"
        else:
            yield from (f"- {shown_iri(value)}" for value in old)
            yield from (f"+ {shown_iri(value)}" for value in new)


def _by_language(values: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for value in values:
        language = value.rpartition('"@')[2] if value.startswith('"') and '"@' in value else ""
        found.setdefault(language, []).append(value)
    return found


def shown_iri(text: str) -> str:
    """An IRI with a prefix or without the base; other text as it is."""
    if text.startswith(('"', "[")):
        return text
    known = short(text)
    return known.removeprefix(BASE)


def changes_data(found: Sequence[SubjectChange]) -> dict[str, object]:
    """Counts and every change, as JSON has it; values are as in N-Triples, IRIs without brackets."""
    return {
        "counts": {change: sum(c.change == change for c in found) for change in CHANGES},
        "changes": [
            {
                "subject": change.subject,
                "change": change.change,
                "kind": change.kind,
                "labels": dict(change.labels),
                "properties": [
                    {"property": p.property, "removed": list(p.removed), "added": list(p.added)}
                    for p in change.properties
                ],
            }
            for change in found
        ],
    }

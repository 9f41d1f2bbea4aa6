"""What a rules text has that the knowledge base lacks, as text and data."""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.importing.rules_text import Compared
from ...kb.importing.type_lists import Listing
from ...kb.messages import message
from .import_text import import_words


def comparison_lines(compared: Compared, lang: str) -> Iterator[str]:
    """A comparison for readers."""
    words = import_words()[lang]
    yield f"{compared.file}: " + words["date"].format(compared.date)
    for listing, items in compared.lists.items():
        yield f"  {listing.rule} {listing.label}: {len(items)}"
    for doubt in compared.doubts:
        said = words["doubt"].format(rule=doubt.listing.rule, line=doubt.line)
        yield f"  {said}: {message(doubt.why, lang)}"
    if not (compared.new or compared.missing or compared.doubts):
        yield "  " + words["same"]
    for listing, items in compared.new.items():
        yield f"  {words['new'].format(listing.rule)}: {', '.join(items)}"
    for listing, items in compared.missing.items():
        said = words["missing"].format(compared.known_as_of)
        yield f"  {listing.rule} {said}: {', '.join(items)}"
    if compared.absent:
        absent = ", ".join(f"{x.rule} {x.label}" for x in compared.absent)
        yield "  " + words["absent"].format(absent)
    if compared.added:
        yield "  " + words["added"].format(compared.added, compared.date)
        if not compared.changed:
            yield "  " + words["unchanged"]
    elif compared.new:
        yield "  " + words["add"]


def comparison_data(compared: Compared, lang: str) -> dict[str, object]:
    """A comparison as plain data."""

    def by_rule(found: dict[Listing, tuple[str, ...]]) -> dict[str, object]:
        return {x.id: {"rule": x.rule, "terms": list(items)} for x, items in found.items()}

    return {
        "file": compared.file,
        "date": compared.date,
        "known_as_of": compared.known_as_of,
        "lists": by_rule(compared.lists),
        "new": by_rule(compared.new),
        "absent": [x.id for x in compared.absent],
        "missing": by_rule(compared.missing),
        "doubts": [
            {
                "list": doubt.listing.id,
                "rule": doubt.listing.rule,
                "line": doubt.line,
                "code": doubt.why.code,
                "item": doubt.item or None,
                "why": message(doubt.why, lang),
            }
            for doubt in compared.doubts
        ],
        "added": compared.added,
        "changed": compared.changed,
    }

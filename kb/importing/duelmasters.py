"""Duel Masters cards, one a record: a name and faces with types, civilizations, races, power and cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..lexicon import fold
from .fields import MAX_FACES, MAX_NAME, Fields
from .json_records import Found
from .keys import key_of
from .records import BadRecord, CardRecord, Face


def cards(found: Found, words: Mapping[str, Any]) -> Iterator[CardRecord]:
    """The card of a record.

    Args:
        found: The record.
        words: What the source's words mean.

    Raises:
        BadRecord: It is no card.
    """
    record = Fields.of(found.data)
    name = record.name("name")
    parts = record.parts("faces", MAX_FACES)
    if not parts:
        raise BadRecord("record-no-faces")
    names = _names(name, len(parts))
    text = record.text("text")
    faces = tuple(
        Face(own, _line(part, words), {}, "" if number else text, _facts(part, words))
        for number, (own, part) in enumerate(zip(names, parts, strict=True))
    )
    layout = record.word("multi")
    yield CardRecord(key_of(fold(name)), name, layout, faces)


def _names(name: str, faces: int) -> list[str]:
    """The names of the faces, which stand side by side in that of the card; else all have the card's."""
    parts = [part.strip() for part in name.replace("／", "/").split("/")]
    return parts if len(parts) == faces and all(parts) else [name] * faces


def _line(part: Fields, words: Mapping[str, Any]) -> str:
    types = part.list_of("types", 8)
    if not types or not all(isinstance(word, str) and word.strip() for word in types):
        raise BadRecord("record-lacks", input="types")
    line: str = words["between_types"].join(types)
    return Fields({"types": line}).line("types")


def _facts(part: Fields, words: Mapping[str, Any]) -> dict[str, tuple[str | int, ...]]:
    facts: dict[str, tuple[str | int, ...]] = {}
    for key, predicate in words["facts"].items():
        found = part.data.get(key)
        values = found if isinstance(found, list) else [found]
        kept = tuple(v for value in values if (v := _value(value)) is not None)
        if kept:
            facts[predicate] = kept
    return facts


def _value(found: object) -> str | int | None:
    """A number, also one that is written as a text, or a word."""
    if isinstance(found, int) and not isinstance(found, bool):
        return found
    if not isinstance(found, str) or not found.strip():
        return None
    word = found.strip()
    if word.isascii() and word.isdigit() and len(word) < 10:
        return int(word)
    return word if len(word) <= MAX_NAME and word.isprintable() else None

"""Cards in Scryfall's shape: https://scryfall.com/docs/api/cards, bulk files and answers of the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .json_records import Found
from .keys import key_of
from .records import (
    MAX_FACES,
    MAX_LINE,
    MAX_NAME,
    MAX_TEXT,
    BadRecord,
    CardRecord,
    Face,
    Ruling,
    Skipped,
    list_at,
    record_of,
    stands_for_token,
    text_at,
)

Read = CardRecord | Skipped


def cards(found: Found, words: Mapping[str, Any]) -> Iterator[Read]:
    """The card of a record.

    Args:
        found: The record.
        words: What the source's words mean.

    Raises:
        BadRecord: It is no card.
    """
    record = record_of(found.data)
    kind = record.get("object", "card")
    if kind == "ruling":
        yield _ruling(record)
        return
    if kind != "card":
        raise BadRecord("record-kind", input=str(kind)[:40])
    layout = text_at(record, "layout", 40, needed=False)
    if layout in words["skip"]:
        yield Skipped(words["skip"][layout])
        return
    name = text_at(record, "name", MAX_NAME)
    parts = [record_of(part) for part in list_at(record, "card_faces", MAX_FACES)]
    own = text_at(record, "oracle_id", 80, needed=False)
    given = own or next((str(p["oracle_id"]) for p in parts if p.get("oracle_id")), "")
    given = given or text_at(record, "id", 80, needed=False) or name
    faces = tuple(_face(part, words) for part in parts) or (_face(record, words),)
    if len(faces) > 1 and len({(f.name, f.type_line) for f in faces}) == 1:
        faces = faces[:1]  # both sides show one face
    token = stands_for_token(layout, faces[0], words)
    yield CardRecord(key_of(given), name, layout, faces, token)


def _face(part: Mapping[str, Any], words: Mapping[str, Any]) -> Face:
    name = text_at(part, "name", MAX_NAME)
    names = {}
    language = part.get("lang")
    if language != "en" and language in words["languages"]:
        printed = text_at(part, "printed_name", MAX_NAME, needed=False)
        names = {str(language): printed} if printed else {}
    line = text_at(part, "type_line", MAX_LINE)
    return Face(name, line, names, text_at(part, "oracle_text", MAX_TEXT, needed=False))


def _ruling(record: Mapping[str, Any]) -> CardRecord:
    """A ruling of the bulk file of rulings: it names its card by the card's key alone."""
    key = key_of(text_at(record, "oracle_id", 80))
    date = text_at(record, "published_at", 10, needed=False)
    return CardRecord(
        key, "", "", (), rulings=(Ruling(date, text_at(record, "comment", MAX_TEXT)),)
    )

"""Cards in Scryfall's shape: https://scryfall.com/docs/api/cards, bulk files and answers of the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .fields import MAX_FACES, Fields
from .json_records import Found
from .keys import key_of
from .records import BadRecord, CardRecord, Face, Read, Ruling, Skipped, stands_for_token


def cards(found: Found, words: Mapping[str, Any]) -> Iterator[Read]:
    """The card of a record.

    Args:
        found: The record.
        words: What the source's words mean.

    Raises:
        BadRecord: It is no card.
    """
    record = Fields.of(found.data)
    kind = record.data.get("object", "card")
    if kind == "ruling":
        yield _ruling(record)
        return
    if kind != "card":
        raise BadRecord("record-kind", input=str(kind)[:40])
    layout = record.word("layout")
    if layout in words["skip"]:
        yield Skipped(words["skip"][layout])
        return
    name = record.name("name")
    parts = record.parts("card_faces", MAX_FACES)
    given = next(filter(None, (part.word("oracle_id") for part in (record, *parts))), "")
    given = given or record.word("id") or name
    faces = tuple(_face(part, words) for part in parts) or (_face(record, words),)
    if len(faces) > 1 and len({(f.name, f.type_line) for f in faces}) == 1:
        faces = faces[:1]  # both sides show one face
    token = stands_for_token(layout, faces[0], words)
    yield CardRecord(key_of(given), name, layout, faces, token)


def _face(part: Fields, words: Mapping[str, Any]) -> Face:
    name = part.name("name")
    names = {}
    language = part.data.get("lang")
    if language != "en" and language in words["languages"]:
        printed = part.name("printed_name", needed=False)
        names = {str(language): printed} if printed else {}
    return Face(name, part.line("type_line"), names, part.text("oracle_text"))


def _ruling(record: Fields) -> CardRecord:
    """A ruling of the bulk file of rulings: it names its card by the card's key alone."""
    key = key_of(record.word("oracle_id", needed=True))
    ruling = Ruling(record.word("published_at"), record.text("comment", needed=True))
    return CardRecord(key, "", "", (), rulings=(ruling,))

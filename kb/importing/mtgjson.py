"""Cards in MTGJSON's shape: AtomicCards, files of one set or of all sets, and lists of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..lexicon import fold
from .json_records import Found
from .json_stream import fault_of
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

MAX_CARDS = 20_000  # of a set
Read = CardRecord | Skipped


def cards(found: Found, words: Mapping[str, Any]) -> Iterator[Read | BadRecord]:
    """The cards of an entry under `data`: the faces of one card, the cards of a set, or a list of cards.

    Args:
        found: The entry.
        words: What the source's words mean.

    Raises:
        BadRecord: It is nothing of these.
    """
    data = found.data
    if found.key in words["beside"]:
        return
    if isinstance(data, list):
        if found.key in words["lists"]:
            yield from _several(data, words)
        elif len(data) > MAX_FACES:
            raise BadRecord("record-long-list", input=found.key[:MAX_NAME], limit=MAX_FACES)
        else:
            yield _card([record_of(part) for part in data], words)
        return
    if not isinstance(data, dict) or ("name" in data and "type" in data):
        yield _card([record_of(data)], words)
        return
    parts = [part for key in words["lists"] for part in list_at(data, key, MAX_CARDS)]
    if not parts:
        raise BadRecord("record-no-faces")
    yield from _several(parts, words)
    if not any(map(fault_of, parts)):
        record_of(data)  # what is wrong with the rest of it


def _several(data: list[Any], words: Mapping[str, Any]) -> Iterator[Read | BadRecord]:
    """The cards of a list in which every face is an entry of its own and has a name besides the card's."""
    groups: dict[tuple[str, str, int], list[Mapping[str, Any]]] = {}
    for place, part in enumerate(data):
        named = part.get("name") if isinstance(part, dict) else None
        try:
            record = record_of(part)
            name, number = text_at(record, "name", MAX_NAME), str(record.get("number", ""))
            apart = 0 if record.get("faceName") else place + 1
        except BadRecord as bad:
            bad.name = named if isinstance(named, str) else ""
            yield bad
            continue
        groups.setdefault((name, number.rstrip("abcde"), apart), []).append(record)
    for (name, _, _), parts in groups.items():
        try:
            yield _card(parts, words)
        except BadRecord as bad:
            bad.name = name
            yield bad


def _card(parts: list[Mapping[str, Any]], words: Mapping[str, Any]) -> Read:
    if not parts:
        raise BadRecord("record-no-faces")
    parts = sorted(parts, key=lambda part: str(part.get("side") or ""))
    first = parts[0]
    layout = text_at(first, "layout", 40, needed=False)
    if layout in words["skip"]:
        return Skipped(words["skip"][layout])
    name = text_at(first, "name", MAX_NAME)
    faces = {(f.name, f.type_line): f for f in (_face(part, words) for part in parts)}
    front = next(iter(faces.values()))
    own = front.name if len(faces) == 1 else name
    identifiers = first.get("identifiers")
    given = identifiers.get("scryfallOracleId") if isinstance(identifiers, dict) else None
    rulings = {
        Ruling(text_at(r, "date", 10, needed=False), text)
        for part in parts
        for r in map(record_of, list_at(part, "rulings"))
        if (text := text_at(r, "text", MAX_TEXT, needed=False))
    }
    return CardRecord(
        key_of(given if isinstance(given, str) and given else _named(first, own, words)),
        name,
        layout,
        tuple(faces.values()),
        stands_for_token(layout, front, words),
        tuple(sorted(rulings, key=lambda r: (r.date, r.text))),
    )


def _named(first: Mapping[str, Any], name: str, words: Mapping[str, Any]) -> str:
    """What names a card without an identifier; tokens of one name differ in their type lines."""
    token = str(first.get("layout")) in words["tokens"]
    return fold(f"{name} {first.get('type')}" if token else name)


def _face(part: Mapping[str, Any], words: Mapping[str, Any]) -> Face:
    name = text_at(part, "faceName", MAX_NAME, needed=False) or text_at(part, "name", MAX_NAME)
    names = {}
    for foreign in map(record_of, list_at(part, "foreignData")):
        language = words["languages"].get(foreign.get("language"))
        own = text_at(foreign, "faceName", MAX_NAME, needed=False)
        own = own or text_at(foreign, "name", MAX_NAME, needed=False)
        if language and own and (" // " not in own or "faceName" not in part):
            names[language] = own
    line = text_at(part, "type", MAX_LINE)
    return Face(name, line, names, text_at(part, "text", MAX_TEXT, needed=False))

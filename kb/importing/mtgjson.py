"""Cards in MTGJSON's shape: AtomicCards, files of one set or of all sets, and lists of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..lexicon import fold
from .fields import MAX_FACES, MAX_NAME, Fields
from .json_records import Found
from .json_stream import fault_of
from .keys import key_of
from .records import BadRecord, CardRecord, Face, Read, Ruling, Skipped, stands_for_token

MAX_CARDS = 20_000  # of a set


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
            yield _card([Fields.of(part) for part in data], words)
        return
    if not isinstance(data, dict) or ("name" in data and "type" in data):
        yield _card([Fields.of(data)], words)
        return
    parts = [part for key in words["lists"] for part in Fields(data).list_of(key, MAX_CARDS)]
    if not parts:
        raise BadRecord("record-no-faces")
    yield from _several(parts, words)
    if not any(map(fault_of, parts)):
        Fields.of(data)  # what is wrong with the rest of it


def _several(data: list[Any], words: Mapping[str, Any]) -> Iterator[Read | BadRecord]:
    """The cards of a list in which every face is an entry of its own and has a name besides the card's."""
    groups: dict[tuple[str, str, int], list[Fields]] = {}
    for place, part in enumerate(data):
        named = part.get("name") if isinstance(part, dict) else None
        try:
            record = Fields.of(part)
            name, number = record.name("name"), str(record.data.get("number", ""))
            apart = 0 if record.data.get("faceName") else place + 1
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


def _card(parts: list[Fields], words: Mapping[str, Any]) -> Read:
    if not parts:
        raise BadRecord("record-no-faces")
    parts = sorted(parts, key=lambda part: str(part.data.get("side") or ""))
    first = parts[0]
    layout = first.word("layout")
    if layout in words["skip"]:
        return Skipped(words["skip"][layout])
    name = first.name("name")
    faces = {(f.name, f.type_line): f for f in (_face(part, words) for part in parts)}
    front = next(iter(faces.values()))
    own = front.name if len(faces) == 1 else name
    identifiers = first.data.get("identifiers")
    given = identifiers.get("scryfallOracleId") if isinstance(identifiers, dict) else None
    rulings = {
        Ruling(ruling.word("date"), text)
        for part in parts
        for ruling in part.parts("rulings")
        if (text := ruling.text("text"))
    }
    return CardRecord(
        key_of(given if isinstance(given, str) and given else _named(first, own, words)),
        name,
        layout,
        tuple(faces.values()),
        stands_for_token(layout, front, words),
        tuple(sorted(rulings, key=lambda r: (r.date, r.text))),
    )


def _named(first: Fields, name: str, words: Mapping[str, Any]) -> str:
    """What names a card without an identifier; tokens of one name differ in their type lines."""
    token = str(first.data.get("layout")) in words["tokens"]
    return fold(f"{name} {first.data.get('type')}" if token else name)


def _face(part: Fields, words: Mapping[str, Any]) -> Face:
    name = part.name("faceName", needed=False) or part.name("name")
    names = {}
    for foreign in part.parts("foreignData"):
        language = words["languages"].get(foreign.data.get("language"))
        own = foreign.name("faceName", needed=False) or foreign.name("name", needed=False)
        if language and own and (" // " not in own or "faceName" not in part):
            names[language] = own
    return Face(name, part.line("type"), names, part.text("text"))

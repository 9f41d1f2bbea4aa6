"""Stores, files and real data for the tests of imports."""

from __future__ import annotations

import gzip
import json
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rulekeep.kb.importing.card_import import import_cards
from rulekeep.kb.importing.report import Report
from rulekeep.kb.importing.source_file import source_file
from rulekeep.kb.importing.text_abilities import TextReader, no_abilities
from rulekeep.kb.store.protocol import Store, dump

FILES = Path(__file__).with_name("imports")
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def real(*parts: str) -> Path:
    """A file of the real data."""
    path = DATA.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the checkout")
    return path


def imported(
    path: Path | str, source: str, store: Store, reader: TextReader = no_abilities
) -> Report:
    """Imports a file."""
    with source_file(str(path)) as file:
        return import_cards(file, source, store, reader=reader)


def write_scryfall(file: Path, cards: Iterable[tuple[str, str, str]]) -> None:
    """Writes cards, each with name, type line and rules text, to a file in Scryfall's shape."""
    records = [
        {"object": "card", "oracle_id": str(n), "name": name, "layout": "normal",
         "type_line": line, "oracle_text": text}
        for n, (name, line, text) in enumerate(cards)
    ]  # fmt: skip
    file.write_text(json.dumps(records), encoding="utf-8")


def everything(store: Store) -> bytes:
    """All that is in a store."""
    return b"".join(dump(store))


def scryfall_cards() -> Iterator[dict[str, Any]]:
    """The real cards in Scryfall's shape."""
    by_name: dict[str, list[dict[str, Any]]] = {}
    with gzip.open(real("mtg_cards.jsonl.gz"), "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            by_name.setdefault(row["name"], []).append(row)
    for name, rows in by_name.items():
        rows.sort(key=lambda row: row.get("side") or "a")
        yield {
            "object": "card",
            "oracle_id": str(uuid.uuid5(uuid.NAMESPACE_URL, name)),
            "name": name,
            "lang": "en",
            "layout": (rows[0].get("layout") or "normal").lower(),
            **(_faces(rows) if len(rows) > 1 else _face(rows[0])),
        }


def _faces(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"card_faces": [{"name": r.get("face") or r["name"], **_face(r)} for r in rows]}


def _face(row: dict[str, Any]) -> dict[str, Any]:
    return {"type_line": row["type_line"], "oracle_text": row.get("text", "")}

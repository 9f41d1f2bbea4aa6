"""Which source's shape a file has, for those who named another one."""

from __future__ import annotations

import itertools
import tomllib
from dataclasses import replace
from pathlib import Path

from ..diagnostics import DiagnosticError
from .card_import import READERS
from .json_records import Found, read_records
from .records import BadRecord, CardRecord
from .rules_text import SOURCE, read_text
from .source_file import SourceFile
from .type_lists import effective_date

LOOKED_AT = 40  # records, among which a file of one set tells of itself
UNLIKE = ("no-cards", "no-effective-date", "no-type-lists", "not-json")  # faults of another shape


def with_hint(error: DiagnosticError, file: SourceFile, source: str) -> DiagnosticError:
    """The error of a file that is not in the shape of a source, with the command for its own shape."""
    first = error.diagnostics[0]
    other = source_of(file) if first.code in UNLIKE else None
    if other in (None, source):
        return error
    return DiagnosticError([replace(first, hint=f"rulekeep import {other}")])


def source_of(file: SourceFile) -> str | None:
    """Id of the source in whose shape a file is, as far as its first records show it."""
    try:
        first = list(itertools.islice(read_records(file), LOOKED_AT))
    except DiagnosticError:
        first = []
    words = tomllib.loads(Path(__file__).with_name("sources.toml").read_text("utf-8"))
    for source in sorted(READERS):
        if any(_has_cards(found, source, words[source]) for found in first):
            return source
    try:
        return SOURCE if not first and effective_date(read_text(file))[0] else None
    except DiagnosticError:
        return None


def _has_cards(found: Found, source: str, words: dict[str, object]) -> bool:
    try:
        return any(isinstance(card, CardRecord) for card in READERS[source](found, words))
    except BadRecord:
        return False

"""Ids of rulings: which texts can be one, and which of them can name a file."""

from __future__ import annotations

import re

from ...kb.diagnostics import Diagnostic
from ..language.fold import control_characters, fold_text

MAX_BYTES = 200  # of a file name; file systems take 255
_ID = re.compile(r"[^\s\"'《》「」;。#(){}]+")
_FILE = re.compile(r"[^/\\:*?\"<>|]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def id_fault(text: str) -> Diagnostic | None:
    """Why a text can be no id of a ruling: it must be one word that no statement ends within."""
    folded = fold_text(text)
    if _ID.fullmatch(folded) and not control_characters(folded, 1):
        return None
    return Diagnostic("ruling-id", params={"input": text})


def file_name_fault(text: str) -> Diagnostic | None:
    """Why an id can be no name of a file, on this or another system."""
    sound = (
        _FILE.fullmatch(text)
        and text[0] not in ".-"
        and not _RESERVED.fullmatch(text)
        and len(file_name(text).encode("utf-8", "replace")) <= MAX_BYTES
    )
    return None if sound else Diagnostic("no-file-name", params={"input": text})


def file_name(id_: str) -> str:
    """The file that holds a ruling alone."""
    return f"{id_}.rk"

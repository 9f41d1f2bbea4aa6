"""Reads the text of a file, or says why it cannot be read."""

from __future__ import annotations

from ...kb.files import read_bytes, unreadable

MAX_BYTES = 1_000_000


def file_text(name: str, limit: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input for `-`; a byte order mark is no part of it.

    Args:
        name: The file.
        limit: How many bytes are read at most.

    Raises:
        DiagnosticError: `cannot-read`, `file-too-long` or `not-utf-8`.
    """
    try:
        return read_bytes(name, limit).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unreadable("not-utf-8", name, byte=error.start) from None

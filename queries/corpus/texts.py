"""Reads the text of a file, or says why it cannot be read."""

from __future__ import annotations

import sys

from ...kb.diagnostics import Diagnostic, DiagnosticError

MAX_BYTES = 1_000_000
STANDARD_INPUT = "<stdin>"


def file_text(name: str, limit: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input for `-`; a byte order mark is no part of it.

    Args:
        name: The file.
        limit: How many bytes are read at most.

    Raises:
        DiagnosticError: `cannot-read`, `file-too-long` or `not-utf-8`.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with open(name, "rb") as stream:
                data = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _unreadable("cannot-read", name, reason=reason) from None
    if len(data) > limit:
        raise _unreadable("file-too-long", name, limit=limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable("not-utf-8", name, byte=error.start) from None


def shown_name(name: str) -> str:
    """What to call a file."""
    return STANDARD_INPUT if name == "-" else name


def _unreadable(code: str, name: str, **params: object) -> DiagnosticError:
    return DiagnosticError([Diagnostic(code, params={"input": shown_name(name), **params})])

"""Reads a file, or standard input, as far as a limit, or says why it cannot be read."""

from __future__ import annotations

import sys

from .diagnostics import Diagnostic, DiagnosticError

STANDARD_INPUT = "<stdin>"


def read_bytes(name: str, limit: int) -> bytes:
    """The bytes of a file, or of standard input for `-`.

    Args:
        name: The file.
        limit: How many bytes it may have.

    Raises:
        DiagnosticError: `cannot-read` or `file-too-long`.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with open(name, "rb") as stream:
                data = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        raise unreadable("cannot-read", name, reason=reason_of(error)) from None
    if len(data) > limit:
        raise unreadable("file-too-long", name, limit=limit)
    return data


def reason_of(error: BaseException) -> str:
    """Why something cannot be read or written, in the words of the system."""
    return getattr(error, "strerror", None) or str(error)


def shown_name(name: str) -> str:
    """What to call a file."""
    return STANDARD_INPUT if name == "-" else name


def unreadable(code: str, name: str, **params: object) -> DiagnosticError:
    """The error of a file that cannot be read."""
    return DiagnosticError([Diagnostic(code, params={"input": shown_name(name), **params})])

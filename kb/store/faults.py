"""Errors of a store as diagnostics."""

from __future__ import annotations

from ..diagnostics import Diagnostic, DiagnosticError
from ..files import reason_of

BROKEN = (OSError, RuntimeError)  # what pyoxigraph raises where its files are not what they were


def fault(
    code: str, place: object, error: BaseException | str = "", *, message: str | None = None
) -> DiagnosticError:
    """An error of the store at a place, with the reason that the system gives."""
    reason = error if isinstance(error, str) else reason_of(error)
    params = {"input": str(place), "reason": " ".join(reason.split())[:300]}
    return DiagnosticError([Diagnostic(code, params=params, message=message)])


def not_read(place: object, error: BaseException | str) -> DiagnosticError:
    """The error of a store in a folder that cannot be read, and what to do if it is damaged."""
    message = None if isinstance(error, PermissionError) else "store-damaged"
    return fault("store-not-read", place, error, message=message)

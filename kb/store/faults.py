"""Errors of a store as diagnostics."""

from __future__ import annotations

from ..diagnostics import Diagnostic, DiagnosticError
from ..files import reason_of


def fault(code: str, place: object, error: BaseException | str = "") -> DiagnosticError:
    """An error of the store at a place, with the reason that the system gives."""
    reason = error if isinstance(error, str) else reason_of(error)
    params = {"input": str(place), "reason": " ".join(reason.split())[:300]}
    return DiagnosticError([Diagnostic(code, params=params)])

"""Where the store is: a folder, a SPARQL endpoint's address, or memory."""

from __future__ import annotations

import os
import sys

from ..diagnostics import Diagnostic, DiagnosticError

VARIABLE = "RULEKEEP_STORE"
MEMORY = "memory:"
CURRENT = "CURRENT"
FILES = (CURRENT, "lock", "generation-", "import-")  # how what lies in a store's folder begins


def store_place(chosen: str | None = None) -> str:
    """The place that was chosen, else that of `RULEKEEP_STORE`, else a folder of the user's data."""
    place = chosen or os.environ.get(VARIABLE)
    if place:
        return place
    if sys.platform.startswith("linux"):  # what platformdirs would say, without importing it
        base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        return os.path.join(base, "rulekeep", "store")
    import platformdirs

    return os.path.join(platformdirs.user_data_dir("rulekeep"), "store")


def is_remote(place: str) -> bool:
    """Whether a place is the address of a SPARQL endpoint."""
    return place.startswith(("http://", "https://"))


def exists(place: str) -> bool:
    """Whether anything may be found at a place; an endpoint is not asked.

    Raises:
        DiagnosticError: As `refuse_others` does.
    """
    if is_remote(place) or os.path.isfile(os.path.join(place, CURRENT)):
        return True
    refuse_others(place)
    return False


def refuse_absent() -> None:
    """Refuses the place that the user named if nothing is there, for those who would read it.

    Raises:
        DiagnosticError: `store-absent`.
    """
    named = os.environ.get(VARIABLE)
    if not named or is_remote(named) or named == MEMORY or "://" in named:
        return
    if not os.path.lexists(named):
        raise DiagnosticError([Diagnostic("store-absent", params={"input": named})])


def refuse_others(place: str) -> None:
    """Refuses a place that can be no store.

    Raises:
        DiagnosticError: `no-store`, it is a file, a folder of other things, or an address of another kind.
    """
    if not (is_remote(place) or place == MEMORY) and _is_other(place):
        raise DiagnosticError([Diagnostic("no-store", params={"input": place})])


def _is_other(place: str) -> bool:
    if "://" in place or not place.isprintable():
        return True
    if os.path.isdir(place):
        return not all(name.startswith(FILES) for name in os.listdir(place))
    return os.path.lexists(place)

"""Opens the store at a place."""

from __future__ import annotations

import functools

from .place import MEMORY, is_remote, refuse_others
from .protocol import Store


def state_of(store: Store) -> str:
    """Stands for all that is in a store in a folder; "" of others, whose changes nobody can tell."""
    from .local import LocalStore

    return store.state if isinstance(store, LocalStore) else ""


@functools.lru_cache(maxsize=4)
def open_store(place: str) -> Store:
    """The store at a place; nothing is made or asked yet.

    Raises:
        DiagnosticError: `no-store`, something else is at the place, or it is an address of another kind.
    """
    refuse_others(place)
    if is_remote(place):
        from .remote import RemoteStore

        return RemoteStore(place)
    if place == MEMORY:
        from .memory import MemoryStore

        return MemoryStore()
    from .local import LocalStore

    return LocalStore(place)

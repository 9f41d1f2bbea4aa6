"""A store that is gone with its process, for tests and for queries where nothing was imported."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .asking import answers

if TYPE_CHECKING:
    from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples


class MemoryStore:
    """A store in memory."""

    def __init__(self) -> None:
        import pyoxigraph as ox

        self._graphs: dict[str, list[bytes]] = {}
        self._index = ox.Store()

    def query(self, sparql: str) -> QuerySolutions | QueryBoolean | QueryTriples:
        """See `protocol.Store`."""
        return answers(self._index, sparql)

    def names(self) -> list[str]:
        """See `protocol.Store`."""
        return sorted(self._graphs)

    def graph(self, name: str) -> Iterator[bytes]:
        """See `protocol.Store`."""
        return iter(self._graphs.get(name, ()))

    def writing(self) -> contextlib.nullcontext[None]:
        """See `protocol.Store`."""
        return contextlib.nullcontext()

    def replace(self, graphs: Mapping[str, Path]) -> None:
        """See `protocol.Store`."""
        import pyoxigraph as ox

        graphs_now = {
            **self._graphs,
            **{n: p.read_bytes().splitlines(True) for n, p in graphs.items()},
        }
        index = ox.Store()
        self._graphs = {name: lines for name, lines in graphs_now.items() if lines}
        for name, lines in self._graphs.items():
            index.load(b"".join(lines), ox.RdfFormat.N_TRIPLES, to_graph=ox.NamedNode(name))
        self._index = index

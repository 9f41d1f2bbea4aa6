"""A store that is gone with its process, for tests and for queries where nothing was imported."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .asking import answers
from .place import MEMORY

if TYPE_CHECKING:
    from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples


class MemoryStore:
    """A store in memory."""

    place = MEMORY

    def __init__(self) -> None:
        import pyoxigraph

        self._graphs: dict[str, list[bytes]] = {}
        self._index = pyoxigraph.Store()

    def query(self, sparql: str) -> QuerySolutions | QueryBoolean | QueryTriples:
        """See `protocol.Store`."""
        return answers(self._index, sparql, self.place)

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
        self.put(
            {name: path.read_bytes().splitlines(keepends=True) for name, path in graphs.items()}
        )

    def put(self, graphs: Mapping[str, list[bytes]]) -> None:
        """Puts sorted lines of N-Triples in the place of graphs."""
        import pyoxigraph

        for name, lines in graphs.items():
            graph = pyoxigraph.NamedNode(name)
            self._index.remove_graph(graph)
            self._graphs.pop(name, None)
            if lines:
                self._graphs[name] = lines
                self._index.load(b"".join(lines), pyoxigraph.RdfFormat.N_TRIPLES, to_graph=graph)

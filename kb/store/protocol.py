"""What every store can do, wherever it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples


class Store(Protocol):
    """Named graphs that can be asked, and replaced as a whole."""

    @property
    def place(self) -> str:
        """Where it is, as errors call it."""
        ...

    def query(self, sparql: str) -> QuerySolutions | QueryBoolean | QueryTriples:
        """The results of a query; its default graph is the union of all named graphs.

        Raises:
            DiagnosticError: `sparql-syntax`, or the store cannot be reached or read.
        """
        ...

    def names(self) -> list[str]:
        """IRIs of the graphs, sorted."""
        ...

    def graph(self, name: str) -> Iterator[bytes]:
        """The graph of a name as lines of N-Triples, sorted; none if there is no such graph."""
        ...

    def writing(self) -> AbstractContextManager[None]:
        """Keeps other writers out.

        Raises:
            DiagnosticError: `store-busy`: another process is writing.
        """
        ...

    def replace(self, graphs: Mapping[str, Path]) -> None:
        """Puts files of sorted lines of N-Triples in the place of graphs, all of them or none.

        The files are the store's from then on.

        Raises:
            DiagnosticError: `store-not-written`; everything is as it was.
        """
        ...


def dump(store: Store) -> Iterator[bytes]:
    """Everything in a store as lines of N-Quads in one order."""
    for name in store.names():
        label = f" <{name}> .\n".encode()
        for line in store.graph(name):
            yield line[:-3] + label

"""A store behind a SPARQL 1.1 endpoint: query, update, and the graph store protocol.

Of the address of the query service those of the others follow (`…/query`, `…/update`, `…/store`), as
Oxigraph has them; where they are elsewhere, environment variables say so.
"""

from __future__ import annotations

import contextlib
import os
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ..diagnostics import DiagnosticError
from .faults import fault
from .sparql_syntax import syntax_faults

if TYPE_CHECKING:
    from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples

UPDATE_VARIABLE = "RULEKEEP_STORE_UPDATE"
GRAPHS_VARIABLE = "RULEKEEP_STORE_GRAPHS"
TIMEOUT = 600.0  # seconds without an answer
MAX_ANSWER = 1_000_000_000
_STAGING = "urn:rulekeep:staging:"
_ROWS = "application/sparql-results+json"
_TRIPLES = "application/n-triples"


class RemoteStore:
    """A store that another process keeps.

    Args:
        address: Address of its query service, or of the folder in which it stands.
    """

    def __init__(self, address: str) -> None:
        try:
            urllib.parse.urlsplit(address).port  # noqa: B018 - asked for what it refuses
        except ValueError as error:
            raise fault("store-not-read", address, str(error)) from None
        base = address.rstrip("/")
        for ending in ("/query", "/sparql"):
            base = base.removesuffix(ending)
        self.address = address.rstrip("/") if base != address.rstrip("/") else f"{base}/query"
        self._update = os.environ.get(UPDATE_VARIABLE) or f"{base}/update"
        self._graphs = os.environ.get(GRAPHS_VARIABLE) or f"{base}/store"

    @property
    def place(self) -> str:
        """See `protocol.Store`."""
        return self.address

    def query(self, sparql: str) -> QuerySolutions | QueryBoolean | QueryTriples:
        """See `protocol.Store`."""
        import pyoxigraph

        address = f"{self.address}?union-default-graph"
        headers = {
            "Content-Type": "application/sparql-query; charset=utf-8",
            "Accept": f"{_ROWS}, {_TRIPLES};q=0.9",
        }
        request = urllib.request.Request(address, sparql.encode(), headers, method="POST")
        with self._answer(request, sparql) as answer:
            kind = answer.headers.get_content_type()
            data = answer.read(MAX_ANSWER)
        try:
            if kind == _ROWS:
                return pyoxigraph.parse_query_results(data, pyoxigraph.QueryResultsFormat.JSON)
            store = pyoxigraph.Store()
            store.load(data, pyoxigraph.RdfFormat.N_TRIPLES)
        except (SyntaxError, ValueError, OSError) as error:
            raise fault("store-not-read", self.address, error) from None
        found = store.query("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }")
        assert isinstance(found, pyoxigraph.QueryTriples)
        return found

    def names(self) -> list[str]:
        """See `protocol.Store`."""
        found: Any = self.query("SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }")
        return sorted(str(row[0].value) for row in found)

    def graph(self, name: str) -> Iterator[bytes]:
        """See `protocol.Store`."""
        request = urllib.request.Request(self._graph_address(name), headers={"Accept": _TRIPLES})
        try:
            with self._answer(request) as answer:
                yield from sorted(answer)
        except _Missing:
            return

    def writing(self) -> contextlib.nullcontext[None]:
        """See `protocol.Store`; an endpoint orders its writers itself."""
        return contextlib.nullcontext()

    def replace(self, graphs: Mapping[str, Path]) -> None:
        """See `protocol.Store`: files go to graphs of their own, which one update puts in place."""
        moved = []
        try:
            for number, (name, path) in enumerate(graphs.items()):
                staging = f"{_STAGING}{os.getpid()}:{number}"
                self._put(staging, path)
                moved.append(f"MOVE SILENT <{staging}> TO <{name}>")
                if not path.stat().st_size:
                    moved[-1] = f"DROP SILENT GRAPH <{name}>"
            headers = {"Content-Type": "application/sparql-update; charset=utf-8"}
            update = " ;\n".join(moved).encode()
            request = urllib.request.Request(self._update, update, headers, method="POST")
            with self._answer(request):
                pass
        except DiagnosticError as error:
            reason = str(error.diagnostics[0].params.get("reason", ""))
            raise fault("store-not-written", self.address, reason) from None

    def _put(self, name: str, path: Path) -> None:
        size = path.stat().st_size
        if not size:
            return
        headers = {"Content-Type": _TRIPLES, "Content-Length": str(size)}
        with open(path, "rb") as stream:
            request = urllib.request.Request(
                self._graph_address(name), stream, headers, method="PUT"
            )
            with self._answer(request):
                pass

    def _graph_address(self, name: str) -> str:
        return f"{self._graphs}?graph={urllib.parse.quote(name, safe='')}"

    @contextlib.contextmanager
    def _answer(self, request: urllib.request.Request, sparql: str = "") -> Iterator[Any]:
        """The answer to a request."""
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                yield answer
        except urllib.error.HTTPError as error:
            if error.code == 404 and not sparql:
                raise _Missing from None
            said = _said(error)
            if error.code == 400 and sparql:
                raise DiagnosticError(syntax_faults(said, sparql)) from None
            raise fault("store-not-read", self.address, f"{error.code} {said}") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise fault("store-not-read", self.address, str(reason)) from None


class _Missing(Exception):
    """There is no such graph."""


def _said(error: IO[bytes]) -> str:
    return error.read(2000).decode("utf-8", "replace")

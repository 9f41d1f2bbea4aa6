"""A SPARQL 1.1 endpoint on loopback for tests: query, update and graph store over pyoxigraph in memory.

`python tests/sparql_server.py` prints its address and serves until it is ended.
"""

from __future__ import annotations

import http.server
import sys
import urllib.parse

import pyoxigraph

STORE = pyoxigraph.Store()
ROWS = "application/sparql-results+json"
TRIPLES = "application/n-triples"


class Endpoint(http.server.BaseHTTPRequestHandler):
    """`/query`, `/update` and `/store?graph=…`, as Oxigraph's own server has them."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        path, _, query = self.path.partition("?")
        text = self._body().decode()
        try:
            if path == "/update":
                STORE.update(text)
                self._answer(204)
            elif path == "/query":
                union = "union-default-graph" in query
                found = STORE.query(text, use_default_graph_as_union=union)
                if isinstance(found, pyoxigraph.QueryTriples):
                    data = found.serialize(format=pyoxigraph.RdfFormat.N_TRIPLES)
                    self._answer(200, data, TRIPLES)
                else:
                    data = found.serialize(format=pyoxigraph.QueryResultsFormat.JSON)
                    self._answer(200, data, ROWS)
            else:
                self._answer(404)
        except SyntaxError as error:
            self._answer(400, str(error).encode())

    def do_PUT(self) -> None:
        graph = self._graph()
        data = self._body()
        STORE.remove_graph(graph)
        STORE.load(data, pyoxigraph.RdfFormat.N_TRIPLES, to_graph=graph)
        self._answer(204)

    def do_GET(self) -> None:
        if not STORE.contains_named_graph(self._graph()):
            self._answer(404)
            return
        data = STORE.dump(format=pyoxigraph.RdfFormat.N_TRIPLES, from_graph=self._graph())
        self._answer(200, data, TRIPLES)

    def _graph(self) -> pyoxigraph.NamedNode:
        query = urllib.parse.urlsplit(self.path).query
        return pyoxigraph.NamedNode(urllib.parse.parse_qs(query)["graph"][0])

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def _answer(self, code: int, data: bytes | None = b"", kind: str = "text/plain") -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data or b"")))
        self.end_headers()
        self.wfile.write(data or b"")

    def log_message(self, format: str, *args: object) -> None:
        del format, args


def main() -> None:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.close()
    server.serve_forever()


if __name__ == "__main__":
    main()

"""Asks a pyoxigraph store, with its errors as diagnostics."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, DiagnosticError
from .faults import fault
from .sparql_text import words

if TYPE_CHECKING:
    import pyoxigraph
    from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples

_PLACE = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)


def answers(store: pyoxigraph.Store, sparql: str) -> QuerySolutions | QueryBoolean | QueryTriples:
    """The results of a query over the union of all graphs, or over those that it names.

    Raises:
        DiagnosticError: `sparql-syntax` with the place, or `store-not-read`.
    """
    named = "FROM" in sparql.upper() and any(word == "FROM" for word, _ in words(sparql))
    try:
        return store.query(sparql, use_default_graph_as_union=not named)
    except SyntaxError as error:
        raise DiagnosticError([syntax_fault(str(error), sparql)]) from None
    except OSError as error:
        raise fault("store-not-read", "", error) from None


def syntax_fault(said: str, sparql: str) -> Diagnostic:
    """What a parser says of a query, at its place there."""
    match = _PLACE.match(said)
    if match is None:
        return Diagnostic("sparql-syntax", 0, 0, {"input": "", "reason": said})
    lines = sparql.splitlines(keepends=True)
    line = min(int(match[1]), len(lines) or 1)
    start = sum(map(len, lines[: line - 1])) + int(match[2]) - 1
    start = min(start, len(sparql))
    return Diagnostic("sparql-syntax", start, start + 1, {"reason": match[3].strip()})

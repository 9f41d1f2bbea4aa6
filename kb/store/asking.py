"""Asks a pyoxigraph store, with its errors as diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import DiagnosticError
from .faults import fault
from .sparql_syntax import syntax_faults
from .sparql_text import words

if TYPE_CHECKING:
    import pyoxigraph
    from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples


def answers(store: pyoxigraph.Store, sparql: str) -> QuerySolutions | QueryBoolean | QueryTriples:
    """The results of a query over the union of all graphs, or over those that it names.

    Raises:
        DiagnosticError: `sparql-syntax` with the place, or `store-not-read`.
    """
    named = "FROM" in sparql.upper() and any(word == "FROM" for word, _ in words(sparql))
    try:
        return store.query(sparql, use_default_graph_as_union=not named)
    except SyntaxError as error:
        raise DiagnosticError(syntax_faults(str(error), sparql)) from None
    except OSError as error:
        raise fault("store-not-read", "", error) from None

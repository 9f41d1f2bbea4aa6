"""Asks a pyoxigraph store, with its errors as diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..diagnostics import DiagnosticError
from .faults import BROKEN, not_read
from .place import MEMORY
from .protocol import Store
from .sparql_syntax import syntax_faults
from .sparql_text import words

if TYPE_CHECKING:
    import pyoxigraph
    from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples


def answers(
    store: pyoxigraph.Store, sparql: str, place: str = MEMORY
) -> QuerySolutions | QueryBoolean | QueryTriples:
    """The results of a query over the union of all graphs, or over those that it names.

    Args:
        store: It is asked.
        sparql: The query.
        place: What errors call the store.

    Raises:
        DiagnosticError: `sparql-syntax` with the place, or `store-not-read`.
    """
    named = "FROM" in sparql.upper() and any(word == "FROM" for word, _ in words(sparql))
    try:
        return store.query(sparql, use_default_graph_as_union=not named)
    except SyntaxError as error:
        raise DiagnosticError(syntax_faults(str(error), sparql)) from None
    except BROKEN as error:
        raise not_read(place, error) from None


def rows(store: Store, sparql: str) -> list[Any]:
    """All rows of a query's result, which pyoxigraph reads only as they are taken.

    Raises:
        DiagnosticError: `store-not-read`.
    """
    found: Any = store.query(sparql)
    try:
        return list(found)
    except BROKEN as error:
        raise not_read(store.place, error) from None

"""Cards of a store by name, and all that its cards have printed on them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, DiagnosticError
from ..documents import Card
from ..lexicon import fold
from ..logic.syntax import Atom, Declaration, Value
from .faults import fault
from .graphs import BASE, CORE, IMPORTS, cards_graphs
from .local import LocalStore
from .opening import open_store
from .place import exists
from .protocol import Store

if TYPE_CHECKING:
    from ..knowledge import Knowledge

_SKOS = "http://www.w3.org/2004/02/skos/core#"
_PROV = "http://www.w3.org/ns/prov#"
MAX_CARDS = 200  # of one name that are looked at
MAX_LINES = 4  # that an error lists
OBJECT = "Object"


def imported_card(name: str, knowledge: Knowledge) -> Card | None:
    """The card of a name in the store: that of the newest import where several sources have it.

    Args:
        name: Its name, or that of one of its faces, in any of the languages that it has names in.
        knowledge: Says in which store and of which game.

    Raises:
        DiagnosticError: `ambiguous-card` where cards of one source differ in their type lines, or
            the store cannot be read.
    """
    if not exists(knowledge.store):
        return None
    store = open_store(knowledge.store)
    state = store.state if isinstance(store, LocalStore) else ""
    return _card(knowledge.store, state, fold(name), knowledge.game, _stated(knowledge))


@functools.lru_cache(maxsize=1024)
def _card(
    place: str, state: str, name: str, game: str, stated: tuple[Declaration, ...]
) -> Card | None:
    del state
    store = open_store(place)
    import pyoxigraph

    found = store.query(
        f"SELECT ?g ?s ?line ?token WHERE {{ GRAPH ?g {{ ?s <{CORE}foldedName> {pyoxigraph.Literal(name)} ;"
        f" <{CORE}typeLine> ?line . OPTIONAL {{ ?s <{CORE}standsForToken> ?token }}"
        f" OPTIONAL {{ ?s <{CORE}faceOf> ?whole }} }}"
        f' FILTER(STRSTARTS(STR(?g), "{cards_graphs(game)}")) }} ORDER BY ?g ?whole ?s LIMIT {MAX_CARDS}'
    )
    rows = [
        (str(r[0].value), str(r[1].value), str(r[2].value), r[3] is not None) for r in _rows(found)
    ]
    if not rows:
        return None
    newest = min(rows, key=lambda row: graph_order(store).get(row[0], 0))[0]
    own = [row for row in rows if row[0] == newest]
    own = [row for row in own if not row[3]] or own
    lines = sorted({row[2] for row in own})
    if len(lines) > 1:
        shown = " / ".join(lines[:MAX_LINES]) + (" / …" if len(lines) > MAX_LINES else "")
        raise DiagnosticError(
            [Diagnostic("ambiguous-card", params={"input": name, "lines": shown})]
        )
    return _read(store, own[0], stated)


def _rows(found: Any) -> list[Any]:
    """All rows of a result, which are read only now."""
    try:
        return list(found)
    except OSError as error:
        raise fault("store-not-read", "", error) from None


def graph_order(store: Store) -> dict[str, int]:
    """Graphs that imports made: the newest has the least number."""
    found = store.query(
        f"SELECT ?g ?at WHERE {{ GRAPH <{IMPORTS}> {{ ?a <{_PROV}generated> ?g ;"
        f" <{_PROV}endedAtTime> ?at }} }} ORDER BY DESC(?at) ?g"
    )
    order: dict[str, int] = {}
    for row in _rows(found):
        order.setdefault(str(row[0].value), len(order))
    return order


def _read(store: Store, row: tuple[str, str, str, bool], stated: Iterable[Declaration]) -> Card:
    graph, subject, line, token = row
    found = store.query(f"SELECT ?p ?o WHERE {{ GRAPH <{graph}> {{ <{subject}> ?p ?o }} }}")
    triples = [(str(r[0].value), r[1]) for r in _rows(found)]
    labels = {str(o.language or "en"): str(o.value) for p, o in triples if p == f"{_SKOS}prefLabel"}
    facts = [
        Atom(d.name, (value_of(o),))
        for d in stated
        for p, o in triples
        if p.startswith(BASE) and local(p) == d.name
    ]
    ordered = tuple(sorted(facts, key=str))
    return Card(local(subject), dict(sorted(labels.items())), line, facts=ordered, token=token)


def _stated(knowledge: Knowledge) -> tuple[Declaration, ...]:
    """Predicates that a card can state of the objects that are it."""
    return tuple(
        d
        for d in knowledge.program.theory.declarations.values()
        if d.kind == "rigid" and not d.engine and d.arity == 2 and d.domains[0] == OBJECT
    )


def local(iri: str) -> str:
    """The id of an IRI: what follows the game's or the core's name."""
    return iri.removeprefix(BASE).partition("/")[2]


def value_of(node: Any) -> Value:
    """A node as an argument of a fact: a number, a text or an id."""
    text = str(node.value)
    if getattr(node, "datatype", None) is not None:
        return int(text) if text.lstrip("-").isdigit() else text
    return local(text)


def stated_of_faces(knowledge: Knowledge, predicate: str) -> Iterator[tuple[str, Value]]:
    """What a property says of the faces in a store: (name of the face, value), by the newest import.

    Args:
        knowledge: Says in which store and of which game.
        predicate: IRI of the property.

    Raises:
        DiagnosticError: The store cannot be read.
    """
    if not exists(knowledge.store):
        return
    store = open_store(knowledge.store)
    own = cards_graphs(knowledge.game)
    seen: set[str] = set()
    for graph in (g for g in graph_order(store) if g.startswith(own)):
        names: dict[str, str] = {}
        values: dict[tuple[str, Value], None] = {}
        found = store.query(
            f"SELECT ?s ?n ?o WHERE {{ GRAPH <{graph}> {{"
            f" ?s <{predicate}> ?o ; <{_SKOS}prefLabel> ?n }} }}"
        )
        for subject, label, node in _rows(found):
            if label.language == "en" or subject.value not in names:
                names[subject.value] = label.value
            values[subject.value, value_of(node)] = None
        yield from ((names[s], v) for s, v in values if names[s] not in seen)
        seen |= set(names.values())

"""Cards of a store by name, and all that its cards have printed on them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, DiagnosticError
from ..documents import Card
from ..lexicon import fold
from ..logic.syntax import Atom, Declaration, Value
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
    import pyoxigraph as ox

    found = store.query(
        f"SELECT ?g ?s ?line ?token WHERE {{ GRAPH ?g {{ ?s <{CORE}foldedName> {ox.Literal(name)} ;"
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
    return list(found)


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


def printed(knowledge: Knowledge, predicates: Iterable[str]) -> Iterator[tuple[str, str, Value]]:
    """What the cards of a store have: (name of the face, predicate, value), by the newest import.

    Args:
        knowledge: Says in which store and of which game.
        predicates: IRIs of the predicates that are asked for.
    """
    if not exists(knowledge.store):
        return
    store = open_store(knowledge.store)
    order = graph_order(store)
    seen: set[str] = set()
    for graph in sorted(
        (g for g in order if g.startswith(cards_graphs(knowledge.game))), key=order.get
    ):  # type: ignore[arg-type]
        names: dict[str, str] = {}
        labels = store.query(
            f"SELECT ?s ?n WHERE {{ GRAPH <{graph}> {{ ?s <{_SKOS}prefLabel> ?n }} }}"
        )
        for subject, name in _rows(labels):
            if name.language == "en" or subject.value not in names:
                names[subject.value] = name.value
        for predicate in predicates:
            found = store.query(
                f"SELECT ?s ?o WHERE {{ GRAPH <{graph}> {{ ?s <{predicate}> ?o }} }}"
            )
            for subject, node in _rows(found):
                name = names.get(subject.value, "")
                if name and name not in seen:
                    yield name, local(predicate), value_of(node)
        seen |= set(names.values())

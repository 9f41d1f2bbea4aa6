"""Cards of a store by name, and all that its cards have printed on them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, DiagnosticError
from ..documents import Card, CardEffect
from ..lexicon import fold
from ..logic.syntax import Atom, Declaration, Value
from .asking import rows
from .graphs import BASE, CORE, IMPORTS, cards_graphs
from .opening import open_store, state_of
from .place import exists
from .protocol import Store

if TYPE_CHECKING:
    from ..knowledge import Knowledge

_SKOS = "http://www.w3.org/2004/02/skos/core#"
_PROV = "http://www.w3.org/ns/prov#"
MAX_CARDS = 200  # of one name that are looked at
MIN_HINT = 4  # letters of a name that has a near one
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
    return _card(knowledge.store, state_of(store), fold(name), knowledge.game, _stated(knowledge))


@functools.lru_cache(maxsize=1024)
def _card(
    place: str, state: str, name: str, game: str, stated: tuple[Declaration, ...]
) -> Card | None:
    del state
    store = open_store(place)
    import pyoxigraph

    cards = rows(
        store,
        f"SELECT ?g ?s ?line ?token ?whole WHERE {{ GRAPH ?g {{"
        f" ?s <{CORE}foldedName> {pyoxigraph.Literal(name)} ; <{CORE}typeLine> ?line ."
        f" OPTIONAL {{ ?s <{CORE}standsForToken> ?token }} OPTIONAL {{ ?s <{CORE}faceOf> ?whole }} }}"
        f' FILTER(STRSTARTS(STR(?g), "{cards_graphs(game)}")) }} ORDER BY ?g ?s LIMIT {MAX_CARDS}',
    )
    if not cards:
        return None
    order = graph_order(store)
    best = min(map(functools.partial(_rank, order), cards))
    own = [row for row in cards if _rank(order, row) == best]
    lines = sorted({row[2].value for row in own})
    if len(lines) > 1:
        shown = " / ".join(lines[:MAX_LINES]) + (" / …" if len(lines) > MAX_LINES else "")
        raise DiagnosticError(
            [Diagnostic("ambiguous-card", params={"input": name, "lines": shown})]
        )
    graph, subject, line, token, _ = own[0]
    return _read(store, graph.value, subject.value, line.value, token is not None, stated)


def _rank(order: dict[str, int], row: Any) -> tuple[bool, bool, int]:
    """Cards come before tokens, front faces before others, newer imports before older ones."""
    graph, _, _, token, whole = row
    return token is not None, whole is not None, order.get(graph.value, 0)


def nearest_name(name: str, knowledge: Knowledge) -> str | None:
    """The name of an imported card that a misspelt one is nearest to, if any is near."""
    import difflib

    import pyoxigraph

    if not exists(knowledge.store) or len(fold(name)) < MIN_HINT:
        return None
    start = pyoxigraph.Literal(fold(name)[:1])
    found = rows(
        open_store(knowledge.store),
        f"SELECT DISTINCT ?f ?n WHERE {{ GRAPH ?g {{ ?s <{CORE}foldedName> ?f ; <{_SKOS}prefLabel> ?n }}"
        f' FILTER(STRSTARTS(STR(?g), "{cards_graphs(knowledge.game)}") && STRSTARTS(?f, {start})) }}',
    )
    names = {
        folded.value: label.value for folded, label in found if fold(label.value) == folded.value
    }
    near = difflib.get_close_matches(fold(name)[:60], names, n=1, cutoff=0.8)
    return names[near[0]] if near else None


def graph_order(store: Store) -> dict[str, int]:
    """Graphs that imports made: the newest has the least number."""
    found = rows(
        store,
        f"SELECT ?g ?at WHERE {{ GRAPH <{IMPORTS}> {{ ?a <{_PROV}generated> ?g ;"
        f" <{_PROV}endedAtTime> ?at }} }} ORDER BY DESC(?at) ?g",
    )
    order: dict[str, int] = {}
    for row in found:
        order.setdefault(str(row[0].value), len(order))
    return order


def _read(
    store: Store, graph: str, subject: str, line: str, token: bool, stated: Iterable[Declaration]
) -> Card:
    found = rows(store, f"SELECT ?p ?o WHERE {{ GRAPH <{graph}> {{ <{subject}> ?p ?o }} }}")
    triples = [(str(r[0].value), r[1]) for r in found]
    labels = {str(o.language or "en"): str(o.value) for p, o in triples if p == f"{_SKOS}prefLabel"}
    facts = [
        Atom(d.name, (value_of(o),))
        for d in stated
        for p, o in triples
        if p.startswith(BASE) and local(p) == d.name
    ]
    keywords = sorted(str(o.value) for p, o in triples if p == f"{CORE}keyword")
    return Card(
        local(subject),
        dict(sorted(labels.items())),
        line,
        tuple(keywords),
        _effects(store, graph, subject),
        tuple(sorted(facts, key=str)),
        token=token,
        source=graph.rpartition("/")[2],
    )


def _effects(store: Store, graph: str, subject: str) -> tuple[CardEffect, ...]:
    """What the rules text of a face does to types, in the order of the text."""
    found = rows(
        store,
        f"SELECT ?e ?p ?o WHERE {{ GRAPH <{graph}> {{ ?e <{CORE}ofCard> <{subject}> ; ?p ?o }} }}"
        " ORDER BY ?e ?p ?o",
    )
    told: dict[str, dict[str, list[str]]] = {}
    for effect, predicate, node in found:
        said = told.setdefault(str(effect.value), {})
        said.setdefault(local(str(predicate.value)), []).append(str(node.value))
    return tuple(_effect(said) for said in told.values() if "exactForm" in said)


def _effect(said: dict[str, list[str]]) -> CardEffect:
    """An effect as a store keeps it: the values of each property."""
    (form, *_), (made, *_) = said["exactForm"], said.get("generatedAs", ["static"])
    return CardEffect(
        form,
        made,
        demands="".join(said.get("demands", ())),
        conditions=tuple(("", words) for words in said.get("condition", ())),
        option=int(said.get("option", ["0"])[0]),
    )


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
        found = rows(
            store,
            f"SELECT ?s ?n ?o WHERE {{ GRAPH <{graph}> {{"
            f" ?s <{predicate}> ?o ; <{_SKOS}prefLabel> ?n }} }}",
        )
        for subject, label, node in found:
            if label.language == "en" or subject.value not in names:
                names[subject.value] = label.value
            values[subject.value, value_of(node)] = None
        yield from ((names[s], v) for s, v in values if names[s] not in seen)
        seen |= set(names.values())

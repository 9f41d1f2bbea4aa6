"""Reads a game that inherits from another: less what it drops, and with its own words where it has them.

All files of a lineage are one graph, in which each game's subjects have IRIs of their own. A subject
stands for the inherited one of the same name: that one is taken out, and what spoke of it speaks of
the new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rdflib import BNode, Graph, URIRef
from rdflib.term import Node

from ..diagnostics import Diagnostic, DiagnosticError
from ..logic.check import nearest
from ..logic.shared import names_rule
from ..logic.syntax import Place
from ..sources import games
from .graph import BASE, local, read_graph, rk
from .shares import forget_shares

RULE = "rule/"


def read_game_graph(game: str, files: Iterable[str]) -> tuple[Graph, dict[str, Place]]:
    """The graph of a game's files as the game has it, and where each subject stands.

    Raises:
        DiagnosticError: A file is no Turtle; a base is unknown, one of several or comes in a circle;
            something is dropped that is not inherited.
    """
    graph, places = read_graph(files)
    inherited: dict[str, URIRef] = {}
    faults: list[Diagnostic] = []
    for heir in _lineage(graph, places, game):
        faults += _drop(graph, places, heir, inherited)
        own = _subjects(graph, heir)
        renewed: dict[Node, URIRef] = {
            inherited[name]: iri for name, iri in own.items() if name in inherited
        }
        _renew(graph, renewed)
        inherited |= own
    if faults:
        raise DiagnosticError(faults)
    return graph, places


def _lineage(graph: Graph, places: dict[str, Place], game: str) -> list[str]:
    """The games from the first base to the game itself."""
    line = [game]
    while bases := _bases(graph, line[0]):
        fault = _base_fault(graph, line, bases)
        if fault:
            params = {**fault.params, "rule": line[0], "place": str(places.get(line[0], Place()))}
            raise DiagnosticError([Diagnostic(fault.code, params=params, hint=fault.hint)])
        line.insert(0, bases[0])
    return line


def _bases(graph: Graph, game: str) -> list[str]:
    found = graph.objects(URIRef(BASE + game), rk("inheritsFrom"))
    return sorted(str(base).removeprefix(BASE) for base in found)


def _base_fault(graph: Graph, line: list[str], bases: list[str]) -> Diagnostic | None:
    base = bases[0]
    if len(bases) > 1:
        return Diagnostic("several-bases", params={"input": ", ".join(bases)})
    if base in line:
        names = ", ".join([*line[: line.index(base) + 1][::-1], base])
        return Diagnostic("inheritance-circle", params={"input": base, "names": names})
    if not _subjects(graph, base):
        return Diagnostic("unknown-base", params={"input": base}, hint=nearest(base, games()))
    return None


def _subjects(graph: Graph, game: str) -> dict[str, URIRef]:
    """What a game describes, by what follows its name in the IRI."""
    start = f"{BASE}{game}/"
    found = {s for s in graph.subjects() if isinstance(s, URIRef) and s.startswith(start)}
    return {_name(s): s for s in sorted(found)}


def _drop(
    graph: Graph, places: dict[str, Place], heir: str, inherited: dict[str, URIRef]
) -> Iterator[Diagnostic]:
    """Takes out what a game drops, a rule with its sub-rules; yields what is not there to be dropped."""
    subject = URIRef(BASE + heir)
    for dropped in sorted(graph.objects(subject, rk("drops")), key=str):
        names = [name for name in inherited if _covers(_name(dropped), name)]
        for name in names:
            forget_shares(graph, inherited[name])
            _take_out(graph, inherited.pop(name))
        if not names:
            place = str(places.get(heir, Place()))
            params = {"input": local(dropped), "rule": heir, "place": place}
            hint = nearest(local(dropped), map(local, inherited.values()))
            yield Diagnostic("drops-unknown", params=params, hint=hint)
    graph.remove((subject, rk("drops"), None))


def _covers(dropped: str, name: str) -> bool:
    return name == dropped or (dropped.startswith(RULE) and names_rule(dropped, name))


def _name(iri: Node) -> str:
    """What follows the game's name in an IRI."""
    return str(iri).removeprefix(BASE).partition("/")[2]


def _take_out(graph: Graph, subject: Node) -> None:
    """Removes what is stated of a subject, with the blank nodes that only its statements reach."""
    for _, prop, value in list(graph.triples((subject, None, None))):
        graph.remove((subject, prop, value))
        if isinstance(value, BNode):
            _take_out(graph, value)


def _renew(graph: Graph, renewed: dict[Node, URIRef]) -> None:
    """Takes out inherited subjects; what spoke of them speaks of the new ones."""
    for old in renewed:
        _take_out(graph, old)
    for subject, prop, value in list(graph) if renewed else ():
        if prop in renewed or value in renewed:
            graph.remove((subject, prop, value))
            graph.add((subject, renewed.get(prop, prop), renewed.get(value, value)))

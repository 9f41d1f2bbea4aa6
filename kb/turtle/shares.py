"""Which statements share the logic of a rule, from the graph of some Turtle files.

`STATEMENT rk:shares RULE` says that the statement says all that the logic of the rule says;
`STATEMENT rk:shares [ rk:logicOf RULE ; rk:where "…" ]` that it does so for the cases in which further
premises hold, in the rule's own variables. The rule may stand in a file that the game inherits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rdflib import Graph, URIRef
from rdflib.term import Node

from ..diagnostics import Diagnostic, DiagnosticError
from ..logic.check import nearest
from ..logic.parser import parse_body
from ..logic.shared import names_rule, share
from ..logic.syntax import Place, Rule, Sharing
from .graph import local, rk, text_of

WORDS = ("logicOf", "where")


def placed(error: DiagnosticError, name: str, place: Place) -> list[Diagnostic]:
    """The faults of a rule's or a condition's text, with its name and place."""
    where = {"rule": name, "place": str(place)}
    return [
        replace(d, params={**d.params, **where}, message=f"rule-{d.code}")
        if d.code == "syntax"
        else replace(d, params={**d.params, **where})
        for d in error.diagnostics
    ]


def sharings_of(
    graph: Graph, subject: Node, rule: Rule, places: dict[str, Place]
) -> tuple[Sharing, ...]:
    """The statements that share a rule, by name.

    Raises:
        DiagnosticError: With every fault in the syntax of their conditions.
    """
    found: list[Sharing] = []
    faults: list[Diagnostic] = []
    for statement, text in sorted(_stated(graph, subject)):
        name, place = local(statement), places.get(local(statement), Place())
        try:
            where = parse_body(text) if text else ()
        except DiagnosticError as error:
            faults += placed(error, name, place)
            continue
        since, until = (text_of(graph, statement, p) or "" for p in ("validFrom", "validTo"))
        sharing = share(rule, name, where, place)
        found.append(replace(sharing, valid_from=since, valid_to=until))
    if faults:
        raise DiagnosticError(faults)
    return tuple(found)


def _stated(graph: Graph, rule: Node) -> Iterator[tuple[Node, str]]:
    """Each statement that shares a rule, with its condition or ""."""
    for statement in graph.subjects(rk("shares"), rule):
        yield statement, ""
    for narrower in graph.subjects(rk("logicOf"), rule):
        text = " ^ ".join(sorted(map(str, graph.objects(narrower, rk("where")))))
        for statement in graph.subjects(rk("shares"), narrower):
            yield statement, text


def stray_shares(graph: Graph, places: dict[str, Place]) -> Iterator[Diagnostic]:
    """Faults of statements that share what is no rule with logic."""
    known = sorted(local(rule) for rule in graph.subjects(rk("logic")))
    for statement, shared in sorted(graph.subject_objects(rk("shares")), key=_by_name):
        where = {"rule": local(statement), "place": str(places.get(local(statement), Place()))}
        for prop in sorted(map(local, graph.predicates(shared))):
            if not isinstance(shared, URIRef) and prop not in WORDS:
                hint = nearest(prop, WORDS)
                yield Diagnostic("undeclared", params={"input": prop, **where}, hint=hint)
        rules = [shared] if isinstance(shared, URIRef) else [*graph.objects(shared, rk("logicOf"))]
        for rule in rules:
            if graph.value(rule, rk("logic")) is None:
                name = local(rule)
                params = {"input": name, **where}
                yield Diagnostic("shares-unknown-rule", params=params, hint=_meant(name, known))
        if not rules:
            params = {"input": "rk:logicOf", **where}
            yield Diagnostic("shares-unknown-rule", params=params, message="shares-nothing")


def forget_shares(graph: Graph, rule: Node) -> None:
    """Takes out of a graph that statements share a rule, since the game drops it."""
    graph.remove((None, rk("shares"), rule))
    for narrower in list(graph.subjects(rk("logicOf"), rule)):
        graph.remove((narrower, rk("logicOf"), rule))
        if graph.value(narrower, rk("logicOf")) is None:
            graph.remove((None, rk("shares"), narrower))
            graph.remove((narrower, None, None))


def _by_name(pair: tuple[Node, Node]) -> tuple[str, str]:
    statement, shared = pair
    return local(statement), local(shared) if isinstance(shared, URIRef) else ""


def _meant(name: str, known: Iterable[str]) -> str | None:
    """The rule with logic that a name may have been meant to be: a sub-rule, or the nearest."""
    inside = (k for k in known if names_rule(name, k))
    return next(inside, None) or nearest(name, known)

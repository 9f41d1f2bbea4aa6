"""What statements claim in the open world, from the graph of some Turtle files.

`STATEMENT rk:claims "BODY -> HEAD"` says what follows if the statement holds, whatever else may;
several claims of one statement stand together, and `rk:claimedWith` ties statements that stand or
fall together. What `rk:certain true` marks is not in question. The trust of a claim is that of its
statement's authority.
"""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import RDF, RDFS, Graph, URIRef

from ..consistency.claims import Claim
from ..consistency.tensions import Tension
from ..diagnostics import Diagnostic, DiagnosticError
from ..logic.check import check_claim
from ..logic.parser import parse_rule
from ..logic.syntax import Declaration, Place, Rule
from .graph import by_language, flag, local, rk, text_of
from .shares import placed


def read_claims(
    graph: Graph, places: dict[str, Place], declarations: Iterable[Declaration]
) -> tuple[Claim, ...]:
    """Every claim, by the name of its first statement.

    Raises:
        DiagnosticError: With every fault, each with its statement and file:line.
    """
    known = {d.name: d for d in declarations}
    faults: list[Diagnostic] = []
    claims = []
    tied = set(graph.objects(None, rk("claimedWith")))
    for subject in sorted({s for s in graph.subjects(rk("claims")) if isinstance(s, URIRef)}):
        if subject in tied:
            continue
        others = (o for o in graph.objects(subject, rk("claimedWith")) if isinstance(o, URIRef))
        together = [subject, *sorted(others)]
        rules: list[Rule] = []
        for statement in together:
            for logic in sorted(map(str, graph.objects(statement, rk("claims")))):
                name, place = local(statement), places.get(local(statement), Place())
                try:
                    rule = parse_rule(name, logic, place)
                except DiagnosticError as error:
                    faults += placed(error, name, place)
                    continue
                faults += check_claim(rule, known)
                rules.append(rule)
        claims.append(_claim(graph, subject, [local(s) for s in together], rules))
    if faults:
        raise DiagnosticError(faults)
    return tuple(claims)


def read_tensions(graph: Graph) -> tuple[Tension, ...]:
    """Every known tension between statements, by id."""
    found = [s for s in graph.subjects(RDF.type, rk("Tension")) if isinstance(s, URIRef)]
    return tuple(
        Tension(
            local(subject),
            text_of(graph, subject, "tensionKind") or "",
            tuple(sorted(local(o) for o in graph.objects(subject, rk("between")))),
            by_language(graph, subject, RDFS.label),
            local(graph.value(subject, rk("takenBy")) or ""),
        )
        for subject in sorted(found)
    )


def _claim(graph: Graph, subject: URIRef, names: list[str], rules: list[Rule]) -> Claim:
    authority = graph.value(subject, rk("authority"))
    trust = text_of(graph, authority, "trust") if authority is not None else None
    return Claim(
        "+".join(names),
        tuple(names),
        tuple(rules),
        int(trust or 0),
        text_of(graph, subject, "statedOn") or "",
        authority == rk("Bridge"),
        flag(graph, subject, "certain"),
    )

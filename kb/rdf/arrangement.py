"""Puts statements into the order in which they are written: what belongs together stands together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from pyoxigraph import BlankNode, NamedNode, Quad, Triple

Subjects = dict[NamedNode | BlankNode | Triple, list[Triple]]


def by_subject(quads: Iterable[Quad]) -> Subjects:
    """The triples of all graphs by their subjects, each once, in the order in which they first come."""
    found: Subjects = {}
    again = set()
    triples = [quad.triple for quad in quads]
    for subject, some in groupby(triples, attrgetter("subject")):
        if subject in found:
            found[subject].extend(some)
            again.add(subject)
        else:
            found[subject] = list(some)
    for subject in again:
        found[subject] = list(dict.fromkeys(found[subject]))
    return found


def union(quads: Iterable[Quad]) -> list[Triple]:
    """The triples of all graphs, each once, those of a subject together."""
    return [triple for triples in by_subject(quads).values() for triple in triples]


def by_graph(quads: Sequence[Quad]) -> list[Quad]:
    """The quads with those of a graph together, in the order in which the graphs first come."""
    parts: dict[object, list[Quad]] = {}
    for graph, some in groupby(quads, attrgetter("graph_name")):
        parts.setdefault(graph, []).extend(some)
    return [quad for part in parts.values() for quad in part]

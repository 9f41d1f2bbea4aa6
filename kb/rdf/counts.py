"""What a graph has of triples, entities, classes and properties, counted as VoID counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pyoxigraph import NamedNode, Quad, Triple

from ..values import value
from .header import TYPE


@value
class Counts:
    """The parts of a graph that are counted.

    Args:
        triples: Its triples.
        subjects: Its subjects.
        objects: Its objects.
        properties: How many triples each property has.
        classes: How many members each class has that is named.
    """

    triples: frozenset[Triple]
    subjects: frozenset[object]
    objects: frozenset[object]
    properties: Counter[NamedNode]
    classes: Counter[NamedNode]

    @property
    def numbers(self) -> dict[str, int]:
        """Name of a VoID property → its number."""
        return {
            "triples": len(self.triples),
            "entities": sum(isinstance(s, NamedNode) for s in self.subjects),
            "classes": len(self.classes),
            "properties": len(self.properties),
            "distinctSubjects": len(self.subjects),
            "distinctObjects": len(self.objects),
        }


def counted(quads: Iterable[Quad]) -> Counts:
    """The counts of some quads, whatever their graphs."""
    triples = frozenset(quad.triple for quad in quads)
    predicates = [t.predicate for t in triples]
    kinds = [t.object for t, p in zip(triples, predicates, strict=True) if p == TYPE]
    return Counts(
        triples,
        frozenset(t.subject for t in triples),
        frozenset(t.object for t in triples),
        Counter(predicates),
        Counter(kind for kind in kinds if isinstance(kind, NamedNode)),
    )

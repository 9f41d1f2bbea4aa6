"""The classes and properties with which answered scenarios are told, and their declarations in OWL."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import NamedNode, Triple

from .header import TYPE
from .iris import BASE, RK

PROV = "http://www.w3.org/ns/prov#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"

_CLASS, _INDIVIDUAL = NamedNode(f"{OWL}Class"), NamedNode(f"{OWL}NamedIndividual")
_OBJECT, _ANNOTATION = NamedNode(f"{OWL}ObjectProperty"), NamedNode(f"{OWL}AnnotationProperty")
_LINKS = {
    *(
        RK + name
        for name in (
            "byRule", "chooses", "cites", "citesToo", "denied", "duringEvent", "ends", "event", "grounds",
            "holds", "inSituation", "ofGame", "ofScenario", "starts", "stated", "underReading", "verdict",
            "withoutRule",
        )
    ),
    *(PROV + name for name in ("used", "wasAssociatedWith", "wasDerivedFrom", "wasGeneratedBy")),
}  # fmt: skip


def declarations(triples: set[Triple]) -> Iterator[Triple]:
    """Declares what the triples of an account use: classes, properties, individuals."""
    for triple in triples:
        subject, prop, value = triple.subject, triple.predicate, triple.object
        if prop == TYPE:
            if isinstance(value, NamedNode) and not value.value.startswith(OWL):
                yield Triple(value, TYPE, _CLASS)
                yield Triple(subject, TYPE, _INDIVIDUAL)
        elif prop.value in _LINKS or _held(prop):
            yield Triple(prop, TYPE, _OBJECT)
            for end in (subject, value):
                if isinstance(end, NamedNode):
                    yield Triple(end, TYPE, _INDIVIDUAL)
        elif not prop.value.startswith((RDFS, OWL)):
            yield Triple(prop, TYPE, _ANNOTATION)


def _held(prop: NamedNode) -> bool:
    """Whether a property is one of a game's own, with which things have terms."""
    return prop.value.startswith(BASE) and not prop.value.startswith(RK)

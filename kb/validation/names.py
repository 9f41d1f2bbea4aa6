"""Names in data that nothing declares: properties and classes of the ontology and of well-known vocabularies."""

from __future__ import annotations

from collections.abc import Iterator

from rdflib import DCTERMS, OWL, RDF, RDFS, SKOS, Graph, URIRef

from ..diagnostics import Diagnostic
from ..logic.check import nearest
from ..turtle.graph import BASE
from .findings import Finding, finding_of
from .graphs import short, shown_focus

_VOCABULARIES = (DCTERMS, OWL, RDFS, SKOS)
_HINTED = 50  # looking for the nearest of some thousand names takes 10 ms


def unknown_names(data: Graph, known: set[str]) -> Iterator[Finding]:
    """Each property and class that is used and that nothing declares, at the first node that uses it.

    Args:
        data: The data.
        known: IRIs that the knowledge and the shapes know.
    """
    subjects = {str(s) for s in data.subjects()}
    used: dict[tuple[str, str], str] = {}
    for s, p, o in data:
        focus = shown_focus(s)
        names = [("property", str(p))]
        if p == RDF.type and isinstance(o, URIRef):
            names.append(("class", str(o)))
        for name in names:
            used[name] = min(used.get(name, focus), focus)
    hinted = 0
    for (what, iri), focus in sorted(used.items()):
        if iri in known or iri in subjects or not _is_unknown(iri):
            continue
        hinted += 1
        hint = _near(iri, known) if hinted <= _HINTED else None
        fault = Diagnostic(f"unknown-{what}", params={"input": short(iri)}, hint=hint)
        yield finding_of(focus, fault, short(iri) if what == "property" else "rdf:type", "")


def _is_unknown(iri: str) -> bool:
    """Whether an IRI is in a vocabulary that is known whole, and not one of its names."""
    if iri.startswith(BASE):
        return True
    for vocabulary in _VOCABULARIES:
        if iri.startswith(str(vocabulary)):
            return URIRef(iri) not in vocabulary
    return False


def _near(iri: str, known: set[str]) -> str | None:
    """The nearest known name of the same vocabulary, as people write it."""
    pool = {short(k) for k in known if k.startswith(BASE) and not k.endswith("/")}
    for vocabulary in _VOCABULARIES:
        if iri.startswith(str(vocabulary)):
            pool = {short(str(name)) for name in dir(vocabulary) if str(name).startswith("http")}
    return nearest(short(iri), sorted(pool))

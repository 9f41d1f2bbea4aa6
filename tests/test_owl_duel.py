"""What OWL reasoners make of the castle classes: consistent as they stand, and not with the statement C84."""

from __future__ import annotations

import pytest
from rdflib import OWL, RDF, RDFS, Graph, URIRef
from rulekeep.kb.sources import files_of
from rulekeep.kb.turtle.graph import BASE, read_graph
from rulekeep.kb.turtle.inherit import read_game_graph

from .test_owl import axioms, reason

DUEL = BASE + "duelmasters/"
FORTIFYING, SHIELD_CARD = URIRef(DUEL + "FortifyingCastle"), URIRef(DUEL + "ShieldCard")
PLANTED = URIRef(DUEL + "PlantedFortifyingGCastle")


def planted(graph: Graph) -> Graph:
    """The graph with a class that nothing can belong to, so that a silent reasoner is noticed."""
    graph.add((PLANTED, RDF.type, OWL.Class))
    graph.add((PLANTED, RDFS.subClassOf, FORTIFYING))
    graph.add((PLANTED, RDFS.subClassOf, URIRef(DUEL + "GCastle")))
    return graph


@pytest.fixture(scope="module")
def as_it_stands(tmp_path_factory) -> dict[str, list[str]]:
    folder = tmp_path_factory.mktemp("owl")
    return reason(planted(axioms("duelmasters")), URIRef(DUEL + "GCastle"), folder)


@pytest.fixture(scope="module")
def with_c84(tmp_path_factory) -> dict[str, list[str]]:
    graph = axioms("duelmasters")
    graph.add((FORTIFYING, RDFS.subClassOf, SHIELD_CARD))
    return reason(graph, FORTIFYING, tmp_path_factory.mktemp("owl"))


def test_the_castle_classes_are_consistent_and_no_g_castle_fortifies(as_it_stands):
    assert as_it_stands["UNSATISFIABLE"] == [str(PLANTED)]


def test_a_g_castle_is_a_castle_card_and_has_the_type_castle(as_it_stands):
    assert {DUEL + "CastleCard", DUEL + "Castle"} <= set(as_it_stands["PROBE"])


def test_with_c84_nothing_can_be_a_fortifying_castle(with_c84):
    assert str(FORTIFYING) in with_c84["UNSATISFIABLE"]


def test_a_fortifying_castle_is_in_the_shield_zone(tmp_path):
    found = reason(axioms("duelmasters"), FORTIFYING, tmp_path)
    assert {DUEL + "CardInShieldZone", DUEL + "CastleCard"} <= set(found["PROBE"])


def test_the_whole_graph_with_its_cards_and_statements_is_consistent(tmp_path):
    graph, _ = read_graph(files_of("duelmasters"))
    assert reason(planted(graph), FORTIFYING, tmp_path)["UNSATISFIABLE"] == [str(PLANTED)]


@pytest.mark.parametrize(
    "name",
    ["CastleCard", "FortifiedShield", "FortifyingCastle", "GCastle", "OrphanCastle", "Shield", "ShieldCard"],
)  # fmt: skip
def test_every_castle_class_has_a_name_in_both_languages(name):
    graph, _ = read_graph(files_of("duelmasters"))
    labels = graph.objects(URIRef(DUEL + name), RDFS.label)
    assert sorted(str(label.language) for label in labels) == ["en", "ja"]


def test_the_whole_graph_of_plays_is_consistent(tmp_path):
    graph, _ = read_game_graph("duelmasters-plays", files_of("duelmasters-plays"))
    assert reason(planted(graph), FORTIFYING, tmp_path)["UNSATISFIABLE"] == [str(PLANTED)]

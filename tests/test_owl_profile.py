"""What OWL API says of RDF files: whether the profile OWL 2 DL is kept, and how many SWRL rules there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import owlapi
from .test_swrl import rules_graph

pytestmark = pytest.mark.skipif(owlapi.missing() is not None, reason=owlapi.missing() or "")

PREFIXES = """
@prefix : <https://w3id.org/rulekeep/test/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix swrl: <http://www.w3.org/2003/11/swrl#> .
<https://w3id.org/rulekeep/test> a owl:Ontology .
:Plank a owl:Class . :Thing a owl:Class . :under a owl:ObjectProperty .
"""
RULE = """
:x a swrl:Variable .
[] a swrl:Imp ;
    swrl:body ( [ a swrl:ClassAtom ; swrl:classPredicate :Plank ; swrl:argument1 :x ] ) ;
    swrl:head ( [ a swrl:ClassAtom ; swrl:classPredicate :Thing ; swrl:argument1 :x ] ) .
"""


def loaded(folder: Path, text: str) -> owlapi.Loaded:
    path = folder / "ontology.ttl"
    path.write_text(PREFIXES + text, encoding="utf-8")
    return owlapi.load(path)


def test_owl_api_counts_axioms_and_swrl_rules_of_an_ontology_in_the_profile(tmp_path):
    found = loaded(tmp_path, RULE + ":Plank rdfs:subClassOf :Thing .")
    assert (found.rules, found.axioms["SubClassOf"], found.violations, found.unread) == (
        1,
        1,
        (),
        0,
    )


def test_owl_api_tells_what_breaks_the_profile(tmp_path):
    found = loaded(tmp_path, ":a :over :b . :over a owl:DatatypeProperty .")
    assert not found.in_dl
    assert any("over" in each for each in found.violations)


@pytest.mark.parametrize("game", ["mtg", "duelmasters"])
def test_owl_api_reads_as_many_rules_as_swrl_says_and_they_keep_the_profile(tmp_path, game):
    graph, count = rules_graph(game)
    path = tmp_path / "rules.owl"
    graph.serialize(path, format="xml")
    found = owlapi.load(path)
    assert (found.rules, found.violations, found.unread) == (count, (), 0)

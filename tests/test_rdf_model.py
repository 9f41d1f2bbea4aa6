"""The OWL model of a game: how what the files say arrives in it, and what other tools make of it."""

from __future__ import annotations

import functools

import pytest
from rdflib import OWL, RDF, RDFS, SKOS, BNode, Graph, Literal, URIRef
from rdflib.collection import Collection
from rulekeep.kb.rdf.owl_model import ARGUMENTS, PROPERTIES, built_in, owl_model
from rulekeep.kb.sources import files_of, games
from rulekeep.kb.turtle.graph import BASE, rk
from rulekeep.kb.turtle.inherit import read_game_graph
from rulekeep.kb.turtle.rules import KINDS

CHANGED = {rk("domains"): "rk:arity, rk:argument1 …"}


@functools.cache
def source(game: str) -> Graph:
    return read_game_graph(game, files_of(game))[0]


@functools.cache
def model(game: str) -> Graph:
    return owl_model(source(game))


def properties_of_sources() -> list[tuple[str, URIRef]]:
    found = {(g, p) for g in games() for p in set(source(g).predicates()) if not built_in(p)}
    return sorted((g, URIRef(str(p))) for g, p in found)


def headers(game: str) -> set[object]:
    return set(source(game).subjects(RDF.type, OWL.Ontology))


@pytest.mark.parametrize(("game", "prop"), properties_of_sources())
def test_what_each_property_says_arrives_with_it_or_as_is_written_here(game, prop):
    before = [t for t in source(game).triples((None, prop, None)) if t[0] not in headers(game)]
    if prop in CHANGED:
        assert not list(model(game).triples((None, prop, None)))
    else:
        kept = set(model(game).subject_objects(prop))
        plain = [
            (s, o) for s, _, o in before if not isinstance(s, BNode) and not isinstance(o, BNode)
        ]
        assert set(plain) <= kept
        assert len(kept) == len(before)


@pytest.mark.parametrize("game", games())
def test_argument_sorts_arrive_in_their_places(game):
    for subject, head in source(game).subject_objects(rk("domains")):
        sorts = list(Collection(source(game), head))
        assert [model(game).value(subject, p) for p in ARGUMENTS[: len(sorts)]] == sorts
        assert model(game).value(subject, rk("arity")) == Literal(len(sorts))


@pytest.mark.parametrize("game", games())
def test_classes_arrive_as_classes_and_kinds_of_predicates_as_annotation(game):
    for subject, kind in source(game).subject_objects(RDF.type):
        if subject in headers(game) or isinstance(subject, BNode):
            continue
        prop = rk("predicateKind") if kind in {rk(k) for k in KINDS} else RDF.type
        assert (subject, prop, kind) in model(game)


@pytest.mark.parametrize("game", games())
def test_labels_comments_and_axioms_arrive(game):
    for prop in (RDFS.label, RDFS.comment, RDFS.seeAlso, RDFS.subClassOf, RDFS.domain, RDFS.range, OWL.hasValue, OWL.disjointWith, OWL.unionOf, OWL.equivalentClass):  # fmt: skip
        kept = set(model(game).triples((None, prop, None)))
        assert set(source(game).triples((None, prop, None))) <= kept


@pytest.mark.parametrize("game", games())
def test_nodes_without_a_name_get_one_from_where_they_stand(game):
    for node in set(model(game).subjects()):
        if isinstance(node, BNode):
            kinds = set(model(game).objects(node, RDF.type))
            assert kinds <= {OWL.Class, OWL.Restriction}
    for iri in model(game).subjects(RDF.type, rk("Sharing")):
        owner = str(iri).partition(".shares")[0]
        assert (URIRef(owner), rk("shares"), iri) in model(game)


@pytest.mark.parametrize("game", games())
def test_every_property_is_of_one_sort_and_no_class_or_individual(game):
    for prop in set(model(game).predicates()):
        if not built_in(prop):
            kinds = set(model(game).objects(prop, RDF.type))
            assert len(kinds & set(PROPERTIES)) == 1
            assert not kinds & {OWL.Class, OWL.NamedIndividual}


@pytest.mark.parametrize("game", games())
def test_every_class_and_property_of_our_own_has_labels_in_both_languages(game):
    for kind in (OWL.Class, *PROPERTIES):
        for node in set(model(game).subjects(RDF.type, kind)):
            if isinstance(node, URIRef) and node.startswith(BASE):
                found = [
                    *model(game).objects(node, RDFS.label),
                    *model(game).objects(node, SKOS.prefLabel),
                ]
                languages = {label.language for label in found}
                assert languages >= {"en", "ja"} or (node, RDF.type, SKOS.Concept) in model(game), (
                    node
                )

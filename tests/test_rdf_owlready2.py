"""What owlready2 makes of an export: it loads all of it, its rules too, and writes all of it again."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyoxigraph import (
    CanonicalizationAlgorithm,
    Dataset,
    NamedNode,
    Quad,
    RdfFormat,
    Triple,
    parse,
    serialize,
)
from rulekeep.kb.rdf.pieces import PIECES, merged, quads
from rulekeep.kb.sources import games
from rulekeep.queries.api import check
from rulekeep.queries.rdf.ruling_texts import ruling_texts
from rulekeep.queries.rdf.scenario_rdf import scenario_quads

owlready2 = pytest.importorskip("owlready2")
IMP = NamedNode("http://www.w3.org/2003/11/swrl#Imp")
OBJECT_PROPERTY = NamedNode("http://www.w3.org/2002/07/owl#ObjectProperty")
CLASS = NamedNode("http://www.w3.org/2002/07/owl#Class")
FORMATS = {"nt": RdfFormat.N_TRIPLES, "rdf": RdfFormat.RDF_XML}


def whole(game: str) -> list[Triple]:
    return merged(quads(game, PIECES, ruling_texts(game)), game)


def loaded(triples: list[Triple], folder: Path, ending: str):
    path = folder / f"in.{ending}"
    path.write_bytes(serialize(triples, format=FORMATS[ending]) or b"")
    return owlready2.World().get_ontology(path.as_uri()).load()


def canonical(triples: list[Triple]) -> set[str]:
    dataset = Dataset(Quad(t.subject, t.predicate, t.object) for t in triples)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


def saved(ontology, folder: Path) -> list[Triple]:
    path = folder / "out.rdf"
    ontology.save(str(path), format="rdfxml")
    return [quad.triple for quad in parse(path=path, format=RdfFormat.RDF_XML)]


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("game", games())
def test_a_game_goes_through_owlready2_and_comes_out_whole(game, ending, tmp_path):
    before = whole(game)
    after = saved(loaded(before, tmp_path, ending), tmp_path)
    assert canonical(after) == canonical(before)


@pytest.mark.parametrize("game", games())
def test_owlready2_finds_the_rules_classes_and_properties_of_a_game(game, tmp_path):
    triples = whole(game)
    ontology = loaded(triples, tmp_path, "nt")
    assert len(list(ontology.rules())) == sum(t.object == IMP for t in triples)
    properties = {t.subject.value for t in triples if t.object == OBJECT_PROPERTY}
    assert {p.iri for p in ontology.object_properties()} == properties
    classes = {
        t.subject.value for t in triples if t.object == CLASS and isinstance(t.subject, NamedNode)
    }
    assert {c.iri for c in ontology.classes()} == classes


def test_a_scenario_goes_through_owlready2_and_comes_out_whole(tmp_path):
    text = 'given "Cabin": Land — Forest\nwhen nonbasic lands are Mountains from "Blood Moon"\nask "Cabin" is Forest'
    before = [quad.triple for quad in scenario_quads(check(text), text)]
    after = saved(loaded(before, tmp_path, "rdf"), tmp_path)
    assert canonical(after) == canonical(before)

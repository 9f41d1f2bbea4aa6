"""The shapes: every class of an export has one, each says in both languages what it wants, and the exports conform."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from rulekeep.kb.knowledge import load
from rulekeep.kb.rdf.reading import parsed
from rulekeep.kb.sources import SHAPES, files_of, games
from rulekeep.queries.api import check
from rulekeep.queries.commands.validate import texts_of
from rulekeep.queries.rdf.ruling_texts import ruling_texts
from rulekeep.queries.rdf.scenario_rdf import iris_of, scenario_quads

pytest.importorskip("pyshacl")

from rdflib import RDF, Graph, Namespace
from rulekeep.kb.rdf.description import description
from rulekeep.kb.rdf.pieces import quads
from rulekeep.kb.validation.graphs import shapes
from rulekeep.kb.validation.run import validate

SH = Namespace("http://www.w3.org/ns/shacl#")
SCENARIO = """
game mtg
scenario "An artifact that becomes a creature"
given "Ring": Artifact
when "Ring" becomes a creature from "Animator"
when "Ring" becomes a 2/2 Elf from "Elves" at 2
then "Ring" is Creature
ask "Ring" is Artifact
"""
STRUCTURE = {SH.path, SH.message, SH.severity, SH.targetClass, SH.targetSubjectsOf, SH.property}


@functools.cache
def exported(game: str) -> tuple:
    """All that is exported of a game, with its description."""
    found = quads(game, rulings=list(ruling_texts(game)))
    return (*found, *description(game, found))


@functools.cache
def scenario() -> tuple:
    return tuple(scenario_quads(check(SCENARIO), SCENARIO))


def test_the_folder_of_the_shapes_is_no_game() -> None:
    assert SHAPES not in games()


@pytest.mark.parametrize("game", [*games(), None])
def test_every_class_of_an_export_has_a_shape_that_targets_it(game: str | None) -> None:
    found = exported(game) if game else scenario()
    used = {q.object.value for q in found if q.predicate.value == str(RDF.type)}
    targeted = {str(o) for o in shapes().objects(None, SH.targetClass)}
    assert sorted(used - targeted) == []
    assert len(used) > 10


@pytest.mark.parametrize("game", games())
def test_every_class_that_individuals_of_a_scenario_may_have_has_a_shape(game: str) -> None:
    targeted = {str(o) for o in shapes().objects(None, SH.targetClass)}
    declared = load(game).program.theory.declarations.values()
    iris = iris_of(game)
    sorts = {iris[sort] for d in declared for sort in d.domains}
    kind = "https://w3id.org/rulekeep/core/ValueSort"
    values = {q.subject.value for q in exported(game) if getattr(q.object, "value", "") == kind}
    made = {iris[d.name] for d in declared if d.kind == "term"}
    assert sorted((sorts | made) - values - targeted) == []


@pytest.mark.parametrize("game", games())
def test_the_whole_export_of_a_game_conforms(game: str) -> None:
    files = {game: list(exported(game)), "blank nodes get other names beside another file": []}
    checked = validate(files, game, texts_of(game))
    assert checked.findings == ()
    assert checked.triples > 1000


@pytest.mark.parametrize("game", ["mtg", "duelmasters"])
def test_the_files_that_the_knowledge_is_written_in_conform_too(game: str) -> None:
    paths = [path for path in files_of(game) if "/terms/" not in path and "cards.ttl" not in path]
    files = {path: parsed(Path(path).read_bytes(), path) for path in paths}
    assert validate(files, game, texts_of(game)).findings == ()


def test_an_answered_scenario_conforms() -> None:
    checked = validate({"x": list(scenario())}, "mtg", texts_of("mtg"))
    assert {f.severity for f in checked.findings} <= {"warning"}
    assert checked.conforms


def test_every_shape_says_in_both_languages_what_it_wants() -> None:
    graph = shapes()
    named = {s for s in graph.subjects(RDF.type, SH.NodeShape)}
    properties = {o for s in named for o in graph.objects(s, SH.property)}
    wanting = [s for s in named if set(graph.predicates(s)) - STRUCTURE - {RDF.type}]
    silent = [
        f"{shape} {graph.value(shape, SH.path)}"
        for shape in [*properties, *wanting]
        if {m.language for m in graph.objects(shape, SH.message)} != {"en", "ja"}
    ]
    assert len(properties) > 100
    assert silent == []


def test_the_shapes_are_well_formed_shacl() -> None:
    from pyshacl import validate as run

    conforms, _, text = run(Graph(), shacl_graph=shapes(), meta_shacl=True)
    assert conforms, text

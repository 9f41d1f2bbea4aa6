"""The description of an export: VoID counts that are those of its graphs, DCAT with licence, date and formats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from pyoxigraph import Quad, Store
from rulekeep.kb.rdf.formats import FORMATS
from rulekeep.kb.sources import games
from rulekeep.queries.rdf.export import Part, export_bytes, gather

from . import owlapi

PREFIXES = """
PREFIX void: <http://rdfs.org/ns/void#> PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX dcterms: <http://purl.org/dc/terms/> PREFIX foaf: <http://xmlns.com/foaf/0.1/>
PREFIX sd: <http://www.w3.org/ns/sparql-service-description#>
"""
COUNTS = {
    "triples": "(COUNT(*) AS ?n) { GRAPH ?graph { ?s ?p ?o } }",
    "classes": "(COUNT(DISTINCT ?o) AS ?n) { GRAPH ?graph { ?s a ?o FILTER isIRI(?o) } }",
    "properties": "(COUNT(DISTINCT ?p) AS ?n) { GRAPH ?graph { ?s ?p ?o } }",
    "entities": "(COUNT(DISTINCT ?s) AS ?n) { GRAPH ?graph { ?s ?p ?o FILTER isIRI(?s) } }",
    "distinctSubjects": "(COUNT(DISTINCT ?s) AS ?n) { GRAPH ?graph { ?s ?p ?o } }",
    "distinctObjects": "(COUNT(DISTINCT ?o) AS ?n) { GRAPH ?graph { ?s ?p ?o } }",
}


@cache
def part(game: str) -> Part:
    (found,) = gather("all", [game])
    return found


@cache
def store(game: str) -> Store:
    made = Store()
    made.extend(part(game).quads)
    made.extend(part(game).more)
    return made


def asked(game: str, query: str) -> list[tuple[str, ...]]:
    rows = store(game).query(PREFIXES + query, use_default_graph_as_union=True)
    return sorted(tuple(value.value for value in row) for row in rows)  # type: ignore[union-attr]


def described(game: str) -> Sequence[Quad]:
    return part(game).more


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("game", games())
def test_counts_of_a_piece_are_those_of_its_graph(game: str, count: str) -> None:
    pieces = asked(game, f"SELECT ?g ?n {{ ?part sd:name ?g ; void:{count} ?n }}")
    assert len(pieces) == 5
    for graph, told in pieces:
        query = COUNTS[count].replace("?graph", f"<{graph}>")
        assert asked(game, f"SELECT {query}") == [(told,)], graph


@pytest.mark.parametrize("game", games())
def test_partitions_count_the_entities_of_classes_and_the_triples_of_properties(game: str) -> None:
    graph = f"https://w3id.org/rulekeep/graph/{game}/rules"
    piece = f"?part sd:name <{graph}> ;"
    told = asked(
        game, f"SELECT ?c ?n {{ {piece} void:classPartition [ void:class ?c ; void:entities ?n ] }}"
    )
    counted = f"SELECT ?c (COUNT(?s) AS ?n) {{ GRAPH <{graph}> {{ ?s a ?c }} }} GROUP BY ?c"
    assert told == asked(game, counted)
    told = asked(
        game,
        f"SELECT ?p ?n {{ {piece} void:propertyPartition [ void:property ?p ; void:triples ?n ] }}",
    )
    counted = f"SELECT ?p (COUNT(*) AS ?n) {{ GRAPH <{graph}> {{ ?s ?p ?o }} }} GROUP BY ?p"
    assert told == asked(game, counted)


@pytest.mark.parametrize("game", games())
def test_a_dataset_has_title_licence_date_publisher_and_every_format(game: str) -> None:
    dataset = f"<https://w3id.org/rulekeep/dataset/{game}>"
    (row,) = asked(
        game,
        f"SELECT ?licence ?date ?name {{ {dataset} a dcat:Dataset ; dcterms:license ?licence ;"
        " dcterms:modified ?date ; dcterms:publisher [ foaf:name ?name ] }",
    )
    assert row[0] == "https://spdx.org/licenses/MIT"
    assert "2011-09-30" < row[1] <= "2026-08-07"
    assert row[2] == "Rulekeep"
    for prop in ("title", "description"):
        words = asked(game, f"SELECT (LANG(?t) AS ?l) {{ {dataset} dcterms:{prop} ?t }}")
        assert words == [("en",), ("ja",)]
    titles = asked(game, f"SELECT ?t {{ {dataset} dcat:distribution [ dcterms:title ?t ] }}")
    assert {t for (t,) in titles} == {f.title for f in FORMATS.values()} | {"CSV", "Parquet"}


def test_the_game_is_called_by_its_name() -> None:
    titles = asked("duelmasters", "SELECT ?t { ?d a dcat:Dataset ; dcterms:title ?t }")
    assert any("デュエル・マスターズ" in title for (title,) in titles)


def test_the_description_by_itself_is_that_of_all() -> None:
    (alone,) = gather("description", ["mtg"])
    assert alone.more == described("mtg")
    assert not alone.quads


def test_what_a_description_uses_is_declared() -> None:
    kinds = {
        (q.subject.value, q.object.value.rpartition("#")[2])  # type: ignore[union-attr]
        for q in described("mtg")
        if q.predicate.value.endswith("#type")
    }
    for quad in described("mtg"):
        if not quad.predicate.value.startswith("http://www.w3.org/1999/02/22-rdf-syntax-ns#"):
            assert (quad.predicate.value, "AnnotationProperty") in kinds


@pytest.mark.skipif(owlapi.missing() is not None, reason=str(owlapi.missing()))
def test_all_with_its_description_keeps_owl_2_dl_and_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "all.owl"
    file.write_bytes(export_bytes([part("duelmasters")], "rdf/xml"))
    loaded = owlapi.load(file)
    assert loaded.violations == ()
    assert loaded.rules > 300

"""The exported ontology: the same bytes on every run, readable by others, dated and licensed."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rdflib import DCTERMS, OWL, RDF, SKOS, BNode, Graph, URIRef
from rulekeep.kb.sources import files_of
from rulekeep.queries.cli import main

MTG = "https://w3id.org/rulekeep/mtg"
COMMAND = "from rulekeep.queries.cli import main; main(['export', 'ontology'])"


def exported(seed: int) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run(
        [sys.executable, "-c", COMMAND], env=environment, capture_output=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def turtle() -> bytes:
    return exported(1)


@pytest.fixture(scope="module")
def graph(turtle: bytes) -> Graph:
    return Graph().parse(data=turtle.decode(), format="turtle")


def test_the_export_is_the_same_whatever_the_order_of_sets(turtle: bytes) -> None:
    assert turtle == exported(2)


def test_the_export_is_one_ontology_with_title_date_licence_and_version(graph: Graph) -> None:
    (ontology,) = graph.subjects(RDF.type, OWL.Ontology)
    assert str(ontology) == MTG
    (date,) = graph.objects(ontology, DCTERMS.date)
    assert "2011-09-30" < datetime.date.fromisoformat(str(date)).isoformat() <= "2026-08-07"
    assert [str(o) for o in graph.objects(ontology, DCTERMS.license)] == [
        "https://spdx.org/licenses/MIT"
    ]
    assert list(graph.objects(ontology, DCTERMS.title))
    assert list(graph.objects(ontology, OWL.versionInfo))


def test_the_export_holds_every_statement_of_the_files(graph: Graph) -> None:
    source = Graph()
    for file in files_of("mtg"):
        source.parse(file, format="turtle")
    headers = set(source.subjects(RDF.type, OWL.Ontology)) | {URIRef(MTG)}
    for side in (source, graph):
        for header in headers:
            side.remove((header, None, None))
    assert len(graph) == len(source)
    assert named(graph) == named(source)


def named(graph: Graph) -> set[tuple[object, ...]]:
    """The triples without blank nodes, which two graphs name differently."""
    return {triple for triple in graph if not any(isinstance(part, BNode) for part in triple)}


def labels(graph: Graph, name: str) -> set[tuple[str | None, str]]:
    objects = graph.objects(URIRef(f"{MTG}/{name}"), SKOS.prefLabel)
    return {(label.language, str(label)) for label in objects}  # type: ignore[attr-defined]


def test_types_have_labels_in_both_languages(graph: Graph) -> None:
    assert labels(graph, "creature-type/Goblin") == {("en", "Goblin"), ("ja", "ゴブリン")}
    assert labels(graph, "Kindred") == {("en", "Kindred")}


def test_nothing_of_this_machine_is_exported(turtle: bytes) -> None:
    text = turtle.decode()
    assert "file://" not in text
    assert str(Path.home()) not in text
    assert str(Path(__file__).parents[1]) not in text


def test_the_export_can_be_written_to_a_file(tmp_path: Path, turtle: bytes) -> None:
    target = tmp_path / "out.ttl"
    result = CliRunner().invoke(main, ["export", "ontology", "-o", str(target)])
    assert result.exit_code == 0
    assert target.read_bytes() == turtle

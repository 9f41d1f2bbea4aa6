"""JSON-LD: a context that is up to date and stands in the file, plain keys, blank nodes in their places."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pyoxigraph import RdfFormat, parse
from rulekeep.kb.rdf.context import FILE, load_context
from rulekeep.kb.rdf.json_ld import json_ld_bytes
from rulekeep.queries.rdf.export import export_bytes, gather

from .build_context import context_text

RK = "https://w3id.org/rulekeep/core/"


def written(turtle: str) -> list[dict[str, Any]]:
    """The nodes of a Turtle text, as JSON-LD has them."""
    prefixes = "".join(
        f"@prefix {p}: <{i}> .\n" for p, i in load_context().items() if isinstance(i, str)
    )
    quads = list(parse(prefixes + turtle, format=RdfFormat.TURTLE))
    nodes: list[dict[str, Any]] = json.loads(json_ld_bytes(quads))["@graph"]
    return nodes


@pytest.fixture(scope="module")
def terms() -> dict[str, dict[str, Any]]:
    (graph,) = json.loads(export_bytes(gather("terms", ["mtg"]), "json-ld"))["@graph"]
    assert graph["@id"] == "https://w3id.org/rulekeep/graph/mtg/terms"
    return {node["@id"]: node for node in graph["@graph"]}


def test_the_context_is_up_to_date() -> None:
    """Else: python -m tests.build_context."""
    assert FILE.read_text(encoding="utf-8") == context_text(), "python -m tests.build_context"


def test_the_context_stands_in_the_file_and_nothing_has_to_be_loaded() -> None:
    data = json.loads(export_bytes(gather("cards", ["mtg"]), "json-ld"))
    assert data["@context"] == load_context()
    assert "@import" not in json.dumps(data["@context"])


def test_words_are_found_by_language(terms: dict[str, dict[str, Any]]) -> None:
    goblin = terms["mtg:creature-type/Goblin"]
    assert goblin["prefLabel"] == {"en": "Goblin", "ja": "ゴブリン"}
    assert goblin["validFrom"] == "2011-09-30"
    assert goblin["mtg:inKind"] == "mtg:creature-type"
    assert "mtg:Subtype" in goblin["@type"]


def test_a_node_is_a_line() -> None:
    text = export_bytes(gather("cards", ["mtg"]), "json-ld").decode()
    lines = [line for line in text.splitlines() if line.startswith('{"@id":"mtg:card/')]
    assert all(json.loads(line.removesuffix(","))["@id"] for line in lines)
    assert len(lines) > 700


@pytest.mark.parametrize(
    ("turtle", "expected"),
    [
        ("mtg:a skos:prefLabel 'A'@en .", {"prefLabel": {"en": "A"}}),
        ("mtg:a skos:altLabel 'A'@en, 'B'@en .", {"altLabel": {"en": ["A", "B"]}}),
        ("mtg:a rdfs:label 'A' .", {"label": {"@none": "A"}}),
        ("mtg:a rk:partOf mtg:b .", {"partOf": "mtg:b"}),
        ("mtg:a rk:arity 2 .", {"arity": 2}),
        ("mtg:a rk:partOf 'words' .", {"partOf": {"@type": "xsd:string", "@value": "words"}}),
        ("mtg:a rk:validFrom 'soon' .", {f"{RK}validFrom": "soon"}),
        ("mtg:a skos:prefLabel mtg:b .", {"http://www.w3.org/2004/02/skos/core#prefLabel": {"@id": "mtg:b"}}),
        ("mtg:a <x:p> mtg:b .", {"x:p": {"@id": "mtg:b"}}),
        ("mtg:a <x:p> 01 .", {"x:p": {"@type": "xsd:integer", "@value": "01"}}),
        ("mtg:a <x:p> ( 1 mtg:b ) .", {"x:p": {"@list": [1, {"@id": "mtg:b"}]}}),
        ("mtg:a owl:unionOf ( mtg:b mtg:c ) .", {"unionOf": {"@list": ["mtg:b", "mtg:c"]}}),
        ("mtg:a rk:partOf [ rk:arity 1 ] .", {"partOf": {"arity": 1}}),
        ("mtg:a a rk:Rule .", {"@type": "rk:Rule"}),
    ],
)  # fmt: skip
def test_values_stand_as_plainly_as_the_context_allows(
    turtle: str, expected: dict[str, Any]
) -> None:
    assert written(turtle) == [{"@id": "mtg:a", **expected}]


def test_a_blank_node_in_two_places_or_in_a_circle_keeps_its_name() -> None:
    twice = written("mtg:a <x:p> _:n . mtg:b <x:p> _:n . _:n <x:q> 1 .")
    assert [node["@id"][:2] for node in twice] == ["mt", "mt", "_:"]
    circle = written("_:m <x:p> _:n . _:n <x:p> _:m .")
    assert len(circle) == 1
    assert circle[0]["x:p"]["x:p"]["@id"] == circle[0]["@id"]


def test_a_list_that_is_spoken_of_twice_stays_open() -> None:
    nodes = written("mtg:a <x:p> _:n . mtg:b <x:p> _:n . _:n rdf:first 1 ; rdf:rest () .")
    assert [node.get("x:p") for node in nodes[:2]] == [{"@id": nodes[2]["@id"]}] * 2


def test_a_long_list_is_a_list() -> None:
    members = list(range(20_000))
    (node,) = written(f"mtg:a <x:p> ( {' '.join(map(str, members))} ) .")
    assert node["x:p"] == {"@list": members}

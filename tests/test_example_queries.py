"""The SPARQL queries to copy: two engines give the same rows over the export, and the rows are right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import rdflib
from pyoxigraph import Quad, QuerySolutions, RdfFormat, Store, serialize
from rulekeep.kb.knowledge import Knowledge, load
from rulekeep.kb.rdf.pieces import PIECES, merged, quads
from rulekeep.queries.rdf.ruling_texts import ruling_texts

FOLDER = Path(__file__).resolve().parents[1] / "queries" / "examples"
QUERIES = sorted(path.stem for path in FOLDER.glob("*.rq"))
GAMES = ("mtg", "duelmasters")
MTG = "https://w3id.org/rulekeep/mtg/"
CORE = "https://w3id.org/rulekeep/core/"
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")

Row = tuple[str, ...]

# Query → rows that it must have among others, and rows that it must not have, each as a part of it.
FACTS: dict[str, tuple[list[Row], list[Row]]] = {
    "cards-with-subtype": ([("Llanowar Elves", "Creature — Elf Druid")], [("Blood Moon",)]),
    "effects-naming-forest": (
        [
            (
                "Ambush Commander",
                "{ add card types Creature; add creature types Elf } on Forest and controlled by you",
            )
        ],
        [("Blood Moon",)],
    ),
    "land-types-set": (
        [("Blood Moon", "{ set basic land types Mountain } on land and not basic")],
        [("Life and Limb",)],
    ),
    "new-creature-types": (
        [(f"{MTG}creature-type/Llama", "Llama", "2024-03-08")],
        [(f"{MTG}creature-type/Goblin",)],
    ),
    "renamed-terms": (
        [
            (f"{MTG}Tribal", "Tribal", f"{MTG}Kindred", "Kindred", "2024-06-07"),
            (f"{MTG}creature-type/Viashino", "Viashino", f"{MTG}creature-type/Lizard"),
        ],
        [("Goblin",)],
    ),
    "rules-citing": (
        [("205.1b", "Keeping what was there", "以前のタイプを残す効果"), ("305.7",)],
        [("205.1a",)],
    ),
    "rules-that-take-subtypes": (
        [(f"{MTG}rule/205.1a-correlated",), (f"{MTG}rule/305.7-types",)],
        [(f"{MTG}rule/205.1a-gives-subtype",)],
    ),
    "rulings-citing": ([(f"{MTG}ruling/mtg-blood-moon-2020-08-07-1", "2020-08-07")], []),
    "statements-by-trust": ([(f"{CORE}ComprehensiveRules", "7")], [(f"{CORE}Machinery",)]),
    "types-of-a-date": ([(f"{MTG}creature-type",)], [(f"{MTG}battle-type",)]),
    "without-japanese": ([(f"{MTG}Kindred", "Kindred")], [(f"{MTG}creature-type/Goblin",)]),
}


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.rq").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def stores() -> dict[str, tuple[Store, rdflib.Graph]]:
    found = {}
    for game in GAMES:
        triples = merged(quads(game, PIECES, ruling_texts(game)), game)
        store = Store()
        store.extend(Quad(*triple) for triple in triples)
        lines = serialize(triples, format=RdfFormat.N_TRIPLES)
        found[game] = (store, rdflib.Graph().parse(data=lines, format="nt"))
    return found


def rows(store: Store, name: str) -> list[Row]:
    found = store.query(text_of(name))
    assert isinstance(found, QuerySolutions)
    return [tuple(cell.value if cell else "" for cell in row) for row in found]


def rdflib_rows(graph: rdflib.Graph, name: str) -> Iterator[Row]:
    for row in graph.query(text_of(name)):
        assert isinstance(row, rdflib.query.ResultRow)
        yield tuple("" if cell is None else str(cell) for cell in row)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", QUERIES)
def test_two_engines_give_the_same_rows(
    name: str, game: str, stores: dict[str, tuple[Store, rdflib.Graph]]
) -> None:
    store, graph = stores[game]
    assert sorted(rows(store, name)) == sorted(rdflib_rows(graph, name))


@pytest.mark.parametrize("name", QUERIES)
def test_rows_are_what_is_known_to_be_so(
    name: str, stores: dict[str, tuple[Store, rdflib.Graph]]
) -> None:
    found = rows(stores["mtg"][0], name)
    present, absent = FACTS[name]
    for wanted in present:
        assert any(set(wanted) <= set(row) for row in found), wanted
    for unwanted in absent:
        assert not any(set(unwanted) <= set(row) for row in found), unwanted


def subtypes(knowledge: Knowledge, date: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for term in knowledge.content.terms:
        if term.kind and term.valid(date):
            counts[term.kind] = counts.get(term.kind, 0) + 1
    return counts


def test_subtypes_of_a_date_are_counted_as_the_engine_knows_them(
    stores: dict[str, tuple[Store, rdflib.Graph]],
) -> None:
    found = {
        kind.removeprefix(MTG): int(n) for kind, n in rows(stores["mtg"][0], "types-of-a-date")
    }
    assert found == subtypes(load("mtg"), "2015-01-01")


def test_renamed_terms_and_those_without_japanese_are_those_that_the_engine_knows(
    stores: dict[str, tuple[Store, rdflib.Graph]],
) -> None:
    terms = load("mtg").content.terms
    renamed = {row[0].removeprefix(MTG) for row in rows(stores["mtg"][0], "renamed-terms")}
    assert renamed == {t.id for t in terms if t.successor}
    left = {row[0].removeprefix(MTG) for row in rows(stores["mtg"][0], "without-japanese")}
    assert {t.id for t in terms if "ja" not in t.labels} <= left


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_says_in_both_languages_what_it_asks_and_asks_nobody_else(name: str) -> None:
    text = text_of(name)
    comments = [line[1:].strip() for line in text.splitlines() if line.startswith("#")]
    assert len(comments) >= 2
    assert any(_JAPANESE.search(line) for line in comments)
    assert any(not _JAPANESE.search(line) for line in comments)
    assert "SERVICE" not in text.upper()
    assert max(map(len, text.splitlines())) <= 110


def test_the_rows_that_are_known_are_those_of_all_queries() -> None:
    assert sorted(FACTS) == QUERIES

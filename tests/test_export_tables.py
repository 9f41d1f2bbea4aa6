"""Tables agree with each other and with the graph: the same rows, the same keys, the same cells."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pyarrow.parquet
import pytest
from click.testing import CliRunner
from pyoxigraph import NamedNode, Quad, Store
from rulekeep.kb.rdf.tables import BETWEEN, OF_PIECE, TABLES, Table, table, table_bytes
from rulekeep.kb.sources import games
from rulekeep.queries.cli import main
from rulekeep.queries.rdf.export import all_quads, gather

CLASSES = {
    "terms": "http://www.w3.org/2004/02/skos/core#Concept",
    "rules": "https://w3id.org/rulekeep/core/Rule",
    "rulings": "https://w3id.org/rulekeep/core/Ruling",
    "cards": "https://w3id.org/rulekeep/core/Card",
    "effects": "https://w3id.org/rulekeep/core/CardEffect",
}
SKOS = "http://www.w3.org/2004/02/skos/core#"


@cache
def exported(game: str) -> Sequence[Quad]:
    return all_quads(gather("all", [game]))


@cache
def made(game: str, name: str) -> Table:
    return table(name, exported(game))


def from_csv(game: str, name: str) -> list[dict[str, str]]:
    text = table_bytes(made(game, name), "csv").decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def from_parquet(game: str, name: str) -> list[dict[str, object]]:
    data = table_bytes(made(game, name), "parquet")
    found: list[dict[str, object]] = pyarrow.parquet.read_table(io.BytesIO(data)).to_pylist()
    return found


def shown(cell: object) -> str:
    if isinstance(cell, list):
        return BETWEEN.join(cell)
    return "" if cell is None else str(cell)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("game", games())
def test_csv_parquet_and_graph_agree_in_rows_and_keys(game: str, name: str) -> None:
    store = Store()
    store.extend(exported(game))
    query = f"SELECT DISTINCT ?s {{ GRAPH ?g {{ ?s a <{CLASSES[name]}> }} }}"
    keys = sorted(row["s"].value for row in store.query(query))  # type: ignore[union-attr]
    assert [row["iri"] for row in from_csv(game, name)] == keys
    assert [row["iri"] for row in from_parquet(game, name)] == keys


@pytest.mark.parametrize("name", TABLES)
def test_csv_and_parquet_agree_in_every_cell(name: str) -> None:
    rows = [{k: shown(v) for k, v in row.items()} for row in from_parquet("mtg", name)]
    assert from_csv("mtg", name) == rows


@pytest.mark.parametrize("game", games())
def test_cells_hold_every_label_of_the_graph(game: str) -> None:
    wanted = {
        (quad.subject.value, quad.object.language, quad.object.value)
        for quad in gather("terms", [game])[0].quads
        if quad.predicate == NamedNode(f"{SKOS}prefLabel")
    }
    told = {
        (row["iri"], language, row[f"label_{language}"])
        for row in from_csv(game, "terms")
        for language in ("en", "ja")
        if row[f"label_{language}"]
    }
    keys = {row["iri"] for row in from_csv(game, "terms")}
    assert told == {label for label in wanted if label[0] in keys}


def test_every_table_has_rows_in_some_game() -> None:
    for name in TABLES:
        assert any(made(game, name).rows for game in games()), name


def test_no_cell_of_a_date_or_number_hides_a_second_value() -> None:
    for game in games():
        for name in TABLES:
            columns = made(game, name).columns
            properties = {c.property for c in columns if c.kind != "text"}
            several = [
                (quad.subject, quad.predicate.value)
                for quad in dict.fromkeys(q.triple for q in exported(game))
                if any(quad.predicate.value.endswith(p.rpartition(":")[2]) for p in properties)
            ]
            assert len(several) == len(set(several))


def test_dates_are_dates_and_numbers_numbers() -> None:
    terms = pyarrow.parquet.read_schema(io.BytesIO(table_bytes(made("mtg", "terms"), "parquet")))
    assert str(terms.field("valid_from").type) == "date32[day]"
    cards = made("duelmasters", "cards")
    kinds = {c.name: c.kind for c in cards.columns}
    assert kinds["cost"] == "number"


def test_a_folder_gets_a_file_for_each_table(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["export", "all", "--game", "mtg", "--format", "csv", "-o", str(tmp_path / "new")]
    )
    assert result.exit_code == 0
    assert {p.name for p in (tmp_path / "new").iterdir()} == {f"{n}.csv" for n in TABLES}
    for name in TABLES:
        assert (tmp_path / "new" / f"{name}.csv").read_bytes() == table_bytes(
            made("mtg", name), "csv"
        )


def test_cards_in_a_folder_have_their_effects_beside_them(tmp_path: Path) -> None:
    CliRunner().invoke(main, ["export", "cards", "--format", "parquet", "-o", str(tmp_path)])
    assert {p.name for p in tmp_path.iterdir()} == {"cards.parquet", "effects.parquet"}


def test_every_table_belongs_to_a_piece() -> None:
    assert {name for names in OF_PIECE.values() for name in names} == set(TABLES)


def test_parquet_without_pyarrow_says_what_to_install() -> None:
    command = (
        "import sys; sys.modules['pyarrow'] = None; from rulekeep.queries.cli import main; main()"
    )
    arguments = ["export", "cards", "--format", "parquet"]
    done = subprocess.run(
        [sys.executable, "-c", command, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'rulekeep[tables]' [extra-missing]" in done.stderr

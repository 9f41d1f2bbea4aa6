"""The store in memory, in a folder and behind an endpoint: the same answers, graphs and changes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.rdf.iris import graph_iri
from rulekeep.kb.rdf.pieces import PIECES
from rulekeep.kb.store.graphs import IMPORTS, cards_graph
from rulekeep.kb.store.local import LocalStore
from rulekeep.kb.store.memory import MemoryStore
from rulekeep.kb.store.place import store_place
from rulekeep.kb.store.remote import RemoteStore
from rulekeep.kb.store.sorted_lines import LineSorter, differences
from rulekeep.queries.api import ask

from .imported import FILES, everything, imported
from .test_cli import call

GRAPH, OTHER = "https://w3id.org/rulekeep/graph/x", "https://w3id.org/rulekeep/graph/名"
KINDS = ("memory", "folder", "endpoint")


@pytest.fixture(scope="module")
def endpoint():
    command = [sys.executable, str(Path(__file__).with_name("sparql_server.py"))]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture(params=KINDS)
def store(request, tmp_path):
    if request.param == "memory":
        return MemoryStore()
    if request.param == "folder":
        return LocalStore(str(tmp_path / "store"))
    found = RemoteStore(request.getfixturevalue("endpoint"))
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    found.replace({name: empty for name in found.names()})
    return found


def put(store, tmp_path: Path, **graphs: list[str]) -> None:
    names = {"x": GRAPH, "other": OTHER}
    paths = {}
    for name, lines in graphs.items():
        paths[names[name]] = tmp_path / f"{name}.nt"
        paths[names[name]].write_text("".join(sorted(lines)), encoding="utf-8")
    with store.writing():
        store.replace(paths)


def triple(number: int, word: str = "a") -> str:
    return f'<urn:s{number:05}> <urn:p> "{word}" .\n'


def rows(store, query: str) -> list[tuple[str, ...]]:
    return sorted(tuple(cell.value for cell in row) for row in store.query(query))


def test_graphs_are_replaced_and_the_others_stay(store, tmp_path):
    put(store, tmp_path, x=[triple(1), triple(2)], other=[triple(3, "名")])
    put(store, tmp_path, x=[triple(2), triple(4)])
    assert store.names() == [GRAPH, OTHER]
    assert list(store.graph(GRAPH)) == [triple(2).encode(), triple(4).encode()]
    assert rows(store, "SELECT ?s ?o { ?s <urn:p> ?o }") == [
        ("urn:s00002", "a"), ("urn:s00003", "名"), ("urn:s00004", "a"),
    ]  # fmt: skip


def test_an_empty_file_removes_a_graph(store, tmp_path):
    put(store, tmp_path, x=[triple(1)], other=[triple(2)])
    put(store, tmp_path, x=[])
    assert (store.names(), list(store.graph(GRAPH))) == ([OTHER], [])


def test_a_query_of_every_form_is_answered(store, tmp_path):
    put(store, tmp_path, x=[triple(1)])
    assert bool(store.query("ASK { ?s ?p 'a' }"))
    assert not bool(store.query("ASK { ?s ?p 'b' }"))
    built = [str(t) for t in store.query("CONSTRUCT { ?s <urn:q> ?o } WHERE { ?s ?p ?o }")]
    assert built == ['<urn:s00001> <urn:q> "a"']


def test_a_faulty_query_is_told_with_its_place(store):
    with pytest.raises(DiagnosticError) as caught:
        store.query("SELECT *\n{ ?s ?p }")
    fault = caught.value.diagnostics[0]
    assert (fault.code, fault.start) == ("sparql-syntax", 18)


def test_an_import_is_the_same_in_every_store(store, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    here = MemoryStore()
    imported(FILES / "scryfall.json", "scryfall", here)
    assert imported(FILES / "scryfall.json", "scryfall", store).changed
    pieces = {graph_iri("mtg", piece) for piece in PIECES}
    assert set(store.names()) == {IMPORTS, cards_graph("mtg", "scryfall"), *pieces}
    wanted = set(everything(here).splitlines())
    assert {x for x in everything(store).splitlines() if b"_:" not in x} == {
        x for x in wanted if b"_:" not in x
    }
    assert not imported(FILES / "scryfall.json", "scryfall", store).changed


def test_no_triple_stands_in_two_graphs(tmp_path):
    store = MemoryStore()
    imported(FILES / "scryfall.json", "scryfall", store)
    imported(FILES / "duelmasters.jsonl", "duelmasters", store)
    lines = [line for name in store.names() for line in store.graph(name)]
    assert len(lines) == len(set(lines))


def test_cards_behind_an_endpoint_are_objects(endpoint, monkeypatch):
    monkeypatch.setenv("RULEKEEP_STORE", endpoint)
    assert call("import", "scryfall", str(FILES / "scryfall.json")).exit_code == 0
    assert ask('given "Stomp"; ask "Stomp" is Instant')[0].verdict == "yes"
    shown = call("sparql", 'SELECT ?l { ?s rk:foldedName "stomp" ; rk:typeLine ?l }').stdout
    assert shown.splitlines()[1:] == ["Instant — Adventure"]


def test_an_endpoint_that_is_not_there_is_told():
    shown = call("sparql", "ASK { ?s ?p ?o }", "--store", "http://127.0.0.1:9/none")
    assert (shown.exit_code, "store-not-read" in shown.stderr) == (2, True)


@pytest.mark.parametrize(
    ("address", "query"),
    [("http://h:1", "http://h:1/query"), ("http://h:1/ds/sparql", "http://h:1/ds/sparql"),
     ("http://h:1/ds/query/", "http://h:1/ds/query")],
)  # fmt: skip
def test_the_address_of_the_query_service_is_found(address, query):
    assert RemoteStore(address).address == query


# --- a folder ---------------------------------------------------------------------------------------


def test_the_index_of_a_folder_follows_its_graphs_however_much_changes(tmp_path, monkeypatch):
    monkeypatch.setattr("rulekeep.kb.store.local.FEW", 3)
    store = LocalStore(str(tmp_path / "store"))
    states = [range(10), range(2, 12), range(20), range(15, 40), range(15, 16), []]
    for numbers in states:
        put(store, tmp_path, x=[triple(n) for n in numbers])
        found = rows(store, "SELECT ?s { GRAPH ?g { ?s ?p ?o } }")
        assert found == [(f"urn:s{n:05}",) for n in numbers]


def test_a_folder_keeps_two_generations(tmp_path):
    store = LocalStore(str(tmp_path / "store"))
    for number in range(4):
        put(store, tmp_path, x=[triple(number)])
    kept = sorted(p.name for p in store.folder.iterdir())
    assert kept == ["CURRENT", "generation-000003", "generation-000004", "lock"]


def test_a_reader_sees_a_change_by_another_writer(tmp_path):
    place = str(tmp_path / "store")
    reader = LocalStore(place)
    assert rows(reader, "SELECT ?s { ?s ?p ?o }") == []
    put(LocalStore(place), tmp_path, x=[triple(1)])
    assert rows(reader, "SELECT ?s { ?s ?p ?o }") == [("urn:s00001",)]


def test_the_place_is_that_of_the_option_then_of_the_environment(monkeypatch):
    monkeypatch.setenv("RULEKEEP_STORE", "here")
    assert (store_place("there"), store_place()) == ("there", "here")
    monkeypatch.delenv("RULEKEEP_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert "rulekeep" in store_place()


def test_a_question_that_names_no_imported_card_opens_no_store(tmp_path):
    imported(FILES / "scryfall.json", "scryfall", LocalStore(str(tmp_path)))
    script = (
        "import sys; from rulekeep.queries.api import ask\n"
        'ask(\'given "Blood Moon"; ask "Blood Moon" is Enchantment\')\n'
        "print([m for m in ('pyoxigraph', 'rdflib', 'filelock') if m in sys.modules])"
    )
    command = [sys.executable, "-c", script]
    environment = {**__import__("os").environ, "RULEKEEP_STORE": str(tmp_path)}
    subprocess.run(command, env=environment, capture_output=True, check=True)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.replace("'", '"')) == []


# --- sorted lines -----------------------------------------------------------------------------------


def test_lines_are_sorted_and_given_once_however_many_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr("rulekeep.kb.store.sorted_lines.RUN", 10)
    sorter = LineSorter(tmp_path)
    for number in (5, 3, 9, 3, 1, 7, 5, 2, 8):
        sorter.add([f"{number} x\n".encode()])
    assert b"".join(sorter.lines()).split() == b"1 x 2 x 3 x 5 x 7 x 8 x 9 x".split()
    assert list(tmp_path.iterdir()) != []


def test_differences_are_what_only_one_of_two_has():
    assert list(differences([b"a", b"b", b"d"], [b"b", b"c", b"d", b"e"])) == [
        (False, b"a"), (True, b"c"), (True, b"e"),
    ]  # fmt: skip

"""`rulekeep sparql`: forms of results, limits that hold, and what a query may not do."""

from __future__ import annotations

import csv
import io
import json
import os
from xml.etree import ElementTree

import pyoxigraph
import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.store.asking import answers
from rulekeep.kb.store.local import LocalStore
from rulekeep.kb.store.sparql_text import refusal
from rulekeep.queries.answers.highlight import highlight

from .imported import FILES, imported
from .test_cli import call

NAMES = "SELECT ?name ?line { ?c rk:typeLine ?line ; skos:prefLabel ?name FILTER EXISTS { ?c rk:foldedName ?f } } ORDER BY ?name ?line"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    imported(FILES / "scryfall.json", "scryfall", LocalStore(str(folder)))
    return str(folder)


@pytest.fixture(autouse=True)
def store(place, monkeypatch):
    monkeypatch.setenv("RULEKEEP_STORE", place)


def test_rows_are_a_table_in_which_wide_letters_count_two():
    query = 'SELECT ?n ?l { ?c rk:foldedName "graf rats" ; skos:prefLabel ?n ; rk:layout ?l } ORDER BY ?n'
    assert call("sparql", query).stdout.splitlines() == [
        "?n          ?l",
        "Graf Rats   meld",
        "墓のネズミ  meld",
    ]


def test_csv_json_and_xml_have_the_same_rows():
    table = list(csv.reader(io.StringIO(call("sparql", NAMES, "--format", "csv").stdout)))
    data = json.loads(call("sparql", NAMES, "--format", "json").stdout)
    rows = [[b["name"]["value"], b["line"]["value"]] for b in data["results"]["bindings"]]
    root = ElementTree.fromstring(call("sparql", NAMES, "--format", "xml").stdout)
    space = "{http://www.w3.org/2005/sparql-results#}"
    cells = [[cell.text for cell in r.iter(f"{space}literal")] for r in root.iter(f"{space}result")]
    assert table[0] == data["head"]["vars"] == ["name", "line"]
    assert table[1:] == rows == cells and len(rows) == 25


@pytest.mark.parametrize("form", ["json", "xml"])
def test_results_are_read_back_by_a_library(form):
    shown = call("sparql", NAMES, "--format", form).stdout.encode()
    formats = {"json": pyoxigraph.QueryResultsFormat.JSON, "xml": pyoxigraph.QueryResultsFormat.XML}
    assert len(list(pyoxigraph.parse_query_results(shown, formats[form]))) == 25  # type: ignore[arg-type]


def test_built_triples_are_turtle_and_the_same_each_time():
    query = "CONSTRUCT { ?a ?p ?o } WHERE { ?a a prov:Activity ; ?p ?o }"
    first, second = (call("sparql", query, "--format", "turtle").stdout for _ in range(2))
    assert first == second
    triples = list(pyoxigraph.parse(first, pyoxigraph.RdfFormat.TURTLE))
    assert any("scryfall.json" in str(t.object) for t in triples)


def test_ontology_cards_and_imports_can_be_asked_together():
    query = (
        "SELECT ?name { GRAPH ?g { ?c mtg:baseSubtype ?t ; skos:prefLabel ?name }"
        " GRAPH graph:mtg\\/terms { ?t skos:prefLabel 'ネズミ'@ja } ?a prov:generated ?g }"
    )
    assert call("sparql", query).stdout.splitlines()[1:] == ["Graf Rats", "墓のネズミ"]


def test_a_yes_or_no_is_told_by_the_exit_code():
    assert call("sparql", "ASK { ?s rk:layout 'meld' }").exit_code == 0
    no = call("sparql", "ASK { ?s rk:layout 'none' }")
    assert (no.exit_code, no.stdout) == (1, "no\n")


def test_without_a_store_the_ontologies_can_be_asked(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEKEEP_STORE", str(tmp_path))
    shown = call("sparql", "SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?s a rk:Rule } }").stdout
    assert int(shown.split()[-1]) >= 3


def test_a_query_is_read_from_a_file(tmp_path):
    path = tmp_path / "query.rq"
    path.write_text("ASK { ?s rk:layout 'meld' }")
    assert call("sparql", "-f", str(path)).stdout == "yes\n"


def test_rows_past_the_limit_are_left_out_and_said():
    shown = call("sparql", NAMES, "--max-rows", "3")
    assert (shown.exit_code, len(shown.stdout.splitlines())) == (0, 4)
    assert "only the first 3 rows" in shown.stderr


@pytest.mark.parametrize("start", ["SELECT (COUNT(*) AS ?n)", "SELECT *", "ASK"])
def test_a_cross_join_is_stopped(start):
    end = "ORDER BY ?a ?d" if start == "SELECT *" else ""
    tail = 'FILTER(CONCAT(STR(?a), STR(?d), STR(?g)) != "")'
    if start == "ASK":
        tail = tail.replace("!=", "=")
    query = f"{start} {{ ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . {tail} }} {end}"
    clock = os.times().elapsed
    shown = call("sparql", query, "--time-limit", "1")
    assert (shown.exit_code, "sparql-stopped" in shown.stderr) == (2, True)
    assert os.times().elapsed - clock < 30


def test_a_faulty_query_is_shown_with_its_place():
    shown = call("sparql", "SELECT * {\n  ?s ?p }")
    assert (shown.exit_code, "<argument>:2:10" in shown.stderr) == (2, True)
    assert "SPARQLの質問として読めません" in call("sparql", "SELECT", "--lang", "ja").stderr


@pytest.mark.parametrize(("query", "form"), [(NAMES, "turtle"), ("DESCRIBE rk:Rule", "csv")])
def test_a_form_that_does_not_suit_is_refused(query, form):
    shown = call("sparql", query, "--format", form)
    assert (shown.exit_code, "sparql-form" in shown.stderr) == (2, True)


# --- what a query may not do ------------------------------------------------------------------------

HERE = "<http://127.0.0.1:9/>"
SERVICES = [
    "SELECT * { SERVICE %s { ?s ?p ?o } }",
    "SELECT * { service silent %s { ?s ?p ?o } }",
    "SELECT * { ?s ?p ?o FILTER(1<2)SERVICE%s{ ?a ?b ?c } }",
    "SELECT * { ?s ?p 1.SERVICE %s { ?a ?b ?c } }",
    "SELECT * { ?s ?p trueSERVICE %s { ?a ?b ?c } }",
    "SELECT * { ?s ?p 'it''s'@en.SERVICE %s { ?a ?b ?c } }",
    "PREFIX e: <http://e/> SELECT * { ?s ?p e:.SERVICE %s { ?a ?b ?c } }",
    r"PREFIX e: <http://e/> SELECT * { ?s e:a\#b ?x . SERVICE %s { ?a ?b ?c } }",
    r"PREFIX e: <http://e/> SELECT * { ?s e:a\'b ?x . SERVICE %s { ?a ?b ?c } ?x e:\'b ?y }",
    r"SELECT * { \u0053ERVICE %s { ?s ?p ?o } }",
    "PREFIX : %s SELECT * { SERVICE:x { ?s ?p ?o } }",
    "PREFIX : %s SELECT * { {?s ?p ?o}UNION{SERVICE SILENT:x { ?a ?b ?c } } }",
    "SELECT * { ?s ?p ?x { SELECT * { SERVICE ?x { ?a ?b ?c } } } VALUES ?x { %s } }",
    "SELECT * { ?s ?p '''a'b''' . SERVICE %s { ?a ?b ?c } }",
    "SELECT * { ?s ?p ?o # '''\n SERVICE %s { ?a ?b ?c } # '''\n }",
]  # fmt: skip


@pytest.mark.parametrize("query", SERVICES)
def test_another_server_is_never_asked(query):
    found = refusal(query.replace("%s", HERE))
    assert found is not None and found.code == "sparql-service"


def test_the_command_refuses_to_ask_another_server():
    shown = call("sparql", SERVICES[0].replace("%s", HERE))
    assert (shown.exit_code, "sparql-service" in shown.stderr) == (2, True)


@pytest.mark.parametrize(
    "query",
    [
        'SELECT * { ?s ?p "SERVICE" }',
        "SELECT ?service { ?service ?p ?o } # SERVICE",
        "SELECT * { <http://e/SERVICE> ?p ?o }",
        "PREFIX e: <http://e/> SELECT * { ?s e:service ?o }",
        "SELECT * { ?s ?p '''it's a SERVICE''' }",
        r'SELECT * { ?s ?p "a \" SERVICE" }',
        "SELECT * { ?s ?p ?o FILTER(?o < 3) }",
        'SELECT * { ?s ?p "INSERT DATA" }',
    ],
)
def test_the_word_alone_is_no_such_question(query):
    assert refusal(query) is None
    pyoxigraph.Store().query(query)


@pytest.mark.parametrize(
    "query",
    ["INSERT DATA { <urn:a> <urn:b> 'c' }", "DELETE WHERE { ?s ?p ?o }", "LOAD <file:///etc/passwd>",
     "PREFIX e: <http://e/> CLEAR ALL", "# SELECT\nDROP ALL", "WITH <urn:g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }"],
)  # fmt: skip
def test_the_store_is_not_changed_by_a_query(place, query):
    before = LocalStore(place).state
    shown = call("sparql", query)
    assert (shown.exit_code, "sparql-update" in shown.stderr) == (2, True)
    assert LocalStore(place).state == before


def test_no_file_is_read():
    shown = call("sparql", "SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }")
    assert (shown.exit_code, shown.stdout.splitlines()[1:]) == (1, [])


def test_a_long_tangle_is_looked_through_quickly():
    for text in (
        '"' * 30_000,
        "'''" + "''a" * 20_000,
        ":" + "a." * 40_000,
        "a." * 40_000,
        "\\" * 90_000,
    ):
        refusal(text)
    found = refusal("#" * 200_000)
    assert found is not None and found.code == "too-long"


# --- faults -----------------------------------------------------------------------------------------


def test_prefixes_that_are_not_declared_are_told_at_their_places_with_those_that_are():
    shown = call("sparql", "SELECT * {\n ?s skoss:prefLabel ?o ; foo:x 1 . _:b a :x }")
    places = [line.split(": ")[0] for line in shown.stderr.splitlines() if "sparql-prefix" in line]
    assert places == ["<argument>:2:5", "<argument>:2:26", "<argument>:2:42"]
    assert "the prefix `skoss:` is not declared; known are dcterms:, duel:, graph:" in shown.stderr
    assert "did you mean `skos:`?" in shown.stderr
    assert "接頭辞 `foo:` は宣言されていません" in call("sparql", "ASK { foo:x ?p ?o }", "--lang", "ja").stderr  # fmt: skip


def test_a_prefix_that_the_query_declares_is_known():
    assert call("sparql", "PREFIX  e:<http://e/> ASK { e:x ?p ?o }").stdout == "no\n"
    shown = call("sparql", "PREFIX eve: <http://e/> ASK { evee:x ?p ?o }")
    assert (shown.exit_code, "did you mean `eve:`?" in shown.stderr) == (2, True)


@pytest.mark.parametrize(
    ("query", "place_", "hint"),
    [
        ("SELCT * { ?s ?p ?o }", "1:1", "SELECT"),
        ("SELECT ?x WHER { ?x ?p ?o }", "1:11", "WHERE"),
        ("SELECT ?x { ?x ?p ?o FILTR(?o = 1) }", "1:22", "FILTER"),
        ("SELECT ?x { ?x ?p ?o }\nLIMT 3", "2:1", "LIMIT"),
        ("SELECT ?x\n{ ?x ?p ?o\n OPTIONL { ?x ?y ?z } }", "3:2", "OPTIONAL"),
        ("SELECT ?x { ?x ?p ?o } LIMIT x", "1:30", ""),
        ('SELECT * { ?s ?p "abc }', "1:24", ""),
        ("SELECT * { ?s <bad iri> ?o }", "1:24", ""),
        ("SELECT (SUM(?x) AS ?y) ?z { ?x ?p ?z }", "1:39", ""),
        ("SELECT ?s { ?s ?p ?o BIND(1 AS ?o) }", "1:37", ""),
        ("SELECT ?x { ?x ?p ?o", "1:21", ""),
        ("", "1:1", ""),
        (" ", "1:2", ""),
    ],
)
def test_every_fault_has_its_line_and_column_and_no_words_of_the_parser(query, place_, hint):
    with pytest.raises(DiagnosticError) as caught:
        answers(pyoxigraph.Store(), query)
    for lang in ("en", "ja"):
        said = highlight(caught.value.diagnostics, query, "q", lang)
        assert said.startswith(f"q:{place_}: ")
        assert "[_]" not in said and "expected" not in said and "..=" not in said
        assert (f"`{hint}`" in said) == bool(hint)


def test_a_query_that_ends_too_early_says_what_could_follow():
    shown = call("sparql", "-f", "-", stdin=b"SELECT ?x {\n ?x ?p ?o ")
    assert shown.stderr.startswith("<stdin>:2:11: ")
    assert "it ends too early; `,`, `.`, `;`" in shown.stderr


def test_an_empty_query_has_a_place_as_well():
    assert call("sparql", "-f", "-", stdin=b"").stderr.startswith("<stdin>:1:1: ")


@pytest.mark.parametrize("pair", ["()", "{}", "[]"])
def test_brackets_that_are_nested_too_deep_are_told_at_the_first_one(pair):
    start = "ASK { ?s ?p ?o FILTER "
    shown = call("sparql", f"{start}{pair[0] * 150}1{pair[1] * 150} }}")
    assert (shown.exit_code, "too-deep" in shown.stderr) == (2, True)
    assert shown.stderr.startswith(f"<argument>:1:{len(start) + 100}: ")


def test_what_ends_the_process_is_told_without_a_word_of_the_stack():
    shown = call("sparql", "ASK { ?s " + "/".join(["a"] * 20_000) + " ?o }", "--time-limit", "60")
    assert (shown.exit_code, "sparql-" in shown.stderr, "stack" in shown.stderr) == (2, True, False)


@pytest.mark.parametrize("limit", ["nan", "inf", "-inf", "-1", "0", "1e999", "x", ""])
@pytest.mark.parametrize("command", [("sparql", "ASK {}", "--time-limit"), ("reason", "--seconds"), ("consistency", "--time-limit")])  # fmt: skip
def test_a_limit_that_is_no_time_is_refused(command, limit):
    shown = call(*command, limit)
    assert (shown.exit_code, "Invalid value for" in shown.stderr) == (2, True)

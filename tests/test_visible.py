"""Signs that move a cursor or turn the direction of writing, in names and lines of imported cards."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree

import pyoxigraph
import pytest
from rulekeep.kb.visible import visible

from .test_cli import call

NAME = "Bear \u202egnp.exe\u2066 \u200bX"
SHOWN = r"Bear \u202Egnp.exe\u2066 \u200BX"
LINE = "Creature — \u202eraeB"
PATTERN = "GRAPH graph:mtg\\/cards\\/scryfall { ?c rk:typeLine ?l ; skos:prefLabel ?n }"
ROWS = f"SELECT ?n ?l {{ {PATTERN} }}"
TRIPLES = f"CONSTRUCT {{ ?c rk:typeLine ?l }} WHERE {{ {PATTERN} }}"


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The place of a store with a card that hides something, and what was said of its import."""
    folder = tmp_path_factory.mktemp("hidden")
    path = folder / "cards.json"
    cards = [
        {"name": NAME, "type_line": LINE, "oracle_id": "a", "layout": "odd"},
        {"name": f"{NAME}2"},
    ]
    path.write_text(json.dumps(cards))
    place = str(folder / "store")
    said = {
        lang: call("import", "scryfall", str(path), "--store", place, "--lang", lang).stdout
        for lang in ("en", "ja")
    }
    said["json"] = call(
        "import", "scryfall", str(path), "--store", place, "--format", "json"
    ).stdout
    return place, said


@pytest.fixture(autouse=True)
def store(report, monkeypatch):
    monkeypatch.setenv("RULEKEEP_STORE", report[0])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_report_shows_what_is_hidden(report, lang):
    said = report[1][lang]
    assert f"`{SHOWN}2`" in said and r"\u202EraeB" in said
    assert visible(said) == said


def test_a_report_as_json_has_names_as_they_are(report):
    data = json.loads(report[1]["json"])
    assert (data["refusals"][0]["name"], data["illegal_type_lines"][0]["line"]) == (
        f"{NAME}2",
        LINE,
    )


def test_a_table_shows_what_is_hidden():
    shown = call("sparql", ROWS).stdout
    assert SHOWN in shown and visible(shown) == shown


def test_triples_as_a_table_show_what_is_hidden_and_mean_the_same():
    shown = call("sparql", TRIPLES).stdout
    assert visible(shown) == shown
    triples = pyoxigraph.parse(shown, pyoxigraph.RdfFormat.TURTLE)
    assert [triple.object.value for triple in triples] == [LINE]


def test_csv_json_xml_and_turtle_have_everything_as_it_is():
    rows = list(csv.reader(io.StringIO(call("sparql", ROWS, "--format", "csv").stdout)))
    assert rows[1] == [NAME, LINE]
    data = json.loads(call("sparql", ROWS, "--format", "json").stdout)
    assert data["results"]["bindings"][0]["n"]["value"] == NAME
    root = ElementTree.fromstring(call("sparql", ROWS, "--format", "xml").stdout)
    assert NAME in [cell.text for cell in root.iter()]
    assert LINE in call("sparql", TRIPLES, "--format", "turtle").stdout


def test_what_is_found_shows_what_is_hidden():
    assert call("find", "?c where layout(?c, odd)").stdout.splitlines()[1] == f"  {SHOWN}"
    data = json.loads(call("find", "?c where layout(?c, odd)", "--format", "json").stdout)
    assert NAME in json.dumps(data, ensure_ascii=False)


def test_a_fault_shows_what_is_hidden():
    text = f'given "X": "{NAME}"; ask "X" is Bear'
    shown = call("ask", text)
    assert shown.exit_code == 2 and SHOWN in shown.stderr and visible(shown.stderr) == shown.stderr


def test_checked_type_lines_show_what_is_hidden():
    shown = call("typelines", "-", stdin="Land — \u202eGoblin\n".encode()).stdout
    assert r"\u202EGoblin" in shown and visible(shown) == shown


def test_names_in_any_script_and_lines_stay_as_they_are():
    for text in ("墓のネズミ", "Café — Ærathi", "a\u3000b", "one\ntwo\tthree"):
        assert visible(text) == text


@pytest.mark.parametrize(("hidden", "shown"), [("\x1b[31m", r"\u001B[31m"), ("\U000e0041", r"\U000E0041"), ("\r", r"\u000D"), ("\u2028", r"\u2028"), ("\x9b", r"\u009B"), ("\ud800", r"\uD800")])  # fmt: skip
def test_every_sign_that_is_not_seen_is_escaped(hidden, shown):
    assert visible(f"a{hidden}b") == f"a{shown}b"

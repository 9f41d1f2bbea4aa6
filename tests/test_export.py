"""The command `export`: the same bytes on every run, dated and licensed, whole files, plain errors."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rdflib import DCTERMS, OWL, RDF, SKOS, Graph, URIRef
from rulekeep.kb.rdf.formats import FORMATS
from rulekeep.kb.rdf.tables import TABLE_FORMATS
from rulekeep.kb.sources import files_of
from rulekeep.queries.cli import main
from rulekeep.queries.commands.whole_files import write_whole
from rulekeep.queries.rdf import export_forms

MTG = "https://w3id.org/rulekeep/mtg"
COMMAND = "from rulekeep.queries.cli import main; main()"
PLACES = (
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "TZ": "UTC"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "ja_JP.UTF-8", "LANG": "ja_JP.UTF-8", "TZ": "Asia/Tokyo"},
)


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["export", *arguments])


def elsewhere(place: dict[str, str], *arguments: str) -> bytes:
    """What a process of its own prints under another locale and hash seed, with caches of its own."""
    command = [sys.executable, "-c", COMMAND, "export", *arguments]
    done = subprocess.run(command, env={**os.environ, **place}, capture_output=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def turtle() -> bytes:
    return call("all", "--game", "mtg").stdout_bytes


@pytest.fixture(scope="module")
def graph(turtle: bytes) -> Graph:
    return Graph().parse(data=turtle.decode(), format="turtle")


def test_an_export_made_anew_elsewhere_is_the_one_made_here(tmp_path: Path) -> None:
    own = {**PLACES[0], "RULEKEEP_CACHE": str(tmp_path)}
    made = elsewhere(own, "all", "--game", "duelmasters-plays")
    assert made == call("all", "--game", "duelmasters-plays").stdout_bytes


WRITTEN_ELSEWHERE = """
import hashlib, sys
from rulekeep.kb.rdf.formats import FORMATS
from rulekeep.kb.rdf.tables import TABLES, table, table_bytes
from rulekeep.queries.rdf.export import all_quads, export_bytes, gather
parts = gather("all", ["mtg"])
for form in FORMATS:
    print(form, hashlib.sha256(export_bytes(parts, form)).hexdigest())
for form in ("csv", "parquet"):
    for name in TABLES:
        data = table_bytes(table(name, all_quads(parts)), form)
        print(form, name, hashlib.sha256(data).hexdigest())
"""


def test_every_format_and_table_is_the_same_under_two_locales_and_hash_seeds() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITTEN_ELSEWHERE],
            env={**os.environ, **place},
            stdout=subprocess.PIPE,
        )
        for place in PLACES
    ]
    first, second = (process.communicate()[0] for process in running)
    assert first == second
    assert len(first.splitlines()) == len(FORMATS) + 2 * 5


def test_the_export_is_one_ontology_with_title_date_licence_and_version(graph: Graph) -> None:
    (ontology,) = graph.subjects(RDF.type, OWL.Ontology)
    (date,) = graph.objects(ontology, DCTERMS.date)
    assert "2011-09-30" < datetime.date.fromisoformat(str(date)).isoformat() <= "2026-08-07"
    assert [str(o) for o in graph.objects(ontology, DCTERMS.license)] == [
        "https://spdx.org/licenses/MIT"
    ]
    titles = {o.language for o in graph.objects(ontology, DCTERMS.title)}  # type: ignore[attr-defined]
    assert titles == {"en", "ja"}
    assert list(graph.objects(ontology, OWL.versionInfo))


def test_the_export_holds_every_subject_of_the_files_with_its_words(graph: Graph) -> None:
    source = Graph()
    for file in files_of("mtg"):
        source.parse(file, format="turtle")
    headers = set(source.subjects(RDF.type, OWL.Ontology))
    words = (SKOS.prefLabel, URIRef("https://w3id.org/rulekeep/core/statement"))
    for subject, prop, value in source:
        if prop in words and subject not in headers:
            assert (subject, prop, value) in graph


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


@pytest.mark.parametrize(
    "name",
    [
        "a.ttl",
        "a.nt",
        "a.nq",
        "a.trig",
        "a.owl",
        "a.rdf",
        "a.jsonld",
        "a.jelly",
        "a.csv",
        "a.parquet",
    ],
)
def test_a_file_is_what_standard_output_would_be_in_the_format_of_its_ending(
    name: str, tmp_path: Path
) -> None:
    forms = {"ttl": "turtle", "nt": "n-triples", "nq": "n-quads", "jsonld": "json-ld"}
    forms |= {"owl": "rdf/xml", "rdf": "rdf/xml"}
    ending = name.partition(".")[2]
    target = tmp_path / name
    assert call("terms", "-o", str(target)).exit_code == 0
    shown = call("terms", "--format", forms.get(ending, ending)).stdout_bytes
    assert target.read_bytes() == shown
    assert os.listdir(tmp_path) == [name]


def test_a_format_may_be_named_by_its_usual_ending() -> None:
    assert call("cards", "--format", "TTL").stdout == call("cards", "--format", "turtle").stdout


def test_all_is_of_every_game_and_keeps_their_pieces_apart(tmp_path: Path) -> None:
    written = call("all", "--format", "n-quads").stdout
    graphs = {line.rpartition(" <")[2][:-3] for line in written.splitlines()}
    pieces = ("ontology", "rules", "terms", "rulings", "cards", "description")
    assert graphs == {
        f"https://w3id.org/rulekeep/graph/{game}/{piece}"
        for game in ("mtg", "duelmasters", "duelmasters-plays")
        for piece in pieces
    }


def test_blank_nodes_of_two_games_have_labels_of_their_own() -> None:
    both = call("ontology", "--game", "mtg", "--game", "duelmasters", "--format", "nq").stdout
    alone = [call("ontology", "--game", g, "--format", "nq").stdout for g in ("mtg", "duelmasters")]
    counts = [len({w for w in text.split() if w.startswith("_:")}) for text in alone]
    assert len({w for w in both.split() if w.startswith("_:")}) == sum(counts)


def test_the_command_knows_every_format_of_the_writers() -> None:
    assert export_forms.RDF == tuple(FORMATS)
    assert export_forms.TABLES == TABLE_FORMATS


SCENARIOS = """
scenario "first"
given "Dryad Arbor": Land Creature — Forest Dryad
when "Dryad Arbor" becomes an artifact
ask "Dryad Arbor" is Creature

scenario "second"
given "Ring": Artifact
ask "Ring" is Artifact
"""


def test_an_answered_scenario_is_exported_with_its_proof(tmp_path: Path) -> None:
    file = tmp_path / "question.rk"
    file.write_text(SCENARIOS, encoding="utf-8")
    result = call("scenario", str(file), "--format", "n-quads")
    assert result.exit_code == 0
    assert len({line.rpartition(" <")[2] for line in result.stdout.splitlines()}) == 2
    assert "prov#wasDerivedFrom" in result.stdout
    assert "/mtg/rule/205.1a" in result.stdout


def test_one_of_several_scenarios_is_chosen_by_title_or_number() -> None:
    second = call("scenario", SCENARIOS, "--scenario", "second").stdout
    assert second == call("scenario", SCENARIOS, "--scenario", "2").stdout
    assert "Ring" in second
    assert "Dryad" not in second


def test_a_scenario_has_not_changed_since_its_export(tmp_path: Path) -> None:
    old = tmp_path / "old.trig"
    call("scenario", SCENARIOS, "-o", str(old))
    assert call("scenario", SCENARIOS, "--diff", str(old)).exit_code == 0


def test_a_faulty_scenario_is_told_with_its_place_and_nothing_is_written(tmp_path: Path) -> None:
    target = tmp_path / "a.ttl"
    result = call("scenario", 'ask "Ring" is Artifct', "-o", str(target))
    assert result.exit_code == 2
    assert "<argument>:1:" in result.stderr
    assert not target.exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["terms", "--format", "jsn"], "rdf-unknown-format"),
        (["terms", "--format", "text"], "export-text-format"),
        (["terms", "--diff", "a.ttl", "--format", "turtle"], "export-diff-format"),
        (["terms", "--diff", "/nowhere/a.ttl"], "cannot-read"),
        (["ontology", "--format", "csv"], "export-no-table"),
        (["scenario"], "export-scenario"),
        (["all", "--format", "turtle"], "export-graphs"),
        (["terms", "--game", "mtg", "--game", "duelmasters", "-o", "a.owl"], "export-graphs"),
        (["terms", "a.rk"], "export-file"),
        (["terms", "--as-of", "2020-01-01"], "export-file"),
        (["all", "--format", "csv"], "export-folder"),
        (["terms", "--game", "chess"], "unknown-game"),
        (["terms", "-o", "/nowhere/at.ttl"], "cannot-write"),
        (["cards", "--format", "csv", "-o", "/dev/null/folder"], "cannot-write"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_error_is_one_line_with_its_code(arguments: list[str], code: str, lang: str) -> None:
    result = call(*arguments, "--lang", lang)
    assert result.exit_code == 2
    assert f"[{code}]" in result.stderr.splitlines()[0]
    assert result.stdout == ""


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path) -> None:
    """As on a full disk: the system refuses more than so many bytes of a file."""
    target = tmp_path / "a.ttl"
    target.write_text("before")
    limited = f"ulimit -f 64; exec '{sys.executable}' -c '{COMMAND}' export terms -o '{target}'"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "[cannot-write]" in done.stderr
    assert target.read_text() == "before"
    assert os.listdir(tmp_path) == ["a.ttl"]


def test_whatever_ends_the_writing_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        write_whole(str(tmp_path / "a.ttl"), object())  # type: ignore[arg-type]
    assert os.listdir(tmp_path) == []


def test_a_link_and_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.ttl", tmp_path / "link.ttl"
    real.write_text("before")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(str(link), b"after")
    assert link.is_symlink()
    assert real.read_text() == "after"
    assert real.stat().st_mode & 0o777 == 0o640

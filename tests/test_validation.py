"""Data of others: what is wrong with them is found, and said in both languages; what is right passes."""

from __future__ import annotations

import gzip
import json
import random
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.rdf.reading import parsed
from rulekeep.queries.cli import main
from rulekeep.queries.commands.validate import texts_of
from rulekeep.queries.rdf.data_lines import DataLines

pytest.importorskip("pyshacl")

from rulekeep.kb.validation.run import spoken_of, validate

from .nasty_rdf import nasty

PREFIXES = """
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix duel: <https://w3id.org/rulekeep/duelmasters/> .
@prefix ex: <https://example.org/> .
@prefix mtg: <https://w3id.org/rulekeep/mtg/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rk: <https://w3id.org/rulekeep/core/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
GOOD = """
ex:blob a mtg:Subtype , skos:Concept , owl:Class ; skos:prefLabel "Blob"@en , "ブロブ"@ja ;
    mtg:inKind mtg:creature-type ; rk:validFrom "2026-01-01"^^xsd:date .
ex:blob-king a rk:Card ; skos:prefLabel "Blob King"@en ; rk:typeLine "Legendary Creature — Blob Noble" .
ex:blob-king-1 a rk:CardEffect ; rk:ofCard ex:blob-king ; rk:generatedAs "static" ;
    rk:exactForm "{ add creature types Elf } on creature and controlled by you" .
ex:Odd a rk:Derived ; rk:domains ( rk:Object ) ;
    rk:says "{0} is odd"@en , "{0}は変わっている"@ja ; rk:denies "{0} is not odd"@en , "{0}は変わっていない"@ja .
ex:mine a rk:Rule ; rk:number "X1" ; rk:authority rk:CardText ; rdfs:label "Blobs are odd"@en ;
    rk:statement "Whatever is a creature is odd."@en ;
    rk:logic "hasCardType(?o,Creature) -> Odd(?o)" .
ex:answered a rk:Ruling ; rk:id "blob-1" ; rk:statedOn "2026-02-01"^^xsd:date ;
    rk:questionText "Is a blob odd?"@en ; rk:cites ex:mine ;
    rk:scenarioText "given \\"Ring\\": Artifact\\nthen \\"Ring\\" is Artifact" .
"""

# What is written, the property of the finding, and words of what is said about it.
BAD = {
    "an unknown word of a type line": (
        'ex:c a rk:Card ; skos:prefLabel "C"@en ; rk:typeLine "Creature — Goblni" .',
        ("rk:typeLine", "unknown word `Goblni`", "Goblin"),
    ),
    "a subtype without its card type": (
        'ex:c a rk:Card ; skos:prefLabel "C"@en ; rk:typeLine "Artifact — Goblin" .',
        ("rk:typeLine", "Goblin", None),
    ),
    "a card without type line": (
        'ex:c a rk:Card ; skos:prefLabel "C"@en .',
        ("rk:typeLine", "a card has one type line", None),
    ),
    "two type lines": (
        'ex:c a rk:Card ; skos:prefLabel "C"@en ; rk:typeLine "Artifact" , "Land" .',
        ("rk:typeLine", "a card has one type line", None),
    ),
    "a card without name": (
        'ex:c a rk:Card ; rk:typeLine "Artifact" .',
        ("skos:prefLabel", "a card has its name", None),
    ),
    "a name without language": (
        'ex:c a rk:Card ; skos:prefLabel "C" ; rk:typeLine "Artifact" .',
        ("skos:prefLabel", "a text with its language", None),
    ),
    "a misspelt property": (
        'ex:c a rk:Card ; skos:prefLabel "C"@en ; rk:typeLine "Artifact" ; rk:keyworrd "x" .',
        ("rk:keyworrd", "nothing declares the property", "rk:keyword"),
    ),
    "a misspelt property of another vocabulary": (
        "ex:c skos:prefLable 'C'@en .",
        ("skos:prefLable", "nothing declares the property", "skos:prefLabel"),
    ),
    "a misspelt class": (
        "ex:c a rk:Crad .",
        ("rdf:type", "nothing declares the class", "rk:Card"),
    ),
    "logic that does not parse": (
        'ex:r a rk:Rule ; rk:authority rk:CardText ; rk:logic "hasCardType(?o Creature -> Odd(?o)" .',
        ("rk:logic", "not understood", None),
    ),
    "an undeclared predicate": (
        'ex:r a rk:Rule ; rk:authority rk:CardText ; rk:logic "hasCardTyp(?o,Creature) -> hasCardType(?o,Land)" .',
        ("rk:logic", "unknown predicate `hasCardTyp`", "hasCardType"),
    ),
    "a wrong number of arguments": (
        'ex:r a rk:Rule ; rk:authority rk:CardText ; rk:logic "happens(?e) ^ hasCardType(?o) -> ends hasCardType(?o,Land)" .',
        ("rk:logic", "arguments", None),
    ),
    "a variable that nothing binds": (
        'ex:r a rk:Rule ; rk:authority rk:CardText ; rk:logic "happens(?e) -> ends hasCardType(?o,Land)" .',
        ("rk:logic", "?o", None),
    ),
    "a claim with a moment": (
        'ex:r a rk:Statement ; rk:authority rk:CardText ; rk:claims "next hasCardType(?o,Land) -> hasCardType(?o,Land)" .',
        ("rk:claims", "next", None),
    ),
    "a rule that says nothing": (
        "ex:r a rk:Rule ; rk:authority rk:CardText .",
        ("rk:number|rk:logic|rk:claims", "a rule has a number", None),
    ),
    "a rule without authority": (
        'ex:r a rk:Rule ; rk:number "1" ; rk:statement "x"@en .',
        ("", "has an authority", None),
    ),
    "an unknown authority": (
        'ex:r a rk:Rule ; rk:number "1" ; rk:statement "x"@en ; rk:authority ex:Me .',
        ("rk:authority", "rests on one authority", None),
    ),
    "a number with spaces": (
        'ex:r a rk:Rule ; rk:number "205 1a" ; rk:statement "x"@en ; rk:authority rk:CardText .',
        ("rk:number", "letters, digits, dots", None),
    ),
    "a number that says nothing": (
        'ex:r a rk:Rule ; rk:number "1" ; rk:authority rk:CardText .',
        ("rk:statement", "in your own words", None),
    ),
    "a rule in itself": (
        'ex:r a rk:Rule ; rk:number "1" ; rk:statement "x"@en ; rk:partOf ex:r2 . ex:r2 a rk:Rule ; rk:number "2" ; rk:statement "x"@en ; rk:partOf ex:r .',
        ("", "part of itself", None),
    ),
    "a date that is none": (
        'ex:r a rk:Rule ; rk:number "1" ; rk:statement "x"@en ; rk:authority rk:CardText ; rk:validFrom "2023-02-30"^^xsd:date .',
        ("rk:validFrom", "is one date", None),
    ),
    "a date as text": (
        'ex:r a rk:Rule ; rk:number "1" ; rk:statement "x"@en ; rk:authority rk:CardText ; rk:validFrom "2023-02-20" .',
        ("rk:validFrom", "is one date", None),
    ),
    "an end before the beginning": (
        'ex:r a rk:Rule ; rk:number "1" ; rk:statement "x"@en ; rk:authority rk:CardText ; rk:validFrom "2023-02-20"^^xsd:date ; rk:validTo "2022-02-20"^^xsd:date .',
        ("rk:validFrom", "comes before", None),
    ),
    "a subtype of two kinds": (
        'ex:t a mtg:Subtype , skos:Concept ; skos:prefLabel "Zork"@en ; mtg:inKind mtg:creature-type , mtg:land-type .',
        ("mtg:inKind", "exactly one kind", None),
    ),
    "a subtype of no kind": (
        'ex:t a mtg:Subtype , skos:Concept ; skos:prefLabel "Zork"@en .',
        ("mtg:inKind|rk:ofScenario", "in a kind", None),
    ),
    "a subtype of an unknown kind": (
        'ex:t a mtg:Subtype , skos:Concept ; skos:prefLabel "Zork"@en ; mtg:inKind mtg:monster-type .',
        ("mtg:inKind", "exactly one kind", None),
    ),
    "a word that its kind has": (
        'ex:t a mtg:Subtype , skos:Concept ; skos:prefLabel "Goblin"@en ; mtg:inKind mtg:creature-type .',
        ("skos:prefLabel", "is taken", None),
    ),
    "two names in a language": (
        'ex:t a mtg:Subtype , skos:Concept ; skos:prefLabel "Zork"@en , "Zorg"@en ; mtg:inKind mtg:creature-type .',
        ("skos:prefLabel", "one for each language", None),
    ),
    "renamed but still there": (
        'ex:t a mtg:Subtype , skos:Concept ; skos:prefLabel "Zork"@en ; mtg:inKind mtg:creature-type ; rk:renamedTo ex:u . ex:u a mtg:Subtype , skos:Concept ; skos:prefLabel "Zorg"@en ; mtg:inKind mtg:creature-type .',
        ("rk:validTo", "left the rules", None),
    ),
    "a term that is a scheme": (
        'ex:t a skos:Concept , skos:ConceptScheme ; skos:prefLabel "Zork"@en .',
        ("", "no scheme of terms", None),
    ),
    "an effect of no card": (
        'ex:e a rk:CardEffect ; rk:ofCard ex:nobody ; rk:generatedAs "static" ; rk:exactForm "{ add card types Land } on affected" .',
        ("rk:ofCard", "of one card", None),
    ),
    "an effect that is not understood": (
        'ex:e a rk:CardEffect ; rk:ofCard ex:c ; rk:generatedAs "static" ; rk:exactForm "{ ad card types Land } on affected" . ex:c a rk:Card ; skos:prefLabel "C"@en ; rk:typeLine "Land" .',
        ("rk:exactForm", "", None),
    ),
    "an effect made in no known way": (
        'ex:e a rk:CardEffect ; rk:ofCard ex:c ; rk:generatedAs "magic" ; rk:exactForm "{ add card types Land } on affected" . ex:c a rk:Card ; skos:prefLabel "C"@en ; rk:typeLine "Land" .',
        ("rk:generatedAs", "is generated by one of", None),
    ),
    "a ruling that asks nothing": (
        'ex:q a rk:Ruling ; rk:id "q" .',
        ("rk:scenarioText|rk:questionText", "a question in words or a scenario", None),
    ),
    "a ruling with a faulty scenario": (
        'ex:q a rk:Ruling ; rk:id "q" ; rk:scenarioText "given \\"X\\": Goblni" .',
        ("rk:scenarioText", "Goblni", None),
    ),
    "a ruling of no day": (
        'ex:q a rk:Ruling ; rk:id "q" ; rk:questionText "?"@en ; rk:statedOn "yesterday" .',
        ("rk:statedOn", "is one date", None),
    ),
    "a predicate of two kinds": (
        'ex:p a rk:Fluent , rk:Rigid ; rk:domains ( rk:Object ) ; rk:says "x"@en ; rk:denies "y"@en .',
        ("rdf:type|rk:predicateKind", "of one kind", None),
    ),
    "a predicate without arguments": (
        'ex:p a rk:Fluent ; rk:says "x"@en ; rk:denies "y"@en .',
        ("rk:arity|rk:domains", "sorts of its arguments", None),
    ),
    "a list of arguments without end": (
        'ex:p a rk:Rigid ; rk:says "x"@en ; rk:denies "y"@en ; rk:domains _:a . _:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:a .',
        ("rk:domains", "has no end", None),
    ),
    "a reading of nothing": (
        'ex:w a rk:Reading ; rdfs:label "x"@en ; rdfs:comment "y"@en .',
        ("rk:of", "a reading is of a rule", None),
    ),
    "a card that costs a word": (
        'ex:c a rk:Card ; skos:prefLabel "C"@ja ; rk:typeLine "城" ; duel:cost "many" .',
        ("duelmasters:cost", "one whole number", None),
    ),
}


def checked(text: str, name: str = "my.ttl"):
    files = {name: parsed((PREFIXES + text).encode(), name)}
    game = spoken_of(files)
    return validate(files, game, texts_of(game))


def run(*arguments: str, text: bytes | None = None):
    return CliRunner().invoke(main, ["validate", *arguments], input=text)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.ttl"
    path.write_text(PREFIXES + GOOD, encoding="utf-8")
    return path


def test_sound_data_conform_with_their_own_terms_predicates_and_rules() -> None:
    assert checked(GOOD).findings == ()


@pytest.fixture(scope="module")
def all_bad():
    """What is found in all bad data at once, each in a file of its own, by file."""
    files = {}
    for number, (name, (text, _)) in enumerate(BAD.items()):
        own = text.replace("ex:", f"ex:n{number}-").replace('rk:id "q"', f'rk:id "q{number}"')
        files[name] = parsed((PREFIXES + own).encode(), f"{number}.ttl")
    found: dict[str, list] = {name: [] for name in files}
    duels = {name: quads for name, quads in files.items() if "costs" in name}
    others = {name: quads for name, quads in files.items() if name not in duels}
    for some, game in ((others, "mtg"), (duels, "duelmasters")):
        for finding in validate(some, game, texts_of(game)).findings:
            found[finding.file].append(finding)
    return found


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said_of_the_property(name, all_bad) -> None:
    path, words, hint = BAD[name][1]
    fitting = [f for f in all_bad[name] if f.path == path and words in f.message["en"]]
    assert fitting, [(f.path, f.message["en"]) for f in all_bad[name]]
    assert fitting[0].hint == hint
    assert fitting[0].message["ja"] != fitting[0].message["en"]


def test_the_game_is_the_one_that_the_data_speak_of() -> None:
    def game(*iris: str) -> str:
        text = "".join(f"<a:b> <a:c> <https://w3id.org/rulekeep/{iri}> .\n" for iri in iris)
        return spoken_of({"x": parsed(text.encode(), "x.ttl")})

    assert game("core/Card") == "mtg"
    assert game("duelmasters/Castle") == "duelmasters"
    assert game("duelmasters/Castle", "duelmasters-plays/x") == "duelmasters-plays"


def test_files_are_seen_together_and_their_blank_nodes_apart() -> None:
    cards = (
        'ex:c a rk:Card ; skos:prefLabel "C"@en ; rk:typeLine "Land" ; ex:see _:a . _:a ex:x 1 .'
    )
    effects = (
        'ex:e a rk:CardEffect ; rk:ofCard ex:c ; rk:generatedAs "static" ;'
        ' rk:exactForm "{ add card types Land } on affected" ; ex:see _:a . _:a a rk:Card .'
    )
    files = {
        name: parsed((PREFIXES + text).encode(), name)
        for name, text in (("a.ttl", cards), ("b.ttl", effects))
    }
    findings = validate(files, "mtg", texts_of("mtg")).findings
    assert {(f.file, f.path) for f in findings} == {
        ("b.ttl", "skos:prefLabel"),
        ("b.ttl", "rk:typeLine"),
    }


def test_a_node_without_a_name_is_told_by_the_node_that_it_belongs_to() -> None:
    text = 'ex:s a rk:Statement ; rk:authority rk:CardText ; rdfs:label "S"@en ; rk:shares [ rk:logicOv ex:s ] .'
    found = [f for f in checked(text).findings if f.code == "unknown-property"]
    assert [(f.focus[:2], f.label["en"], f.file, f.hint) for f in found] == [
        ("_:", "S", "my.ttl", "rk:logicOf")
    ]


def test_what_data_add_to_a_known_node_is_seen_with_what_is_known_of_it() -> None:
    assert checked('mtg:Goblin-test skos:altLabel "x"@en .').conforms
    added = '<https://w3id.org/rulekeep/mtg/Artifact> skos:prefLabel "Artefact"@en .'
    assert [f.path for f in checked(added).findings] == ["skos:prefLabel"]


def test_the_command_says_that_data_conform(good: Path) -> None:
    result = run(str(good))
    assert (result.exit_code, result.stdout) == (0, "errors: 0, warnings: 0, notes: 0\n")


def test_the_command_names_file_line_node_property_value_and_what_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttl"
    path.write_text(PREFIXES + "\n" + BAD["an unknown word of a type line"][0], encoding="utf-8")
    result = run(str(path))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == (
        f'{path}:12:1: error: C (https://example.org/c) rk:typeLine "Creature — Goblni": '
        "unknown word `Goblni` [unknown-word]; did you mean `Goblin`? [data]"
    )
    japanese = run(str(path), "--lang", "ja").stdout
    assert "エラー: C (https://example.org/c) rk:typeLine" in japanese
    assert "もしかして: `Goblin` [data]" in japanese


def test_json_has_the_shape_of_findings_and_what_the_data_say(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttl"
    path.write_text(PREFIXES + BAD["a subtype of no kind"][0], encoding="utf-8")
    data = json.loads(run(str(path), "--format", "json").stdout)
    schema = resources.files("rulekeep.queries.corpus").joinpath("findings.schema.json")
    jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
    assert (data["game"], data["conforms"], data["nodes"], data["found"]) == ("mtg", False, 1, 1)
    (finding,) = data["data"]
    assert (finding["focus"], finding["path"]) == (
        "https://example.org/t",
        "mtg:inKind|rk:ofScenario",
    )
    assert (finding["label"], finding["severity"]) == ("Zork", "error")


@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_reports_for_continuous_integration_hold_the_findings(form: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.ttl"
    path.write_text(PREFIXES + BAD["a subtype of no kind"][0], encoding="utf-8")
    result = run(str(path), "--format", form)
    assert result.exit_code == 1
    assert "Zork" in result.stdout


def test_findings_are_shown_as_far_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttl"
    path.write_text(PREFIXES + "".join(f"ex:c{n} a rk:Card .\n" for n in range(30)))
    result = run(str(path), "--most", "5", "--format", "json")
    data = json.loads(result.stdout)
    assert (len(data["findings"]), data["found"], data["complete"]) == (5, 60, False)
    assert "… and 55 more" in result.stderr
    assert result.exit_code == 1


def test_standard_input_and_packed_files_are_read(good: Path, tmp_path: Path) -> None:
    assert run("-", text=good.read_bytes()).exit_code == 0
    packed = tmp_path / "good.ttl.gz"
    packed.write_bytes(gzip.compress(good.read_bytes()))
    assert run(str(packed)).exit_code == 0
    named = tmp_path / "good.data"
    named.write_bytes(good.read_bytes())
    assert run(str(named), "--from", "turtle").exit_code == 0


def test_unknown_games_and_formats_are_refused(good: Path) -> None:
    assert run(str(good), "--game", "mgt").exit_code == 2
    assert run(str(good), "--from", "turtel").exit_code == 2


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_checked(
    good: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.ttl"
    bad.write_text(PREFIXES + "ex:c a rk:Card .")
    result = run(str(good), str(tmp_path / "missing.ttl"), str(bad))
    assert result.exit_code == 2
    assert "missing.ttl:1:1: error: cannot read" in result.stdout
    assert "a card has its name" in result.stdout


SMALL = [(n, d, c) for n, d, c in nasty() if len(d) < 1_000_000]


def test_nasty_files_are_told_apart_from_each_other_in_one_run(tmp_path: Path) -> None:
    names = []
    for number, (name, data, _) in enumerate(SMALL):
        path = tmp_path / f"{number} {name}"
        path.write_bytes(data)
        names.append(str(path))
    result = run(*names, "--lang", "ja")
    lines = [line for line in result.stdout.splitlines() if "[data-unread]" in line]
    assert result.exit_code == 2
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert len(lines) == len(SMALL) > 50
    for (name, _, code), line in zip(SMALL, sorted(lines, key=_number), strict=True):
        assert name in line and f"[{code}]" in line


READERS = {
    "validate": ("validate", "FILE"),
    "reason": ("reason", "FILE"),
    "export --diff": ("export", "rules", "--game", "duelmasters", "--diff", "FILE"),
}


@pytest.mark.parametrize("command", READERS)
def test_every_command_that_reads_rdf_refuses_what_cannot_be_trusted(command, tmp_path) -> None:
    for name, data, code in SMALL[::9]:
        path = tmp_path / name
        path.write_bytes(data)
        words = [str(path) if word == "FILE" else word for word in READERS[command]]
        result = CliRunner().invoke(main, words)
        assert isinstance(result.exception, SystemExit)
        assert (result.exit_code, f"[{code}]" in result.output) == (2, True), result.output


def _number(line: str) -> int:
    return int(Path(re.split(r":\d+:\d+: ", line)[0]).name.partition(" ")[0])


def test_a_file_that_cannot_be_read_is_told_at_the_place_of_its_fault(tmp_path: Path) -> None:
    bad = tmp_path / "bad.ttl"
    bad.write_text("<a:b> <a:c> <a:d> .\n <a:b> <a:c> ?x .")
    found = json.loads(run(str(bad), "--format", "json").stdout)["findings"]
    assert [(f["line"], f["column"]) for f in found] == [(2, 14)]


def test_no_namespace_is_a_hint_for_an_unknown_property(tmp_path: Path) -> None:
    bad = tmp_path / "bad.ttl"
    bad.write_text(PREFIXES + "ex:c rk:n 1 .")
    assert "did you mean `rk:`" not in run(str(bad)).stdout


def test_odd_literals_and_long_chains_end_in_findings_or_one_fault() -> None:
    digits = "9" * 100_000
    odd = f'ex:c rk:trust {digits} ; rk:validFrom "{digits}"^^xsd:date , "x"^^xsd:integer .'
    laughing = '<!DOCTYPE r [<!ENTITY a \\"aa\\"><!ENTITY b \\"&a;&a;\\">]><r>&b;</r>'
    xml = (
        f'ex:c rdfs:comment "{laughing}"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral> .'
    )
    assert isinstance(checked(odd + xml).findings, tuple)


def test_any_literal_may_stand_for_any_value() -> None:
    literals = [
        *('"x"^^xsd:integer', '"NaN"^^xsd:double', '"INF"^^xsd:float', "1e400", "-0", '"x"@en'),
        *('"2020-01-01"^^xsd:date', '"2020-01-01T00:00:00Z"^^xsd:dateTime', '"P1D"^^xsd:duration'),
        *(
            '"x"^^xsd:boolean',
            '"=="^^xsd:base64Binary',
            '"x"^^ex:own',
            '""',
            "[]",
            "ex:x",
            "( 1 2 )",
        ),
        *('"12:00:00"^^xsd:time', '"x"^^xsd:hexBinary', '"--02-30"^^xsd:gMonthDay', "true"),
    ]
    properties = [
        "trust",
        "priority",
        "validFrom",
        "validTo",
        "arity",
        "functional",
        "displayOrder",
    ]
    text = "".join(
        f"ex:n{n} a rk:Authority , rk:Fluent , rk:Layer , skos:Concept , rk:Rule ;"
        f" {' ; '.join(f'rk:{name} {literal}' for name in properties)} ; rk:layerRank {literal} .\n"
        for n, literal in enumerate(literals)
    )
    both = "".join(f"ex:all rk:validFrom {one} ; rk:validTo {one} .\n" for one in literals)
    found = {f.focus for f in checked(text + both).findings}
    assert {f"https://example.org/n{n}" for n in range(len(literals))} <= found


def test_a_chain_of_rules_of_any_length_has_an_end(tmp_path: Path) -> None:
    chain = "".join(
        f"ex:r{n} a rk:Rule ; rk:logic 'mayHappen(?e) -> pending()' ; rk:partOf ex:r{n + 1} .\n"
        for n in range(1500)
    )
    path = tmp_path / "chain.ttl"
    path.write_text(PREFIXES + chain)
    result = run(str(path), "--time-limit", "20", "--format", "json")
    assert result.exit_code in (1, 2)
    assert json.loads(result.stdout)["findings"]


def test_a_node_is_found_at_the_line_that_begins_with_it() -> None:
    text = "@prefix a: <http://e/> .\n# a:x\na:y a:p a:x .\na:x a:p 1 .\n<http://e/z.z> a:p 1 .\n"
    lines = DataLines(text)
    assert [lines.line_of(f"http://e/{n}") for n in ("x", "y", "z.z", "none")] == [4, 3, 5, 1]
    assert DataLines('{"@id":\n "http://e/q"}').line_of("http://e/q") == 2


def test_asking_needs_no_library_of_validation() -> None:
    code = (
        'import sys; from rulekeep.queries.api import ask; ask(\'given "X": Land\\nask "X" is Land\');'
        "print([m for m in ('pyshacl', 'pyoxigraph', 'rdflib') if m in sys.modules])"
    )
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
    assert done.stdout.strip() == "[]", done.stderr


def test_random_damage_of_sound_data_is_a_fault_of_reading_or_findings() -> None:
    rng = random.Random("damage")
    words = ["rk:", '"', "mtg:", "@en", "->", "(", ";", ".", "^^xsd:date", "城", "0", "x"]
    files = {}
    for number in range(80):
        damaged = GOOD
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(damaged))
            damaged = damaged[:at] + rng.choice(words) + damaged[at + rng.randint(0, 4) :]
        text = PREFIXES + damaged.replace("ex:", f"ex:n{number}-")
        try:
            files[f"{number}.ttl"] = parsed(text.encode(), f"{number}.ttl")
        except DiagnosticError as error:
            assert len(error.diagnostics) == 1
    found = validate(files, "mtg", texts_of("mtg")).findings
    assert len(files) > 10
    assert {f.file for f in found} <= set(files)
    assert all(f.message["en"] and f.message["ja"] for f in found)

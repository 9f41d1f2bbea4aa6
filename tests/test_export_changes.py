"""`rulekeep export --diff OLD`: what came, went and changed since an earlier copy, in any format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pyoxigraph import RdfFormat, parse
from rulekeep.kb.rdf.changes import SubjectChange, changes
from rulekeep.kb.rdf.formats import FORMATS
from rulekeep.queries.cli import main

PREFIXES = """
@prefix : <https://w3id.org/rulekeep/mtg/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rk: <https://w3id.org/rulekeep/core/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
"""


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["export", *arguments])


def between(old: str, new: str) -> list[SubjectChange]:
    read = [list(parse(PREFIXES + text, format=RdfFormat.TURTLE)) for text in (old, new)]
    return changes(*read)


def told(old: str, new: str) -> list[tuple[str, str]]:
    return [
        (c.change, c.subject.removeprefix("https://w3id.org/rulekeep/mtg/"))
        for c in between(old, new)
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_changed_since_a_copy_in_any_format(form: str, tmp_path: Path) -> None:
    old = tmp_path / f"old{FORMATS[form].endings[0] if FORMATS[form].endings else '.ttl'}"
    old.write_bytes(call("terms", "--format", form).stdout_bytes)
    result = call("terms", "--diff", str(old))
    assert (result.exit_code, result.stdout) == (0, "nothing changed\n")


def test_all_of_a_game_as_one_ontology_has_not_changed_either(tmp_path: Path) -> None:
    old = tmp_path / "old.nt"
    call("all", "--game", "duelmasters-plays", "-o", str(old))
    assert call("all", "--game", "duelmasters-plays", "--diff", str(old)).exit_code == 0


@pytest.fixture(scope="module")
def altered(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An older copy: a term has another name, one is missing, one is there that went since."""
    old = tmp_path_factory.mktemp("old") / "old.nt"
    lines = call("terms", "--format", "n-triples").stdout.splitlines(keepends=True)
    kept = [line for line in lines if "creature-type/Goblin>" not in line]
    gone = "<https://w3id.org/rulekeep/mtg/creature-type/Gone>"
    concept = "<http://www.w3.org/2004/02/skos/core#Concept>"
    kept += [
        f'{gone} <http://www.w3.org/2004/02/skos/core#prefLabel> "Gone"@en .\n',
        f"{gone} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> {concept} .\n",
    ]
    old.write_text("".join(kept).replace('"Merfolk"@en', '"Merman"@en'), encoding="utf-8")
    return str(old)


def test_changes_are_told_by_kind_with_labels_and_old_to_new(altered: str) -> None:
    result = call("terms", "--diff", altered)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("1 added, 1 removed, ")
    assert lines[2] == "terms"
    assert "  + mtg/creature-type/Goblin  Goblin" in lines
    assert "  - mtg/creature-type/Gone  Gone" in lines
    place = lines.index("  ~ mtg/creature-type/Merfolk  Merfolk")
    assert lines[place + 1] == '      skos:prefLabel: "Merman"@en → "Merfolk"@en'


def test_changes_are_told_in_japanese(altered: str) -> None:
    lines = call("terms", "--diff", altered, "--lang", "ja").stdout.splitlines()
    assert lines[0].startswith("追加1件、削除1件、変更")
    assert "  + mtg/creature-type/Goblin  ゴブリン" in lines


def test_changes_as_json_hold_every_value(altered: str, tmp_path: Path) -> None:
    data = json.loads(call("terms", "--diff", altered, "--format", "json").stdout)
    (merfolk,) = [c for c in data["changes"] if c["subject"].endswith("/creature-type/Merfolk")]
    assert merfolk["kind"] == "terms"
    assert merfolk["labels"] == {"en": "Merfolk", "ja": "マーフォーク"}
    assert {
        "property": "http://www.w3.org/2004/02/skos/core#prefLabel",
        "removed": ['"Merman"@en'],
        "added": ['"Merfolk"@en'],
    } in merfolk["properties"]
    written = tmp_path / "changes.json"
    assert call("terms", "--diff", altered, "-o", str(written)).exit_code == 1
    assert json.loads(written.read_text(encoding="utf-8")) == data


def test_a_copy_of_one_graph_is_of_one_game(altered: str) -> None:
    result = call("terms", "--game", "mtg", "--game", "duelmasters", "--diff", altered)
    assert result.exit_code == 2
    assert "[export-graphs]" in result.stderr


def test_a_copy_that_is_no_rdf_is_an_error(tmp_path: Path) -> None:
    old = tmp_path / "old.ttl"
    old.write_text("this is no Turtle")
    result = call("terms", "--diff", str(old))
    assert (result.exit_code, result.stdout) == (2, "")


RESTRICTION = ":Goblin owl:equivalentClass [ owl:onProperty :has ; owl:hasValue :{0} ] ."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (":A rk:p 1 .", ":A rk:p 1 .", []),
        (":A rk:p 1 .", ":A rk:p 1 . :B rk:p 1 .", [("added", "B")]),
        (":A rk:p 1 .", ":A rk:p 2 .", [("changed", "A")]),
        (":A rk:p 1 .", ":A rk:p '1' .", [("changed", "A")]),
        (":A rk:p _:x . _:x rk:q 1 .", ":A rk:p _:y . _:y rk:q 1 .", []),
        (RESTRICTION.format("A"), RESTRICTION.format("A"), []),
        (RESTRICTION.format("A"), RESTRICTION.format("B"), [("changed", "Goblin")]),
        (":A rk:p ( 1 2 3 4 5 6 7 8 9 ) .", ":A rk:p ( 1 2 3 4 5 6 7 8 9 ) .", []),
        (":A rk:p ( 1 2 3 4 5 6 7 8 9 ) .", ":A rk:p ( 1 2 3 4 5 6 7 8 0 ) .", [("changed", "A")]),
        ("_:a rk:p _:b . _:b rk:p _:a .", "_:x rk:p _:y . _:y rk:p _:x .", []),
        (":A rk:p [ rk:q [ rk:q 1 ] ] .", ":A rk:p [ rk:q [ rk:q 2 ] ] .", [("changed", "A")]),
    ],
)
def test_blank_nodes_are_what_is_said_of_them(
    old: str, new: str, expected: list[tuple[str, str]]
) -> None:
    assert told(old, new) == expected


def test_a_restriction_is_shown_by_what_it_says() -> None:
    (change,) = between(RESTRICTION.format("A"), RESTRICTION.format("B"))
    (prop,) = change.properties
    assert prop.removed == (
        "[ owl:hasValue https://w3id.org/rulekeep/mtg/A ; owl:onProperty https://w3id.org/rulekeep/mtg/has ]",
    )


def test_a_long_list_does_not_end_the_comparison() -> None:
    longest = 20_000
    members = " ".join(map(str, range(longest)))
    assert told(f":A rk:p ( {members} ) .", f":A rk:p ( {members} 0 ) .") == [("changed", "A")]

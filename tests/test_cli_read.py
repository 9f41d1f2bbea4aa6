"""The command `read`: effects of texts and cards as text, JSON and RDF, and exact forms in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rdflib import RDF, Graph, Literal, Namespace, URIRef
from rulekeep.kb.knowledge import load
from rulekeep.queries.cli import main

RK = Namespace("https://w3id.org/rulekeep/core/")
MTG = "https://w3id.org/rulekeep/mtg/"
LAND = "{2}: This land becomes a 3/3 Wolf creature until end of turn. It's still a land."


def run(*args: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main, ["read", *args], input=given)


def data(*args: str) -> Any:
    return json.loads(run("--format", "json", *args).output)


def test_text_shows_exact_form_words_and_what_was_set_aside() -> None:
    shown = run(LAND)
    assert shown.exit_code == 0
    assert shown.output.splitlines() == [
        "1. { add card types Creature; add creature types Wolf } on self",
        f"   words: {LAND.partition(': ')[2]}",
        "   ability: activated; applies once it resolves",
        "   set aside: cost `{2}`; number `3/3`; duration `until end of turn`",
    ]


def test_text_in_japanese_speaks_japanese() -> None:
    assert "文言" in run("--lang", "ja", LAND).output


def test_what_is_not_understood_is_listed_and_tells_the_exit_code() -> None:
    text = "Draw a card. It becomes a Goblni in addition to its other types."
    found = data(text)
    assert found["not_understood"] == ["It becomes a Goblni in addition to its other types."]
    (fault,) = found["faults"]
    assert (fault["code"], text[fault["start"] : fault["end"]]) == ("unknown-word", "Goblni")
    assert run(text).exit_code == 1


def test_text_without_an_effect_on_types_says_so() -> None:
    shown = run("Destroy target creature.")
    assert (shown.exit_code, shown.output) == (0, "no effect on types was found\n")


def test_name_of_the_object_is_known() -> None:
    (effect,) = data("--name", "Karlov, the Old", "Karlov becomes a Wall.")["effects"]
    assert effect["exact"] == "{ set creature types Wall } on self"


def test_each_line_of_standard_input_is_one_object() -> None:
    lines = ["Snow lands are Deserts.", "Draw a card.\\nIt isn't a creature.", ""]
    lines.append(json.dumps({"text": "Orla becomes a Giant.", "name": "Orla"}))
    found = [json.loads(line) for line in run("-", given="\n".join(lines)).output.splitlines()]
    assert [[e["exact"] for e in record["effects"]] for record in found] == [
        ["{ set land types Desert } on Snow and Land"],
        ["{ lose card types Creature } on affected"],
        [],
        ["{ set creature types Giant } on self"],
    ]
    assert [set(record) for record in found] == [{"text", "effects", "not_understood"}] * 4


def test_line_past_the_limit_is_listed_as_not_understood() -> None:
    (line,) = run("-", given="It becomes a Goblin. " * 2000 + "\n").output.splitlines()
    assert "error" in json.loads(line)


def test_card_shows_the_effects_that_are_kept_of_it() -> None:
    assert "{ set basic land types Mountain } on land and not basic" in run("Blood Moon").output
    assert data("Blood Moon")["effects"][0]["generated_by"] == "static"


def test_effects_are_rdf_whose_terms_are_those_of_the_ontology() -> None:
    text = "Enchanted land becomes a Forest artifact. All lands lose all abilities and aren't snow."
    found = Graph().parse(data=run("--format", "turtle", text).output, format="turtle")
    effects = list(found.subjects(RDF.type, RK.CardEffect))
    given = set(found.objects(None, RK.gives)) | set(found.objects(None, RK.removes))
    assert len(effects) == 2
    assert {str(term).removeprefix(MTG) for term in given} == {
        "land-type/Forest",
        "Artifact",
        "Snow",
    }
    assert {str(t).removeprefix(MTG) for t in given} <= set(load().lexicon.terms)


def test_each_effect_in_json_has_its_own_rdf() -> None:
    (effect,) = data("It gains all creature types.")["effects"]
    found = Graph().parse(data=effect["rdf"], format="turtle")
    assert set(found.objects(None, RK.exactForm)) == {Literal(effect["exact"])}
    assert set(found.objects(None, RK.givesEvery)) == {URIRef(f"{MTG}creature-type")}


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "all nonbasic lands become Swamps"),
        ("ja", "基本でないすべての土地は沼になる"),
    ],
)
def test_exact_form_is_put_into_words(lang: str, words: str) -> None:
    form = "{ set basic land types Swamp } on land and not basic"
    assert run("--say", "--lang", lang, form).output == f"{words}\n"


def test_bad_exact_form_is_an_error() -> None:
    shown = run("--say", "{ set foo Bar } on self")
    assert (shown.exit_code, "unknown word `foo`" in shown.output) == (2, True)


def test_text_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Snow lands are Deserts.\n", "utf-8")
    assert "Desert" in run("-f", str(tmp_path / "text")).output

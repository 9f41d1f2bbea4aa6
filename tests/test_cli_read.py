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
    (line,) = run("-", given="It becomes a Goblin. " * 2000 + "\n").stdout.splitlines()
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
        ("en", "all nonbasic lands are Swamps"),
        ("ja", "基本でないすべての土地は沼である"),
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


FORMS = "{ face down } on self\noops\n\n{ set basic land types Swamp } on Land\n"


def test_exact_forms_of_standard_input_are_said_a_line_each() -> None:
    shown = run("-", "--say", given=FORMS)
    assert shown.stdout.splitlines() == [
        "turn this permanent face down", "", "", "all lands are Swamps",
    ]  # fmt: skip
    assert (shown.exit_code, shown.stderr.startswith("<stdin>:2:1: ")) == (2, True)


def test_exact_forms_of_standard_input_are_said_in_json() -> None:
    shown = run("-", "--say", "--format", "json", "--lang", "ja", given=FORMS)
    found = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [record.get("words") for record in found] == [
        "このパーマネントを裏向きにする", None, "すべての土地は沼である",
    ]  # fmt: skip
    assert "[syntax]" in found[1]["error"]


def test_words_of_an_exact_form_are_json_where_that_is_asked_for() -> None:
    form = "{ face down } on self"
    words = "turn this permanent face down"
    assert data("--say", form) == {"exact": form, "lang": "en", "words": words}


def test_words_of_an_exact_form_are_no_turtle() -> None:
    shown = run("--say", "--format", "turtle", "{ face down } on self")
    assert (shown.exit_code, "[bad-option]" in shown.stderr) == (2, True)


def test_form_whose_word_means_another_type_is_refused_with_the_word() -> None:
    shown = run("--say", "{ set planar types Spacecraft } on self")
    assert (shown.exit_code, shown.stderr.lower().startswith("`spacecraft` ")) == (2, True)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"text": "It becomes', "begins as an object of JSON"),
        ('{"text": 5}', "`text` of"),
        ('{"name": "Orla"}', "`text` of"),
        ('{"text": "It is an Elf.", "name": 3}', "`name` of"),
    ],
)
def test_broken_line_is_told_with_its_number_and_the_others_are_read(line: str, told: str) -> None:
    shown = run("-", given=f"Snow lands are Deserts.\n{line}\nIt becomes an Elf.\n")
    found = [json.loads(out) for out in shown.stdout.splitlines()]
    assert [len(record["effects"]) for record in found] == [1, 0, 1]
    assert shown.exit_code == 2
    assert shown.stderr.startswith("<stdin>:2: ")
    assert told in shown.stderr
    assert told in found[1]["error"]


def test_line_that_begins_with_a_cost_is_a_text() -> None:
    shown = run("-", given="{T}: It becomes an Elf.\n")
    assert (shown.exit_code, len(json.loads(shown.stdout)["effects"])) == (0, 1)


def test_lines_of_standard_input_are_one_document_in_turtle() -> None:
    given = "Snow lands are Deserts.\nDraw a card.\n{T}: It becomes an Elf.\n"
    shown = run("-", "--format", "turtle", given=given)
    found = Graph().parse(data=shown.stdout, format="turtle")
    assert len(set(found.subjects(RDF.type, RK.CardEffect))) == 2
    assert (shown.exit_code, shown.stdout.count("@prefix rk:")) == (0, 1)


@pytest.mark.parametrize("text", ["", "  \n"])
def test_empty_text_is_an_error(text: str) -> None:
    shown = run(text)
    assert (shown.exit_code, "[nothing-said]" in shown.stderr) == (2, True)


@pytest.mark.parametrize(
    ("name", "near"),
    [("Blod Moon", "Blood Moon"), ("blood mon", "Blood Moon"), ("《血染めの月々》", "血染めの月")],
)
def test_name_of_no_card_is_told_with_the_nearest_one(name: str, near: str) -> None:
    shown = run(name)
    assert (shown.exit_code, f"did you mean `{near}`?" in shown.output) == (0, True)
    assert near in data(name)["notes"][0]


@pytest.mark.parametrize(
    "text", ["Draw a card.", "flying", "カードを1枚引く。", "Destroy target creature"]
)
def test_text_that_is_no_name_is_not_taken_for_a_card(text: str) -> None:
    assert data(text)["notes"] == []


def test_what_an_effect_may_affect_is_said_in_japanese() -> None:
    shown = run("--lang", "ja", "Target nonland permanent an opponent controls becomes an Elf.")
    assert (
        "影響を受けうるもの: 対戦相手がコントロールする、土地でないパーマネント\n" in shown.output
    )


def test_that_there_are_no_other_types_is_set_aside_as_of_types() -> None:
    (effect,) = data("It becomes a Frog with no other types.")["effects"]
    assert effect["set_aside"] == [{"rider": "types", "words": "with no other types"}]

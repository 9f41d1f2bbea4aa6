"""The JSON of the commands that answer questions fits its schema and says what programs need."""

from __future__ import annotations

import json
from importlib import resources

import jsonschema
import pytest
from rulekeep.queries.answers.output import FORMAT_VERSION

from .test_cli import ARBOR, FAULT, GIVEN, JAPANESE, NO, TIE, YES, call, file

__all__ = ["file"]

SCHEMA = json.loads(
    resources.files("rulekeep.queries.answers").joinpath("answer.schema.json").read_text("utf-8")
)


def data(*arguments: str, stdin: str | None = None, checked: bool = True):
    found = json.loads(call(*arguments, "--format", "json", stdin=stdin).stdout)
    if checked:
        jsonschema.validate(found, SCHEMA)
    return found


def test_the_schema_is_a_schema_and_has_the_version_of_the_answers():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert (
        SCHEMA["version"]
        == SCHEMA["$defs"]["report"]["properties"]["format"]["const"]
        == FORMAT_VERSION
    )


@pytest.mark.parametrize("command", ["ask", "why", "show", "flip"])
@pytest.mark.parametrize(
    "text", [YES, NO, TIE, FAULT, JAPANESE, f"{ARBOR}; why order", f"{ARBOR}; {TIE}"]
)
def test_every_json_answer_fits_the_schema(command, text):
    for lang in ("en", "ja"):
        data(command, text, "--lang", lang)


def test_a_json_answer_has_what_programs_need():
    found = data("ask", NO)
    (answer,) = found["answers"]
    assert found["verdict"] == answer["verdict"] == "no"
    assert (answer["object"], answer["has"]) == ("Dryad Arbor", "Creature")
    assert answer["rules"][0] == "205.1a-replaces"
    assert found["lines"] == {"Dryad Arbor": "Artifact"}
    assert (found["order"], found["notes"]) == ([1], [])
    assert found["proof"] == answer["proof"]
    assert found["proof"][0]["premises"][0]["rule"] == "205.1a-replaces"


def test_json_verdicts_are_the_same_words_in_every_language():
    assert data("ask", NO, "--lang", "ja")["verdict"] == "no"
    assert data("show", ARBOR, "--lang", "ja")["lines"] == {"Dryad Arbor": "アーティファクト"}


def test_json_of_differing_answers_has_no_common_verdict():
    found = data("ask", f"{YES}; {NO.rpartition('; ')[2]}")
    assert found["verdict"] is None
    assert [a["verdict"] for a in found["answers"]] == ["yes", "no"]


def test_json_of_an_undetermined_answer_says_what_it_hangs_on():
    found = data("ask", TIE)
    assert found["verdict"] == "undetermined"
    assert len(found["answers"][0]["depends"]) == 2
    assert "Ring" not in found["lines"]


def test_json_of_errors_has_codes_offsets_and_hints():
    (error,) = data("ask", FAULT)["errors"]
    assert (error["code"], error["hint"]) == ("unknown-word", "Goblin")
    assert FAULT[error["start"] : error["end"]] == "Goblni"


def test_json_of_several_scenarios_is_a_list():
    found = data("ask", f'scenario "one"\n{YES}\nscenario "two"\n{NO}')
    assert [(r["title"], r["verdict"]) for r in found] == [("one", "yes"), ("two", "no")]


def test_json_of_expectations_tells_what_came_out():
    (answer,) = data("ask", f'{ARBOR}; then "Dryad Arbor" is Creature')["answers"]
    assert answer["expected"] is False
    assert answer["got"]


def test_json_of_find_has_rows():
    (answer,) = data(
        "find", '?t where Subtype(?t) ^ usedBy(?t, Planeswalker) ^ label(?t) ~ "jace"'
    )["answers"]
    assert answer["rows"] == [["planeswalker-type/Jace"]]


def test_a_set_aside_rider_is_noted():
    text = f'{GIVEN}; when "Dryad Arbor" becomes a 3/3 artifact creature with flying until end of turn; show'
    found = data("show", text)
    assert found["notes"]
    assert call("show", text).stdout.count("note: ") == len(found["notes"])


def test_jsonl_answers_each_line_by_itself():
    lines = [NO, json.dumps(YES), json.dumps({"text": JAPANESE}), "", FAULT, "{broken"]
    result = call("ask", "--jsonl", stdin="\n".join(lines))
    found = [json.loads(line) for line in result.stdout.splitlines()]
    for item in found:
        jsonschema.validate(item, SCHEMA)
    assert [item["verdict"] for item in found] == ["no", "yes", "no", None, None]
    assert [bool(item["errors"]) for item in found] == [False, False, False, True, True]
    assert result.exit_code == 2


def test_jsonl_reads_a_file(file):
    result = call("ask", "--jsonl", "-f", file(f"{NO}\n{YES}\n"))
    assert [json.loads(line)["verdict"] for line in result.stdout.splitlines()] == ["no", "yes"]
    assert result.exit_code == 1

"""The conformance suite: every scenario comes out as written, the reference agrees, lines fit the schema."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import metadata, resources
from pathlib import Path

import jsonschema
import pytest
import rulekeep
from rulekeep.queries.answers.printing import line_of
from rulekeep.queries.suite import suite

from . import build_suite
from .test_cli import call, file

__all__ = ["file"]

SCHEMA = json.loads(
    resources.files("rulekeep.queries.suite").joinpath("suite.schema.json").read_text("utf-8")
)
SEED, COUNT = 1, 200
MADE = {made.title: made for made in build_suite.generate(SEED, COUNT)}
RANDOM = suite.shipped("random")
OTHER_FILES = sorted(Path(__file__).with_name("scenarios").glob("*.rk"))


def lines(*arguments: str) -> list[dict]:
    return [json.loads(line) for line in call("suite", *arguments).stdout.splitlines()]


@pytest.fixture(scope="module")
def classic() -> list[dict]:
    return lines("--kind", "classic")


# --- the scenarios that ship ----------------------------------------------------------------------


@pytest.mark.parametrize("source", suite.shipped("classic"), ids=lambda s: s.id)
def test_a_classic_scenario_comes_out_as_written(source):
    (report,) = rulekeep.check(source.text)
    assert report.errors == []
    assert [(a.question, a.got) for a in report.answers if a.expected is False] == []
    assert report.cites_missing == []
    assert report.answers


@pytest.mark.parametrize("source", RANDOM, ids=lambda s: s.id)
def test_engine_and_reference_agree_on_a_random_scenario(source):
    made = MADE[source.text.partition('"')[2].partition('"')[0]]
    assert source.text == build_suite.text_of(made)
    build_suite.check(made)


def test_the_random_scenarios_are_those_of_their_seed():
    written = (suite.SHIPPED / "random.rk").read_text(encoding="utf-8")
    texts = [build_suite.text_of(made) for made in MADE.values()]
    assert len(texts) == len(RANDOM) == COUNT
    assert written == build_suite.file_text(SEED, texts)


def test_the_random_scenarios_are_worth_running():
    scenarios = [made.scenario for made in MADE.values()]
    assert all(2 <= len(s.changes) <= 5 for s in scenarios)
    for mark in ("waiting", "source on the board", "copy", "changed word", "face down", "defining"):
        assert sum(mark in title for title in MADE) >= 8


def test_a_disagreement_stops_the_build_and_shows_the_scenario(monkeypatch, tmp_path):
    made = next(iter(MADE.values()))
    wrong = replace(made, outcome=replace(made.outcome, order=(9,)))
    monkeypatch.setattr(build_suite, "generate", lambda *_: iter([wrong]))
    with pytest.raises(SystemExit, match="disagree") as stopped:
        build_suite.main(["--count", "1", "-o", str(tmp_path / "new.rk")])
    assert made.title in str(stopped.value)
    assert not (tmp_path / "new.rk").exists()


def test_a_build_of_ones_own_becomes_a_suite(tmp_path):
    path = tmp_path / "my.rk"
    build_suite.main(["--seed", "7", "--count", "3", "-o", str(path)])
    header, *rest = lines(str(path))
    assert header["scenarios"] == len(rest) == 3
    assert {item["kind"] for item in rest} == {"my"}


# --- lines ----------------------------------------------------------------------------------------


def test_the_schema_is_a_schema_and_has_the_version_of_the_suite():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    version = SCHEMA["$defs"]["header"]["properties"]["format"]["const"]
    assert SCHEMA["version"] == version == suite.FORMAT_VERSION


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_line_fits_the_schema(lang):
    header, *rest = lines("--kind", "classic", "--lang", lang)
    jsonschema.validate(header, SCHEMA["$defs"]["header"] | {"$defs": SCHEMA["$defs"]})
    for item in rest:
        jsonschema.validate(item, SCHEMA)


def test_the_header_is_true(classic):
    header = classic[0]
    assert header["rulekeep"] == metadata.version("rulekeep")
    assert header["game"] == "mtg"
    assert header["scenarios"] == len(classic) - 1 == len(suite.shipped("classic"))
    assert header["ontology"] == suite.ontology_hash("mtg")
    newest = rulekeep.load("mtg")
    assert header["as_of"] == max(t.valid_from or "" for t in newest.content.terms)
    assert lines("--kind", "classic", "--as-of", "2024-01-01")[0]["as_of"] == "2024-01-01"


def test_two_runs_are_equal_to_the_byte():
    first, second = (call("suite", "--kind", "classic").stdout_bytes for _ in range(2))
    assert first == second


def test_ids_are_unique():
    ids = [source.id for source in suite.shipped()]
    assert len(set(ids)) == len(ids)


def test_a_line_has_what_an_engine_needs(classic):
    item = next(i for i in classic[1:] if "living land" in i["title"])
    assert item["objects"] == [
        {
            "name": "Arbor",
            "named": "Dryad Arbor",
            "line": "Land Creature — Forest Dryad",
            "zone": "battlefield",
            "controller": "A",
            "token": False,
            "abilities": [],
        }
    ]
    (effect,) = item["effects"]
    assert (effect["timestamp"], effect["source"]) == (1, None)
    assert effect["exact"] == '{ set card types Artifact } on "Arbor"'
    assert effect["applied_to"] == ["Arbor"]
    assert (item["lines"], item["order"]) == ({"Arbor": "Artifact"}, [1])
    assert "205.1a" in item["rules"]
    assert {v["verdict"] for v in item["verdicts"]} == {"yes"}


def test_type_lines_and_zones_are_in_the_language():
    item = next(i for i in lines("--kind", "classic", "--lang", "ja")[1:] if "living" in i["title"])
    assert item["lines"] == {"Arbor": "アーティファクト"}
    assert item["objects"][0]["zone"] == "戦場"


def test_what_is_open_is_null(file):
    path = file(
        'given "Ring": Artifact; when "Ring" becomes a land at 1; when "Ring" becomes a creature at 1'
    )
    _, item = lines(path)
    jsonschema.validate(item, SCHEMA)
    assert (item["lines"], item["order"]) == ({"Ring": None}, None)


def test_headers_of_a_file_stay_with_each_scenario(file):
    text = 'as of 2024-01-01 # then\nscenario "one"\ngiven "R": Artifact\nscenario "two"\ngiven "R": Land\n'
    _, one, two = lines(file(text))
    assert one["text"].startswith("as of 2024-01-01")
    assert two["text"].startswith("as of 2024-01-01")


def test_a_mismatch_is_told_and_is_exit_code_1(file):
    result = call("suite", file('given "R": Artifact; then "R" is Land'))
    assert (result.exit_code, len(result.stdout.splitlines())) == (1, 2)
    assert "FAIL" in result.stderr


def test_an_error_is_told_and_is_exit_code_2(file):
    result = call("suite", file('given "R": Goblni'))
    assert result.exit_code == 2
    assert "unknown-word" in result.stderr
    assert json.loads(result.stdout.splitlines()[1])["errors"]


def test_a_suite_is_written_to_a_file(tmp_path):
    path = tmp_path / "suite.jsonl"
    result = call("suite", "--kind", "classic", "-o", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert path.read_bytes() == call("suite", "--kind", "classic").stdout_bytes


def test_a_file_that_cannot_be_written_is_an_error(tmp_path):
    result = call("suite", "--kind", "classic", "-o", str(tmp_path / "none" / "suite.jsonl"))
    assert result.exit_code == 2
    assert "cannot write" in result.stderr


# --- the exact form -------------------------------------------------------------------------------


def _from_exact(item: dict) -> str:
    """The scenario with every effect in the exact form of its line."""
    kept = (
        "as of",
        "game",
        "given",
        "without",
        "reading",
        "前提",
        "時点",
        "ゲーム",
        "除外",
        "解釈",
    )
    said = [line for line in item["text"].splitlines() if line.lstrip().startswith(kept)]
    for effect in item["effects"]:
        source = f' from "{effect["source"]}"' if effect["source"] else ""
        until = f" until step {effect['until_step']}" if effect["until_step"] else ""
        said.append(
            f"when {effect['exact']}{source} by {effect['controller']} at {effect['timestamp']}"
            + " defining" * effect["defining"]
            + " if false" * (not effect["condition"])
            + until
        )
    return "\n".join(said)


@pytest.mark.parametrize("path", [*OTHER_FILES, suite.SHIPPED / "classic.rk"], ids=lambda p: p.stem)
def test_the_exact_form_of_effects_comes_to_the_same(path):
    for source in suite.cut(path.read_text(encoding="utf-8"), path.stem):
        report = suite.run_source(source)
        item = suite.entry(source, report)
        plain = all(
            "exact" in e and not (e["this_turn"] or e["enters"] or e["of_host"])
            for e in item["effects"]
        )
        if report.case is None or not item["effects"] or not plain:
            continue
        (again,) = rulekeep.check(_from_exact(item))
        assert again.errors == [], source.text
        assert again.case is not None
        knowledge = report.case.knowledge
        assert {n: line_of(ids, knowledge, "en") for n, ids in again.lines.items()} == {
            n: line for n, line in item["lines"].items() if line is not None
        }, source.text
        assert item["order"] in (None, again.order), source.text


# --- files of one's own ---------------------------------------------------------------------------


def test_an_event_has_the_timestamp_that_the_order_speaks_of(file):
    text = 'given "Car": Artifact — Vehicle\nwhen "Car" enters\nwhen "Car" is crewed\n'
    _, item = lines(file(text))
    jsonschema.validate(item, SCHEMA)
    assert item["effects"] == [
        {"event": '"Car" enters', "timestamp": 1},
        {"event": '"Car" is crewed', "timestamp": 2},
    ]
    assert item["order"] == [2]


def test_files_of_one_name_have_ids_of_their_own(tmp_path):
    paths = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        paths.append(tmp_path / folder / "x.rk")
        paths[-1].write_text('given "R": Artifact', encoding="utf-8")
    _, *rest = lines(*map(str, paths))
    assert [item["id"] for item in rest] == ["x", "x-2"]


def test_faults_are_told_at_their_places_in_the_file(file):
    path = file('# first\n\nscenario "a"\n# more\nscenario "b"\ngiven "R": Goblni\n')
    result = call("suite", path)
    assert result.exit_code == 2
    assert f"{path}:6:12: unknown word `Goblni`" in result.stderr


def test_an_expected_error_is_not_told_with_those_of_others(file):
    path = file(
        'scenario "a"\ngiven "R": Goblni\nthen error unknown-word\nscenario "b"\nwhen "Y" dies\n'
    )
    result = call("suite", path)
    assert result.exit_code == 2
    assert "Goblni" not in result.stderr
    assert "`Y`" in result.stderr


def test_a_file_that_is_not_read_to_its_end_makes_no_suite(file):
    result = call("suite", file('scenario "a"\ngiven "R": Artifact\n' * 2600))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "[too-many]" in result.stderr


def test_a_dash_is_standard_output(file, tmp_path, monkeypatch):
    path = file('given "R": Artifact')
    monkeypatch.chdir(tmp_path)
    assert call("suite", "-o", "-", path).stdout_bytes == call("suite", path).stdout_bytes
    assert not (tmp_path / "-").exists()

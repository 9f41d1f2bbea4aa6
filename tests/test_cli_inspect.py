"""The commands that check files and look into the knowledge base."""

from __future__ import annotations

import json

import jsonschema
import pytest

from .test_cli import ARBOR, FAULT, call, file
from .test_cli_json import SCHEMA

__all__ = ["file"]

GOOD = f'scenario "good"\n{ARBOR}\nthen "Dryad Arbor" is not Creature\n'
BAD = f'scenario "bad"\n{ARBOR}\nthen "Dryad Arbor" is Creature\n'
LINES = "Land Creature — Forest Dryad\nLand — Goblin\n\nTribal Instant — Elf\nCreature — Gobln\n"


# --- check ----------------------------------------------------------------------------------------


def test_check_reports_each_scenario_and_the_totals(file):
    result = call("check", file(GOOD + BAD))
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("pass good [205.1a")
    assert lines[1].startswith("FAIL bad [205.1a")
    assert lines[-1] == "1 passed, 1 failed"
    assert lines[2].startswith('  expected "Dryad Arbor" is Creature; got ')
    assert "205.1a" in lines[3]


@pytest.mark.parametrize(
    ("text", "code"),
    [(GOOD, 0), (GOOD + BAD, 1), (f"{GOOD}cites 702.73\n", 1), (f"{GOOD}cites 205.1a\n", 0), (FAULT, 2),
     (f"{FAULT}\nthen error unknown-word", 0), (f"{GOOD}then error unknown-word", 1)],
)  # fmt: skip
def test_the_exit_code_of_check_tells_whether_all_is_as_written(text, code, file):
    assert call("check", file(text)).exit_code == code


def test_check_takes_several_files_and_standard_input(file):
    result = call("check", file(GOOD, "a.rk"), file(BAD, "b.rk"), "-", stdin=GOOD)
    assert result.stdout.splitlines()[-1] == "2 passed, 1 failed"
    assert result.exit_code == 1


def test_a_verbose_check_shows_every_answer_with_its_rules(file):
    shown = call("check", "-v", file(GOOD)).stdout
    assert "yes: " in shown
    assert "rules: 205.1a" in shown


def test_check_speaks_japanese(file):
    shown = call("check", "--lang", "ja", file(GOOD + BAD)).stdout
    assert [line.partition(" [")[0] for line in shown.splitlines()[:2]] == [
        "一致 good",
        "不一致 bad",
    ]


def test_check_as_json_names_the_file_of_each_scenario(file):
    path = file(GOOD + BAD)
    found = json.loads(call("check", path, "--format", "json").stdout)
    jsonschema.validate(found, SCHEMA)
    assert [(r["file"], r["title"], r["passed"]) for r in found] == [
        (path, "good", True),
        (path, "bad", False),
    ]


def test_check_without_a_rule_shows_what_rests_on_it(file):
    text = GOOD.replace("becomes an artifact", "becomes an artifact in addition to its other types")
    path = file(text.replace("is not Creature", "is Creature"))
    assert call("check", path).exit_code == 0
    assert call("check", path, "--without", "205.1b").exit_code == 1


# --- rules and terms ------------------------------------------------------------------------------


def test_a_rule_is_shown_with_its_logic_and_what_uses_it():
    result = call("rules", "205.1a")
    assert result.exit_code == 0
    assert result.stdout.startswith("205.1a  ")
    for word in (
        "205.1a-correlated",
        "-> ends hasSubtype(?o,?t)",
        "uses: ",
        "used by: ",
        "205-logic.ttl:",
    ):
        assert word in result.stdout


def test_every_rule_can_be_listed_and_shown_in_both_languages():
    listed = json.loads(call("rules", "--format", "json").stdout)
    assert {"205.1a", "205.1b", "205.2a", "205.3m", "205.4a", "613.8", "704.5j"} <= set(listed)
    for lang in ("en", "ja"):
        assert call("rules", "--lang", lang).exit_code == 0
        for number in ("205.1a", "205.3m", "613.8"):
            assert call("rules", number, "--lang", lang).stdout.startswith(number)


def test_a_rule_as_json_has_its_parts():
    found = json.loads(call("rules", "205.1a", "--format", "json").stdout)
    assert found[0]["name"] == "205.1a"
    by_name = {r["name"]: r for r in found}
    logic = by_name["205.1a-correlated"]
    assert logic["part_of"] == "205.1a"
    assert "hasSubtype" in logic["uses"]
    assert logic["used_by"]


def test_an_unknown_rule_gets_the_nearest_as_a_hint():
    assert "205.1a" in call("rules", "205.1aa").stderr


def test_a_term_is_shown_with_kind_rule_and_dates():
    shown = call("terms", "Spacecraft").stdout
    for word in (
        "artifact-type/Spacecraft",
        "planar-type/Spacecraft",
        "205.3g",
        "205.3n",
        "2025-07-25",
        "宇宙船",
    ):
        assert word in shown


def test_a_term_is_found_in_either_language_and_of_any_date():
    assert "creature-type/Goblin" in call("terms", "ゴブリン", "--lang", "ja").stdout
    (hound,) = json.loads(call("terms", "Hound", "--format", "json").stdout)
    assert (hound["renamed_to"], hound["valid_to"], hound["valid"]) == (
        "creature-type/Dog",
        "2020-07-03",
        False,
    )
    (hound,) = json.loads(
        call("terms", "Hound", "--format", "json", "--as-of", "2019-01-01").stdout
    )
    assert hound["valid"]


def test_the_overview_counts_the_terms_of_the_date():
    newest = json.loads(call("terms", "--format", "json").stdout)
    old = json.loads(call("terms", "--format", "json", "--as-of", "2023-11-17").stdout)
    assert max(newest.values()) == 324
    assert max(old.values()) == 289
    assert call("terms", "--lang", "ja").exit_code == 0


# --- typelines ------------------------------------------------------------------------------------


def test_typelines_groups_refused_lines_by_reason(file):
    result = call("typelines", file(LINES))
    assert result.exit_code == 1
    assert "[205.3d] (1)\n  Land — Goblin\n" in result.stdout
    assert result.stdout.endswith("legal: 2, refused: 2\n")
    assert "renamed-term: 1" in result.stdout


def test_typelines_as_json_lists_what_is_refused_and_why():
    result = call("typelines", "-", "--format", "json", stdin=LINES)
    found = json.loads(result.stdout)
    assert found["legal"] == 2
    assert [r["line"] for r in found["refused"]] == ["Land — Goblin", "Creature — Gobln"]
    first, second = (r["reasons"][0] for r in found["refused"])
    assert (first["code"], first["rule"]) == ("uncorrelated-subtype", "205.3d")
    assert (second["code"], second["hint"]) == ("unknown-word", "Goblin")
    assert first["message"]


def test_typelines_reads_json_lines():
    lines = [
        {"name": "a", "type_line": "Instant // Land — Island"},
        {"type_line": "Lnad"},
        {"name": "c"},
    ]
    stdin = "\n".join(map(json.dumps, lines))
    found = json.loads(call("typelines", "-", "--format", "json", stdin=stdin).stdout)
    assert found["legal"] == 1
    assert [(r["line"], r["reasons"][0]["code"]) for r in found["refused"]] == [
        ("Lnad", "unknown-word"),
        ("", "empty"),
    ]


@pytest.mark.parametrize(
    ("lines", "date", "code"),
    [
        ("Land — Island\n", "2026-08-07", 0),
        ("Artifact — Spacecraft\n", "2026-08-07", 0),
        ("Artifact — Spacecraft\n", "2023-11-17", 1),
        ("Plane — Spacecraft\n", "2023-11-17", 0),
        ("Kindred Instant\n", "2023-11-17", 1),
        ("土地 ― 島\n", "2026-08-07", 0),
        ("", "2026-08-07", 0),
    ],
)
def test_typelines_judges_by_the_date(lines, date, code):
    assert call("typelines", "-", "--as-of", date, stdin=lines).exit_code == code


def test_typelines_speaks_japanese():
    shown = call("typelines", "-", "--lang", "ja", stdin=LINES).stdout
    assert shown.endswith("適正: 2, 不適正: 2\n")

"""What readings change over a corpus, each change with the smallest case that shows it."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from rulekeep.kb.sources import games, load_readings
from rulekeep.queries.corpus.readings import Change, Compared, compare_readings
from rulekeep.queries.corpus.readings_text import data, lines
from rulekeep.queries.corpus.rulings import read_corpus, shipped_files

from .test_cli import call, file

__all__ = ["file"]

WITNESS = """scenario "The Cub"
given "Signet": Artifact
given "Cub": Creature — Bear
when { add card types Creature } on "Signet"
when { set creature types Elf } on "Cub"
when { set creature types Goblin } on Creature from "Warren"
then "Cub" is Goblin
"""
LARGER = WITNESS.replace("The Cub", "Larger").replace("when", 'given "Acre": Land\nwhen', 1)
PLAIN = """scenario "Plain"
given "Cub": Creature — Bear
then "Cub" is Creature
"""
LISTED = """scenario "The whole shield"
  game duelmasters
given shield 1 of A: "x1", "y1"
given castle 《ローズ・キャッスル》 fortifies shield 1 of A
given shield 2 of A: "x2"
when A keeps 《ローズ・キャッスル》, "x1" of 3
then graveyard of A is "y1", "x2"
"""
TWO = """scenario "Two on one"
  game duelmasters
given shield L of A: "x1"
given castle 《ローズ・キャッスル》 fortifies shield L of A
given castle 《ハッスル・キャッスル》 fortifies shield L of A
then 《ローズ・キャッスル》 fortifies shield L of A
"""


def compared(path: str, game: str | None = None) -> Compared:
    (found,) = compare_readings(read_corpus([path]), game).games
    return found


def changed(path: str, name: str) -> Change:
    return compared(path).changes[name]


def test_the_kinds_of_change_are_told_apart(file):
    change = changed(file(WITNESS), "just-after")
    assert change.cases == {"answer": 1, "line": 1, "order": 1, "step": 1}


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("answer", "yes", "no"),
        ("line", "Creature — Goblin", "Creature — Elf"),
        ("order", "1, 2, 3", "1, 3, 2"),
    ],
)
def test_a_difference_is_told_from_both_sides(file, kind, before, after):
    witness = changed(file(WITNESS), "just-after").witnesses[kind]
    (difference,) = (
        d
        for d in witness.differences
        if d.kind == kind and d.about in ("", "Cub", '"Cub" is Goblin')
    )
    assert (difference.before, difference.after) == (before, after)


def test_the_rules_of_the_reading_are_named_on_its_side_alone(file):
    witness = changed(file(WITNESS), "just-after").witnesses["answer"]
    assert "613.8b-ahead" in witness.differences[0].rules_after
    assert "613.8b-ahead" not in witness.differences[0].rules_before


def test_the_step_of_the_timeline_is_the_first_that_differs(file):
    witness = changed(file(WITNESS), "just-after").witnesses["step"]
    (step,) = (d for d in witness.differences if d.kind == "step")
    assert step.about == "2"
    assert "effect 2" in step.before
    assert "effect 3" in step.after


def test_a_list_is_told_as_what_is_there(file):
    change = changed(file(LISTED), "whole-shield")
    (difference,) = (d for d in change.witnesses["list"].differences if d.kind == "list")
    assert "ローズ・キャッスル" in difference.after
    assert "ローズ・キャッスル" not in difference.before


def test_a_case_that_a_reading_refuses_is_a_change(file):
    change = changed(file(TWO), "one-castle")
    assert change.cases == {"error": 1}
    assert "one castle a shield" in change.witnesses["error"].differences[0].after


def test_the_smallest_case_is_the_witness(file):
    change = changed(file(LARGER + WITNESS), "just-after")
    assert change.changed == ["some: Larger", "some: The Cub"]
    assert change.witnesses["answer"].case.scenario.title == "The Cub"


def test_a_reading_that_a_case_takes_itself_does_not_hide_the_change(file):
    text = WITNESS.replace('Cub"\n', 'Cub"\n  reading just-after\n', 1)
    assert changed(file(text), "just-after").cases["answer"] == 1


def test_a_reading_that_changes_nothing_is_said_to(file):
    path = file(PLAIN)
    assert compared(path).idle == ["just-after"]
    result = call("readings", path)
    assert result.exit_code == 1
    assert "no case tells it apart from the usual reading" in result.stdout


def test_readings_that_no_case_tells_apart_are_named(file):
    found = compared(file(TWO))
    assert ("own-shield", "strict-triggers") in found.alike
    assert not any("one-castle" in pair for pair in found.alike)


def test_each_shipped_reading_is_told_apart_by_a_shipped_ruling():
    for game in ("mtg", "duelmasters"):
        readings = [f for f in shipped_files(game) if f.endswith("readings.rk")]
        (found,) = compare_readings(read_corpus(readings), game).games
        assert (found.idle, found.alike) == ([], [])


@pytest.mark.parametrize("game", games())
def test_each_shipped_reading_says_where_it_comes_from(game):
    for reading in load_readings(game).values():
        assert set(reading.comment) == {"en", "ja"}


def test_a_stop_leaves_what_was_found(file):
    def stopping(cases):
        yield from islice(cases, 1)
        raise KeyboardInterrupt

    (found,) = compare_readings(read_corpus([file(WITNESS + PLAIN)]), watch=stopping).games
    assert (found.tried, found.stopped) == (1, True)
    assert found.changes["just-after"].cases["answer"] == 1


def test_a_stopped_report_says_so(file):
    def stopping(cases):
        raise KeyboardInterrupt
        yield from cases

    found = compare_readings(read_corpus([file(WITNESS)]), watch=stopping)
    assert found.exit_code == 130
    assert "stopped after 0 of 1 cases" in "\n".join(lines(found, "en"))
    assert data(found, "en")["complete"] is False


def test_a_faulty_scenario_does_not_keep_the_others_out(file):
    result = call("readings", file('scenario "Faulty"\ngiven "X": Nothing\n' + WITNESS))
    assert result.exit_code == 2
    assert "[faulty]" in result.stdout
    assert "answers: 1" in result.stdout


def test_the_report_speaks_japanese(file):
    shown = call("readings", file(WITNESS), "--lang", "ja").stdout
    assert "クリーチャー ― エルフ" in shown
    assert "without" not in shown


def test_as_json_each_witness_has_its_place_and_both_sides(file):
    found = json.loads(call("readings", file(WITNESS), "--format", "json").stdout)
    (game,) = found["games"]
    (reading,) = game["readings"]
    witness = reading["witnesses"]["line"]
    assert (witness["line"], witness["statements"]) == (1, 5)
    assert witness["differences"][0]["before"] == "Creature — Goblin"
    assert reading["comment"]["en"]


@pytest.mark.parametrize("arguments", [["nowhere.rk"], ["--game", "chess"]])
def test_what_is_not_there_is_refused(arguments):
    assert call("readings", *arguments).exit_code == 2


def test_a_type_line_after_a_step_is_told_as_it_was_then(file):
    text = WITNESS.replace(
        'then "Cub" is Goblin',
        'when { set creature types Elf } on "Cub"\nthen "Cub" has types "Creature — Goblin" after step 3',
    )
    (difference,) = (
        d
        for d in changed(file(text), "just-after").witnesses["answer"].differences
        if d.kind == "answer"
    )
    assert (difference.before, difference.after) == ("Creature — Goblin", "Creature — Elf")

"""What changed between two dates of the rules, and between two corpora."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from rulekeep.kb.knowledge import load
from rulekeep.queries.corpus.diff_corpora import diff_corpora
from rulekeep.queries.corpus.diff_dates import DateDiff, changes, diff_dates
from rulekeep.queries.corpus.diff_text import date_data, date_lines
from rulekeep.queries.corpus.rulings import read_corpus

from .test_cli import call, file

__all__ = ["file"]

OLD, NEW = "2023-11-17", "2026-08-07"


def head(id_: str, more: str = "") -> str:
    return f'scenario "{id_}"\n  ruling {id_}\n{more}'


LIZARD = head("lizard") + 'given "Cub": Creature — Lizard\nthen "Cub" is Lizard\n'
CAVE = head("cave") + 'given "Den": Land — Cave\nthen "Den" is Cave\n'
OWN = (
    head("own")
    + 'given "Herald": Enchantment Creature — God\n'
    + 'when { lose card types Creature } on "Herald" from "Herald" at 1\n'
    + 'when { add card types Creature } on "Herald" at 1\n'
    + 'then "Herald" is Creature\n'
)


def between(path: str, before: str = OLD, after: str = NEW) -> DateDiff:
    return diff_dates(before, after, read_corpus([path]), ["mtg"])


# --- two dates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "change", "name"),
    [
        ("term", "began", "land-type/Cave"),
        ("term", "renamed", "Tribal"),
        ("term", "renamed", "creature-type/Viashino"),
        ("rule", "began", "613.7n"),
        ("logic", "began", "613.7n-own"),
        ("rule", "reworded", "205.3m"),
    ],
)
def test_terms_and_rules_that_changed_are_told(what, change, name):
    found = {(c.what, c.change, c.name) for c in changes(load("mtg"), OLD, NEW)}
    assert (what, change, name) in found


def test_backwards_what_began_ends():
    found = {(c.what, c.change, c.name) for c in changes(load("mtg"), NEW, OLD)}
    assert ("logic", "ended", "613.7n-own") in found
    assert ("term", "ended", "land-type/Cave") in found


def test_between_a_date_and_itself_nothing_changes():
    assert list(changes(load("mtg"), NEW, NEW)) == []


def test_a_ruling_whose_answer_changes_is_told_with_the_rules_of_one_side(file):
    (answers,) = between(file(OWN + LIZARD)).games[0].answers
    (difference,) = answers.differences
    assert answers.case.ruling.id == "own"
    assert (difference.kind, difference.before, difference.after) == (
        "answer",
        "undetermined",
        "yes",
    )
    assert "613.7n-own" in difference.rules_after


def test_a_ruling_with_a_word_that_did_not_exist_is_told_so(file):
    (answers,) = between(file(CAVE), "2011-09-30").games[0].answers
    (difference,) = answers.differences
    assert difference.kind == "error"
    assert "Cave" in difference.before
    assert difference.after == ""


def test_rulings_that_come_out_alike_are_not_told(file):
    found = between(file(LIZARD)).games[0]
    assert (found.answers, found.tried) == ([], 1)


def test_a_ruling_that_asks_of_a_date_of_its_own_is_counted_apart(file):
    dated = OWN.replace("ruling own\n", f"ruling own\n  as of {OLD}\n")
    found = between(file(dated + LIZARD)).games[0]
    assert (found.rulings, found.own_date, found.answers) == (1, 1, [])


def test_an_answer_by_other_rules_is_told_as_that(file):
    text = OWN.replace("at 1\n", "at 1\n", 1).replace(
        'then "Herald" is Creature', 'then "Herald" is Enchantment'
    )
    found = between(file(text)).games[0]
    assert all(d.kind == "citation" for a in found.answers for d in a.differences)


def test_a_stop_leaves_what_was_found(file):
    def stopping(cases):
        yield from islice(cases, 1)
        raise KeyboardInterrupt

    found = diff_dates(OLD, NEW, read_corpus([file(OWN + LIZARD)]), ["mtg"], watch=stopping)
    assert found.exit_code == 130
    assert len(found.games[0].answers) == 1
    assert "stopped after 1 of 2 rulings" in "\n".join(date_lines(found, "en"))
    assert date_data(found, "en")["complete"] is False


def test_the_command_tells_dates_as_text_and_as_json(file):
    path = file(OWN)
    shown = call("diff", OLD, NEW, "--corpus", path)
    assert shown.exit_code == 1
    assert "Tribal → Kindred" in shown.stdout
    assert "undetermined" in shown.stdout
    found = json.loads(call("diff", OLD, NEW, "--corpus", path, "--format", "json").stdout)
    assert found["games"][0]["answers"][0]["ruling"] == "own"


def test_the_command_speaks_japanese(file):
    shown = call("diff", OLD, NEW, "--corpus", file(OWN), "--lang", "ja").stdout
    before, after = (load("mtg").lexicon[name].label("ja") for name in ("Tribal", "Kindred"))
    assert f"{before} → {after}" in shown
    assert "terms" not in shown


def test_without_a_change_the_exit_code_is_0(file):
    assert call("diff", NEW, NEW, "--corpus", file(OWN)).exit_code == 0


# --- two corpora ----------------------------------------------------------------------------------

FULL = """scenario "Cub"
  ruling cub
  question "Is it one?"
  answer "Yes."
  status official
  dated 2020-01-01
  source "a page"
given "Cub": Creature — Bear
then "Cub" is Creature
"""
EDITS = [
    ("question", "Is it one?", "Is the Cub one?"),
    ("answer", "Yes.", "It is."),
    ("status", "status official", "status superseded"),
    ("dated", "2020-01-01", "2021-01-01"),
    ("source", "a page", "another page"),
    ("scenario", "Bear", "Elf"),
    ("expected", "is Creature", "is not Artifact"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new"), EDITS, ids=[e[0] for e in EDITS])
def test_what_changed_of_a_ruling_is_told_by_field(file, name, old, new):
    one, other = file(FULL, "a.rk"), file(FULL.replace(old, new), "b.rk")
    found = diff_corpora(read_corpus([one]), read_corpus([other]))
    (change,) = found.changed
    assert (change.id, change.field) == ("cub", name)
    assert old.split(" ", 1)[-1] in change.before or old in change.before
    assert found.exit_code == 1


def test_rulings_that_one_corpus_alone_has_are_added_or_removed(file):
    one, other = file(FULL + LIZARD, "a.rk"), file(FULL + CAVE, "b.rk")
    found = diff_corpora(read_corpus([one]), read_corpus([other]))
    assert [r.ruling.id for r in found.added] == ["cave"]
    assert [r.ruling.id for r in found.removed] == ["lizard"]
    assert (found.same, found.changed) == (1, [])


def test_white_space_is_no_change(file):
    one, other = file(FULL, "a.rk"), file(FULL.replace(": Creature", ":   Creature"), "b.rk")
    assert diff_corpora(read_corpus([one]), read_corpus([other])).exit_code == 0


def test_the_command_compares_folders(file, tmp_path):
    for name, text in (("a", FULL), ("b", FULL.replace("official", "disputed"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.rk").write_text(text, encoding="utf-8")
    result = call("diff", str(tmp_path / "a"), str(tmp_path / "b"))
    assert result.exit_code == 1
    assert "- official" in result.stdout
    assert "+ disputed" in result.stdout
    found = json.loads(
        call("diff", str(tmp_path / "a"), str(tmp_path / "b"), "--format", "json").stdout
    )
    assert found["changed"][0]["field"] == "status"


@pytest.mark.parametrize(
    "arguments",
    [
        ("2023-11-17", "nowhere"),
        ("nowhere", "2023-11-17"),
        ("nowhere", "elsewhere"),
        ("2023-13-45", "2026-08-07"),
        ("1990-01-01", "2026-08-07"),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments):
    result = call("diff", *arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output

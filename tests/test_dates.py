"""The logic of the rules by date: a rule counts from the day on which it begins to the day before it ends."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.logic.dated import Dated, compile_dated, periods
from rulekeep.kb.logic.program import Program
from rulekeep.kb.logic.theory import NEWEST, build_theory
from rulekeep.kb.sources import core_files
from rulekeep.kb.turtle.graph import read_graph
from rulekeep.kb.turtle.rules import read_rules
from rulekeep.queries.api import ask, check

from .worlds import holds, play

PREFIXES = """
@prefix rk: <https://w3id.org/rulekeep/core/> .
@prefix t: <https://w3id.org/rulekeep/toy/> .
@prefix r: <https://w3id.org/rulekeep/toy/rule/> .
"""

# A ferry fits whoever is short until 2005, whoever has a ticket from 2010 on; a bell has always rung.
# What fits before 2005 looks ahead to the bell, which no later rule does.
TOY = """
t:Short a rk:Rigid ; rk:domains ( t:Walker ) .
t:ticket a rk:Rigid ; rk:domains ( t:Walker ) .
t:rung a rk:Fluent ; rk:domains ( t:Walker ) .
t:early a rk:Derived ; rk:domains ( t:Walker ) .
t:fits a rk:Derived ; rk:domains ( t:Walker ) .
r:1 a rk:Rule .
r:1-rings a rk:Rule ; rk:partOf r:1 ; rk:logic "happens(?e) ^ ticket(?w) -> starts rung(?w)" .
r:2 a rk:Rule ; rk:validTo "2005-01-01" .
r:2-early a rk:Rule ; rk:partOf r:2 ; rk:logic "mayHappen(?e) ^ after ?e rung(?w) -> early(?w)" .
r:2-short a rk:Rule ; rk:partOf r:2 ; rk:logic "Short(?w) -> fits(?w)" .
r:3 a rk:Rule ; rk:validFrom "2010-01-01" .
r:3a a rk:Rule ; rk:partOf r:3 .
r:3a-ticket a rk:Rule ; rk:partOf r:3a ; rk:logic "ticket(?w) -> fits(?w)" .
r:3a-late a rk:Rule ; rk:partOf r:3a ; rk:validFrom "2012-01-01" ; rk:logic "rung(?w) -> early(?w)" .
"""
FACTS = "Short(Ann) ^ ticket(Bob)"


def read(folder: Path, text: str) -> Dated:
    """The programs of a toy ontology on top of the scheduler."""
    file = folder / "toy.ttl"
    file.write_text(PREFIXES + text, encoding="utf-8")
    core = [f for f in core_files() if f.endswith("core.ttl")]
    return compile_dated(build_theory(*read_rules(*read_graph([*core, str(file)]))))


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Dated:
    return read(tmp_path_factory.mktemp("toy"), TOY)


@pytest.mark.parametrize(
    ("date", "fitting"),
    [
        ("2004-12-31", {"Ann"}),
        ("2005-01-01", set()),
        ("2009-12-31", set()),
        ("2010-01-01", {"Bob"}),
        (NEWEST, {"Bob"}),
    ],
)
def test_a_rule_holds_from_its_first_day_to_the_day_before_its_last(
    toy: Dated, date: str, fitting: set[str]
) -> None:
    result = play(toy.as_of(date), FACTS)
    assert {w for w in ("Ann", "Bob") if holds(result, f"fits({w})") == {True}} == fitting


def test_a_rule_holds_no_longer_than_all_that_it_is_part_of(toy: Dated) -> None:
    by_name = toy.theory.by_name
    assert (by_name["3a-ticket"].valid_from, by_name["3a-ticket"].valid_to) == ("2010-01-01", "")
    assert by_name["3a-late"].valid_from == "2012-01-01"
    assert by_name["2-short"].valid_to == "2005-01-01"
    assert (by_name["1-rings"].valid_from, by_name["1-rings"].valid_to) == ("", "")


def test_the_days_of_change_are_known(toy: Dated) -> None:
    assert periods(toy.theory) == ["", "2005-01-01", "2010-01-01", "2012-01-01"]


def test_the_newest_program_holds_nothing_of_rules_that_ended(toy: Dated) -> None:
    newest = toy.as_of(NEWEST)
    assert newest is toy.newest
    assert toy.as_of("2020-01-01") is newest
    assert not any(p.rule.startswith("2-") for p in newest.pieces)
    assert {r.name for r in toy.lapsed.theory.rules} == {"2-early", "2-short"}
    assert not newest.keys & toy.lapsed.keys


def _rules(program: Program) -> set[str]:
    return {p.rule for p in program.pieces if p.rule and p.rule[0].isdigit()}


def test_the_program_of_a_date_is_that_of_its_rules_alone(toy: Dated) -> None:
    assert _rules(toy.as_of("2004-01-01")) == {"1-rings", "2-early", "2-short"}
    assert _rules(toy.as_of("2011-01-01")) == {"1-rings", "3a-ticket"}
    assert _rules(toy.as_of("2012-01-01")) == {"1-rings", "3a-ticket", "3a-late"}


def test_an_ended_rule_may_look_ahead_where_no_other_does(toy: Dated) -> None:
    ahead = {key[2].depth for key in toy.lapsed.keys if key[0] == "rung" and key[2]}
    assert ahead == {1}


def test_rules_of_different_dates_may_contradict_each_other_in_a_circle(tmp_path: Path) -> None:
    text = """
    t:here a rk:Derived ; rk:domains ( t:Walker ) .
    t:there a rk:Derived ; rk:domains ( t:Walker ) .
    t:Walker a rk:Rigid ; rk:domains ( t:Walker ) .
    r:1 a rk:Rule ; rk:validTo "2005-01-01" ; rk:logic "Walker(?w) ^ not here(?w) -> there(?w)" .
    r:2 a rk:Rule ; rk:validFrom "2005-01-01" ; rk:logic "Walker(?w) ^ not there(?w) -> here(?w)" .
    """
    programs = read(tmp_path, text)
    for date, place in (("2004-01-01", "there"), ("2006-01-01", "here")):
        assert holds(play(programs.as_of(date), "Walker(Ann)"), f"{place}(Ann)") == {True}


def test_a_circle_among_rules_of_one_past_date_is_refused(tmp_path: Path) -> None:
    text = """
    t:here a rk:Derived ; rk:domains ( t:Walker ) .
    t:Walker a rk:Rigid ; rk:domains ( t:Walker ) .
    r:1 a rk:Rule ; rk:validTo "2005-01-01" ; rk:logic "Walker(?w) ^ not here(?w) -> here(?w)" .
    """
    with pytest.raises(DiagnosticError) as caught:
        read(tmp_path, text)
    assert [d.code for d in caught.value.diagnostics] == ["not-stratified"]


def test_a_fault_in_a_rule_of_the_past_is_refused_with_its_place(tmp_path: Path) -> None:
    text = """
    t:here a rk:Derived ; rk:domains ( t:Walker ) .
r:1 a rk:Rule ; rk:validTo "2005-01-01" ; rk:logic "Walkr(?w) -> here(?w)" .
    """
    with pytest.raises(DiagnosticError) as caught:
        read(tmp_path, text)
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.params["place"]) == ("undeclared", "toy.ttl:7")


def test_a_denial_of_the_past_is_compiled_too(tmp_path: Path) -> None:
    text = """
    t:Walker a rk:Rigid ; rk:domains ( t:Walker ) .
    t:here a rk:Derived ; rk:domains ( t:Walker ) .
    r:1 a rk:Rule ; rk:logic "Walker(?w) -> here(?w)" .
    r:2 a rk:Rule ; rk:validTo "2005-01-01" ; rk:logic "Walker(?w) -> not here(?w)" .
    """
    programs = read(tmp_path, text)
    past, now = programs.as_of("2004-01-01"), programs.as_of(NEWEST)
    assert play(past, "Walker(Ann)").violations(0) == [("2", ("Ann",))]
    assert play(now, "Walker(Ann)").violations(0) == []


# --- the rules of the ontology ------------------------------------------------------------------------

HERALD = """
given "Herald": Enchantment Creature — God
when { lose card types Creature } on "Herald" from "Herald" at 1
when { add card types Creature } on "Herald" at 1
"""
OATH = 'given "Oath": Legendary Sorcery, in hand\nask mayBeCast("Oath")\n'


@functools.cache
def _verdict(text: str, date: str | None, without: tuple[str, ...] = ()) -> str:
    return ask(text, as_of=date, without=without)[0].verdict


@pytest.mark.parametrize(
    ("date", "verdict"),
    [
        (None, "yes"),
        ("2026-08-07", "yes"),
        ("2025-07-25", "yes"),
        ("2025-07-24", "undetermined"),
        ("2023-11-17", "undetermined"),
    ],
)
def test_an_own_static_ability_comes_first_since_613_7n(date: str | None, verdict: str) -> None:
    assert _verdict(f'{HERALD}ask "Herald" is Creature\n', date) == verdict


def test_without_613_7n_the_order_is_open() -> None:
    assert _verdict(f'{HERALD}ask "Herald" is Creature\n', None, ("613.7n",)) == "undetermined"


@pytest.mark.parametrize(
    ("date", "verdict"), [("2018-07-12", "yes"), ("2018-07-13", "no"), (None, "no")]
)
def test_legendary_spells_have_their_rule_since_2018(date: str | None, verdict: str) -> None:
    assert _verdict(OATH, date) == verdict


def test_a_rule_of_the_past_can_be_left_out_of_its_date() -> None:
    assert _verdict(OATH, "2015-01-01", ("205.4-casting",)) == "no"


@pytest.mark.parametrize(("date", "rule"), [("2023-11-17", "613.7n"), (None, "205.4-casting")])
def test_a_rule_of_another_date_cannot_be_left_out(date: str | None, rule: str) -> None:
    (report,) = check(OATH, as_of=date, without=[rule])
    assert [(e.code, e.message) for e in report.errors] == [("unknown-rule", "rule-not-then")]


def test_the_first_date_is_the_oldest_that_is_known() -> None:
    assert load().first_date == "2011-09-30"
    (report,) = check(OATH, as_of="2011-09-29")
    assert [e.code for e in report.errors] == ["bad-date"]


def test_a_date_of_the_newest_rules_shares_their_program() -> None:
    assert load("mtg", "2026-01-01").program is load().program

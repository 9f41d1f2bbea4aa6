"""`orders`: outcomes of all orders of the effects, what decides between them, bounds and exit codes."""

from __future__ import annotations

import itertools
import json
import math
import os
import subprocess
import sys
from dataclasses import replace

import pytest
import rulekeep
from rulekeep.queries.answers.scenario_knowledge import knowledge_of
from rulekeep.queries.language.parse import parse
from rulekeep.queries.orders import orders
from rulekeep.queries.orders import sample as orders_sample

from .test_cli import call, file

__all__ = ["file"]

RING = 'given "Ring": Artifact; '
LAST = f'{RING}when "Ring" becomes a land; when "Ring" becomes a creature; when "Ring" becomes an enchantment'
SAME = (
    f'{RING}when "Ring" becomes a Goblin in addition to its other types; '
    'when artifacts are creatures in addition to their other types from "March"'
)
LIMB = """given "Cabin": Land — Forest
given "Sprout": token Creature — Saproling
given "Stone": Artifact
when all Forests and all Saprolings are Saproling creatures and Forest lands in addition to their other types from "Life and Limb"
when nonbasic lands are Mountains from "Blood Moon"
"""
LOCKED = f"""{RING}
when all creatures are Goblins
when "Ring" becomes a creature
"""


def found(text: str) -> orders.Orders:
    (scenario,), faults = parse(text)
    assert faults == []
    return orders.orders_of(scenario, knowledge_of(scenario))


def data(*arguments: str) -> dict:
    return json.loads(call("orders", *arguments, "--format", "json").stdout)


# --- outcomes -------------------------------------------------------------------------------------


def test_every_order_is_tried_and_grouped_by_its_lines():
    item = data(LAST)
    assert (item["possible"], item["tried"], item["complete"], item["matters"]) == (
        6,
        6,
        True,
        True,
    )
    assert [(o["lines"], o["orders"]) for o in item["outcomes"]] == [
        ({"Ring": "Enchantment"}, 2),
        ({"Ring": "Creature"}, 2),
        ({"Ring": "Land"}, 2),
    ]
    assert item["outcomes"][0]["example"] == [1, 2, 3]


@pytest.mark.parametrize("text", [LAST, LIMB, LOCKED], ids=["last", "loop", "locked"])
def test_an_example_order_leads_to_its_outcome(text):
    (scenario,), _ = parse(text)
    whens = [s for s in scenario.statements if isinstance(s, orders.When)]
    said = [s for s in scenario.statements if s not in whens]
    for group in found(text).groups:
        moved = [replace(whens[n - 1], timestamp=None) for n in group.example]
        other = replace(scenario, statements=(*said, *moved))
        meaning, faults = orders.mean(other, knowledge_of(other))
        assert faults == []
        case = orders.build_case(meaning, knowledge_of(other))
        assert {n: case.types(n, case.run.leaves[0]) for n in meaning.objects} == dict(
            group.outcome.lines
        )


def test_the_order_as_given_leads_where_show_does():
    for text in (LAST, LIMB, LOCKED, SAME):
        first = found(text).groups[0]
        assert first.example == tuple(sorted(first.example))
        assert dict(first.outcome.lines) == rulekeep.show(text)


def test_explicit_timestamps_take_part():
    item = data(f'{RING}when "Ring" becomes a land at 9; when "Ring" becomes a creature at 2')
    assert [o["example"] for o in item["outcomes"]] == [[2, 1], [1, 2]]
    assert [o["lines"]["Ring"] for o in item["outcomes"]] == ["Land", "Creature"]


def test_effects_that_begin_as_events_take_part():
    item = data(LOCKED)
    assert [o["lines"]["Ring"] for o in item["outcomes"]] == ["Creature", "Creature — Goblin"]
    assert item["decides"]["pairs"] == [[1, 2]]


def test_what_ends_at_a_step_keeps_its_place_and_it_is_said():
    text = f'{RING}when "Ring" becomes a land until step 3; when "Ring" becomes a creature; when "Ring" becomes an enchantment'
    item = data(text)
    assert item["possible"] == 2
    assert [e["moves"] for e in item["effects"]] == [False, True, True]
    assert any("keep their place" in note for note in item["notes"])
    assert any("位置を変えません" in note for note in data(text, "--lang", "ja")["notes"])


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (orders.Outcome((("Ring", frozenset({"Land"})),)), 0),
        (orders.Outcome((("Ring", None),)), 3),
        (orders.Outcome(error="stuck"), 2),
    ],
    ids=["sure", "undetermined", "error"],
)
def test_the_exit_code_of_a_single_outcome(outcome, code):
    assert (
        orders.Orders(possible=1, tried=1, groups=[orders.Group(outcome, 1, ())]).exit_code == code
    )


# --- what decides ---------------------------------------------------------------------------------


def test_the_last_of_several_decides():
    item = data(LAST)
    assert item["decides"]["place"] == "last"
    assert item["decides"]["by_effect"] == {"1": 3, "2": 2, "3": 1}


def test_one_pair_decides():
    item = data(f'{LIMB}when {{ add supertypes Snow }} on "Stone"')
    assert item["decides"]["pairs"] == [[1, 2]]
    assert item["decides"]["tree"] == {"first": 1, "second": 2, "before": 1, "after": 2}
    assert all("Stone" in o["lines"] for o in item["outcomes"])


# --- the command ----------------------------------------------------------------------------------


def test_one_outcome_is_exit_code_0_and_names_the_rules():
    result = call("orders", SAME)
    assert result.exit_code == 0
    assert "the order makes no difference; every order gives:" in result.stdout
    assert "613.8a" in result.stdout
    assert data(SAME)["matters"] is False


def test_several_outcomes_are_exit_code_1():
    result = call("orders", LIMB)
    assert result.exit_code == 1
    assert "effect 1 before effect 2: outcome 1" in result.stdout
    same = result.stdout.partition("in every order:")[2]
    assert "Stone: Artifact" in same
    assert result.stdout.count("Stone") == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('given "Ring": Goblni', "unknown-word"),
        (f'{RING}when "Ruby" becomes a land', "unknown-object"),
        ("game nothing\n" + RING, "unknown-game"),
    ],
)
def test_a_faulty_text_is_exit_code_2(text, code):
    result = call("orders", text)
    assert (result.exit_code, code in result.stderr) == (2, True)
    assert data(text)["errors"][0]["code"] == code


def test_without_a_rule_the_order_may_matter():
    text = LIMB.replace("Blood Moon", "Moon")
    assert data(text)["matters"] is True
    assert call("orders", SAME, "--without", "613.8").exit_code == 1


def test_no_effects_are_one_order():
    result = call("orders", RING)
    assert result.exit_code == 0
    assert "orders tried: 1 of 1; outcomes: 1" in result.stdout


def test_a_file_or_a_text_or_standard_input(file):
    shown = [call("orders", LIMB), call("orders", file(LIMB)), call("orders", "-f", file(LIMB))]
    shown.append(call("orders", stdin=LIMB))
    assert len({(r.stdout, r.exit_code) for r in shown}) == 1


def test_each_scenario_of_a_file_has_its_orders(file):
    path = file(f'scenario "one"\n{LAST}\nscenario "two"\n{SAME}')
    result = call("orders", path)
    assert result.exit_code == 1
    assert ["== one", "== two"] == [x for x in result.stdout.splitlines() if x.startswith("==")]
    assert [item["title"] for item in data(path)] == ["one", "two"]


def test_both_languages_and_markdown():
    shown = call("orders", LAST, "--lang", "ja").stdout
    assert "試した順序: 6通りのうち6通り" in shown
    assert "Ring: エンチャント" in shown
    table = call("orders", LAST, "--format", "md").stdout
    assert table == call("orders", LAST, "--format", "markdown").stdout
    assert "| outcome 1 | Enchantment | 2 | 1, 2, 3 |" in table


# --- bounds ---------------------------------------------------------------------------------------

MANY = "\n".join(
    f'when {{ add creature types {kind} }} on Creature from "{kind}"'
    for kind in ("Elf", "Cat", "Dog", "Bear")
)
OX = 'given "Ox": Creature — Ox\n' + MANY


@pytest.fixture
def low_bound(monkeypatch):
    monkeypatch.setattr(orders, "MAX_ORDERS", 60)


@pytest.mark.usefixtures("low_bound")
def test_beyond_the_bound_a_sample_is_tried_and_it_is_said():
    result = call("orders", f'{OX}\nwhen {{ set creature types Zombie }} on Creature from "Z"')
    assert result.exit_code == 3
    assert "[bound-reached]" in result.stderr
    assert "what was seen to decide" in result.stdout
    assert result.stdout.startswith("orders tried: 60 of 120;")


@pytest.mark.usefixtures("low_bound")
def test_beyond_the_bound_nothing_found_is_no_proof():
    item = data(f'{OX}\nwhen {{ add creature types Zombie }} on Creature from "Z"')
    assert (item["complete"], item["matters"], len(item["outcomes"])) == (False, None, 1)
    assert item["errors"][0]["code"] == "bound-reached"


def test_seven_effects_are_beyond_the_bound():
    assert 720 == orders.MAX_ORDERS == math.factorial(6)


def test_each_two_effects_are_neighbours_in_the_sample():
    for size in range(2, 12):
        numbers = tuple(range(1, size + 1))
        rows = list(orders_sample.rows(numbers))
        assert all(sorted(row) == list(numbers) for row in rows)
        pairs = {frozenset(p) for row in rows for p in itertools.pairwise(row)}
        assert len(pairs) == size * (size - 1) // 2


def test_a_stop_leaves_with_130_and_what_was_found():
    stops = iter((False,) * 4 + (True,))

    def watch(todo):
        for order in todo:
            if next(stops):
                raise KeyboardInterrupt
            yield order

    (scenario,), _ = parse(LAST)
    partial = orders.orders_of(scenario, knowledge_of(scenario), watch)
    assert (partial.tried, partial.interrupted, partial.exit_code) == (4, True, 130)
    assert sum(g.count for g in partial.groups) == 4


STOPPING = """
import signal
from rulekeep.queries import cli
from rulekeep.queries.commands import orders

signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job may ignore it

def watched(orders):
    for number, order in enumerate(orders):
        if number == 3:
            signal.raise_signal(signal.SIGINT)
        yield order

orders._watched = watched
cli.run()
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_ctrl_c_leaves_cleanly():
    command = [sys.executable, "-c", STOPPING, "orders", LAST]
    child = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert child.returncode == 130, child.stderr
    assert "Traceback" not in child.stderr
    assert "[interrupted]" in child.stderr
    assert "orders tried: 4 of 6" in child.stdout


# --- faults and bounds ----------------------------------------------------------------------------

FAULTY = """scenario "one"
reading just-after, nope
without 999
given "Bear": Creature — Goblni
when "Bear" becomes an artifcat
when "Nobody" becomes an artifact
scenario "two"
as of 1990-01-01
given "Bear": Creature — Bear
"""


@pytest.mark.parametrize("command", ["orders", "graph", "suite"])
def test_all_faults_of_a_file_are_told_at_their_places(command, file):
    result = call(command, file(FAULTY))
    assert result.exit_code == 2
    told = [line.split(":")[1:3] for line in result.stderr.splitlines() if line.endswith("]")]
    places = [["2", "21"], ["3", "9"], ["4", "26"], ["5", "24"], ["6", "1"], ["8", "7"]]
    assert told == places


@pytest.mark.parametrize("command", ["orders", "graph"])
@pytest.mark.parametrize("option", [("--reading", "nope"), ("--without", "9"), ("--game", "nope")])
def test_a_faulty_option_is_told_without_a_place_in_the_text(command, option):
    result = call(command, *option, LAST)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("there is no ")


@pytest.mark.parametrize("command", ["orders", "graph"])
def test_a_date_before_the_first_is_told_as_such(command):
    result = call(command, "--as-of", "2001-01-01", LAST)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "begins on 2011-09-30" in result.stderr


@pytest.mark.parametrize("command", ["orders", "graph"])
@pytest.mark.parametrize("name", ["none.rk", "no/such", "."])
def test_an_argument_that_looks_like_a_file_is_read_as_one(command, name):
    result = call(command, name)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"cannot read `{name}`")


def test_orders_of_much_work_are_few_and_it_is_said(monkeypatch):
    monkeypatch.setattr(orders, "MAX_WORK", 1)
    result = call("orders", LAST)
    assert result.exit_code == 3
    assert result.stdout.startswith("orders tried: 1 of 6;")
    assert "[bound-reached]" in result.stderr


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
@pytest.mark.parametrize("question", ["why order", "then order 1, 2", 'ask "Ring" is Artifact'])
def test_a_run_that_was_cut_short_leaves_the_order_open(question, form, monkeypatch):
    monkeypatch.setattr("rulekeep.kb.engine.course.MAX_OUTCOMES", 0)
    result = call("ask", f"{LAST}\n{question}", "--format", form)
    assert result.exit_code == (1 if question.startswith("then") else 3)
    assert "no effect is applied" not in result.stdout


def test_orders_that_cannot_be_worked_out_end_the_search(monkeypatch):
    monkeypatch.setattr("rulekeep.kb.engine.course.MAX_OUTCOMES", 0)
    result = call("orders", LAST)
    assert result.exit_code == 3
    assert result.stdout.startswith(f"orders tried: {orders.MAX_UNFINISHED} of 6; outcomes: 1")
    assert "Ring: undetermined" in result.stdout

"""What the loader of the rule language refuses: one minimal example each, by code, rule and place."""

from __future__ import annotations

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.engine.course import run
from rulekeep.kb.engine.scenario import Scenario
from rulekeep.kb.logic.theory import UnknownRule

from .worlds import atoms, program, theory

BASE = """\
rigid R(Thing)
rigid S(Thing, Thing)
fluent f(Thing)
fluent g(Thing, Number) functional
derived d(Thing)
derived d2(Thing)
derived d3(Thing)
event v(Thing)
choice c(Thing)
term t(Thing)
"""

CASES = [
    ("syntax", "X: R(?a) & R(?a) -> d(?a)"),
    ("syntax", "X: R(?a) ^ f(?a)"),
    ("syntax", "hello world"),
    ("syntax", "X: R(?a) -> d(?a) d(?a)"),
    ("syntax", "X: happens(?e) ^ may c(?e) -> v(?e)"),
    ("undeclared", "X: R(?a) -> dd(?a)"),
    ("undeclared-term", "X: R(?a) -> d(u(?a))"),
    ("arity", "X: R(?a, ?b) -> d(?a)"),
    ("arity", "X: R(?a) -> d(t(?a, ?a))"),
    ("declared-twice", "fluent R(a)"),
    ("rule-twice", "X: R(?a) -> d(?a)\nX: R(?a) -> d2(?a)"),
    ("fluent-in-head", "X: R(?a) -> f(?a)"),
    ("not-a-fluent", "X: happens(?a) -> starts d(?a)"),
    ("not-a-choice", "X: happens(?a) -> may d(?a)"),
    ("choice-without-may", "X: happens(?a) -> c(?a)"),
    ("choice-outside-event", "X: R(?a) -> may c(?a)"),
    ("choice-on-itself", "X: happens(?a) ^ c(?b) ^ S(?b,?a) -> may c(?a)"),
    ("event-without-event", "X: R(?a) -> v(?a)"),
    ("event-without-event", "X: R(?a) -> starts f(?a)"),
    ("state-from-event", "X: happens(?a) -> d(?a)"),
    ("rigid-from-changing", "X: f(?a) -> R(?a)"),
    ("moment-on-rigid", "X: happens(?a) ^ next R(?a) -> v(?a)"),
    ("moment-in-head", "X: happens(?a) -> next f(?a)"),
    ("would-needs-event", "X: R(?a) ^ would ?a f(?a) -> d(?a)"),
    ("would-missing", "X: R(?a) ^ after ?a v(?a) -> d(?a)"),
    ("next-needs-state", "X: happens(?a) ^ next v(?a) -> starts f(?a)"),
    ("engine-predicate", "X: R(?a) -> happens(?a)"),
    ("mixed-heads", "X: R(?a) -> d(?a) ^ not d(?a)"),
    ("comparison-in-head", "X: S(?a,?b) -> ?a = ?b"),
    ("unsafe-variable", "X: R(?a) -> d(?b)"),
    ("unsafe-variable", "X: not R(?a) -> d(?a)"),
    ("unsafe-variable", "X: R(?a) ^ ?b < 3 -> d(?a)"),
    ("not-stratified", "X: R(?a) ^ not d(?a) -> d(?a)"),
    ("not-stratified", "X: happens(?a) ^ not next f(?a) -> starts f(?a)"),
    ("not-stratified", "X: R(?a) ^ mayHappen(?b) ^ not after ?b f(?a) -> mayHappen(?a)"),
    (
        "three-events",
        (
            "X: mayHappen(?a) ^ after ?a d2(?x) -> d(?x)\n"
            "Y: mayHappen(?b) ^ after ?b d3(?x) -> d2(?x)\n"
            "Z: mayHappen(?b) ^ after ?b f(?x) -> d3(?x)"
        ),
    ),
    (
        "choice-in-trial",
        (
            "O: happens(?a) -> may c(?a)\nX: happens(?a) ^ c(?a) -> starts f(?a)\n"
            "Y: mayHappen(?e) ^ after ?e f(?a) -> d(?a)"
        ),
    ),
]


@pytest.mark.parametrize(
    ("code", "text"), CASES, ids=[f"{c}-{i}" for i, (c, _) in enumerate(CASES)]
)
def test_a_faulty_world_is_refused_with_its_code(code, text):
    with pytest.raises(DiagnosticError) as caught:
        program(BASE + text)
    diagnostics = caught.value.diagnostics
    assert code in [d.code for d in diagnostics]
    fault = next(d for d in diagnostics if d.code == code)
    assert str(fault.params["place"]).startswith("test.world:")


def test_an_undeclared_predicate_gets_the_nearest_word():
    with pytest.raises(DiagnosticError) as caught:
        program(BASE + "fluent glitters(Thing)\nX: R(?a) ^ gliters(?a) -> d(?a)")
    assert caught.value.diagnostics[0].hint == "glitters"


def test_all_faults_are_reported_at_once():
    with pytest.raises(DiagnosticError) as caught:
        program(BASE + "X: R(?a) -> dd(?a)\nY: R(?a) -> d(?b)\nZ: happens(?a) -> d(?a)")
    assert [d.code for d in caught.value.diagnostics] == [
        "undeclared",
        "unsafe-variable",
        "state-from-event",
    ]


def test_an_unknown_rule_cannot_be_left_out():
    with pytest.raises(UnknownRule):
        theory(BASE + "X: R(?a) -> d(?a)").without(["zzz"])


def test_a_reading_cannot_drop_an_unknown_rule():
    with pytest.raises(UnknownRule):
        theory(BASE + "X: R(?a) -> d(?a)", "drop zzz")


@pytest.mark.parametrize(
    ("code", "fact"),
    [
        ("undeclared", "nix(e)"),
        ("arity", "R(e,e)"),
        ("not-given", "given(e,1)"),
        ("not-given", "d(e)"),
    ],
)
def test_a_faulty_fact_is_refused(code, fact):
    with pytest.raises(DiagnosticError) as caught:
        run(program(BASE), Scenario(atoms(fact)))
    assert [d.code for d in caught.value.diagnostics] == [code]

"""The rule language on a toy game: every construct once, through the real engine."""

from __future__ import annotations

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.logic.syntax import Atom
from rulekeep.kb.proof.prover import Prover

from .worlds import TOY, holds, path, play, program

ROW = "after(P1,P2) ^ after(P2,P3) ^ after(P3,P4)"
ANN = f"{ROW} ^ Walker(Ann) ^ weight(Ann,7) ^ strength(P2,5) ^ strength(P3,9) ^ on(Ann,P1) ^ rings(Bell,0)"
BEN = "Walker(Ben) ^ weight(Ben,9) ^ on(Ben,P1)"
STEP = "walks(Step,Ann)"
STEP_BEN = "walks(StepBen,Ben)"
WIND = "Wind(Gust) ^ windOn(Gust,P2)"


@pytest.fixture(scope="module")
def toy():
    return program(TOY)


def test_a_walker_steps_to_the_next_plank(toy):
    result = play(toy, f"{ANN} ^ {STEP}", (("Step", 1),))
    assert holds(result, "on(Ann,P2)") == {True}
    assert holds(result, "on(Ann,P1)") == {False}  # functional: the new value ends the old one


def test_what_nothing_changes_persists(toy):
    result = play(toy, f"{ANN} ^ {STEP} ^ wet(P4)", (("Step", 1),))
    assert holds(result, "wet(P4)") == {True}


def test_a_wind_rots_and_dries_a_plank(toy):
    result = play(toy, f"{ANN} ^ {WIND} ^ wet(P2)", (("Gust", 1),))
    assert (holds(result, "rotten(P2)"), holds(result, "wet(P2)")) == ({True}, {False})


def test_a_due_event_follows_before_the_next_given_one(toy):
    facts = f"{ANN} ^ {STEP} ^ {WIND} ^ Wind(Late) ^ windOn(Late,P4)"
    result = play(toy, facts, (("Gust", 1), ("Step", 2), ("Late", 3)))
    assert path(result) == ["Gust", "Step", "step(1)", "Late"]
    assert holds(result, "broken(P2)") == {True}
    assert holds(result, "lost(Ann)") == {True}


def test_due_events_of_one_rank_are_one_step_and_counted_once(toy):
    facts = (
        f"{ANN} ^ Walker(Cid) ^ weight(Cid,8) ^ strength(P1,2) ^ rotten(P1) ^ on(Cid,P4) ^ "
        "rotten(P4) ^ strength(P4,1) ^ walks(Step,Nobody)"
    )
    result = play(toy, facts)
    assert path(result) == ["step(1)"]
    assert holds(result, "rings(Bell,2)") == {True}


def test_a_choice_is_open_unless_decided(toy):
    facts = f"{ANN} ^ {STEP} ^ broken(P2)"
    open_ = play(toy, facts, (("Step", 1),))
    assert holds(open_, "on(Ann,P3)") == {True, False}
    assert holds(play(toy, facts, (("Step", 1),), chosen="jump(Ann,P3)"), "on(Ann,P3)") == {True}
    assert holds(play(toy, facts, (("Step", 1),), declined="jump(Ann,P3)"), "on(Ann,P2)") == {True}
    assert holds(play(toy, facts, (("Step", 1),), default="declined"), "lost(Ann)") == {True}


def test_a_tie_of_given_events_is_never_broken_silently(toy):
    facts = f"{ANN} ^ {BEN} ^ {STEP} ^ {STEP_BEN}"
    result = play(toy, facts, (("Step", 1), ("StepBen", 1)))
    assert len(result.children[0]) == 2  # two orders …
    assert len(result.leaves) == 1  # … and one outcome
    assert holds(result, "on(Ben,P2)") == {True}


def test_without_the_rank_rule_the_run_is_stuck():
    world = program(TOY, "drop rank")
    with pytest.raises(DiagnosticError) as caught:
        play(world, f"{ANN} ^ {STEP} ^ rotten(P2)", (("Step", 1),))
    assert [d.code for d in caught.value.diagnostics] == ["stuck"]
    assert "crack(P2)" in str(caught.value.diagnostics[0].params)


def test_a_broken_denial_shows_its_witness(toy):
    result = play(toy, f"{ANN} ^ Heavy(Ann) ^ broken(P1)")
    assert result.violations(0) == [("never-lost", ("Ann",))]


def test_counts_are_worked_out(toy):
    result = play(toy, f"{ANN} ^ {BEN} ^ calm(Air)")
    assert holds(result, "crowd(2)") == {True}


def test_continuous_effects_are_worked_out_anew_after_every_event(toy):
    facts = f"{ANN} ^ {STEP} ^ dressed(Ann,Plain) ^ painter(Ann,Red) ^ paintRank(Ann,1)"
    result = play(toy, facts, (("Step", 1),))
    assert path(result) == ["paint(Ann)", "Step", "paint(Ann)"]
    assert holds(result, "looks(Ann,Red)") == {True}
    assert holds(result, "looks(Ann,Plain)") == {True}
    step = next(h.number for h in result.path(result.leaves[0]) if str(h.event) == "Step")
    assert not result.holds(Atom("looks", ("Ann", "Red")), step)  # set back before it is painted


def test_the_given_state_can_be_spoken_of_later(toy):
    facts = f"{ANN} ^ dressed(Ann,Plain) ^ painter(Ann,Red) ^ paintRank(Ann,1)"
    assert holds(play(toy, facts), "disguised(Ann)") == {True}


def test_looking_ahead_sees_what_one_event_changes_for_another(toy):
    facts = f"{ANN} ^ {BEN} ^ beside(Ann,Ben) ^ beside(Ben,Ann) ^ painter(Ann,Red) ^ painter(Ben,Red) ^ paintRank(Ann,1) ^ paintRank(Ben,2)"
    result = play(toy, facts)
    spoils = {tuple(map(str, args)) for args in result.state_tuples("spoils", 0)}
    assert spoils == {("paint(Ann)", "paint(Ben)"), ("paint(Ben)", "paint(Ann)")}
    assert holds(result, "looks(Ann,Grey)") == {True}


def test_a_look_ahead_may_be_two_events_deep(toy):
    facts = f"{ANN} ^ {BEN} ^ beside(Ann,Ben) ^ beside(Ben,Ann) ^ painter(Ann,Red) ^ painter(Ben,Red) ^ paintRank(Ann,1) ^ paintRank(Ben,2)"
    result = play(toy, facts)
    dangerous = {str(a[0]) for a in result.state_tuples("twiceDangerous", 0)}
    assert dangerous == {"paint(Ann)", "paint(Ben)"}
    assert result.state_tuples("dangerous", 0) == set()


def test_two_new_values_at_once_are_an_error():
    world = program(TOY + "\npush: happens(?e) ^ walks(?e,?w) -> starts on(?w,P4)\n")
    with pytest.raises(DiagnosticError) as caught:
        play(world, f"{ANN} ^ {STEP}", (("Step", 1),))
    assert [d.code for d in caught.value.diagnostics] == ["two-values"]


def test_a_due_event_that_stays_due_meets_the_bound():
    world = program(
        TOY
        + "\nagain: on(?w,?p) -> due(paint(?w))\nagain-rank: due(paint(?w)) -> rank(paint(?w),3)\n"
    )
    result = play(world, ANN)
    assert result.bound == "situations" or result.leaves == []


def test_a_reading_replaces_a_rule_and_drops_another():
    world = program(TOY, "rank: due(crack(?p)) -> rank(crack(?p), 4)\ndrop bell")
    names = {rule.name: str(rule) for rule in world.theory.rules}
    assert "4" in names["rank"]
    assert "bell" not in names


def test_a_proof_follows_the_change_back_to_the_event(toy):
    result = play(toy, f"{ANN} ^ {STEP} ^ {WIND}", (("Gust", 1), ("Step", 2)))
    proof = Prover(result).explain(Atom("lost", ("Ann",)), result.leaves[0])
    assert {"lost", "cracks", "lands", "walk"} <= set(proof.rules())


def test_a_refusal_names_the_rule_that_falls_short(toy):
    result = play(toy, f"{ANN} ^ {STEP}", (("Step", 1),))
    proof = Prover(result).explain(Atom("lost", ("Ann",)), result.leaves[0])
    assert proof.fact.negated
    assert "lost" in proof.rules()

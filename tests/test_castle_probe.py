"""Three castle cases in the same engine: a refusal, a leftover castle, a broken fortified shield."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulekeep.kb.logic.syntax import Atom
from rulekeep.kb.proof.prover import Prover

from .worlds import holds, path, play, program

WORLD = Path(__file__).with_name("castle.world").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def castles():
    return program(WORLD)


def shields(*names: str) -> str:
    return " ^ ".join(
        f"shieldCard(x{n},{n}) ^ shieldOf({n},A) ^ zone(x{n},ShieldZone)" for n in names
    )


FORTIFIED = "castle(Rose) ^ owner(Rose,A) ^ fortifies(Rose,L) ^ zone(Rose,ShieldZone) ^ Player(A)"


def test_k04_a_castle_is_refused_without_a_shield(castles):
    facts = "castle(Lair) ^ owner(Lair,A) ^ cost(Lair,3) ^ zone(Lair,Hand) ^ mana(A,3) ^ Player(A)"
    result = play(castles, f"{facts} ^ executes(Play,A,Lair,L)", (("Play", 1),))
    assert result.holds(Atom("refused", ("Play", "NoShield")), 0)
    assert (holds(result, "zone(Lair,Hand)"), holds(result, "mana(A,3)")) == ({True}, {True})
    assert "C15" in Prover(result).explain(Atom("refused", ("Play", "NoShield")), 0).rules()


def test_a_castle_that_may_be_played_fortifies_and_is_paid_for(castles):
    facts = (
        f"castle(Lair) ^ cost(Lair,3) ^ zone(Lair,Hand) ^ mana(A,5) ^ Player(A) ^ {shields('L')}"
    )
    result = play(castles, f"{facts} ^ executes(Play,A,Lair,L)", (("Play", 1),))
    assert (holds(result, "fortifies(Lair,L)"), holds(result, "mana(A,2)")) == ({True}, {True})


def test_k16_a_castle_left_behind_goes_to_the_graveyard_by_a_state_based_action(castles):
    facts = f"{FORTIFIED} ^ {shields('L')} ^ takes(Move,L,Graveyard)"
    result = play(castles, facts, (("Move", 1),))
    assert path(result) == ["Move", "step(1)"]
    assert holds(result, "zone(xL,Graveyard)") == holds(result, "zone(Rose,Graveyard)") == {True}
    assert holds(result, "shields(A,0)") == {True}
    rules = Prover(result).explain(Atom("zone", ("Rose", "Graveyard")), result.leaves[0]).rules()
    assert {"C22", "C23", "C25", "C20"} <= set(rules)


def test_k18_a_broken_shield_goes_to_the_hand_and_its_castle_to_the_graveyard(castles):
    facts = f"{FORTIFIED} ^ {shields('L', 'M', 'R')} ^ breaks(Break,L)"
    result = play(castles, facts, (("Break", 1),))
    assert holds(result, "zone(xL,Hand)") == holds(result, "zone(Rose,Graveyard)") == {True}
    assert holds(result, "shields(A,2)") == {True}
    rules = Prover(result).explain(Atom("zone", ("Rose", "Graveyard")), result.leaves[0]).rules()
    assert "C25" in rules

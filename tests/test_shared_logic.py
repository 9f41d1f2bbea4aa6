"""Statements that share a logic: cited with the rule, there without it, gone without both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import Diagnostic, DiagnosticError
from rulekeep.kb.engine.run import Run
from rulekeep.kb.logic.dated import compile_dated, periods
from rulekeep.kb.logic.program import Program, compile_theory, restrict
from rulekeep.kb.logic.syntax import Atom
from rulekeep.kb.logic.theory import Theory, UnknownRule, build_theory
from rulekeep.kb.messages import message
from rulekeep.kb.proof.nodes import ProofNode
from rulekeep.kb.proof.prover import Prover
from rulekeep.kb.readings import Reading, amended, chosen
from rulekeep.kb.sources import CODEC, core_files
from rulekeep.kb.turtle.graph import read_graph
from rulekeep.kb.turtle.inherit import read_game_graph
from rulekeep.kb.turtle.readings import read_readings
from rulekeep.kb.turtle.rules import read_rules

from .worlds import holds, play

PREFIXES = """@prefix game: <https://w3id.org/rulekeep/> .
@prefix rk: <https://w3id.org/rulekeep/core/> .
@prefix f: <https://w3id.org/rulekeep/ferry/> .
@prefix r: <https://w3id.org/rulekeep/ferry/rule/> .
"""
# A ferry: who has no ticket is turned away, others come on board, and no dog is on deck.
FERRY = f"""{PREFIXES}
f:Passenger a rk:Rigid ; rk:domains ( rk:Object ) .
f:Dog a rk:Rigid ; rk:domains ( rk:Object ) .
f:Guest a rk:Rigid ; rk:domains ( rk:Object ) .
f:leads a rk:Rigid ; rk:domains ( rk:Object rk:Object ) .
f:boards a rk:Rigid ; rk:domains ( rk:Event rk:Object ) .
f:sails a rk:Rigid ; rk:domains ( rk:Event ) .
f:hasTicket a rk:Fluent ; rk:domains ( rk:Object ) .
f:onBoard a rk:Fluent ; rk:domains ( rk:Object ) .
f:night a rk:Fluent ; rk:domains () .
f:atSea a rk:Fluent ; rk:domains () .
f:turnedAway a rk:Derived ; rk:domains ( rk:Object ) .
f:onDeck a rk:Derived ; rk:domains ( rk:Object ) .
f:noisy a rk:EventPredicate ; rk:domains ( rk:Object ) .
r:1 a rk:Rule .
r:1-ticket a rk:Rule ; rk:logic "Passenger(?x) ^ not hasTicket(?x) -> turnedAway(?x)" .
r:1-boards a rk:Rule ; rk:logic "happens(?e) ^ boards(?e,?x) ^ not turnedAway(?x) -> starts onBoard(?x)" .
r:1-guest a rk:Rule ; rk:logic "Dog(?x) -> Guest(?x)" .
r:6-deck a rk:Rule ; rk:logic "Dog(?x) -> not onDeck(?x)" .
r:8-waits a rk:Rule ; rk:logic "sails(?e) -> candidate(?e)" .
r:8-next a rk:Rule ; rk:logic "mayHappen(?e) -> happensNext(?e)" .
r:8-sea a rk:Rule ; rk:logic "happens(?e) ^ sails(?e) -> starts atSea()" .
r:8-noise a rk:Rule ; rk:logic "happens(?e) ^ Dog(?x) -> noisy(?x)" .
"""
WHOLE = "r:2 a rk:Statement ; rk:shares r:1-ticket ."
WITH_DOG = (
    "r:3 a rk:Statement ;\n"
    '    rk:shares [ rk:logicOf r:1-ticket ; rk:where "leads(?x,?d) ^ Dog(?d)" ] .'
)
AT_NIGHT = 'r:4 a rk:Statement ; rk:shares [ rk:logicOf r:1-ticket ; rk:where "night()" ] .'
BOARDING = 'r:5 a rk:Statement ; rk:shares [ rk:logicOf r:1-boards ; rk:where "leads(?x,?d)" ] .'
ON_DECK = 'r:7 a rk:Statement ; rk:shares [ rk:logicOf r:6-deck ; rk:where "night()" ] .'
ANN = "Passenger(Ann) ^ leads(Ann,Rex) ^ Dog(Rex)"
BOTH = f"{ANN} ^ Passenger(Bob)"


def read(folder: Path, *texts: str) -> tuple[Theory, dict[str, Reading]]:
    """The rules of the ferry with some statements, and its readings."""
    file = folder / "ferry.ttl"
    file.write_text(FERRY + "\n".join(texts), encoding="utf-8")
    core = [f for f in core_files() if f.endswith("core.ttl")]
    graph, places = read_graph([*core, str(file)])
    theory = build_theory(*read_rules(graph, places))
    return theory, read_readings(graph, places, theory)


def theory(folder: Path, *texts: str) -> Theory:
    return read(folder, *texts)[0]


def without(world: Theory, *patterns: str) -> Program:
    """The compiled rules less some, as a question has them."""
    return restrict(compile_dated(world).newest, world.without(patterns))


def turned_away(program: Program, facts: str = BOTH) -> str:
    """Who is turned away, by first letter."""
    result = play(program, facts)
    return "".join(w[0] for w in ("Ann", "Bob") if holds(result, f"turnedAway({w})") == {True})


def proof(result: Run, predicate: str, *args: str) -> ProofNode:
    """Why a statement holds at the end, or does not."""
    return Prover(result).explain(Atom(predicate, args), result.leaves[-1])


def citing(program: Program, facts: str, passenger: str = "Ann") -> tuple[str, tuple[str, ...]]:
    """The rule by which a passenger is turned away, and the statements cited with it."""
    node = proof(play(program, facts), "turnedAway", passenger)
    return node.rule, node.also


# --- what a proof cites ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "passenger", "also"),
    [
        (BOTH, "Ann", ("2", "3")),
        (BOTH, "Bob", ("2",)),
        (f"{BOTH} ^ night()", "Bob", ("2", "4")),
        ("Passenger(Ann) ^ leads(Ann,Cat)", "Ann", ("2",)),
    ],
)
def test_a_statement_is_cited_where_its_condition_holds(tmp_path, facts, passenger, also):
    program = compile_theory(theory(tmp_path, WHOLE, WITH_DOG, AT_NIGHT))
    assert citing(program, facts, passenger) == ("1-ticket", also)
    assert set(also) < set(proof(play(program, facts), "turnedAway", passenger).rules())


def test_a_statement_with_several_conditions_is_cited_once(tmp_path):
    program = compile_theory(theory(tmp_path, WITH_DOG, AT_NIGHT.replace("r:4", "r:3")))
    assert citing(program, f"{BOTH} ^ night()") == ("1-ticket", ("3",))


def test_a_condition_is_judged_when_the_event_happens(tmp_path):
    program = compile_theory(theory(tmp_path, BOARDING))
    result = play(program, f"{BOTH} ^ hasTicket(Ann) ^ boards(Go,Ann)", (("Go", 1),))
    assert {"1-boards", "5"} <= set(proof(result, "onBoard", "Ann").rules())


def test_a_condition_may_look_ahead(tmp_path):
    ahead = AT_NIGHT.replace("night()", "mayHappen(?e) ^ after ?e atSea()")
    program = compile_theory(theory(tmp_path, ahead))
    result = play(program, "Passenger(Bob) ^ sails(Tide)")
    told = [Prover(result).explain(Atom("turnedAway", ("Bob",)), n).also for n in (0, 1)]
    assert told == [("4",), ()]


def test_a_rule_that_falls_short_is_cited_with_the_statements_that_speak_of_the_case(tmp_path):
    program = compile_theory(theory(tmp_path, WITH_DOG, AT_NIGHT))
    node = proof(play(program, f"{BOTH} ^ hasTicket(Ann)"), "turnedAway", "Ann")
    assert [(p.why, p.rule, p.also) for p in node.premises] == [("lacks", "1-ticket", ("3",))]


def test_a_rule_that_falls_short_with_the_condition_left_open_is_cited_alone(tmp_path):
    open_one = 'r:5 a rk:Statement ; rk:shares [ rk:logicOf r:1-boards ; rk:where "sails(?e)" ] .'
    program = compile_theory(theory(tmp_path, open_one))
    result = play(program, "Passenger(Bob) ^ hasTicket(Bob) ^ sails(Tide)")
    assert "5" not in proof(result, "onBoard", "Bob").rules()


def test_a_denial_is_cited_with_the_statements_that_share_it(tmp_path):
    program = compile_theory(theory(tmp_path, ON_DECK))
    for facts, also in (("Dog(Rex)", ()), ("Dog(Rex) ^ night()", ("7",))):
        (denied,) = proof(play(program, facts), "onDeck", "Rex").premises
        assert (denied.why, denied.rule, denied.also) == ("denied", "6-deck", also)


# --- without ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["1", "1-ticket"])
def test_without_the_rule_what_a_statement_says_of_it_stays(tmp_path, rule):
    program = without(theory(tmp_path, WITH_DOG), rule)
    assert turned_away(program) == "A"
    assert citing(program, BOTH) == ("3-ticket", ())


def test_without_rule_and_statement_the_logic_is_gone(tmp_path):
    world = theory(tmp_path, WITH_DOG)
    assert turned_away(without(world, "1-ticket", "3")) == ""
    assert turned_away(without(world, "3", "1")) == ""


def test_one_after_the_other_they_are_gone_as_well(tmp_path):
    world = theory(tmp_path, WITH_DOG, WHOLE)
    for first, second in (("1", "2"), ("2", "1")):
        left = world.without([first]).without([second]).rules
        assert {str(r) for r in left} == {str(r) for r in world.without([first, second]).rules}


def test_without_the_statement_the_logic_stays_and_does_not_cite_it(tmp_path):
    program = without(theory(tmp_path, WITH_DOG, WHOLE), "3")
    assert turned_away(program) == "AB"
    assert citing(program, BOTH) == ("1-ticket", ("2",))


def test_a_statement_that_says_it_all_stands_for_the_rule_and_is_shared_in_turn(tmp_path):
    program = without(theory(tmp_path, WITH_DOG, WHOLE, AT_NIGHT), "1")
    assert turned_away(program) == "AB"
    assert citing(program, BOTH) == ("2-ticket", ("3",))


def test_statements_that_say_a_part_each_stand_for_the_rule_together(tmp_path):
    program = without(theory(tmp_path, WITH_DOG, AT_NIGHT), "1")
    assert turned_away(program) == "A"
    assert turned_away(program, f"{BOTH} ^ night()") == "AB"
    assert citing(program, f"{BOTH} ^ night()") == ("3-ticket", ("4",))
    assert citing(program, f"{BOTH} ^ night()", "Bob") == ("4-ticket", ())


def test_a_variable_of_one_condition_is_none_of_another(tmp_path):
    cat = WITH_DOG.replace("r:3", "r:2").replace("Dog(?d)", "not Dog(?d)")
    program = without(theory(tmp_path, WITH_DOG, cat), "1")
    facts = f"{ANN} ^ leads(Ann,Cat)"
    assert citing(program, facts) == ("2-ticket", ("3",))


def test_a_denial_stays_as_the_statement_states_it(tmp_path):
    world = theory(tmp_path, ON_DECK)
    left = without(world, "6")
    day, night = play(left, "Dog(Rex)"), play(left, "Dog(Rex) ^ night()")
    assert proof(day, "onDeck", "Rex").premises == ()
    assert [p.rule for p in proof(night, "onDeck", "Rex").premises] == ["7-deck"]
    assert night.violations(0) == []
    gone = play(without(world, "6", "7"), "Dog(Rex) ^ night()")
    assert proof(gone, "onDeck", "Rex").premises == ()


def test_a_name_that_is_taken_is_not_taken_again(tmp_path):
    own = 'r:3-ticket a rk:Rule ; rk:logic "Dog(?x) -> turnedAway(?x)" .'
    world = theory(tmp_path, WITH_DOG, AT_NIGHT.replace("r:4", "r:3"), own)
    names = [r.name for r in world.without(["1-ticket"]).rules if r.name.startswith("3")]
    assert sorted(names) == ["3-1-ticket", "3-1-ticket-2", "3-ticket"]


def test_what_stays_is_compiled_as_if_it_had_been_written_so(tmp_path):
    world = theory(tmp_path, WITH_DOG, AT_NIGHT, BOARDING, ON_DECK)
    left = world.without(["1", "6"])
    quick = restrict(compile_theory(world), left)
    facts = f"{BOTH} ^ hasTicket(Bob) ^ boards(Go,Ann) ^ boards(Go,Bob)"
    results = [play(p, facts, (("Go", 1),)) for p in (quick, compile_theory(left))]
    asked = [f"{p}({w})" for p in ("turnedAway", "onBoard") for w in ("Ann", "Bob")]
    assert [holds(results[0], a) for a in asked] == [holds(results[1], a) for a in asked]


def test_a_statement_that_shares_nothing_cannot_be_left_out(tmp_path):
    with pytest.raises(UnknownRule):
        theory(tmp_path, WITH_DOG, "r:9 a rk:Statement .").without(["9"])


# --- readings, dates, games that inherit, caches ----------------------------------------------------

STRICT = """f:strict a rk:Reading ; rk:of r:1 .
f:strict-ticket a rk:ReadingRule ; rk:inReading f:strict ; rk:replaces r:1-ticket ;
    rk:logic "Passenger(?x) -> turnedAway(?x)" .
"""


def under(folder: Path, *texts: str) -> Program:
    world, readings = read(folder, *texts)
    return compile_dated(amended(world, chosen(readings, ["strict"]))).newest


def test_a_reading_that_replaces_a_rule_takes_its_statements_away(tmp_path):
    assert citing(under(tmp_path, WITH_DOG, STRICT), BOTH) == ("1-ticket", ())


def test_a_statement_may_share_the_rule_of_a_reading(tmp_path):
    own = "r:4 a rk:Statement ; rk:shares f:strict-ticket ."
    assert citing(under(tmp_path, WITH_DOG, own, STRICT), BOTH) == ("1-ticket", ("4",))
    assert citing(compile_theory(theory(tmp_path, own, STRICT)), BOTH) == ("1-ticket", ())


def test_what_a_reading_drops_stays_as_the_statement_states_it(tmp_path):
    drops = "f:strict a rk:Reading ; rk:of r:1 ; rk:drops r:1-ticket"
    assert turned_away(under(tmp_path, WITH_DOG, f"{drops} .")) == "A"
    assert turned_away(under(tmp_path, WITH_DOG, f"{drops} , r:3 .")) == ""


def test_a_statement_is_cited_and_states_the_logic_only_at_its_time(tmp_path):
    dated = WHOLE.replace(
        "rk:shares", 'rk:validFrom "2010-01-01" ; rk:validTo "2020-01-01" ; rk:shares'
    )
    world = theory(tmp_path, dated)
    programs = compile_dated(world)
    assert periods(world) == ["", "2010-01-01", "2020-01-01"]
    found = {
        d: citing(programs.as_of(d), BOTH)[1] for d in ("2009-12-31", "2010-01-01", "2020-01-01")
    }
    assert found == {"2009-12-31": (), "2010-01-01": ("2",), "2020-01-01": ()}
    assert "2-ticket" in world.as_of("2015-01-01").without(["1"]).by_name
    assert "2-ticket" not in world.as_of("2021-01-01").without(["1"]).by_name


def heir(folder: Path, header: str, *texts: str) -> Theory:
    """The rules of a game that inherits the ferry."""
    files = [f for f in core_files() if f.endswith("core.ttl")]
    parts = (
        FERRY + "\n".join(texts),
        f"{PREFIXES}game:raft rk:inheritsFrom game:ferry .\n{header}",
    )
    for name, text in zip(("ferry", "raft"), parts, strict=True):
        (folder / f"{name}.ttl").write_text(text, encoding="utf-8")
        files.append(str(folder / f"{name}.ttl"))
    return build_theory(*read_rules(*read_game_graph("raft", files)))


def test_a_game_shares_a_rule_that_it_inherits(tmp_path):
    own = "@prefix n: <https://w3id.org/rulekeep/raft/rule/> .\n"
    world = heir(tmp_path, f"{own}{WITH_DOG.replace('r:3', 'n:3')}")
    assert citing(compile_theory(world), BOTH) == ("1-ticket", ("3",))


def test_what_a_game_drops_goes_with_the_statements_that_share_it(tmp_path):
    world = heir(tmp_path, "game:raft rk:drops r:1-ticket .", WHOLE, WITH_DOG)
    assert turned_away(compile_theory(world)) == ""


def test_a_cached_program_still_knows_its_statements(tmp_path):
    program = compile_theory(theory(tmp_path, WITH_DOG, WHOLE))
    assert CODEC.loads(CODEC.dumps(program)) == program
    assert citing(CODEC.loads(CODEC.dumps(program)), BOTH) == ("1-ticket", ("2", "3"))


# --- what the loader refuses ------------------------------------------------------------------------


def narrower(where: str, rule: str = "1-ticket") -> str:
    return f'r:9 a rk:Statement ; rk:shares [ rk:logicOf r:{rule} ; rk:where "{where}" ] .'


FAULTS = [
    ("shares-unknown-rule", "1-tickt", "1-ticket", "r:9 a rk:Statement ; rk:shares r:1-tickt ."),
    ("shares-unknown-rule", "6", "6-deck", "r:9 a rk:Statement ; rk:shares r:6 ."),
    ("shares-unknown-rule", "5", None, narrower("night()", "5")),
    ("shares-unknown-rule", "rk:logicOf", None, 'r:9 a rk:Statement ; rk:shares [ rk:where "night()" ] .'),
    ("undeclared", "were", "where", 'r:9 a rk:Statement ; rk:shares [ rk:logicOf r:1-ticket ; rk:were "x" ] .'),
    ("shares-own-rule", "9-x", None, 'r:9 a rk:Statement ; rk:shares r:9-x .\nr:9-x a rk:Rule ; rk:logic "Dog(?x) -> turnedAway(?x)" .'),
    ("syntax", "& Dog(?x)", None, narrower("night() & Dog(?x)")),
    ("undeclared", "nigt", "night", narrower("nigt()")),
    ("arity", "night(?x)", None, narrower("night(?x)")),
    ("unsafe-variable", "?y", None, narrower("not Dog(?y)")),
    ("unsafe-variable", "?y", None, narrower("?x != ?y")),
    ("moment-on-rigid", "next Dog(?x)", None, narrower("next Dog(?x)", "1-boards")),
    ("condition-moment", "noisy(?x)", None, narrower("noisy(?x)")),
    ("condition-moment", "starts onBoard(?x)", None, narrower("starts onBoard(?x)")),
    ("condition-moment", "noisy(?x)", None, narrower("noisy(?x)", "6-deck")),
    ("condition-moment", "night()", None, narrower("night()", "1-guest")),
    ("not-stratified", "turnedAway", None, narrower("not turnedAway(?x)")),
]  # fmt: skip


def faults(folder: Path, text: str) -> list[Diagnostic]:
    with pytest.raises(DiagnosticError) as caught:
        compile_dated(theory(folder, text))
    return caught.value.diagnostics


@pytest.mark.parametrize(
    ("code", "word", "hint", "text"), FAULTS, ids=[f"{f[0]}-{n}" for n, f in enumerate(FAULTS)]
)
def test_a_bad_sharing_is_refused_with_its_statement_its_place_and_a_hint(
    tmp_path, code, word, hint, text
):
    (fault,) = faults(tmp_path, text)
    place = f"ferry.ttl:{len(FERRY.splitlines()) + 1}"
    found = (fault.code, fault.params["input"], fault.hint, fault.params["rule"])
    assert found == (code, word, hint, "9")
    for lang in ("en", "ja"):
        assert place in message(fault, lang)
        assert not re.search(r"\{\w+\}", message(fault, lang))


def test_every_bad_sharing_is_reported(tmp_path):
    text = "\n".join((FAULTS[0][3], FAULTS[6][3].replace("r:9", "r:91")))
    assert sorted(f.code for f in faults(tmp_path, text)) == ["shares-unknown-rule", "syntax"]

"""Small worlds in the rule language for tests, on top of the core's scheduler."""

from __future__ import annotations

import functools
from pathlib import Path

from rulekeep.kb.engine.course import run
from rulekeep.kb.engine.run import Run
from rulekeep.kb.engine.scenario import Scenario
from rulekeep.kb.logic.parser import parse_body, parse_world
from rulekeep.kb.logic.program import Program, compile_theory
from rulekeep.kb.logic.syntax import Atom, Compound, Declaration, Literal, Rule, Value
from rulekeep.kb.logic.theory import Theory, build_theory
from rulekeep.kb.sources import core_files
from rulekeep.kb.turtle.graph import read_graph
from rulekeep.kb.turtle.rules import read_rules

TOY = Path(__file__).with_name("toy.world").read_text(encoding="utf-8")


@functools.cache
def core() -> tuple[list[Declaration], list[Rule]]:
    """Declarations and rules of the scheduler."""
    return read_rules(*read_graph(f for f in core_files() if f.endswith("core.ttl")))


def theory(text: str, extra: str = "") -> Theory:
    """The core with a world text, and a second one as a reading of it."""
    declarations, rules = core()
    world = parse_world(text, "test.world")
    built = build_theory([*declarations, *world.declarations], [*rules, *world.rules])
    return built.amended(parse_world(extra, "reading.world")) if extra else built


def program(text: str, extra: str = "") -> Program:
    """A compiled world."""
    return compile_theory(theory(text, extra))


def atoms(text: str) -> tuple[Atom, ...]:
    """Ground atoms from a body's syntax."""
    return tuple(p.atom for p in parse_body(text) if isinstance(p, Literal)) if text else ()


def event(text: str) -> Value:
    """An event: a name, or a functor's term."""
    if "(" not in text:
        return text
    (atom,) = atoms(text)
    return Compound(atom.predicate, atom.args)


def play(
    world: Program,
    facts: str,
    given: tuple[tuple[str, int], ...] = (),
    chosen: str = "",
    declined: str = "",
    default: str = "open",
) -> Run:
    """Runs a world on facts and given events."""
    events = tuple((event(e), place) for e, place in given)
    scenario = Scenario(atoms(facts), (), events, atoms(chosen), atoms(declined), default)
    return run(world, scenario)


def holds(result: Run, text: str) -> set[bool]:
    """The truth values of a state atom over all outcomes."""
    (atom,) = atoms(text)
    return {result.holds(atom, leaf) for leaf in result.leaves}


def path(result: Run, leaf: int | None = None) -> list[str]:
    """The events on the way to an outcome."""
    return [str(h.event) for h in result.path(result.leaves[0] if leaf is None else leaf)]

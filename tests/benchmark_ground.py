"""What the engine gives to clingo for one scenario, kept in a file and grounded with nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import clingo
import rulekeep.kb.engine.course as engine
from rulekeep.kb.engine.session import Session, _select
from rulekeep.kb.knowledge import Knowledge
from rulekeep.kb.logic.syntax import Value
from rulekeep.queries.facts.meaning import Meaning

GROUND = Path(__file__).with_name("benchmark_ground.lp")
PARAMETERS = {"base": [], "situation": ["t"], "event": ["t", "u"]}


class Recorder(Session):
    """A session that keeps its program text and notes every ground call."""

    parts: dict[str, list[str]]
    calls: list[str]

    def __init__(self, program, scenario) -> None:  # type: ignore[no-untyped-def]
        super().__init__(program, scenario)
        facts = self._facts(scenario)
        self.parts, _ = _select(program, facts)
        self.parts["base"] += sorted(facts)
        self.calls = []

    def situation(self, number: int) -> None:
        self.calls.append(f"situation {number}")
        super().situation(number)

    def event(self, source, number, event: Value, taken=()) -> None:  # type: ignore[no-untyped-def]
        assert not taken
        fact = clingo.Function("now", [clingo.Number(number), self._symbol(event)])
        self.calls += [f"fact {fact}", f"event {source} {number}"]
        super().event(source, number, event, taken)


def recorded(meaning: Meaning, knowledge: Knowledge) -> str:
    """The program text of a scenario with its ground calls, as `benchmark_ground.lp` keeps them."""
    engine.Session, plain = Recorder, engine.Session  # type: ignore[misc]
    try:
        session = engine.run(knowledge.program, meaning.scenario).session
    finally:
        engine.Session = plain  # type: ignore[misc]
    assert isinstance(session, Recorder)
    lines = ["% What the engine gives to clingo for one question, and the calls that ground it."]
    lines += ["% call base", *(f"% call {call}" for call in session.calls)]
    for part, names in PARAMETERS.items():
        head = f"{part}({','.join(names)})" if names else part
        lines += [f"#program {head}.", *session.parts[part]]
    return "\n".join(lines) + "\n"


class Ground(NamedTuple):
    """A kept program: its text by part, and its calls."""

    parts: dict[str, str]
    calls: list[list[str]]


def kept() -> Ground:
    """What `benchmark_ground.lp` says."""
    text = GROUND.read_text(encoding="utf-8")
    calls = [line.split()[2:] for line in text.splitlines() if line.startswith("% call ")]
    parts = {}
    for block in text.split("#program ")[1:]:
        head, _, body = block.partition(".\n")
        parts[head.partition("(")[0]] = body
    return Ground(parts, calls)


def ground(program: Ground) -> None:
    """Grounds a kept program by its calls, with nothing but clingo."""
    control = clingo.Control(["-Wnone"])
    for part, text in program.parts.items():
        control.add(part, PARAMETERS[part], text)
    for name, *args in program.calls:
        if name == "fact":
            with control.backend() as backend:
                backend.add_rule([backend.add_atom(clingo.parse_term("".join(args)))])
        else:
            control.ground([(name, [clingo.Number(int(a)) for a in args])])

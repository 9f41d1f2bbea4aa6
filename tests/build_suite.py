"""Random scenarios of the conformance suite: `python -m tests.build_suite --seed 1 --count 200`.

The same seed gives the same text. The reference evaluator says what must come out; the engine must
come to the same lines in the same order, or the build stops and shows the scenario. `-o FILE`
writes elsewhere than into the package.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import rulekeep

from .random_scenarios import Dice, scenario_of
from .reference import evaluate
from .reference_values import COPIES, FACE_DOWN, TEXT, Outcome, Scenario
from .scenario_dsl import label, to_dsl
from .strategies import GAME, every_member, mentioned

SHIPPED = Path(__file__).resolve().parents[1] / "queries" / "suite" / "scenarios" / "random.rk"


@dataclass(frozen=True)
class Made:
    """A scenario with its title and what the reference evaluator makes of it."""

    title: str
    scenario: Scenario
    outcome: Outcome


class Disagreement(AssertionError):
    """The engine and the reference evaluator come to different ends."""


# --- what is worth keeping ------------------------------------------------------------------------


def generate(seed: int, count: int) -> Iterator[Made]:
    """Scenarios of a seed, each with its outcome by the reference evaluator.

    In every second one it matters that an effect waits for another; in all of them at least two
    effects matter.
    """
    dice, texts = Dice(seed), set[str]()
    while len(texts) < count:
        scenario = scenario_of(dice)
        outcome = evaluate(scenario, GAME)
        plain = evaluate(scenario, GAME, dependency=False)
        waits = outcome.lines != plain.lines
        if len(texts) % 2 and not waits:
            continue
        if _mattering(scenario, outcome) < 2 or to_dsl(scenario) in texts:
            continue
        texts.add(to_dsl(scenario))
        yield Made(_title(seed, len(texts), scenario, waits=waits), scenario, outcome)


def _mattering(scenario: Scenario, outcome: Outcome) -> int:
    """How many effects there are without which other lines would come out."""
    shorter = (
        replace(scenario, changes=tuple(c for c in scenario.changes if c is not change))
        for change in scenario.changes
    )
    return sum(evaluate(s, GAME).lines != outcome.lines for s in shorter)


def _title(seed: int, number: int, scenario: Scenario, *, waits: bool) -> str:
    names = {t.name for t in scenario.things}
    ops = {str(op[0]) for change in scenario.changes for op in change.ops}
    marks = {
        "waiting": waits,
        "source on the board": any(c.source in names for c in scenario.changes),
        "copy": COPIES in ops,
        "face down": FACE_DOWN in ops,
        "changed word": TEXT in ops,
        "defining": any(c.defining for c in scenario.changes),
    }
    said = ", ".join(mark for mark, holds in marks.items() if holds)
    return f"{seed}-{number:03}{': ' if said else ''}{said}"


# --- text -----------------------------------------------------------------------------------------


def text_of(made: Made) -> str:
    """A scenario as text of the query language, with what must come out."""
    order = ", ".join(map(str, dict.fromkeys(made.outcome.order)))
    then = [line for name in made.outcome.lines for line in _expected(made, name)]
    then += [f"then order {order}"] if order else []
    return f'scenario "{made.title}"\n{to_dsl(made.scenario)}' + "\n".join(then) + "\n"


def _expected(made: Made, name: str) -> Iterator[str]:
    line = made.outcome.lines[name]
    rest = GAME.members["creature-type"] - mentioned(made.scenario)
    every = rest <= line.ids
    subtypes = [t for t in line.subtypes if not (every and t.startswith("creature-type/"))]
    words = [*map(label, sorted(line.supertypes)), *map(label, sorted(line.card_types))]
    after = [*map(label, sorted(subtypes)), *(["every creature type"] if every else [])]
    text = " — ".join(part for part in (" ".join(words), " ".join(after)) if part)
    yield f'then "{name}" has types "{text}"' if text else f'then "{name}" has no types'
    if every:
        missing = GAME.members["creature-type"] - line.ids
        yield from (f'then "{name}" is not {label(t)}' for t in sorted(missing))


def check(made: Made) -> None:
    """Runs the engine on a scenario.

    Raises:
        Disagreement: It comes to other lines, another order or an error.
    """
    text = text_of(made)
    (report,) = rulekeep.check(text)
    members = GAME.members["creature-type"]
    got = {n: every_member(i, made.scenario, members) for n, i in report.lines.items()}
    expected = {n: line.ids for n, line in made.outcome.lines.items()}
    order = list(dict.fromkeys(made.outcome.order))
    if report.errors or not report.passed or got != expected or report.order != order:
        faults = [e.code for e in report.errors]
        wrong = [f"{a.question}: {a.got}" for a in report.answers if a.expected is False]
        raise Disagreement("\n".join([text, *faults, *wrong, f"order: {report.order}"]))


def file_text(seed: int, texts: Sequence[str]) -> str:
    """The text of a scenario file."""
    head = f"# Random scenarios, written by `python -m tests.build_suite --seed {seed} --count {len(texts)}`."
    return "\n".join([head, "", *texts])


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes a file of random scenarios on which engine and reference evaluator agree."""
    parser = argparse.ArgumentParser(description="Random scenarios of the conformance suite.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    options = parser.parse_args(arguments)
    texts = []
    for made in generate(options.seed, options.count):
        try:
            check(made)
        except Disagreement as error:
            sys.exit(f"engine and reference evaluator disagree:\n{error}")
        texts.append(text_of(made))
    options.output.write_text(file_text(options.seed, texts), encoding="utf-8")


if __name__ == "__main__":
    main()

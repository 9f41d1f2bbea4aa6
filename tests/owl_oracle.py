"""OWL reasoners against the engine: exported rules and the closed facts of scenarios, random ones or of files.

    python -m tests.owl_oracle --count 200 --seed 205
    python -m tests.owl_oracle --game duelmasters tests/scenarios/castles-*.rk

Each event of a scenario, with the situations before and after it, is a frame (`kb.owl.closed_facts`).
A reasoner is given the SWRL rules and the facts, and must find what the engine concludes by these
rules: derived facts, what starts and ends, what holds next; nothing less and nothing more.

HermiT stops at the built-ins of SWRL and tells no literals: rules with built-ins are left out for it,
and conclusions with literals are Pellet's alone. A rule that needs individuals to be different is for
HermiT a choice among cases, slow among many facts, so those rules are put to it apart from the others.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import rulekeep
from rdflib import RDF
from rulekeep.kb.engine.run import Run
from rulekeep.kb.logic.theory import NEWEST
from rulekeep.kb.owl.reasoner import REASONERS, Inferred, infer
from rulekeep.kb.rdf.swrl_atoms import SwrlRule
from rulekeep.kb.sources import load_content

from .owl_frames import FRAMES, Exported, Key, Place, batch_of, exported, groups, places_of
from .random_scenarios import Dice, scenario_of
from .scenario_dsl import to_dsl

SECONDS = 300
BATCH = 40
AT_ONCE = 10


# --- comparison ----------------------------------------------------------------------------------


@dataclass
class Outcome:
    """What came of comparing a reasoner with the engine.

    Args:
        conclusions: How many conclusions were compared.
        unseen: How many were not, since the reasoner tells no literals.
        rules: Rule → how many of the conclusions it is a reason for.
        wrong: Scenario → what differs.
    """

    reasoner: str
    frames: int = 0
    conclusions: int = 0
    unseen: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    wrong: dict[int, list[str]] = field(default_factory=dict)
    seconds: float = 0

    def add(self, other: Outcome) -> None:
        """Takes in what came of more frames."""
        self.frames += other.frames
        self.conclusions += other.conclusions
        self.unseen += other.unseen
        self.rules += other.rules
        self.seconds += other.seconds
        for scenario, lines in other.wrong.items():
            self.wrong.setdefault(scenario, []).extend(lines)


def compared(
    places: Sequence[Place], rules: Sequence[SwrlRule], reasoner: str, game: Exported
) -> Outcome:
    """Puts frames and rules to a reasoner; compares what it finds with what the engine concludes."""
    start = time.monotonic()
    batch = batch_of(places, rules, game)
    inferred = infer(batch.graph, reasoner, values=True, seconds=SECONDS)
    outcome = Outcome(reasoner, len(places))
    found: dict[str, set[Key]] = {}
    for each in found_of(inferred):
        if (each[2] if each[1] == str(RDF.type) else each[1]) in batch.relations:
            found.setdefault(frame_of(each[0]), set()).add(each)
    for number, (place, expected) in enumerate(batch.expected):
        shown = expected
        if reasoner == "hermit":
            shown = {k: by for k, by in expected.items() if k[2].startswith("http")}
        outcome.conclusions += len(shown)
        outcome.unseen += len(expected) - len(shown)
        outcome.rules.update({name: 1 for by in shown.values() for name in by})
        own = found.get(str(number), set()) - batch.given
        if len(places) == 1:
            own = {each for each in set().union(*found.values()) if each not in batch.given}
        wrong = [f"{place}: {k} by {shown[k]} is not found" for k in set(shown) - own]
        wrong += [f"{place}: {k} is found besides" for k in own - set(expected)]
        if not inferred.consistent:
            wrong = [f"{place}: the facts and rules are inconsistent"]
        if wrong:
            outcome.wrong.setdefault(place.scenario, []).extend(sorted(wrong))
    outcome.seconds = time.monotonic() - start
    return outcome


def frame_of(iri: str) -> str:
    """The number of the frame that an individual belongs to."""
    return iri.removeprefix(FRAMES).partition("/")[0]


def found_of(inferred: Inferred) -> Iterator[Key]:
    """Memberships and values that were inferred."""
    for individual in inferred.types:
        for name in inferred.types_of(individual):
            yield individual, str(RDF.type), name
    yield from inferred.values


def agreement(
    runs: Mapping[int, Run],
    game: Exported,
    reasoners: Sequence[str] = REASONERS,
    *,
    most: int = 0,
    rules: Sequence[SwrlRule] | None = None,
) -> dict[str, Outcome]:
    """Compares reasoners with the engine on some runs.

    Args:
        most: How many frames of each run; 0 for all.
        rules: What the reasoners are given instead of the exported rules; the engine keeps its own.
    """
    jobs = []
    for reasoner in reasoners:
        for group in groups(reasoner, game.rules):
            places = [p for n, run in runs.items() for p in places_of(n, run, group, most)]
            if not any(rule.form == "persists" for rule in group):
                places = [p for p in places if p.frame.different]
            known = {(rule.name, rule.form) for rule in group}
            given = [r for r in rules or group if (r.name, r.form) in known]
            for first in range(0, len(places), BATCH):
                jobs.append((places[first : first + BATCH], given, reasoner, game))
    totals = {reasoner: Outcome(reasoner) for reasoner in reasoners}
    with ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(lambda job: compared(*job), jobs):
            totals[outcome.reasoner].add(outcome)
    return totals


# --- scenarios -----------------------------------------------------------------------------------


def random_runs(seed: int, numbers: Iterable[int]) -> dict[int, Run]:
    """Random scenarios, run by the engine."""
    found = {}
    for number in numbers:
        (report,) = rulekeep.check(to_dsl(scenario_of(Dice(seed * 1000 + number))))
        assert not report.errors, report.errors
        found[number] = report.case.run
    return found


def runs_of(files: Iterable[Path], game: str) -> dict[int, Run]:
    """The scenarios of some files that a game's own rules decide: no readings, nothing left out."""
    theory = load_content(game).programs.theory.as_of(NEWEST)
    rules, words = set(theory.rules), set(theory.declarations)
    reports = [r for file in files for r in rulekeep.check(file.read_text(encoding="utf-8"))]
    cases = {n: r.case for n, r in enumerate(reports) if not r.errors and r.case and r.case.run}
    runs = {n: case.run for n, case in cases.items() if case.knowledge.game == game}
    return {
        number: run
        for number, run in runs.items()
        if rules <= set(run.program.theory.rules) and words == set(run.program.theory.declarations)
    }


# --- command line --------------------------------------------------------------------------------


def main() -> int:
    """Compares on many scenarios, with progress; exit 1 where a reasoner does not agree."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=20, help="how many scenarios")
    parser.add_argument("--seed", type=int, default=205)
    parser.add_argument("--frames", type=int, default=0, help="of each scenario at most; 0: all")
    parser.add_argument("--reasoner", choices=REASONERS, action="append")
    parser.add_argument("--game", default="mtg", help="of the files")
    parser.add_argument("files", nargs="*", type=Path, help="scenarios instead of random ones")
    options = parser.parse_args()
    reasoners = tuple(options.reasoner or REASONERS)
    totals = {reasoner: Outcome(reasoner) for reasoner in reasoners}
    done = 0
    for runs in _portions(options):
        done += len(runs)
        found = agreement(runs, exported(options.game), reasoners, most=options.frames)
        for reasoner, outcome in found.items():
            totals[reasoner].add(outcome)
            print(f"{reasoner}: {done - len(totals[reasoner].wrong)} of {done} agree", flush=True)
            for line in (line for lines in outcome.wrong.values() for line in lines[:5]):
                print("  " + line)
    for reasoner, outcome in totals.items():
        print(
            f"{reasoner}: {done - len(outcome.wrong)} of {done} scenarios agree: "
            f"{outcome.conclusions} conclusions of {len(outcome.rules)} rules in {outcome.frames} "
            f"frames ({outcome.unseen} literals not seen), {outcome.seconds:.0f} s"
        )
    return 1 if any(outcome.wrong for outcome in totals.values()) else 0


def _portions(options: argparse.Namespace) -> Iterator[dict[int, Run]]:
    """Some runs at a time, so that progress can be told."""
    if options.files:
        runs = list(runs_of(options.files, options.game).items())
        for first in range(0, len(runs), AT_ONCE):
            yield dict(runs[first : first + AT_ONCE])
        return
    for first in range(0, options.count, AT_ONCE):
        yield random_runs(options.seed, range(first, min(first + AT_ONCE, options.count)))


if __name__ == "__main__":
    sys.exit(main())

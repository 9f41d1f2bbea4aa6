"""Which rules a corpus exercises: those that its answers rest on, and those that do anything at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...kb.engine.run import Run
from ...kb.knowledge import Knowledge
from ...kb.logic.levels import NOW_STATE, REAL_EVENT, Level
from ...kb.logic.syntax import Literal, Rule
from ...kb.logic.theory import Theory
from ...kb.proof.matching import Matcher, World
from ...kb.sources import files_of
from ...kb.values import value
from ..answers.report import Report
from .findings import Place

STATES = ("used", "single", "fires", "idle")  # from the best exercised on


@value
class Use:
    """How far a rule with logic, or a statement that shares one, is exercised.

    Args:
        name: Its name.
        number: The rule or statement that it is part of.
        label: What it says, by language.
        place: Where it stands in the Turtle files.
        valid_to: ISO date of the first text that lacks it again, or "".
        rulings: Ids of the rulings with an answer that rests on it.
        fires: It concludes something in the run of some ruling.
    """

    name: str
    number: str
    label: dict[str, str]
    place: Place
    valid_to: str
    rulings: tuple[str, ...]
    fires: bool

    @property
    def state(self) -> str:
        """One of `STATES`: answers of several rulings rest on it, of one, none though it fires, or neither."""
        if self.rulings:
            return "used" if len(self.rulings) > 1 else "single"
        return "fires" if self.fires else "idle"


@dataclass
class Exercise:
    """Collects which rules of a game are exercised, ruling by ruling."""

    rulings: dict[str, list[str]] = field(default_factory=dict)
    fired: set[str] = field(default_factory=set)

    def take(self, id_: str, report: Report) -> None:
        """Takes in what the answers of a ruling rest on, and what fires in its run."""
        names = {n for a in report.answers for proof in a.proofs for n in proof.rules()}
        for name in sorted(names):
            self.rulings.setdefault(name, []).append(id_)
        if report.case is not None:
            self.fired |= set(firing(report.case.run, self.fired | set(self.rulings)))

    def uses(self, knowledge: Knowledge) -> list[Use]:
        """Every rule of the game with logic and every statement that shares one, by name."""
        theory = knowledge.content.programs.theory
        texts, files = knowledge.documents.rules, _paths(knowledge.game)
        found = []
        for name, place in sorted(theory.names.items(), key=lambda pair: _natural(pair[0])):
            rule, text = theory.by_name.get(name), texts.get(name)
            if rule is not None and rule.machinery:
                continue
            found.append(
                Use(
                    name,
                    knowledge.documents.rule_number(name),
                    text.label if text else {},
                    Place(files.get(place.file, place.file), max(place.line, 1)),
                    rule.valid_to if rule else text.valid_to if text else "",
                    tuple(self.rulings.get(name, ())),
                    name in self.fired or name in self.rulings,
                )
            )
        return found


def firing(run: Run, known: Iterable[str] = ()) -> Iterator[str]:
    """Names of the rules that conclude something in a run, or forbid something that is there.

    Args:
        run: The run.
        known: Rules that are not asked about.
    """
    matcher, theory = Matcher(run), run.program.theory
    skipped = set(known)
    for rule in theory.rules:
        if not rule.machinery and rule.name not in skipped and run.conceivable(rule):
            level = level_of(rule, theory)
            if any(_matches(matcher, rule, level, world) for world in _worlds(run, level)):
                yield rule.name


def level_of(rule: Rule, theory: Theory) -> Level | None:
    """Where a rule is judged in the real course of events; `None` if it only speaks of what never changes."""
    kinds = {theory.declarations[h.atom.predicate].kind for h in rule.heads if h.mode != "not"}
    if any(h.mode in ("starts", "ends", "may") for h in rule.heads) or "event" in kinds:
        return REAL_EVENT
    if rule.denial and any(_of_event(lit, theory) for lit in rule.literals):
        return REAL_EVENT
    return None if kinds == {"rigid"} else NOW_STATE


def _of_event(literal: Literal, theory: Theory) -> bool:
    moment = literal.moment
    kind = theory.declarations[literal.atom.predicate].kind
    return bool(moment.change or moment.next) or kind in ("event", "choice")


def _worlds(run: Run, level: Level | None) -> list[World]:
    if level is None:
        return [()]
    if level == REAL_EVENT:
        return [(number,) for number in run.happenings]
    return [(situation,) for situation in dict.fromkeys((0, *run.children, *run.leaves))]


def _matches(matcher: Matcher, rule: Rule, level: Level | None, world: World) -> bool:
    return next(matcher.solve(rule.body, {}, level, world), None) is not None


def _paths(game: str) -> dict[str, str]:
    """Name of a Turtle file → its path from the working folder; of several the last."""
    found = {}
    for file in files_of(game):
        near = os.path.relpath(file)
        found[os.path.basename(file)] = file if near.startswith(os.pardir) else near
    return found


def _natural(name: str) -> list[tuple[int, str]]:
    """Names in the order of their numbers: 205.2 before 205.10."""
    import re

    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]

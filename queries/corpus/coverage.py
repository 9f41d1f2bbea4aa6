"""Coverage of a corpus: what of the rules its rulings exercise, and what the rulings themselves lack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...kb.diagnostics import DiagnosticError
from ...kb.knowledge import load
from ..exit_codes import STOPPED
from ..syntax import STATUSES
from .exercised import STATES, Exercise, Use
from .findings import Finding, exit_code
from .hygiene import follows, lacking, repeated, untyped
from .judged import findings_of
from .rulings import Corpus, Ruled
from .spellings import spelt_twice

Watch = Callable[[Sequence[Ruled]], Iterable[Ruled]]
KIND_OF = {"single": "rule-single", "fires": "rule-unused", "idle": "rule-idle"}


@dataclass
class GameCoverage:
    """What the rulings of one game come to.

    Args:
        game: Id of the game.
        rulings: Its rulings.
        tried: How many steps were done: one for each of them, and one to compare them.
        formalised: How many have a scenario.
        statuses: Status → how many rulings have it ("" for none).
        uses: The rules with logic, and the statements that share one.
        findings: Its gaps.
    """

    game: str
    rulings: list[Ruled] = field(default_factory=list)
    tried: int = 0
    formalised: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every ruling was looked at, and they were compared with each other."""
        return self.tried > len(self.rulings)

    @property
    def states(self) -> dict[str, int]:
        """State of exercise → how many rules are in it."""
        found = Counter(use.state for use in self.uses)
        return {state: found[state] for state in STATES}


@dataclass
class Coverage:
    """Coverage of the games of a corpus.

    Args:
        games: One for each game.
        unread: What is wrong with rulings that could not be read.
    """

    games: list[GameCoverage] = field(default_factory=list)
    unread: list[Finding] = field(default_factory=list)

    @property
    def findings(self) -> list[Finding]:
        """All gaps."""
        return [*self.unread, *(f for game in self.games for f in game.findings)]

    @property
    def stopped(self) -> bool:
        """Whether the user stopped it."""
        return any(not game.complete for game in self.games)

    @property
    def exit_code(self) -> int:
        """That of the findings, or 130 if it was stopped."""
        return STOPPED if self.stopped else exit_code(self.findings)


def cover(corpus: Corpus, game: str | None = None, watch: Watch = iter) -> Coverage:
    """The coverage of a corpus.

    Args:
        corpus: The rulings; scenarios that are none do not count.
        game: Id of the game; `None` for every game that some ruling is of.
        watch: Told of the rulings of a game before they are looked at, to show progress.
    """
    rulings = [*corpus.rulings.values()]
    games = [game] if game else list(dict.fromkeys(r.scenario.game for r in rulings))
    found = Coverage(unread=list(corpus.findings))
    for each in games:
        found.games.append(_game(each, [r for r in rulings if r.scenario.game == each], watch))
        if found.stopped:
            break
    return found


def _game(game: str, rulings: list[Ruled], watch: Watch) -> GameCoverage:
    statuses = Counter(r.ruling.status for r in rulings)
    known = {status: statuses[status] for status in (*STATUSES, "") if statuses[status]}
    found = GameCoverage(game, rulings, statuses=known)
    exercise, faulty = Exercise(), dict[str, bool]()
    try:
        for ruled in watch(rulings):
            found.findings += _ruling(ruled, exercise, faulty)
            found.formalised += ruled.ruling.formalised
            found.tried += 1
        formalised = [r for r in rulings if r.ruling.formalised]
        found.findings += repeated(formalised, faulty)
        found.findings += spelt_twice(rulings, _cards(game))
        found.tried += 1
    except KeyboardInterrupt:
        pass
    found.uses = exercise.uses(load(game))
    if found.complete:
        found.findings += _unexercised(found.uses)
    return found


def _cards(game: str) -> frozenset[str]:
    """Names of the cards that a game has, in every language."""
    cards = load(game).documents.cards.values()
    return frozenset(name for card in cards for name in card.labels.values())


def _ruling(ruled: Ruled, exercise: Exercise, faulty: dict[str, bool]) -> Iterator[Finding]:
    yield from lacking(ruled)
    report = ruled.run()
    yield from findings_of(report, ruled.file, ruled.text)
    faulty[ruled.ruling.id] = bool(report.errors)
    if not ruled.ruling.formalised:
        return
    exercise.take(ruled.ruling.id, report)
    yield from untyped(ruled, report)
    try:
        yield from follows(ruled, report)
    except DiagnosticError:  # the statement is none that can be left out
        return


def _unexercised(uses: Iterable[Use]) -> Iterator[Finding]:
    """A finding for each rule that no answer rests on, or that of a single ruling."""
    for use in uses:
        if use.state != "used":
            told = {lang: f"{use.name} ({label})" for lang, label in use.label.items()}
            params = {"rule": told or use.name, "ruling": ", ".join(use.rulings)}
            yield Finding(KIND_OF[use.state], params, use.place, "", (use.name,))

"""Which answers, type lines, orders and timelines change under which reading, each with a witness.

A case is taken without the readings that it asks for itself, and then under each reading of its game
alone. Two readings are told apart by a case that comes out differently under them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ...kb.readings import Reading
from ...kb.sources import load_readings
from ..exit_codes import STOPPED
from ..syntax import Given, GivenChoice, GivenFact, When
from .differences import Difference, differences
from .findings import Finding
from .outcomes import Outcome, outcome_of, plain, refused
from .rulings import Corpus, Ruled

Watch = Callable[[Sequence[Ruled]], Iterable[Ruled]]


@dataclass(frozen=True)
class Witness:
    """A case that shows what a reading changes.

    Args:
        case: The case.
        differences: What is another way under the reading.
    """

    case: Ruled
    differences: tuple[Difference, ...]

    @property
    def size(self) -> tuple[int, int, str]:
        """How large the case is: what it states, then its text; the smallest is the best witness."""
        stated = sum(
            isinstance(s, Given | GivenChoice | GivenFact | When)
            for s in self.case.scenario.statements
        )
        span = self.case.scenario.span
        return stated, span.end - span.start, self.case.ruling.id


@dataclass
class Change:
    """What a reading changes of some cases.

    Args:
        reading: The reading.
        cases: Kind of difference → how many cases have one.
        witnesses: Kind of difference → the smallest case that has one.
        changed: Ids of all cases that come out differently, in order.
    """

    reading: Reading
    cases: dict[str, int] = field(default_factory=dict)
    witnesses: dict[str, Witness] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)

    def take(self, case: Ruled, found: list[Difference]) -> None:
        """Takes in what is another way in a case under the reading."""
        witness = Witness(case, tuple(found))
        for kind in dict.fromkeys(d.kind for d in found):
            self.cases[kind] = self.cases.get(kind, 0) + 1
            known = self.witnesses.get(kind)
            if known is None or witness.size < known.size:
                self.witnesses[kind] = witness
        if found:
            self.changed.append(case.ruling.id)


@dataclass
class Compared:
    """The readings of one game over some cases.

    Args:
        game: Id of the game.
        cases: How many cases there are.
        tried: How many of them were tried; fewer if the run was stopped.
        changes: What each reading changes, by name.
        alike: Pairs of readings that no case tells apart.
    """

    game: str
    cases: int
    tried: int = 0
    changes: dict[str, Change] = field(default_factory=dict)
    alike: list[tuple[str, str]] = field(default_factory=list)

    @property
    def idle(self) -> list[str]:
        """The readings that change nothing of any case."""
        return [name for name, change in self.changes.items() if not change.changed]

    @property
    def stopped(self) -> bool:
        """Whether it was stopped by the user."""
        return self.tried < self.cases


@dataclass
class Readings:
    """The readings of some games over a corpus; `findings` tells what could not be read."""

    games: list[Compared] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 every reading is told apart, 1 some are not, 2 something could not be read, 130 stopped."""
        if any(game.stopped for game in self.games):
            return STOPPED
        if self.findings:
            return 2
        return 1 if any(game.idle or game.alike for game in self.games) else 0


def compare_readings(
    corpus: Corpus, game: str | None = None, lang: str = "en", watch: Watch = iter
) -> Readings:
    """What the readings of a game change over the rulings and scenarios of a corpus.

    Args:
        corpus: The cases; rulings that are not formalised are left out.
        game: Id of the game; `None` for every game that some case is of.
        lang: Language of the words of the differences.
        watch: Told of the cases of a game before they are tried, to show progress.
    """
    cases = [*corpus.formalised(), *corpus.others]
    games = [game] if game else list(dict.fromkeys(case.scenario.game for case in cases))
    found = Readings(findings=list(corpus.findings))
    for each in games:
        own = [case for case in cases if case.scenario.game == each]
        found.games.append(_compare(each, own, lang, watch, found.findings))
        if found.games[-1].stopped:
            break
    return found


def _compare(
    game: str, cases: list[Ruled], lang: str, watch: Watch, faulty: list[Finding]
) -> Compared:
    readings = load_readings(game)
    found = Compared(game, len(cases))
    found.changes = {name: Change(readings[name]) for name in sorted(readings)}
    together = set(combinations(sorted(readings), 2))
    try:
        for case in watch(cases):
            usual, under = _outcomes(case, found.changes, lang)
            faulty += refused(case, usual, lang) if not case.scenario.readings else ()
            for name, change in found.changes.items():
                change.take(case, differences(usual, under[name]))
            together = {pair for pair in together if under[pair[0]] == under[pair[1]]}
            found.tried += 1
    except KeyboardInterrupt:
        pass
    found.alike = sorted(together)
    return found


def _outcomes(case: Ruled, names: Iterable[str], lang: str) -> tuple[Outcome, dict[str, Outcome]]:
    """What a case comes to without a reading, and under each of some."""
    bare = plain(case)
    usual = outcome_of(bare, lang)
    return usual, {name: outcome_of(bare, lang, readings=(name,)) for name in names}

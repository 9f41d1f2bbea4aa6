"""What changed between two dates: terms, rules, and the answers to the questions of rulings."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...kb.diagnostics import Diagnostic
from ...kb.documents import RuleText
from ...kb.knowledge import Knowledge, load
from ...kb.lexicon import Term
from ...kb.messages import message
from ...kb.values import value
from ..exit_codes import STOPPED
from ..language.parse import parse
from ..syntax import ScenarioText
from .differences import Difference, citations, differences
from .findings import Finding
from .outcomes import Outcome, outcome_of, refused
from .rulings import Corpus, Ruled

Watch = Callable[[Sequence[Ruled]], Iterable[Ruled]]
ASKED = ("error", "answer", "list")  # kinds of differences that are about what is asked
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@value
class Change:
    """A term or a rule that is not the same at two dates.

    Args:
        what: "term", "rule", or "logic" (a rule of the rule language).
        change: "began", "ended", "renamed" or "reworded".
        name: Its id or number.
        told: What it is or says, by language.
        new: Of a renamed term the id of the new one.
        place: `file:line`, or "".
    """

    what: str
    change: str
    name: str
    told: dict[str, str] = field(default_factory=dict)
    new: str = ""
    place: str = ""


@dataclass
class Answers:
    """A ruling whose question is answered in another way at the second date.

    Args:
        case: The ruling.
        differences: What is different.
    """

    case: Ruled
    differences: tuple[Difference, ...]


@dataclass
class GameDiff:
    """What is different in one game.

    Args:
        game: Its id.
        changes: Terms and rules that changed.
        answers: Rulings whose answer, citations or refusal changed.
        rulings: How many rulings there are.
        tried: How many of them were asked.
        own_date: How many of them ask of a date of their own.
    """

    game: str
    changes: list[Change] = field(default_factory=list)
    answers: list[Answers] = field(default_factory=list)
    rulings: int = 0
    tried: int = 0
    own_date: int = 0


@dataclass
class DateDiff:
    """What changed between two dates in some games; `findings` tells what could not be read."""

    before: str
    after: str
    games: list[GameDiff] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def stopped(self) -> bool:
        """Whether the user stopped it."""
        return any(game.tried < game.rulings for game in self.games)

    @property
    def exit_code(self) -> int:
        """0 nothing changed, 1 something did, 2 something could not be read, 130 stopped."""
        if self.stopped:
            return STOPPED
        if self.findings:
            return 2
        return 1 if any(game.changes or game.answers for game in self.games) else 0


def diff_dates(
    before: str,
    after: str,
    corpus: Corpus,
    games: Sequence[str],
    lang: str = "en",
    watch: Watch = iter,
) -> DateDiff:
    """What is different at the second of two dates.

    Args:
        before: The first date.
        after: The second date; it may be the earlier one.
        corpus: The rulings to ask.
        games: Ids of the games to look at.
        lang: Language of the words of the differences.
        watch: Told of the rulings of a game before they are asked, to show progress.
    """
    found = DateDiff(before, after, findings=list(corpus.findings))
    for game in games:
        own = [r for r in corpus.formalised() if r.scenario.game == game]
        asked = [r for r in own if r.scenario.as_of is None]
        diff = GameDiff(game, list(changes(load(game), before, after)))
        diff.rulings, diff.own_date = len(asked), len(own) - len(asked)
        found.games.append(diff)
        try:
            for ruled in watch(asked):
                one, other = (outcome_at(ruled, date, lang) for date in (before, after))
                different = _different(one, other)
                diff.answers += [Answers(ruled, different)] if different else []
                found.findings += refused(ruled, one, lang) if one.errors == other.errors else ()
                diff.tried += 1
        except KeyboardInterrupt:
            break
    return found


# --- terms and rules ------------------------------------------------------------------------------


def changes(knowledge: Knowledge, before: str, after: str) -> Iterator[Change]:
    """The terms and rules that are different at the second of two dates."""
    yield from _terms(knowledge.content.terms, before, after)
    logic = knowledge.content.programs.theory.by_name
    for text in knowledge.documents.rules.values():
        rule = logic.get(text.name)
        held = text if rule is None else rule  # a sub-rule holds as long as what it is part of
        yield from _rule(text, (held.valid(before), held.valid(after)), before, after)


def _terms(terms: Iterable[Term], before: str, after: str) -> Iterator[Change]:
    known = {term.id: term for term in terms}
    gone = {t.id: t for t in known.values() if t.valid(before) and not t.valid(after)}
    renamed = {t.successor for t in gone.values() if t.successor}
    for term in known.values():
        told = {lang: _called(term, known, lang) for lang in ("en", "ja")}
        new = known.get(term.successor or "")
        if term.id in gone and new is not None:
            words = {lang: f"{said} → {new.label(lang)}" for lang, said in told.items()}
            yield Change("term", "renamed", term.id, words, new.id)
        elif term.id in gone:
            yield Change("term", "ended", term.id, told)
        elif term.valid(after) and not term.valid(before) and term.id not in renamed:
            yield Change("term", "began", term.id, told)


def _called(term: Term, known: Mapping[str, Term], lang: str) -> str:
    """A term with its kind, if it has one."""
    kind = known.get(term.kind or "")
    return f"{term.label(lang)} ({kind.label(lang)})" if kind is not None else term.label(lang)


def _rule(text: RuleText, held: tuple[bool, bool], before: str, after: str) -> Iterator[Change]:
    what = "logic" if text.logic else "rule"
    told = text.label or text.statement
    if held == (False, True):
        yield Change(what, "began", text.name, told, place=text.place)
    elif held == (True, False):
        yield Change(what, "ended", text.name, told, place=text.place)
    elif held == (True, True) and _reworded(text, *sorted((before, after))):
        yield Change(what, "reworded", text.name, text.notes, place=text.place)


def _reworded(text: RuleText, first: str, last: str) -> bool:
    """Whether the history of a rule names a day between two dates."""
    days = {day for note in text.notes.values() for day in _DATE.findall(note)}
    return any(first < day <= last for day in days)


# --- answers --------------------------------------------------------------------------------------


def _different(one: Outcome, other: Outcome) -> tuple[Difference, ...]:
    found = [d for d in differences(one, other) if d.kind in ASKED]
    return tuple(found or citations(one, other))


def outcome_at(ruled: Ruled, date: str, lang: str) -> Outcome:
    """What a ruling that names no date comes to at a date, where its words may mean something else."""
    scenarios, faults = _parsed(ruled.text, date)
    id_ = ruled.ruling.id
    scenario = next(s for s in scenarios if s.ruling is not None and s.ruling.id == id_)
    span = scenario.span
    own = [f for f in faults if span.start <= f.start < max(span.end, span.start + 1)]
    if own:
        told = tuple(message(fault, lang) for fault in own)
        return Outcome(tuple(fault.code for fault in own), told)
    return outcome_of(replace(ruled, scenario=scenario), lang, as_of=date, timeline=False)


@functools.lru_cache(maxsize=32)
def _parsed(text: str, date: str) -> tuple[list[ScenarioText], list[Diagnostic]]:
    """The scenarios of a file, in the words of a date; its rulings are asked one after another."""
    return parse(text, as_of=date)

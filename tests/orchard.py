"""The small game of `orchard.ttl`, read and run without a folder of its own in the ontology."""

from __future__ import annotations

import functools
from pathlib import Path

from rulekeep.kb.diagnostics import Diagnostic
from rulekeep.kb.knowledge import Knowledge
from rulekeep.kb.logic.theory import NEWEST
from rulekeep.kb.sources import core_files
from rulekeep.kb.turtle.game import read_game
from rulekeep.queries.answers.case import Case
from rulekeep.queries.answers.running import build_case
from rulekeep.queries.facts.meaning import mean
from rulekeep.queries.language.codec import from_json, to_json
from rulekeep.queries.language.phrases import Phrasebook
from rulekeep.queries.language.read import parse_file
from rulekeep.queries.syntax import Question, ScenarioText

FILE = Path(__file__).with_suffix(".ttl")


@functools.cache
def orchard() -> Knowledge:
    """What the game says."""
    content, documents, *_ = read_game("orchard", [*core_files(), str(FILE)])
    knowledge = Knowledge(content, NEWEST, content.programs.as_of(NEWEST))
    vars(knowledge)["documents"] = documents  # which are otherwise read from the game's folder
    return knowledge


@functools.cache
def phrases() -> Phrasebook:
    """Its sentences."""
    return Phrasebook(orchard())


def parsed(text: str) -> tuple[ScenarioText, list[Diagnostic]]:
    """The only scenario of a text, with its faults; it survives the cache."""
    (scenario,), faults = parse_file(
        text, lambda _game, _date: orchard().lexicon, phrases_for=lambda _game: phrases()
    )
    assert from_json(to_json([scenario])) == [scenario]
    return scenario, faults


def faults_of(text: str) -> list[tuple[str, str, str | None]]:
    """Code, faulty part and hint of every fault of a text, judged as a whole."""
    scenario, faults = parsed(text)
    if not faults:
        faults = mean(scenario, orchard())[1]
    return [(d.code, text[d.start : d.end], d.hint) for d in faults]


def case_of(text: str) -> Case:
    """A sound text, run."""
    scenario, faults = parsed(text)
    meaning, more = mean(scenario, orchard())
    assert [*faults, *more] == []
    return build_case(meaning, orchard())


def verdicts(text: str) -> list[str]:
    """The verdicts of the questions of a sound text."""
    case, (scenario, _) = case_of(text), parsed(text)
    questions = [s for s in scenario.statements if isinstance(s, Question)]
    return [case.ask(q.expectation, q.after_step).verdict for q in questions]

"""Parses texts of the query language, and keeps what was parsed for the next process."""

from __future__ import annotations

import functools
import json
import os
from typing import TYPE_CHECKING

from ...kb.caches import checksum, read_cache, thin, write_cache
from ...kb.diagnostics import Diagnostic
from ...kb.lexicon import Lexicon
from ...kb.sources import games, stamp, stamp_of_all
from ..answers.scenario_knowledge import added_state, knowledge_for
from ..syntax import ScenarioText

if TYPE_CHECKING:
    from .phrases import Phrasebook

MAX_CACHED = 20_000  # characters of a text whose parse is cached
MAX_PARSES = 4_000  # so many are kept at most, give or take those since the last count
_COUNT_EACH = 64  # counting them each time would be slow


def parse(
    text: str, as_of: str | None = None, game: str | None = None
) -> tuple[list[ScenarioText], list[Diagnostic]]:
    """The scenarios of a text; sound texts are cached, so that the next process need not parse.

    Args:
        text: Text of the query language.
        as_of: Date for scenarios that name none.
        game: Overrules the scenarios' own game; one that there is not is left to `knowledge_of`.
    """
    words = game if game in games() else None
    key = f"{_grammar_stamp()}|{added_state()}|{words}|{as_of}|{text}"
    name = f"parse-{checksum(key)}.json"
    cached = read_cache(name) if len(text) < MAX_CACHED else None
    if cached is not None:
        from .codec import from_json

        stated, _, rest = cached.partition("\n")
        try:
            if json.loads(stated) == key:
                return from_json(rest), []
        except (ValueError, TypeError, KeyError, IndexError):
            pass
    from .read import parse_file

    def lexicon_for(game: str, date: str | None) -> Lexicon:
        knowledge = knowledge_for(words or game, date or as_of)
        if knowledge.date < knowledge.first_date:  # left to `knowledge_of`; no word is of that date
            knowledge = knowledge_for(words or game, None)
        return knowledge.lexicon

    def phrases_for(game: str) -> Phrasebook:
        return _phrases_for(words or game)

    scenarios, faults = parse_file(text, lexicon_for, phrases_for=phrases_for)
    if not faults and len(text) < MAX_CACHED:
        from .codec import to_json

        write_cache(name, f"{json.dumps(key)}\n{to_json(scenarios)}")
        if len(text) % _COUNT_EACH == 0:
            thin(name.partition("-")[0], MAX_PARSES)
    return scenarios, faults


@functools.cache
def _grammar_stamp() -> str:
    """Stands for all that a parse depends on: the ontologies' files and the code of `queries`."""
    return f"{stamp_of_all()};{stamp(os.path.dirname(os.path.dirname(__file__)))}"


@functools.cache
def _phrases_for(game: str) -> Phrasebook:
    from .phrases import Phrasebook

    return Phrasebook(knowledge_for(game, None))

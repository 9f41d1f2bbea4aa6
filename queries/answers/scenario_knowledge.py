"""The knowledge that a scenario is judged by: its game and date, under its readings, less some rules."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...kb.dates import is_date
from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge, load
from ...kb.logic.shared import names_rule
from ...kb.logic.theory import ConflictingReadings, UnknownReading, UnknownRule
from ...kb.sources import UnknownGame, load_readings
from ...kb.store.place import exists, store_place
from ..syntax import ScenarioText


def knowledge_for(
    game: str,
    as_of: str | None,
    without: tuple[str, ...] = (),
    readings: tuple[str, ...] = (),
) -> Knowledge:
    """The knowledge of a game as of a date under readings less some rules, kept for the next question.

    Raises:
        DiagnosticError: `bad-date`, or the rules of the ontology are faulty.
        UnknownGame: There is no such game.
        UnknownRule: There is no rule with logic of a name.
        UnknownReading: There is no reading of a name.
        ConflictingReadings: Two readings cannot be taken together.
    """
    if as_of is not None and not is_date(as_of):
        raise DiagnosticError([Diagnostic("bad-date", params={"input": as_of})])
    return _kept(game, as_of, without, readings, added_state())


@functools.lru_cache(maxsize=64)
def _kept(
    game: str,
    as_of: str | None,
    without: tuple[str, ...],
    readings: tuple[str, ...],
    added: str,
) -> Knowledge:
    del added  # terms that were added since make other knowledge
    return load(game, as_of).under(readings).without(without)


def added_state() -> str:
    """Stands for the terms that rules texts added to the store; "" if there are none."""
    place = store_place()
    if not exists(place):
        return ""
    from ...kb.store.added_terms import terms_state

    return terms_state(place)


def knowledge_of(
    scenario: ScenarioText,
    *,
    game: str | None = None,
    as_of: str | None = None,
    without: Sequence[str] = (),
    readings: Sequence[str] = (),
) -> Knowledge:
    """The knowledge that a scenario is judged by; the options are those of `api.check`.

    Raises:
        DiagnosticError: `unknown-game`, `unknown-rule`, `unknown-reading`, `conflicting-readings`,
            or a date of which nothing is known.
    """
    removed = tuple(dict.fromkeys((*scenario.without, *without)))
    taken = tuple(dict.fromkeys((*scenario.readings, *readings)))
    game, as_of = game or scenario.game, scenario.as_of or as_of
    try:
        knowledge = knowledge_for(game, as_of, removed, taken)
    except UnknownRule as error:
        raise DiagnosticError([unknown_rule(error.name, game, as_of)]) from None
    except UnknownReading as error:
        raise DiagnosticError([_unknown_reading(error.name, game)]) from None
    except ConflictingReadings as error:
        both: dict[str, object] = {"input": error.rule, "names": ", ".join(error.names)}
        raise DiagnosticError([Diagnostic("conflicting-readings", params=both)]) from None
    except UnknownGame as error:
        unknown = Diagnostic("unknown-game", params={"input": error.game})
        raise DiagnosticError([unknown]) from None
    first = knowledge.first_date
    if knowledge.date < first:
        params = {"input": knowledge.date, "first": first}
        raise DiagnosticError([Diagnostic("bad-date", params=params, message="date-too-early")])
    return knowledge


def _unknown_reading(name: str, game: str) -> Diagnostic:
    from ...kb.logic.check import nearest

    hint = nearest(name, load_readings(game))
    return Diagnostic("unknown-reading", params={"input": name}, hint=hint)


def unknown_rule(name: str, game: str, as_of: str | None = None) -> Diagnostic:
    """The error for a rule that cannot be left out: there is none, or not then, or it has no logic."""
    from ...kb.logic.check import nearest

    knowledge = load(game)
    rules = knowledge.documents.rules
    if any(names_rule(name, known) for known in knowledge.content.programs.theory.names):
        params = {"input": name, "date": as_of or {"en": "the newest date", "ja": "最新の時点"}}
        return Diagnostic("unknown-rule", params=params, message="rule-not-then")
    if name in rules:
        return Diagnostic("unknown-rule", params={"input": name}, message="no-logic")
    return Diagnostic("unknown-rule", params={"input": name}, hint=nearest(name, rules))

"""Rulings in plain values: what whoever reads rulings hands over to be exported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ..values import value


@value
class RulingText:
    """A ruling.

    Args:
        id: Its id, unique in a game.
        title: The title of its scenario.
        question: The question in words, by language.
        answer: The answer in words, by language.
        reasons: Words of its reasons.
        statements: Ids of statements that it gives as reasons.
        cites: Ids of the rules that its answer rests on.
        sources: Where it stands.
        dated: ISO date, or "".
        status: How far it binds, or "".
        version: Version of the rules that it speaks of, or "".
        scenario: The text of its scenario, or "" if it stands in words only.
    """

    id: str
    title: str = ""
    question: Mapping[str, str] = field(default_factory=dict, hash=False)
    answer: Mapping[str, str] = field(default_factory=dict, hash=False)
    reasons: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    dated: str = ""
    status: str = ""
    version: str = ""
    scenario: str = ""

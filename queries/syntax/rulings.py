"""What a ruling says of itself besides its scenario: question and answer in words, source, date, status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ...kb.values import value
from .places import NOWHERE, Span

OFFICIAL, UNDATED, UNOFFICIAL = "official", "official-undated", "unofficial"
DISPUTED, SUPERSEDED = "disputed", "superseded"
STATUSES = (OFFICIAL, UNDATED, UNOFFICIAL, DISPUTED, SUPERSEDED)


@value
class Reason:
    """What a ruling says in support of its answer.

    Args:
        statement: Id of a statement of the ontology, or "" for one in its own words.
        words: These words.
        logic: What they say in the rule language, or "".
    """

    statement: str = ""
    words: str = ""
    logic: str = ""
    span: Span = NOWHERE
    logic_span: Span = NOWHERE


@value
class Ruling:
    """The head of a ruling.

    Args:
        id: Its id, unique in a corpus.
        question: The question in words, by language.
        answer: The answer in words, by language.
        reasons: What it says in support.
        sources: Where it stands.
        dated: ISO date, or "".
        status: One of `STATUSES`, or "".
        version: Version of the rules that it speaks of, or "".
        formalised: Its scenario says the question and the answer; else it only counts as a gap.
    """

    id: str
    question: Mapping[str, str] = field(default_factory=dict, hash=False)
    answer: Mapping[str, str] = field(default_factory=dict, hash=False)
    reasons: tuple[Reason, ...] = ()
    sources: tuple[str, ...] = ()
    dated: str = ""
    status: str = ""
    version: str = ""
    formalised: bool = True
    span: Span = NOWHERE

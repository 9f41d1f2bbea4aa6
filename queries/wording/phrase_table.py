"""The phrase table of a language: which words of effect wordings are one token, and lists of words."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib.resources import files

from ...kb.values import value


@value
class Phrases:
    """The phrase table of a language.

    Args:
        codes: Folded phrase → code.
        most_words: First word → number of words of the longest phrase that it begins.
        riders: Code → name of the rider that it begins.
        words: Every word of the table, for slips of the pen.
        ordinary: Words of riders that are right as they stand.
        longest: Characters of the longest phrase.
        this_turn: Durations that end with the turn.
        recurring: Words with which a duration begins that comes again and again.
        within: Times that may belong to what a condition says.
        several: Pronouns for several objects, which never mean the one that speaks.
        negative: Words for conditions that must not hold.
        replaced: Words with which an event is told that something else happens instead of.
        itself: Pronouns for the object that speaks, if no other one is at hand.
        past: Verbs that say what something was.
        both: Words that say of two things that both are meant.
        several_of: Words that point at several objects mentioned before.
        kinds_of: Words before which any word may stand as their kind ("a lore counter").
    """

    codes: Mapping[str, str]
    most_words: Mapping[str, int]
    riders: Mapping[str, str]
    words: frozenset[str]
    ordinary: frozenset[str]
    longest: int
    this_turn: tuple[str, ...] = ()
    recurring: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    itself: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    both: tuple[str, ...] = ()
    several_of: tuple[str, ...] = ()
    kinds_of: frozenset[str] = frozenset()


@functools.cache
def phrases(lang: str) -> Phrases:
    """The phrase table of a language, read from the file beside this module."""
    table = tomllib.loads(files(__package__).joinpath(f"phrases_{lang}.toml").read_text("utf-8"))
    codes: dict[str, str] = {}
    most: dict[str, int] = {}
    for code, listed in table["phrases"].items():
        for phrase in listed:
            codes.setdefault(phrase, code)
            words = phrase.split()
            most[words[0]] = max(most.get(words[0], 0), len(words))
    durations, pronouns = table["durations"], table.get("pronouns", {})
    clauses = table.get("clauses", {})
    return Phrases(
        codes,
        most,
        table["riders"],
        words=frozenset(word for phrase in codes for word in phrase.split()),
        ordinary=frozenset(table["words"]["ordinary"].split()),
        longest=max(map(len, codes)),
        this_turn=tuple(durations["this_turn"]),
        recurring=tuple(durations["recurring"]),
        within=tuple(durations["within"]),
        several=tuple(pronouns.get("several", ())),
        negative=tuple(table.get("conditions", {}).get("negative", ())),
        replaced=tuple(table.get("conditions", {}).get("replaced", ())),
        itself=tuple(pronouns.get("itself", ())),
        past=tuple(clauses.get("past", ())),
        both=tuple(clauses.get("both", ())),
        several_of=tuple(pronouns.get("several_of", ())),
        kinds_of=frozenset(table["words"].get("kinds_of", ())),
    )

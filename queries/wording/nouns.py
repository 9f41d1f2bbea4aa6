"""Noun phrases of any language: what they demand of objects."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...kb.lexicon import Lexicon, Term
from ...kb.values import value
from ..syntax import All, Filter, HasTerm, IsA
from .cursor import Cursor
from .meanings import Group, group_of, meanings


@value
class Subject:
    """What the words of an effect speak of.

    Args:
        filter: What they demand of the objects; `None` if nothing (a pronoun).
        every: They speak of every such object, and say all that singles it out.
        itself: They speak of the object that says them ("this creature").
        anaphoric: They are a pronoun.
        types: The kind of types of theirs that is spoken of, where one is ("its creature type").
    """

    filter: Filter | None = None
    every: bool = False
    itself: bool = False
    anaphoric: bool = False
    types: Group | None = None


ANY = Subject(anaphoric=True)


def pronoun(cursor: Cursor) -> Subject:
    """What a pronoun at hand or just read stands for, as far as the words before it tell."""
    near = (cursor.peek(-1), cursor.peek())
    if any(cursor.text[t.start : t.end].lower() in cursor.table.several for t in near):
        return Subject(anaphoric=cursor.led_by_itself is None)
    if any(map(cursor.is_itself, near)):
        return Subject(itself=bool(cursor.led_by_itself), anaphoric=not cursor.led_by_itself)
    return Subject(itself=bool(cursor.led_by_itself), anaphoric=cursor.led_by_itself is None)


@dataclass
class Phrase:
    """A noun phrase while it is read.

    Args:
        core: What its adjectives and nouns demand.
        after: What else narrows it (who controls it, where it is).
        determined: It has a determiner of its own.
        particular: It speaks of a certain object ("target", "enchanted").
        single: It speaks of each object by itself ("each").
        yours: It begins with "your".
        open: It is narrowed by something that is not understood.
        itself: It begins with "this".
        plural: Its last noun is a plural.
        headed: Its last noun is a word for any object.
        invariable: Its last noun is its own plural.
        relative: How many parts of the core are of a relative clause ("that is a …").
    """

    core: list[Filter] = field(default_factory=list)
    after: list[Filter] = field(default_factory=list)
    determined: bool = False
    particular: bool = False
    single: bool = False
    yours: bool = False
    open: bool = False
    itself: bool = False
    plural: bool = False
    invariable: bool = False
    headed: bool = False
    relative: int = 0


def whole(parts: list[Filter]) -> Filter:
    """All the parts as one filter."""
    return parts[0] if len(parts) == 1 else All(tuple(parts))


def piece(terms: tuple[Term, ...], lexicon: Lexicon) -> Filter | None:
    """The filter that a noun stands for; `None` if objects cannot be so called."""
    types = meanings(terms)
    if types:
        return HasTerm(tuple(t.id for t in types))
    if group_of(terms, lexicon) is not None:
        return None
    return next((IsA(t.id) for t in terms if t.category == "Class"), None)

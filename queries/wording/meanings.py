"""From the words of a wording to ids of terms: which of several meanings, which group of terms."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable

from ...kb.lexicon import Lexicon, Term
from ...kb.values import value

GIVEN = ("CardType", "Subtype", "Supertype")


@value
class Group:
    """Terms that one word names together: a subtype kind, a category, or listed terms.

    Args:
        term: The word's term.
        kind: Its id if it is a subtype kind.
        category: Its id if it is a category of terms ("card type").
        members: Ids of all its terms.
    """

    term: Term
    kind: str | None
    category: str | None
    members: tuple[str, ...]


@functools.lru_cache(maxsize=8)
def _categories(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(term.category for term in lexicon.terms.values())


def group_of(terms: Iterable[Term], lexicon: Lexicon) -> Group | None:
    """The group of terms that a word names, if it names one."""
    for term in terms:
        members: tuple[str, ...] = getattr(term, "members", ())
        if members:
            known = (t for t in members if t in lexicon.terms)
            valid = tuple(t for t in known if lexicon[t].valid(lexicon.date))
            return Group(term, None, None, valid)
        if term.category == "SubtypeKind":
            found = [t.id for t in _all(lexicon) if t.kind == term.id]
            return Group(term, term.id, None, tuple(found))
        if term.id in _categories(lexicon):
            found = [t.id for t in _all(lexicon) if t.category == term.id]
            return Group(term, None, term.id, tuple(found))
    return None


def outside(group: Group, lexicon: Lexicon) -> list[str]:
    """The terms of the same kinds that the group leaves out ("nonbasic land types")."""
    kinds = {lexicon[t].kind for t in group.members}
    found = (t.id for t in _all(lexicon) if t.kind is not None and t.kind in kinds)
    return [t for t in found if t not in group.members]


def _all(lexicon: Lexicon) -> Iterable[Term]:
    return (t for t in lexicon.terms.values() if t.valid(lexicon.date))


def meanings(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Those meanings of a word that an object can have as a type."""
    return tuple(t for t in terms if t.category in GIVEN)


def single(terms: Iterable[Term], beside: Collection[str], lexicon: Lexicon) -> Term | None:
    """The one meaning of a word that the types named beside it speak for.

    A word such as "Spacecraft" belongs to two kinds; the kind is that whose name begins with a
    card type beside it ("artifact type" with Artifact). If none does, the newest term is meant.
    """
    found = meanings(terms)
    if len(found) < 2:
        return found[0] if found else None
    labels = [lexicon[t].label("en").lower() for t in beside if lexicon[t].category == "CardType"]
    for term in found:
        kind = lexicon.terms.get(term.kind or "")
        if kind and any(kind.label("en").lower().startswith(f"{label} ") for label in labels):
            return term
    return max(found, key=lambda t: t.valid_from or "")

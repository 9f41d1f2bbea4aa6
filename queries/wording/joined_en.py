"""English noun phrases joined by "and" or "or": which words belong to all of them.

A head noun at the end belongs to all phrases that have none of their own: "artifact and creature
spells", but not "artifacts and creature spells". A restriction at the beginning may belong to all or to
the first one alone, and printed cards do not settle it: a "legendary creature or planeswalker" is legendary
either way (205.4e), while "noncreature artifact or noncreature enchantment" and "non-Equipment
artifact and non-Aura enchantment" say it of each. So it is refused; "other" alone goes with all.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ..syntax import All, AnyOf, Filter, HasTerm, IsA, Not, Other
from .cursor import Cursor
from .meanings import GIVEN
from .nouns import Phrase, whole

_CARD_TYPE, _, _SUPERTYPE = GIVEN


def check_kinds(cursor: Cursor, phrases: Sequence[Phrase], start: int) -> None:
    """Refuses two subjects of different kinds: "this creature and each Goblin".

    Raises:
        Stuck: A certain object is joined with another one or with all of a kind.
    """
    first, *others = phrases
    mixed = any(p.itself for p in phrases) or any(p.particular for p in others)
    if first.particular and any(p.determined and not p.particular for p in others):
        mixed = True
    if first.particular and not first.plural and any(p.plural for p in others):
        mixed = True
    if mixed:
        raise cursor.unclear("mixed-subjects", start)


def check_restrictions(cursor: Cursor, phrases: Sequence[Phrase], start: int) -> None:
    """Refuses a restriction before joined nouns of which the others have none: "nontoken artifacts and lands".

    Raises:
        Stuck: It may belong to the first noun or to all of them.
    """
    for before, following in itertools.pairwise(phrases):
        restricted = any(_restricts(cursor, part) for part in _words(before)[:-1])
        open_to_it = not any(_restricts(cursor, part) for part in _words(following))
        if restricted and open_to_it and not (before.after or following.determined):
            raise cursor.unclear("unclear-restriction", start)


def check_heads(cursor: Cursor, phrases: Sequence[Phrase], start: int) -> None:
    """Refuses a noun in the singular that stands alone before one in the plural.

    Raises:
        Stuck: There is one: "artifact and creature spells and cards".
    """
    *others, last = phrases
    alone = (p for p in others if not (p.plural or p.invariable or p.single or p.particular))
    if (
        last.plural
        and not last.headed
        and any(not p.after and HasTerm in map(type, p.core) for p in alone)
    ):
        raise cursor.unclear("unclear-noun", start)


def one_of(cursor: Cursor, phrases: Sequence[Phrase], start: int) -> list[Filter] | None:
    """What joined phrases with one head noun demand; `None` if each has its own.

    Raises:
        Stuck: It is not clear whose the last noun is.
    """
    *others, last = phrases
    own = [_words(p) for p in others]
    parts = _words(last)
    if len(parts) < 2 or last.determined or any(p.determined for p in others[1:]):
        return None
    if any(p.after or (p.plural and not p.invariable) for p in others):
        return None
    bare = any(isinstance(part, IsA | All) for listed in own for part in listed)
    if bare or not all(own):
        return None
    longest = max(map(len, own))
    shared = parts[longest:] or parts[-1:]
    counterpart = parts[: len(parts) - len(shared)]
    alike = all(
        _category(cursor, listed[-1]) == _category(cursor, counterpart[-1]) for listed in own
    )
    if not _is_shared(cursor, others, last, shared, alike=alike):
        return None
    if (len(shared) > 1 or any(p.invariable for p in others)) and not alike:
        raise cursor.unclear("unclear-noun", start)
    found = AnyOf(tuple(whole(listed) for listed in (*own, counterpart)))
    other: list[Filter] = [Other()] if Other() in others[0].core else []
    return [*other, found, *shared]


def _is_shared(
    cursor: Cursor,
    others: Sequence[Phrase],
    last: Phrase,
    shared: Sequence[Filter],
    *,
    alike: bool,
) -> bool:
    """Whether a head noun is shared; of nouns in the singular only some cannot stand alone."""
    if isinstance(shared[-1], IsA) or last.plural:
        return True
    if all(_category(cursor, part) == _SUPERTYPE for p in others for part in _words(p)):
        return True
    return alike and _category(cursor, _words(others[-1])[-1]) != _category(cursor, shared[-1])


def _words(phrase: Phrase) -> list[Filter]:
    return [part for part in phrase.core if part != Other()]


def _category(cursor: Cursor, part: Filter) -> str:
    """The category of a noun or adjective, whether negated or not."""
    inner = part.inner if isinstance(part, Not) else part
    return cursor.lexicon[inner.terms[0]].category if isinstance(inner, HasTerm) else ""


def _restricts(cursor: Cursor, part: Filter) -> bool:
    return isinstance(part, Not) or _category(cursor, part) == _SUPERTYPE

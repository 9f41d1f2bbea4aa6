"""Japanese verbs of having, gaining, losing and keeping: what they make of the words before them."""

from __future__ import annotations

from ..syntax import Clause
from .cursor import Cursor
from .drafts import IN_ADDITION, Draft
from .riders import check_words
from .words_before_ja import Bundle, known_words


def had(cursor: Cursor, bundle: Bundle, draft: Draft, verb: str) -> None:
    if bundle.every:
        _ability(cursor, bundle)
        every = tuple(g.kind for g in bundle.every if g.kind is not None)
        terms = [m for g in bundle.every if g.kind is None for m in g.members]
        cues = (IN_ADDITION,) if verb == "gain" or bundle.added else ()
        draft.add(Clause((*bundle.terms, *terms), every, cues=cues))
    elif (
        bundle.terms
        and (bundle.groups or bundle.chosen or bundle.added)
        or verb == "gain"
        and bundle.terms
        and bundle.unknown is None
        and _bare(cursor, bundle)
    ):
        draft.add(Clause(tuple(bundle.terms), cues=(IN_ADDITION,)))
    elif verb == "gain" and bundle.terms and _names_last(cursor, bundle):
        raise cursor.stuck("given", bundle.unknown)
    elif bundle.groups:
        raise cursor.stuck("verb", bundle.first if bundle.unknown is None else bundle.unknown)
    else:
        bundle.unknown = bundle.first
        _ability(cursor, bundle)


def _bare(cursor: Cursor, bundle: Bundle) -> bool:
    """Whether nothing but types is what is gained: 伝説を得る, not クリーチャー1体を得る."""
    return not any(t.code in ("number", "counter") for t in cursor.tokens[bundle.first : cursor.at])


def _names_last(cursor: Cursor, bundle: Bundle) -> bool:
    """Whether the last of several things that are gained is a type: 飛行と伝説を得る, not 島渡りを得る."""
    codes = [t.code for t in cursor.tokens[bundle.first : cursor.at - 1] if t.code != "object"]
    return codes[-1:] == ["term"] and codes[-2:-1] in (["and"], ["comma"])


def _ability(cursor: Cursor, bundle: Bundle) -> None:
    """Sets aside the words of an ability, if there are any."""
    if bundle.unknown is not None:
        check_words(cursor, bundle.unknown, cursor.at)
        cursor.note("rider", bundle.unknown, cursor.at, rider="ability")


def lost(cursor: Cursor, bundle: Bundle, draft: Draft) -> None:
    if not (bundle.ability or bundle.groups or bundle.terms or bundle.whole or bundle.other):
        bundle.unknown = bundle.first
        _ability(cursor, bundle)
        return
    known_words(cursor, bundle)
    if bundle.ability:
        draft.lose_abilities()
    if bundle.other and (bundle.groups or bundle.types):
        for group in bundle.groups or (None,):
            draft.lose_others(group)
        return
    every = [
        g.kind for g in bundle.groups if g.kind is not None and (bundle.whole or not bundle.terms)
    ]
    removed = list(bundle.terms)
    if bundle.whole or not bundle.terms:
        removed += [m for g in bundle.groups if g.kind is None for m in g.members]
    if removed or every:
        draft.add(Clause(removes=tuple(removed), removes_every=tuple(every)))
    elif not bundle.ability:
        raise cursor.stuck("lost", cursor.at - 1)


def kept(cursor: Cursor, bundle: Bundle, draft: Draft) -> None:
    """Reads 他のタイプを失わない, 他のタイプを失うことなく: what is given is given in addition."""
    if bundle.groups or bundle.types:
        draft.cue(IN_ADDITION)
    elif bundle.other or bundle.terms:
        raise cursor.stuck("types", cursor.at - 1)
    elif not bundle.ability:
        bundle.unknown = bundle.first
        _ability(cursor, bundle)

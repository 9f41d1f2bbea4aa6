"""English predicates: what an effect gives and takes away, and the exceptions of a copy."""

from __future__ import annotations

from ..syntax import Clause
from .ahead_en import STARTS, ends, starts
from .complements_en import complement
from .copies_en import copied
from .cursor import Cursor, Stuck
from .drafts import IN_ADDITION, STILL, Draft
from .holding_en import had, lost
from .meanings import group_of, meanings
from .riders import refuse_codes, set_aside
from .subjects_en import subject
from .tails_en import removed, tail

_GIVING = ("be", "become", "remain", "lose", "gain", "have")


def predicate(cursor: Cursor, draft: Draft) -> None:
    """Reads one predicate with what belongs to it."""
    first, before = cursor.at, len(draft.clauses)
    while cursor.code() in ("adverb", "every") and cursor.code(1) != "end":
        cursor.at += 1
    also = bool(cursor.take("also"))
    verb = cursor.need("verb", *STARTS)
    also = bool(cursor.take("also")) or also
    match verb.code:
        case "be_not":
            removed(cursor, draft)
        case "lose":
            lost(cursor, draft)
        case "have" | "gain":
            had(cursor, draft, verb.code == "gain", first)
        case "get" | "act":
            _refuse_types_ahead(cursor)
            set_aside(cursor, cursor.table.riders[verb.code], ends, first)
        case "enter":
            entering(cursor, draft)
        case "turn_down":
            draft.add(Clause(face_down=True))
        case _:
            if cursor.take("not"):
                removed(cursor, draft)
            else:
                still = bool(cursor.take("still")) or verb.code == "remain"
                complement(cursor, draft, [STILL] * still + [IN_ADDITION] * also)
    if any(clause.copies is not None for clause in draft.clauses[before:]):
        exceptions(cursor, draft)
    while tail(cursor, draft):
        pass
    _refuse_description(cursor, draft, verb.code)


def _refuse_description(cursor: Cursor, draft: Draft, verb: str) -> None:
    """Refuses "is a creature spell", which only describes what it names, unless it is one in addition.

    Raises:
        Stuck: It describes.
    """
    kind, draft.kind_of_object = draft.kind_of_object, None
    copying = any(clause.copies is not None for clause in draft.clauses)
    if kind is None or copying or verb not in ("be", "pronoun_be"):
        return
    if not {IN_ADDITION, STILL} & {*draft.clauses[-1].cues}:
        raise cursor.stuck("given", kind)


def _refuse_types_ahead(cursor: Cursor) -> None:
    """Refuses "may become a Goblin" and "gets all creature types": neither is a rider.

    Raises:
        Stuck: Types are said to be got.
    """
    place = 0
    while cursor.code(place) in ("not", "adverb", "also", "every", "act"):
        place += 1
    spoken = cursor.peek(-2).terms
    if cursor.code(place) == "be" and not meanings(spoken):
        return
    if cursor.code(place) in _GIVING:
        place += 1
    elif cursor.code(-1) == "act":
        return
    while cursor.code(place) in (
        "article",
        "pt",
        "colour",
        "state",
        "the",
        "all",
        "every",
        "other",
        "word",
    ):
        place += 1
    terms = cursor.peek(place).terms
    named = group_of(terms, cursor.lexicon) is not None or cursor.code(place) == "copy_of"
    if named or (meanings(terms) and cursor.code(place - 1) != "get"):
        raise cursor.stuck("verb", cursor.at)


def entering(cursor: Cursor, draft: Draft) -> None:
    """Reads "[the battlefield] [tapped] as a copy of …" behind "enters"."""
    first = cursor.at
    cursor.take("the")
    if any(t.category == "Zone" for t in cursor.peek().terms):
        cursor.at += 1
    cursor.take("state")
    if cursor.take("as"):
        cursor.need("copied", "copy_of")
        copied(cursor, draft)
        draft.enters = True
    else:
        set_aside(cursor, "entering", ends, first - 1)
        refuse_codes(cursor, first, ("copy_of",))


def exceptions(cursor: Cursor, draft: Draft) -> None:
    """Reads durations and ", except it's an Illusion in addition to its other types …"."""
    while cursor.code() in ("until", "condition") and tail(cursor, draft):
        pass
    start = cursor.at
    cursor.take("comma")
    if not cursor.take("except"):
        cursor.at = start
        return
    while True:
        if not _exception(cursor, draft):
            if not any(cursor.code(k) in ("be", "condition") for k in range(4)):
                raise cursor.stuck("verb")
            if starts(cursor):
                raise cursor.stuck("given")
            first = cursor.at
            set_aside(cursor, "exception", ends, first)
            if cursor.tokens[first].code != "condition":
                refuse_codes(cursor, first, ("pronoun_be", "be_not", "in_addition", "type"))
        if cursor.code() not in ("comma", "and"):
            return
        back = cursor.at
        cursor.take("comma")
        cursor.take("and")
        cursor.take("comma")
        if not starts(cursor) and not _exception_ahead(cursor):
            cursor.at = back
            return
        if cursor.code() == "condition" and cursor.code(-1) == "comma":
            set_aside(cursor, "condition", lambda c: c.code() in ("comma", "stop"), cursor.at)
            cursor.take("comma")


def _exception_ahead(cursor: Cursor) -> bool:
    return cursor.code() in ("possessive", "the", "condition", "demonstrative", "this")


def _exception(cursor: Cursor, draft: Draft) -> bool:
    """Reads one exception; whether it could be read."""
    start, notes = cursor.at, len(cursor.notes)
    if cursor.code() == "possessive":
        return False
    try:
        if cursor.code() not in (
            "be",
            "be_not",
            "become",
            "lose",
            "have",
            "gain",
            "get",
            "pronoun_be",
        ):
            subject(cursor)
        predicate(cursor, draft)
    except Stuck:
        if cursor.code() in ("end",) or any(
            t.code in ("pronoun_be", "be_not") for t in cursor.tokens[start : start + 2]
        ):
            raise
        cursor.at = start
        del cursor.notes[notes:]
        return False
    return True

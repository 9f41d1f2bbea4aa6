"""What stands behind an English predicate: cue words, durations, conditions, reminders."""

from __future__ import annotations

from ..syntax import Clause
from .ahead_en import ends, starts
from .complements_en import complement, neighbours, other_types
from .cursor import Cursor
from .drafts import IN_ADDITION, STILL, Draft
from .meanings import meanings, single
from .riders import set_aside


def tail(cursor: Cursor, draft: Draft) -> bool:
    """Reads one thing behind a predicate: a cue, a duration, a condition …; whether there was one."""
    token, first = cursor.peek(), cursor.at
    match token.code:
        case "in_addition":
            cursor.at += 1
            if other_types(cursor):
                draft.cue(IN_ADDITION)
        case "as_well":
            cursor.at += 1
            draft.cue(IN_ADDITION)
        case "relative" if cursor.code(1) in ("still", "not"):
            cursor.at += 1
            if cursor.take("still"):
                complement(cursor, draft, [STILL])
            else:
                cursor.at += 1
                removed(cursor, draft)
        case "until":
            cursor.at += 1
            set_aside(cursor, cursor.table.riders[token.code], ends, first)
        case "condition":
            cursor.at += 1
            set_aside(cursor, token.code, _condition_ends, first)
        case "where":
            set_aside(cursor, "number", lambda c: c.code() == "stop", first)
        case "comma" if cursor.code(1) in ("where", "until", "condition", "except"):
            cursor.at += 1
        case "except":
            cursor.at += 1
            set_aside(cursor, "exception", ends, first)
            _refuse_types(cursor, first)
        case "open":
            set_aside(cursor, "reminder", lambda c: c.code(-1) == "close", first)
        case "with":
            cursor.at += 1
            set_aside(cursor, "ability", ends, first)
        case "comma" if cursor.code(1) == "state":
            set_aside(cursor, "manner", lambda c: c.code() == "stop", first)
            _refuse_types(cursor, first)
        case "comma" if cursor.code(1) in ("end", "stop"):
            cursor.at += 1
        case "adverb" | "state":
            cursor.at += 1
            cursor.note("rider", first, cursor.at, rider="manner")
        case _:
            return False
    return True


def _condition_ends(cursor: Cursor) -> bool:
    """Whether a condition ends at the token at hand; a time that belongs to it does not end it."""
    return not cursor.is_within() and ends(cursor)


def removed(cursor: Cursor, draft: Draft) -> None:
    """Reads what something is not: "a creature", "snow", "an artifact or a creature"."""
    found: list[str] = []
    while True:
        cursor.take("article", "adverb")
        term = single(cursor.peek().terms, neighbours(cursor), cursor.lexicon)
        if term is None or cursor.peek().negative:
            break
        cursor.at += 1
        found.append(term.id)
        place = 0
        while cursor.code(place) in ("or", "and", "comma"):
            place += 1
        further = place + (cursor.code(place) == "article")
        if not place or starts(cursor, place) or not meanings(cursor.peek(further).terms):
            break
        cursor.at += place
    if not found:
        raise cursor.stuck("given")
    draft.add(Clause(removes=tuple(found)))


def _refuse_types(cursor: Cursor, first: int) -> None:
    """Refuses an exception that speaks of types: it would be dropped where it decides the answer.

    Raises:
        DiagnosticError: `unread-types` at the first such word.
    """
    for token in cursor.tokens[first : cursor.at]:
        if token.terms or token.code in ("type", "still", "other"):
            raise cursor.fail("unread-types", token)

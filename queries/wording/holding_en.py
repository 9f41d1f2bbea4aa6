"""English verbs of having, gaining and losing: the types and abilities that are held, gained or lost."""

from __future__ import annotations

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..syntax import Clause
from .ahead_en import ends, whole_group
from .complements_en import CHOOSING, Given, item
from .cursor import Cursor
from .drafts import IN_ADDITION, Draft
from .meanings import Group, group_of, meanings, single
from .riders import refuse_codes, set_aside

_BEHIND_TYPES = ("end", "stop", "comma", "and", "until", "condition", "type")
_BEFORE_TYPES = ("the", "article", "every", "all", "other", "possessive", "quantity")
_SHORT = 2  # words of an ability's name


def lost(cursor: Cursor, draft: Draft) -> None:
    """Reads what is lost: "all other card types and abilities", "the creature type Goblin"."""
    removed: list[str] = []
    every: list[str] = []
    whole = other = False
    while True:
        first = cursor.at
        if cursor.take("all", "every", "possessive"):
            whole = True
        other = bool(cursor.take("other")) or other
        cursor.take("the")
        group = group_of(cursor.peek().terms, cursor.lexicon)
        if whole and cursor.take("ability"):
            draft.lose_abilities()
        elif whole and cursor.take("type"):
            if not other:
                raise _among(cursor, cursor.at - 1)
            draft.lose_others(None)
        elif whole and group is not None:
            if not other and _has_kinds(group, cursor):
                raise cursor.stuck("lost")
            cursor.at += 1
            if other:
                draft.lose_others(group)
            elif group.kind is not None:
                every.append(group.kind)
            else:
                removed += group.members
        elif (term := _lost_term(cursor)) is not None:
            removed.append(term)
        elif cursor.code() in ("end", "stop") or (
            cursor.at > first and cursor.code(-1) in ("all", "every", "other")
        ):
            raise cursor.stuck("lost")
        else:
            set_aside(cursor, "ability", ends, first)
            _refuse_types_among(cursor, first)
        if cursor.code() not in ("comma", "and") or ends(cursor):
            break
        cursor.take("comma")
        cursor.take("and")
    if removed or every:
        draft.add(Clause(removes=tuple(removed), removes_every=tuple(every)))


def _has_kinds(group: Group, cursor: Cursor) -> bool:
    """Whether the terms of a group are of several kinds, as subtypes are."""
    return group.kind is None and len({cursor.lexicon[t].kind for t in group.members}) > 1


def _refuse_types_among(cursor: Cursor, first: int) -> None:
    """Refuses a type among short words for abilities ("flying, Goblin, and haste").

    Raises:
        DiagnosticError: `unread-types`: a type stands there by itself.
    """
    length = 0
    for place in range(first, cursor.at):
        token = cursor.tokens[place]
        if token.code in ("comma", "and"):
            length = 0
            continue
        following = cursor.tokens[place + 1].code if place + 1 < len(cursor.tokens) else "end"
        typed = bool(meanings(token.terms)) and not token.negative
        typed = typed or token.code == "type"
        typed = typed or group_of(token.terms, cursor.lexicon) is not None
        if typed and not length and following in _BEHIND_TYPES:
            raise _among(cursor, place)
        if typed or length > _SHORT:
            return
        length += token.code not in _BEFORE_TYPES


def _among(cursor: Cursor, place: int) -> DiagnosticError:
    """The fault of words for types that stand where only abilities are understood."""
    token, message = cursor.tokens[place], "type-among-abilities"
    params: dict[str, object] = {"input": cursor.words(place, place + 1)}
    fault = Diagnostic("unread-types", token.start, token.end, params, message=message)
    return DiagnosticError([fault])


def _lost_term(cursor: Cursor) -> str | None:
    """Reads "[the] [creature type] Goblin [[creature] type]"; the type may stand in quotation marks."""
    shift = 1 if group_of(cursor.peek().terms, cursor.lexicon) else 0
    if cursor.code() == "type":
        shift = 1
    token = cursor.peek(shift)
    terms = token.terms
    if token.code == "quote":
        terms = cursor.lexicon.lookup(token.name or "")
    term = None if token.negative else single(terms, (), cursor.lexicon)
    if term is None:
        return None
    cursor.at += shift + 1
    if not cursor.take("type") and group_of(cursor.peek().terms, cursor.lexicon):
        cursor.at += 1
    return term.id


def _named_type(cursor: Cursor) -> str | None:
    """Reads "the creature type Goblin" as something had, if no ability begins with such words."""
    start = cursor.at
    cursor.take("the")
    term = _lost_term(cursor)
    if term is None or cursor.code() == "word":
        cursor.at = start
        return None
    return term


def _none_of_kind(cursor: Cursor) -> str | None:
    """Reads "no creature types": the id of the kind of which nothing is had."""
    token = cursor.peek()
    group = group_of(cursor.peek(1).terms, cursor.lexicon)
    no = cursor.text[token.start : token.end].lower() == "no"
    if no and (cursor.code(1) == "type" or (group is not None and _has_kinds(group, cursor))):
        raise _among(cursor, cursor.at + 1)
    if not no or group is None or group.kind is None:
        return None
    cursor.at += 2
    return group.kind


def had(cursor: Cursor, draft: Draft, gained: bool, first: int) -> None:
    """Reads what something has or gains: a type, every type of a kind, or an ability."""
    given = Given()
    while True:
        start = cursor.at
        none = _none_of_kind(cursor)
        if none is not None:
            draft.add(Clause(removes_every=(none,)))
        elif whole_group(cursor, 0) or (cursor.code() == "the" and cursor.code(1) in CHOOSING):
            item(cursor, given)
        elif (term := _named_type(cursor)) is not None:
            given.terms.append(term)
        elif cursor.code() == "the" and group_of(cursor.peek(1).terms, cursor.lexicon):
            raise cursor.stuck("given", cursor.at + 2)
        else:
            set_aside(cursor, "ability", ends, first if start == first + 1 else start)
            refuse_codes(cursor, start, ("become", "copy_of", "in_addition"))
            _refuse_types_among(cursor, start)
        if cursor.code() not in ("comma", "and"):
            break
        place = 2 if cursor.code(1) == "and" else 1
        further = given.terms and meanings(cursor.peek(place).terms)
        if not whole_group(cursor, place) and not further:
            break
        cursor.at += place
    if given.terms or given.every:
        cues = (IN_ADDITION,) if gained or given.terms else ()
        draft.add(Clause(tuple(given.terms), tuple(given.every), cues=cues))

"""English predicates: what an effect gives and takes away, and the riders that stand beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..syntax import Clause
from .choices import chosen_type, one_of
from .copies_en import copied, copying
from .cursor import Cursor
from .drafts import IN_ADDITION, LOSES_OTHER, STILL, Draft
from .meanings import group_of, outside, single
from .riders import set_aside
from .subjects_en import chosen_words

LINKING = ("be", "become", "remain", "pronoun_be")
STARTS = frozenset((*LINKING, "be_not", "lose", "have", "gain", "get", "act", "enter"))
_SKIPPED = ("adverb", "state", "every")
_ENDS = frozenset(
    "end stop in_addition where until condition open close except as_well instead_of".split()
)


def ends(cursor: Cursor) -> bool:
    """Whether a rider behind a predicate ends at the token at hand."""
    code = cursor.code()
    if code in ("comma", "and"):
        place = 1
        while cursor.code(place) in ("and", "comma", "adverb"):
            place += 1
        return starts(cursor, place) or cursor.code(place) in ("except", "where", "until") or (
            _whole_group(cursor, place)
        )
    if code == "relative":
        return cursor.code(1) in ("still", "not")
    return code in _ENDS or _whole_group(cursor, 0)


def starts(cursor: Cursor, place: int = 0) -> bool:
    """Whether a predicate starts at a token, perhaps with its pronoun."""
    if cursor.code(place) in ("pronoun", "demonstrative", "self"):
        place += 1
    while cursor.code(place) in ("adverb", "also", "every"):
        place += 1
    return cursor.code(place) in STARTS


def _whole_group(cursor: Cursor, place: int) -> bool:
    if cursor.code(place) not in ("all", "every"):
        return False
    return group_of(cursor.peek(place + 1).terms, cursor.lexicon) is not None


def predicate(cursor: Cursor, draft: Draft) -> None:
    """Reads one predicate with what belongs to it."""
    first = cursor.at
    while cursor.code() in ("adverb", "every") and cursor.code(1) != "end":
        cursor.at += 1
    also = bool(cursor.take("also"))
    verb = cursor.need("verb", *STARTS)
    also = bool(cursor.take("also")) or also
    match verb.code:
        case "be_not":
            _removed(cursor, draft)
        case "lose":
            _lost(cursor, draft)
        case "have" | "gain":
            _had(cursor, draft, verb.code == "gain", first)
        case "get" | "act":
            set_aside(cursor, cursor.table.riders[verb.code], ends, first)
        case "enter":
            entering(cursor, draft)
        case _:
            if cursor.take("not"):
                _removed(cursor, draft)
            else:
                still = bool(cursor.take("still")) or verb.code == "remain"
                _complement(cursor, draft, [STILL] * still + [IN_ADDITION] * also)
    while tail(cursor, draft):
        pass


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
    else:
        set_aside(cursor, "entering", ends, first - 1)


# --- complements -------------------------------------------------------------------------------


@dataclass
class _Given:
    terms: list[str] = field(default_factory=list)
    every: list[str] = field(default_factory=list)
    face_down: bool = False
    riders: bool = False


def _complement(cursor: Cursor, draft: Draft, cues: list[str]) -> None:
    """Reads what something is or becomes."""
    if cursor.code() == "comma" and cursor.code(1) == "in_addition":
        cursor.at += 1
        leading_addition(cursor, draft)
    cursor.take("article")
    if cursor.take("copy_of"):
        copied(cursor, draft)
        return
    given = _Given()
    while _item(cursor, given):
        pass
    if not (given.terms or given.every or given.riders or given.face_down):
        raise cursor.stuck("given")
    if not (given.terms or given.every or given.face_down):
        return
    if STILL in cues and draft.gives():
        draft.cue(STILL)
        return
    draft.add(
        Clause(tuple(given.terms), tuple(given.every), cues=tuple(cues), face_down=given.face_down)
    )


def _item(cursor: Cursor, given: _Given) -> bool:
    """Reads one part of a complement; whether there was one."""
    token, first = cursor.peek(), cursor.at
    if token.code in ("comma", "and"):
        return _joined(cursor, given)
    if token.code in ("pt", "colour", "state", "number"):
        cursor.at += 1
        while cursor.code() == "and" and cursor.code(1) == token.code == "colour":
            cursor.at += 2
        cursor.note("rider", first, cursor.at, rider="number" if token.code == "pt" else token.code)
        given.riders = True
    elif token.code == "face_down":
        cursor.at += 1
        given.face_down = True
    elif token.code in ("all", "every") and _whole_group(cursor, 0):
        cursor.at += 1
        _every(cursor, given)
    elif token.code == "the" and cursor.code(1) in ("chosen", "first", "second", "third"):
        cursor.at += 1
        place, group = chosen_words(cursor)
        given.terms.append(chosen_type(cursor, place, group, token).id)
    elif token.code in ("the", "demonstrative", "article") and (
        cursor.code(1) == "type" or group_of(cursor.peek(1).terms, cursor.lexicon)
    ):
        cursor.at += 1
        group = group_of(cursor.peek().terms, cursor.lexicon)
        cursor.at += 1
        cursor.take("your_choice")
        given.terms.append(chosen_type(cursor, None, group, token).id)
    elif token.code == "or" and given.terms:
        _alternative(cursor, given)
    elif token.code in ("with", "without", "named", "instead_of"):
        cursor.at += 1
        if not _whole_group(cursor, 0):
            set_aside(cursor, cursor.table.riders[token.code], ends, first)
    elif token.code in ("article", "adverb"):
        cursor.at += 1
    elif token.terms and not token.negative:
        return _term(cursor, given)
    else:
        return False
    return True


def _joined(cursor: Cursor, given: _Given) -> bool:
    """Reads "and" or a comma if a further part of the complement follows, and no new sentence."""
    place = 1
    while cursor.code(place) in ("and", "comma"):
        place += 1
    code = cursor.code(place)
    if starts(cursor, place) or not (
        code in ("article", "colour", "pt", "face_down") or cursor.peek(place).terms
        or _whole_group(cursor, place)
    ):
        return False
    ahead = place
    while cursor.code(ahead) not in ("end", "stop", "comma", "and", "relative", "with"):
        if cursor.code(ahead) in STARTS:
            return False
        ahead += 1
    cursor.at += place
    return True


def _every(cursor: Cursor, given: _Given) -> None:
    token = cursor.peek()
    group = group_of(token.terms, cursor.lexicon)
    cursor.at += 1
    if token.negative and group is not None:
        given.terms += outside(group, cursor.lexicon)
        return
    if group is None:
        raise cursor.stuck("given")
    if group.kind is not None:
        given.every.append(group.kind)
    else:
        given.terms += group.members


def _term(cursor: Cursor, given: _Given) -> bool:
    """Reads a type; class words such as "token" are set aside."""
    token = cursor.peek()
    term = single(token.terms, _neighbours(cursor), cursor.lexicon)
    if term is not None:
        if term.id not in given.terms:
            given.terms.append(term.id)
    elif any(t.category == "Class" for t in token.terms) and (given.terms or given.riders):
        cursor.note("rider", cursor.at, cursor.at + 1, rider="object")
    else:
        return False
    cursor.at += 1
    return True


def _alternative(cursor: Cursor, given: _Given) -> None:
    """Reads "or an Island" behind another type; one of the two is chosen."""
    token = cursor.peek()
    cursor.at += 1
    cursor.take("article")
    term = single(cursor.peek().terms, _neighbours(cursor), cursor.lexicon)
    if term is None:
        raise cursor.stuck("given")
    cursor.at += 1
    offered = (given.terms.pop(), term.id)
    given.terms.append(one_of(cursor, offered, token))


def _neighbours(cursor: Cursor) -> list[str]:
    """Card types named close by, which tell the meanings of a word apart."""
    near = [cursor.peek(k) for k in (-2, -1, 1, 2)]
    return [t.id for token in near for t in token.terms if t.category == "CardType"]


# --- what stands behind a predicate --------------------------------------------------------------


def tail(cursor: Cursor, draft: Draft) -> bool:
    """Reads one thing behind a predicate: a cue, a duration, a condition …; whether there was one."""
    token, first = cursor.peek(), cursor.at
    match token.code:
        case "in_addition":
            cursor.at += 1
            _other_types(cursor)
            draft.cue(IN_ADDITION)
        case "as_well":
            cursor.at += 1
            draft.cue(IN_ADDITION)
        case "relative" if cursor.code(1) in ("still", "not"):
            cursor.at += 1
            if cursor.take("still"):
                _complement(cursor, draft, [STILL])
            else:
                cursor.at += 1
                _removed(cursor, draft)
        case "until" | "condition":
            cursor.at += 1
            set_aside(cursor, cursor.table.riders.get(token.code, "condition"), ends, first)
        case "where":
            set_aside(cursor, "number", lambda c: c.code() == "stop", first)
        case "comma" if cursor.code(1) in ("where", "until", "condition", "except"):
            cursor.at += 1
        case "except":
            cursor.at += 1
            set_aside(cursor, "exception", ends, first)
        case "open":
            set_aside(cursor, "reminder", lambda c: c.code(-1) == "close", first)
        case "with":
            cursor.at += 1
            set_aside(cursor, "ability", ends, first)
        case "comma" if cursor.code(1) in ("end", "stop"):
            cursor.at += 1
        case "adverb" | "state":
            cursor.at += 1
            cursor.note("rider", first, cursor.at, rider="manner")
        case _:
            return False
    return True


def leading_addition(cursor: Cursor, draft: Draft) -> None:
    """Reads "in addition to its other types," before what it belongs to."""
    cursor.need("types", "in_addition")
    _other_types(cursor)
    cursor.take("comma")
    draft.waiting.append(IN_ADDITION)


def _other_types(cursor: Cursor) -> None:
    """Reads "its other [colors and] [creature] types"."""
    cursor.take("possessive", "the")
    cursor.take("other")
    if not _kind_word(cursor):
        raise cursor.stuck("types")
    while _kind_word(cursor):
        pass


def _kind_word(cursor: Cursor) -> bool:
    """Reads "colors", "types" or "creature types", after "and" or a comma if there is one."""
    place = 0
    while cursor.code(place) in ("and", "comma"):
        place += 1
    named = group_of(cursor.peek(place).terms, cursor.lexicon) is not None
    if not named and cursor.code(place) not in ("colours", "type"):
        return False
    cursor.at += place + 1
    return True


# --- losses ----------------------------------------------------------------------------------------


def _removed(cursor: Cursor, draft: Draft) -> None:
    """Reads what something is not: "a creature", "snow", "an artifact or a creature"."""
    found: list[str] = []
    while True:
        cursor.take("article", "adverb")
        term = single(cursor.peek().terms, _neighbours(cursor), cursor.lexicon)
        if term is None or cursor.peek().negative:
            break
        cursor.at += 1
        found.append(term.id)
        if cursor.code() in ("or", "and", "comma") and not starts(cursor, 1):
            cursor.take("comma")
            cursor.take("or", "and")
    if not found:
        raise cursor.stuck("given")
    draft.add(Clause(removes=tuple(found)))


def _lost(cursor: Cursor, draft: Draft) -> None:
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
        elif whole and cursor.take("type") and other:
            draft.cue(LOSES_OTHER)
        elif whole and group is not None:
            cursor.at += 1
            if other:
                draft.cue(LOSES_OTHER)
            elif group.kind is not None:
                every.append(group.kind)
            else:
                removed += group.members
        elif (term := _lost_term(cursor)) is not None:
            removed.append(term)
        elif cursor.at > first and cursor.code(-1) in ("all", "every", "other"):
            raise cursor.stuck("lost")
        elif cursor.code() in ("end", "stop"):
            raise cursor.stuck("lost")
        else:
            set_aside(cursor, "ability", ends, first)
        if cursor.code() not in ("comma", "and") or ends(cursor):
            break
        cursor.take("comma")
        cursor.take("and")
    if removed or every:
        draft.add(Clause(removes=tuple(removed), removes_every=tuple(every)))


def _lost_term(cursor: Cursor) -> str | None:
    """Reads "[the] [creature type] Goblin [type]"."""
    shift = 1 if group_of(cursor.peek().terms, cursor.lexicon) else 0
    if cursor.code() == "type":
        shift = 1
    token = cursor.peek(shift)
    term = None if token.negative else single(token.terms, (), cursor.lexicon)
    if term is None:
        return None
    cursor.at += shift + 1
    cursor.take("type")
    return term.id


def _had(cursor: Cursor, draft: Draft, gained: bool, first: int) -> None:
    """Reads what something has or gains: a type, every type of a kind, or an ability."""
    given = _Given()
    while True:
        start = cursor.at
        if _whole_group(cursor, 0) or (
            cursor.code() == "the" and cursor.code(1) in ("chosen", "first", "second", "third")
        ):
            _item(cursor, given)
        else:
            set_aside(cursor, "ability", ends, first if start == first + 1 else start)
        if cursor.code() not in ("comma", "and"):
            break
        place = 2 if cursor.code(1) == "and" else 1
        if not _whole_group(cursor, place):
            break
        cursor.at += place
    if given.terms or given.every:
        cues = (IN_ADDITION,) if gained else ()
        draft.add(Clause(tuple(given.terms), tuple(given.every), cues=cues))


__all__ = ["copying", "ends", "entering", "leading_addition", "predicate", "starts", "tail"]

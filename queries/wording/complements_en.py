"""English complements: what something is or becomes ("a 2/2 Elf artifact creature with flying")."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..syntax import Clause
from .ahead_en import STARTS, ends, starts, whole_group
from .choices import chosen_type, one_of
from .chosen_en import chosen_words
from .copies_en import copied
from .cursor import Cursor
from .drafts import IN_ADDITION, STILL, Draft
from .meanings import group_of, meanings, outside, single
from .riders import set_aside
from .spelling import types_near

CHOOSING = ("chosen", "first", "second", "third", "last_chosen")
_BEHIND_CONDITIONS = frozenset(("end", "stop", "and", "comma", "until", "condition"))


@dataclass
class Given:
    """What a complement gives while it is read.

    Args:
        terms: Types named.
        every: Kinds of which every member is given.
        face_down: It says "face-down".
        riders: Something was set aside.
        offered: It is one of several that are offered, and ends where the next one begins.
        kind_of_object: Index of a word for a kind of objects behind its types, if there is one.
    """

    terms: list[str] = field(default_factory=list)
    every: list[str] = field(default_factory=list)
    face_down: bool = False
    riders: bool = False
    offered: bool = False
    kind_of_object: int | None = None


def complement(cursor: Cursor, draft: Draft, cues: list[str]) -> None:
    """Reads what something is or becomes."""
    if cursor.code() == "comma" and cursor.code(1) == "until" and cursor.code(-1) == "become":
        cursor.at += 1
        set_aside(cursor, "duration", lambda c: c.code() in ("comma", "stop"), cursor.at)
        cursor.need("given", "comma")
    if cursor.code() == "comma" and cursor.code(1) == "in_addition":
        cursor.at += 1
        leading_addition(cursor, draft)
    cursor.take("article")
    if cursor.take("copy_of"):
        copied(cursor, draft)
        return
    given = _offers(cursor) if cursor.take("choice_of") else Given()
    if cursor.code() == "with":
        raise cursor.stuck("given")
    while item(cursor, given):
        pass
    if not (given.terms or given.every or given.riders or given.face_down):
        raise cursor.stuck("given")
    if not (given.terms or given.every or given.face_down):
        return
    if STILL in cues and draft.gives():
        draft.cue(STILL)
        return
    draft.kind_of_object = given.kind_of_object
    draft.kept += STILL in cues
    draft.add(
        Clause(tuple(given.terms), tuple(given.every), cues=tuple(cues), face_down=given.face_down)
    )


def _offers(cursor: Cursor) -> Given:
    """Reads "a 3/3 creature, a 2/2 creature with flying, or a Wall": what all give, and a choice."""
    first, offers = cursor.at - 1, []
    while True:
        cursor.take("article")
        given = Given(offered=True)
        while item(cursor, given):
            pass
        if not given.terms or given.every or given.face_down:
            raise cursor.stuck("given")
        offers.append(given)
        if not _next_offer(cursor):
            break
        cursor.take("comma")
        cursor.take("or")
    shared = [t for t in offers[0].terms if all(t in given.terms for given in offers)]
    rest = [[t for t in given.terms if t not in shared] for given in offers]
    if not any(rest):
        return Given(shared, riders=True)
    if any(len(terms) != 1 for terms in rest):
        raise cursor.stuck("given")
    offered = tuple(dict.fromkeys(terms[0] for terms in rest))
    return Given([*shared, one_of(cursor, offered, cursor.tokens[first])], riders=True)


def _offer_ends(cursor: Cursor) -> bool:
    return _next_offer(cursor) or ends(cursor)


def _next_offer(cursor: Cursor) -> bool:
    """Whether the next of several offers stands behind the token at hand."""
    place = 0
    while place < 2 and cursor.code(place) in ("comma", "or"):
        place += 1
    return bool(place) and cursor.code(place) == "article"


def item(cursor: Cursor, given: Given) -> bool:
    """Reads one part of a complement; whether there was one."""
    token, first = cursor.peek(), cursor.at
    if given.offered and token.code in ("comma", "or", "article"):
        return False
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
    elif token.code in ("all", "every") and whole_group(cursor, 0):
        cursor.at += 1
        _every(cursor, given)
    elif [cursor.code(k) for k in range(3)] == ["the", "colours", "and"]:
        cursor.at += 2
        cursor.note("rider", first, cursor.at, rider="colour")
        cursor.at += 1
        group = group_of(cursor.peek().terms, cursor.lexicon)
        if group is None:
            raise cursor.stuck("types")
        cursor.at += 1
        cursor.take("your_choice")
        given.terms.append(chosen_type(cursor, None, group, token).id)
    elif token.code == "the" and cursor.code(1) in CHOOSING:
        cursor.at += 1
        place, group = chosen_words(cursor)
        given.terms.append(chosen_type(cursor, place, group, token).id)
    elif token.code in ("the", "demonstrative", "this", "article") and (
        cursor.code(1) == "type" or group_of(cursor.peek(1).terms, cursor.lexicon)
    ):
        cursor.at += 1
        group = group_of(cursor.peek().terms, cursor.lexicon)
        cursor.at += 1
        if token.code == "the" and meanings(cursor.peek().terms):
            return _term(cursor, given)
        cursor.take("your_choice")
        given.terms.append(chosen_type(cursor, None, group, token).id)
    elif token.code == "or" and given.terms:
        _alternative(cursor, given)
    elif token.code in ("with", "without", "named", "instead_of"):
        cursor.at += 1
        if not whole_group(cursor, 0):
            until = _offer_ends if given.offered else ends
            set_aside(cursor, cursor.table.riders[token.code], until, first)
    elif token.code in ("article", "adverb"):
        cursor.at += 1
    elif token.terms and not token.negative:
        return _term(cursor, given)
    elif _is_in_some_state(cursor):
        cursor.at += 1
        cursor.note("rider", first, cursor.at, rider="state")
        given.riders = True
    else:
        return False
    return True


def _is_in_some_state(cursor: Cursor) -> bool:
    """Whether an unknown word tells the state in which something comes: "becomes monstrous"."""
    token = cursor.peek()
    word = cursor.text[token.start : token.end]
    alone = cursor.code(-1) == "become" and cursor.code(1) in _BEHIND_CONDITIONS
    plain = word.islower() or cursor.text.isupper()
    if (
        token.code != "word"
        or not (alone and plain)
        or cursor.text[token.end : token.end + 1] == '"'
    ):
        return False
    return not types_near(word, cursor.lexicon)


def _joined(cursor: Cursor, given: Given) -> bool:
    """Reads "and" or a comma if a further part of the complement follows, and no new sentence."""
    place = 1
    while cursor.code(place) in ("and", "comma"):
        place += 1
    code = cursor.code(place)
    if starts(cursor, place) or not (
        code in ("article", "colour", "pt", "face_down")
        or cursor.peek(place).terms
        or whole_group(cursor, place)
    ):
        return False
    ahead = place
    while cursor.code(ahead) not in ("end", "stop", "comma", "and", "relative", "with"):
        if cursor.code(ahead) in STARTS:
            return False
        ahead += 1
    cursor.at += place
    return True


def _every(cursor: Cursor, given: Given) -> None:
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


def _term(cursor: Cursor, given: Given) -> bool:
    """Reads a type; class words such as "token" are set aside."""
    token = cursor.peek()
    term = single(token.terms, neighbours(cursor), cursor.lexicon)
    if term is not None:
        if term.id not in given.terms:
            given.terms.append(term.id)
    elif any(t.category == "Class" for t in token.terms) and (given.terms or given.riders):
        cursor.note("rider", cursor.at, cursor.at + 1, rider="object")
        given.kind_of_object = cursor.at
    else:
        return False
    cursor.at += 1
    return True


def _alternative(cursor: Cursor, given: Given) -> None:
    """Reads "or an Island" behind another type; one of the two is chosen."""
    token = cursor.peek()
    cursor.at += 1
    cursor.take("article")
    term = single(cursor.peek().terms, neighbours(cursor), cursor.lexicon)
    if term is None:
        raise cursor.stuck("given")
    cursor.at += 1
    offered = (given.terms.pop(), term.id)
    given.terms.append(one_of(cursor, offered, token))


def neighbours(cursor: Cursor) -> list[str]:
    """Card types named close by, which tell the meanings of a word apart."""
    near = [cursor.peek(k) for k in (-2, -1, 1, 2)]
    return [t.id for token in near for t in token.terms if t.category == "CardType"]


def leading_addition(cursor: Cursor, draft: Draft) -> None:
    """Reads "in addition to its other types," before what it belongs to."""
    cursor.need("types", "in_addition")
    named = other_types(cursor)
    cursor.take("comma")
    if named:
        draft.waiting.append(IN_ADDITION)


def other_types(cursor: Cursor) -> bool:
    """Reads "its other [colors and] [creature] types"; whether it names types at all."""
    cursor.take("possessive", "the")
    cursor.take("other")
    first = cursor.at
    if not _kind_word(cursor):
        raise cursor.stuck("types")
    while _kind_word(cursor):
        pass
    return any(t.code not in ("colours", "and", "comma") for t in cursor.tokens[first : cursor.at])


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

"""English relative clauses behind nouns: "that isn't a Goblin or an Orc", "that attacked this turn".

"Or" and "and" in a clause stay in it. Where they might as well join what the whole phrase speaks of, or
where it is not clear what words behind the clause belong to, it is refused.
"""

from __future__ import annotations

from ..syntax import AnyOf, Filter, Not
from .chosen_en import of_chosen
from .cursor import Cursor, Stuck
from .joined_en import check_restrictions, one_of
from .nouns import Phrase, whole
from .nouns_en import LOOKS, in_zone, looks, plain_nouns
from .riders import set_aside

_BEGINS = ("relative", "relative_not")
_NEGATIVE = ("relative_not", "be_not", "not")
_GOES_ON = (*_BEGINS, "be", "be_not", "not")
_NARROWS = frozenset(
    ("yours", "owned", "theirs", "not_yours", "not_owned", "of_player", "in", "on", "of", "with")
    + ("without", "named", "with_the_name", "other_than", *_BEGINS)
)
_DID = ("have", "act", "word", "get")


def relative(cursor: Cursor, phrase: Phrase) -> bool:
    """Reads a relative clause and further ones joined with it; whether there was one."""
    first, notes = cursor.at, len(cursor.notes)
    verb = cursor.need("verb", *_BEGINS)
    found = Phrase()
    try:
        _said(cursor, found, first, negated=verb.code in _NEGATIVE)
        while (place := _further(cursor)) is not None:
            cursor.at += place
            verb = cursor.need("verb", *_GOES_ON)
            _said(cursor, found, first, negated=verb.code in _NEGATIVE)
    except Stuck:
        cursor.at = first
        del cursor.notes[notes:]
        return False
    phrase.after += found.after
    phrase.open = phrase.open or found.open
    return True


def _further(cursor: Cursor) -> int | None:
    """How many tokens stand before the verb of a further clause; `None` if none begins at hand."""
    comma = int(cursor.code() == "comma")
    joined = comma + (cursor.code(comma) == "and")
    goes_on = _GOES_ON if joined > comma else ("relative_not", "be_not")
    return joined if joined and cursor.code(joined) in goes_on else None


def did(cursor: Cursor, phrase: Phrase, verbs: frozenset[str]) -> bool:
    """Sets aside what objects have or did: "that attacked this turn", "that was a Human".

    Args:
        cursor: Stands at "that".
        phrase: What it narrows.
        verbs: Codes of the verbs at which it may end.
    """
    first, notes = cursor.at, len(cursor.notes)
    word = cursor.words(cursor.at + 1, cursor.at + 2).lower()
    past = cursor.code(1) == "be" and word in cursor.table.past
    if cursor.words(first, first + 1).lower() != "that" or not (past or cursor.code(1) in _DID):
        return False
    cursor.at += 2
    set_aside(cursor, "object", lambda c: c.code() in verbs or c.code() == "stop", first)
    if cursor.code() not in verbs:
        cursor.at = first
        del cursor.notes[notes:]
        return False
    phrase.open = True
    return True


def _said(cursor: Cursor, phrase: Phrase, first: int, *, negated: bool) -> None:
    """Reads what a clause says that objects are or are not.

    Raises:
        Stuck: It says nothing of the kind, or not clearly.
    """
    negated = bool(cursor.take("not")) or negated
    both = cursor.words(cursor.at, cursor.at + 1).lower() in cursor.table.both
    if both or cursor.code() in ("neither", "either"):
        negated = negated or cursor.code() == "neither"
        cursor.at += 1
    members, joint = _members(cursor, first, both=both)
    if joint == "and" and negated:
        raise cursor.unclear("unclear-clause", first)
    loose = negated or (joint == "or" and len(members) > 1)
    if loose and cursor.code() in _NARROWS and any(m.core for m in members):
        raise cursor.unclear("unclear-clause", first)
    phrase.open = phrase.open or any(m.open for m in members)
    if loose and any(m.open for m in members):
        return
    if joint == "and":
        phrase.after += [part for m in members for part in (*m.core, *m.after)]
        return
    if not (members[0].core or members[0].after):
        return
    check_restrictions(cursor, members, first)
    shared = one_of(cursor, members, first) if len(members) > 1 else None
    parts = tuple(whole([*m.core, *m.after]) for m in members)
    one: Filter = parts[0] if len(parts) == 1 else AnyOf(parts)
    found = whole(shared) if shared else one
    phrase.after.append(Not(found) if negated else found)


def _members(cursor: Cursor, first: int, *, both: bool) -> tuple[list[Phrase], str]:
    """What a clause lists, and the word that joins it: "and", "or" or "" if it lists one thing.

    Raises:
        Stuck: Nothing is listed, or by both words.
    """
    members = [_member(cursor)]
    place, notes, joints = cursor.at, len(cursor.notes), set[str]()
    while cursor.code() in ("comma", "and", "or"):
        back, noted = cursor.at, len(cursor.notes)
        cursor.take("comma")
        joint = cursor.take("and", "or")
        try:
            members.append(_member(cursor))
        except Stuck:
            cursor.at = back
            del cursor.notes[noted:]
            break
        if joint is not None:
            joints.add("or" if cursor.words_of(joint) == "and/or" else joint.code)
            last = members[-1]
            if "and" in joints and not (both or last.determined) and last.plural:
                raise cursor.unclear("unclear-clause", first)
    if not joints and len(members) > 1:
        cursor.at = place
        del cursor.notes[notes:]
        del members[1:]
    if len(joints) > 1:
        raise cursor.unclear("unclear-clause", first)
    return members, next(iter(joints), "")


def _member(cursor: Cursor) -> Phrase:
    """Reads one thing that objects are or are not said to be.

    Raises:
        Stuck: There is none.
    """
    member = Phrase()
    if cursor.code() == "of":
        member.after.append(of_chosen(cursor))
        return member
    if cursor.code() in ("on", "in"):
        if not in_zone(cursor, member):
            raise cursor.stuck("zone")
        return member
    member.determined = cursor.take("article") is not None
    while cursor.code() in LOOKS:
        looks(cursor, member)
    if not member.open or cursor.peek().terms or cursor.code() == "object":
        plain_nouns(cursor, member)
    return member

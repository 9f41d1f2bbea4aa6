"""Japanese predicates: the words before a verb, and what the verb makes of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..syntax import Clause
from .choices import chosen_type
from .cursor import Cursor
from .drafts import IN_ADDITION, STILL, Draft
from .meanings import Group, group_of, single
from .riders import check_words

VERBS = frozenset(
    ("be", "be_also", "not_be", "become", "lose") + ("have", "gain", "act", "copy", "end", "stop")
)
_PLACES = {"first": 0, "second": 1}
_MODELS = ("pronoun", "this", "particular", "host", "yours", "theirs", "located", "every", "noun")
_JOINED = ("of", "dot", "comma", "and", "counter", "object", "all_after", "adverb", "to", "number")


@dataclass
class Bundle:
    """Words gathered before a verb.

    Args:
        first: Index of its first token.
        terms: Types named.
        every: Groups named with "all".
        groups: Groups named at all.
        ability: It names abilities.
        other: It says "other".
        whole: It says "all".
        types: It says "types" without a kind.
        still: It says "still".
        added: It says "in addition to the other types".
        carried: The predicate before it said so in the same sentence.
        face_down: It says "face down".
        numbers: Power, toughness or a colour was set aside.
        unknown: Index of the first word that only an ability may explain.
    """

    first: int
    terms: list[str] = field(default_factory=list)
    every: list[Group] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    ability: bool = False
    other: bool = False
    whole: bool = False
    types: bool = False
    still: bool = False
    added: bool = False
    carried: bool = False
    face_down: bool = False
    numbers: bool = False
    unknown: int | None = None


def gather(cursor: Cursor, bundle: Bundle) -> None:
    """Reads one token into the bundle."""
    token, first = cursor.peek(), cursor.at
    match token.code:
        case "in_addition":
            if bundle.terms or not (bundle.other or bundle.types or bundle.groups):
                raise cursor.stuck("verb")
            bundle.added, bundle.other, bundle.types = True, False, False
            bundle.groups, bundle.every = [], []
            bundle.whole = False
        case "besides" if bundle.terms or bundle.types or bundle.groups:
            bundle.added, bundle.other, bundle.types, bundle.whole = True, False, False, False
            bundle.terms, bundle.groups, bundle.every = [], [], []
        case code if code in _MODELS and _copy_ahead(cursor):
            bundle.unknown = first if bundle.unknown is None else bundle.unknown
        case "pt" | "colour":
            cursor.note(
                "rider", first, first + 1, rider="number" if token.code == "pt" else "colour"
            )
            bundle.numbers = True
        case "until":
            cursor.note("rider", first, first + 1, rider="duration")
        case "all" | "all_after":
            bundle.whole = True
        case "other":
            bundle.other = True
        case "still":
            bundle.still = True
        case "type" | "colours":
            bundle.types = True
        case "ability":
            bundle.ability = True
        case "excluding" if bundle.terms:
            raise cursor.stuck("verb")
        case "excluding":
            cursor.note("rider", bundle.first, first + 1, rider="exception")
            bundle.terms, bundle.groups, bundle.ability, bundle.unknown = [], [], False, None
        case "face_down":
            bundle.face_down = True
        case "chosen" | "first" | "second" | "that_type":
            _chosen(cursor, bundle)
            return
        case "word" | "quote" | "open" | "close" | "cost" | "self":
            bundle.unknown = first if bundle.unknown is None else bundle.unknown
        case "term":
            _term(cursor, bundle)
        case code if code not in _JOINED:
            raise cursor.stuck("verb")
    cursor.at += 1


def _copy_ahead(cursor: Cursor) -> bool:
    """Whether the next verb is that of copying, so that these words say what is copied."""
    verbs = (t.code for t in cursor.tokens[cursor.at :] if t.code in VERBS or t.code == "stop")
    return next(verbs, "") == "copy"


def _term(cursor: Cursor, bundle: Bundle) -> None:
    token = cursor.peek()
    group = group_of(token.terms, cursor.lexicon)
    near = [t.id for k in (-2, -1, 1, 2) for t in cursor.peek(k).terms if t.category == "CardType"]
    term = single(token.terms, near, cursor.lexicon)
    if group is not None:
        bundle.groups.append(group)
        if bundle.whole:
            bundle.every.append(group)
    elif term is not None:
        if term.id not in bundle.terms:
            bundle.terms.append(term.id)
    elif any(t.category == "Class" for t in token.terms) and (bundle.terms or bundle.numbers):
        cursor.note("rider", cursor.at, cursor.at + 1, rider="object")
    elif bundle.unknown is None:
        bundle.unknown = cursor.at


def _chosen(cursor: Cursor, bundle: Bundle) -> None:
    """Reads 選ばれたタイプ, あなたが選んだ基本土地タイプ, そのクリーチャー・タイプ."""
    start = cursor.peek()
    place = None
    while part := cursor.take("first", "second", "chosen", "that_type"):
        place = _PLACES.get(part.code, place)
    if cursor.code() == "other":
        return
    group = group_of(cursor.peek().terms, cursor.lexicon)
    if group is None and cursor.code() != "type":
        raise cursor.stuck("types")
    cursor.at += 1
    bundle.terms.append(chosen_type(cursor, place, group, start).id)


def settle(cursor: Cursor, bundle: Bundle, draft: Draft) -> None:
    """Reads the verb and turns the bundle into clauses.

    A verb of having before a noun only qualifies the noun ("飛行を持つ…になる"): the words before it
    are set aside and gathering goes on.
    """
    verb = cursor.need("verb", *(VERBS - {"end", "stop"}))
    match verb.code:
        case "copy":
            _copied(cursor, bundle, draft)
        case "have" | "gain" if cursor.code() not in ("end", "stop", "comma", "open"):
            _qualify(cursor, bundle)
            while cursor.code() not in VERBS:
                gather(cursor, bundle)
            settle(cursor, bundle, draft)
        case "have" | "gain":
            _had(cursor, bundle, draft, verb.code)
        case "lose":
            _lost(cursor, bundle, draft)
        case "act":
            cursor.note("rider", bundle.first, cursor.at, rider="permission")
        case "not_be":
            _known(cursor, bundle)
            _plain(cursor, bundle)
            if not bundle.terms:
                raise cursor.stuck("given", cursor.at - 1)
            if cursor.code() in ("term", "all", "other", "particular", "host"):
                raise cursor.stuck("particle")
            draft.add(Clause(removes=tuple(bundle.terms)))
        case _:
            _given(cursor, bundle, draft, also=verb.code == "be_also")


def _known(cursor: Cursor, bundle: Bundle) -> None:
    """Refuses words that only an ability could explain."""
    if bundle.unknown is not None:
        raise cursor.stuck("given", max(bundle.unknown, cursor.far))


def _plain(cursor: Cursor, bundle: Bundle) -> None:
    """Refuses "all" and "other" before a type: such words belong to a subject with its particle."""
    if bundle.other or (bundle.whole and not bundle.every):
        raise cursor.stuck("particle", max(cursor.far, cursor.at - 1))


def _qualify(cursor: Cursor, bundle: Bundle) -> None:
    """Sets aside an ability that qualifies the noun behind it."""
    if bundle.every and bundle.unknown is None:
        return
    if bundle.groups and not bundle.every:
        raise cursor.stuck("verb", bundle.first if bundle.unknown is None else bundle.unknown)
    check_words(cursor, bundle.first, cursor.at)
    cursor.note("rider", bundle.first, cursor.at, rider="ability")
    bundle.terms, bundle.groups = [], []
    bundle.unknown = None
    bundle.first = cursor.at
    bundle.numbers = True


def _given(cursor: Cursor, bundle: Bundle, draft: Draft, *, also: bool) -> None:
    _known(cursor, bundle)
    _plain(cursor, bundle)
    terms = list(bundle.terms)
    every = [g.kind for g in bundle.every if g.kind is not None]
    for group in bundle.every:
        if group.kind is None:
            terms += group.members
    if not (terms or every or bundle.face_down):
        if bundle.numbers:
            return
        raise cursor.stuck("given", cursor.at - 1)
    added = bundle.added or (also and bundle.carried)
    cues = [IN_ADDITION] if added else [STILL] if also or bundle.still else []
    listed = [cursor.lexicon[t].category for t in terms]
    if STILL in cues and draft.gives() and set(listed) == {"CardType"}:
        draft.cue(STILL)
        return
    draft.add(Clause(tuple(terms), tuple(every), cues=tuple(cues), face_down=bundle.face_down))


def _had(cursor: Cursor, bundle: Bundle, draft: Draft, verb: str) -> None:
    if bundle.every:
        _ability(cursor, bundle)
        every = tuple(g.kind for g in bundle.every if g.kind is not None)
        terms = [m for g in bundle.every if g.kind is None for m in g.members]
        cues = (IN_ADDITION,) if verb == "gain" or bundle.added else ()
        draft.add(Clause((*bundle.terms, *terms), every, cues=cues))
    elif bundle.groups and bundle.terms or bundle.added and bundle.terms:
        draft.add(Clause(tuple(bundle.terms), cues=(IN_ADDITION,)))
    elif bundle.groups:
        raise cursor.stuck("verb", bundle.first if bundle.unknown is None else bundle.unknown)
    else:
        bundle.unknown = bundle.first
        _ability(cursor, bundle)


def _ability(cursor: Cursor, bundle: Bundle) -> None:
    """Sets aside the words of an ability, if there are any."""
    if bundle.unknown is not None:
        check_words(cursor, bundle.unknown, cursor.at)
        cursor.note("rider", bundle.unknown, cursor.at, rider="ability")


def _lost(cursor: Cursor, bundle: Bundle, draft: Draft) -> None:
    if not (bundle.ability or bundle.groups or bundle.terms or bundle.whole or bundle.other):
        bundle.unknown = bundle.first
        _ability(cursor, bundle)
        return
    _known(cursor, bundle)
    if bundle.ability:
        draft.lose_abilities()
    if bundle.other and (bundle.groups or bundle.types):
        for group in bundle.groups or (None,):
            draft.lose_others(group)
        return
    every = [g.kind for g in bundle.groups if g.kind is not None and bundle.whole]
    removed = list(bundle.terms)
    if bundle.whole:
        removed += [m for g in bundle.groups if g.kind is None for m in g.members]
    if removed or every:
        draft.add(Clause(removes=tuple(removed), removes_every=tuple(every)))
    elif not bundle.ability:
        raise cursor.stuck("lost", cursor.at - 1)


def _copied(cursor: Cursor, bundle: Bundle, draft: Draft) -> None:
    """Reads …のコピーになる, …のコピーとして戦場に出る."""
    last = cursor.at - 1
    first = bundle.first
    while cursor.tokens[first].code in ("until", "comma", "adverb"):
        first += 1
    name = cursor.tokens[first].name if last == first + 1 else None
    copied = name or cursor.words(first, last)
    if not copied:
        raise cursor.stuck("copied", last)
    if cursor.take("token_of"):
        start = cursor.at
        while cursor.code() not in ("end", "stop"):
            cursor.at += 1
        check_words(cursor, start, cursor.at)
        cursor.note("rider", start - 1, cursor.at, rider="creation")
    elif not cursor.take("become", "be"):
        cursor.need("verb", "as")
        while cursor.take("to", "of", "dot", "term"):
            pass
        cursor.need("verb", "enter")
        draft.enters = True
        cursor.take("may")
    draft.add(Clause(copies=copied))

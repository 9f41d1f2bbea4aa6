"""Japanese predicates: the words before a verb, and what the verb makes of them."""

from __future__ import annotations

from ..syntax import Clause
from .choices import chosen_type, one_of
from .copies_ja import copied, copy_ahead
from .cursor import Cursor
from .drafts import IN_ADDITION, STILL, Draft
from .holding_ja import had, kept, lost
from .lexer import Token
from .meanings import group_of, single
from .riders import check_words
from .words_before_ja import Bundle, known_words

VERBS = frozenset(
    ("be", "be_also", "not_be", "not_and", "become", "make", "lose", "keep", "have", "gain", "act")
    + ("copy", "its_copy", "end", "stop")
)
_PLACES = {"first": 0, "second": 1}
_JOINED = (
    "of",
    "dot",
    "comma",
    "and",
    "counter",
    "object",
    "all_after",
    "adverb",
    "to",
    "number",
) + ("word_of", "nor")
_RELATED = ("pt", "term", "colour", "face_down")
_SUBJECTS = ("term", "all", "other", "particular", "host")
_BEFORE_MODEL = ("until", "comma", "adverb")


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
        case code if code not in _BEFORE_MODEL and copy_ahead(cursor):
            while cursor.code() not in ("copy", "its_copy"):
                cursor.at += 1
            return
        case "or" | "choice":
            bundle.either = True
        case "this" if cursor.code(1) == "ability" and cursor.code(3) == "have":
            bundle.unknown = first if bundle.unknown is None else bundle.unknown
        case "pronoun" if cursor.code(1) == "of":
            cursor.at += 1
        case "particular" if cursor.code(1) == "other" or group_of(
            cursor.peek(1).terms, cursor.lexicon
        ):
            pass
        case "pt" | "colour":
            cursor.note(
                "rider", first, first + 1, rider="number" if token.code == "pt" else "colour"
            )
            bundle.numbers = True
        case "quantity" | "equal_to":
            cursor.note("rider", first, first + 1, rider="number")
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
    if colours := cursor.take("colours"):
        bundle.numbers = True
        cursor.note("rider", cursor.at - 1, cursor.at, rider="colour")
    if colours and not cursor.take("and", "of"):
        return
    group = group_of(cursor.peek().terms, cursor.lexicon)
    if group is None and cursor.code() == "noun":
        group = bundle.of
        if group is None:
            raise cursor.stuck("types")
    elif group is None and cursor.code() != "type":
        raise cursor.stuck("types")
    cursor.at += 1
    if cursor.code() == "colours":
        raise cursor.stuck("verb")
    bundle.chosen = True
    bundle.terms.append(chosen_type(cursor, place, group, start).id)


def settle(cursor: Cursor, bundle: Bundle, draft: Draft) -> None:
    """Reads the verb and turns the bundle into clauses.

    A verb of having before a noun only qualifies the noun ("飛行を持つ…になる"): the words before it
    are set aside and gathering goes on.
    """
    verb = cursor.need("verb", *(VERBS - {"end", "stop"}))
    match verb.code:
        case "copy" | "its_copy":
            copied(cursor, bundle.first, draft)
        case "have" | "gain" if cursor.code() not in ("end", "stop", "comma", "open"):
            _qualify(cursor, bundle)
            while cursor.code() not in VERBS:
                gather(cursor, bundle)
            settle(cursor, bundle, draft)
        case "have" | "gain":
            had(cursor, bundle, draft, verb.code)
        case "lose":
            lost(cursor, bundle, draft)
        case "act":
            cursor.note("rider", bundle.first, cursor.at, rider="permission")
        case "keep":
            kept(cursor, bundle, draft)
        case "not_be" | "not_and":
            known_words(cursor, bundle)
            _plain(cursor, bundle)
            if not bundle.terms or bundle.either:
                raise cursor.stuck("given", cursor.at - 1)
            if verb.code == "not_be" and cursor.code() in _SUBJECTS:
                raise cursor.stuck("particle")
            draft.add(Clause(removes=tuple(bundle.terms)))
        case "be" if _coordinates(cursor, verb):
            _given(cursor, bundle, draft, also=False)
        case "be" | "be_also" if cursor.code() in _RELATED:
            bundle.still = bundle.still or verb.code == "be_also"
            _known_relative(bundle)
            while cursor.code() not in VERBS:
                gather(cursor, bundle)
            settle(cursor, bundle, draft)
        case _:
            _given(cursor, bundle, draft, also=verb.code == "be_also")


def _coordinates(cursor: Cursor, verb: Token) -> bool:
    """Whether another predicate begins right behind "is and", one of losing: アーティファクトであり伝説でない."""
    if not cursor.text[verb.start : verb.end].startswith(("であり", "であって")):
        return False
    verbs = (t.code for t in cursor.tokens[cursor.at :] if t.code in VERBS or t.code == "comma")
    return next(verbs, "") in ("not_be", "not_and", "lose")


def _known_relative(bundle: Bundle) -> None:
    """Takes 引き続き土地である3/3の… as saying that what the object is already, it stays."""
    if bundle.still:
        bundle.terms = []


def _plain(cursor: Cursor, bundle: Bundle) -> None:
    """Refuses "all" and "other" before a type: such words belong to a subject with its particle."""
    if bundle.other or (bundle.whole and not bundle.every):
        raise cursor.stuck("particle", max(cursor.far, cursor.at - 1))


def _qualify(cursor: Cursor, bundle: Bundle) -> None:
    """Sets aside an ability that qualifies the noun behind it."""
    if bundle.every and bundle.unknown is None:
        return
    if bundle.groups and bundle.terms and bundle.unknown is None:
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
    known_words(cursor, bundle)
    _plain(cursor, bundle)
    terms = list(bundle.terms)
    if bundle.either:
        if len(terms) < 2:
            raise cursor.stuck("given", cursor.at - 1)
        if not cursor.choosing:
            raise cursor.fail("no-choice", cursor.peek(-1))  # a stand-in would lose what is offered
        terms = [one_of(cursor, tuple(terms), cursor.peek(-1))]
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
    if STILL in cues and draft.gives() and set(listed) == {"CardType"} and not draft.besides:
        draft.cue(STILL)
        return
    draft.besides = also
    draft.add(Clause(tuple(terms), tuple(every), cues=tuple(cues), face_down=bundle.face_down))

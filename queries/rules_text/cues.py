"""Which sentences may speak of types at all, and which of the refused ones do.

The first question is asked of every sentence and looks at its letters only. The second is asked of a
sentence that the grammar refuses: it speaks of types if a verb of being, becoming or losing is
followed by a type, or something becomes a copy, outside of conditions and relative clauses.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from itertools import zip_longest

from ...kb.lexicon import Lexicon
from ..wording.commas_en import without_strays
from ..wording.lexer import Token
from ..wording.meanings import group_of, meanings
from ..wording.phrase_table import phrases
from ..wording.spelling import known
from .other_verbs import bestows
from .type_words import has_type, holds_type, names_type

VERBS = ("be", "be_not", "pronoun_be", "become", "remain")
_CHANGING = (*VERBS, "become_like")
_OF_KINDS = frozenset(("lose", "gain", "have", "get"))
_HOLDING = (*_OF_KINDS, "may_have")
_BESTOWING = frozenset(("made_into", "taken_for", "given_to", "share", "into", "set_to", "adding"))
_HELD = frozenset(("type", "both_types", "ability"))
_TYPE = frozenset(("type",))
_BEFORE_TYPES = frozenset(("article", "the", "all", "every", "other", "possessive", "adverb"))
_WHOLE = ("all", "every", "possessive", "other")
_BEHIND_TYPES = (
    *("stop", "and", "comma", "until", "condition", "type", "as_well", "or", "in_addition", "dash"),
)
_CUES = frozenset(
    (*_CHANGING, *_HOLDING, "be_also", "not_be", "copy_of", "make_copy", "copy", "change_text")
    + ("not_and", "keep", "turn_face_down", "face_down_as", "its_copy", "make", "give", "have_not")
    + ("replacing", "replace", "in_addition", "still", "face_down", "same_true", "turn_down")
    + ("manifest",)
)
_SPELT = (_CUES - {"manifest"}) | {"create", "turn", "enter", "type"}
_SKIPPED = frozenset(
    ("article", "pt", "colour", "state", "adverb", "not", "still", "other", "the", "every", "all")
    + ("chosen", "first", "second", "choice_of", "face_down", "self", "also", "colours", "and")
)
_WHICH = ("demonstrative", "chosen", "second")
_OPENING = (
    *("article", "not", "still", "the", "every", "all", "other", "also", "choice_of", "chosen"),
    *(*_CHANGING, *_HOLDING, *_WHICH),
)
_SMALL = ("as", "on", "in", "of", "or", "quantity")
_ASIDE = ("condition", "otherwise", "trigger", "where")
_CLAUSE_ENDS = ("stop", "turn", "put", "action", "adding")
_REACH = 14


@functools.cache
def cue_words(lang: str) -> frozenset[str]:
    """Words of two letters or more without which no sentence speaks of types."""
    listed = (p for p, code in phrases(lang).codes.items() if code in _SPELT)
    return frozenset(word for phrase in listed for word in phrase.split() if len(word) > 1)


@functools.cache
def _pattern(lang: str, codes: frozenset[str]) -> re.Pattern[str]:
    table = phrases(lang)
    words = sorted({p for p, code in table.codes.items() if code in codes}, key=len, reverse=True)
    if lang != "en":
        return re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
    first: dict[str, list[str]] = {}  # by first letters, or each place would try all words
    for word in words:
        first.setdefault(word[:1], []).append(re.escape(word[1:]))
    joined = "|".join(f"{re.escape(letter)}(?:{'|'.join(rest)})" for letter, rest in first.items())
    return re.compile(rf"\b(?:{joined})\b", re.IGNORECASE)


@functools.cache
def _before_types() -> frozenset[str]:
    codes = phrases("en").codes
    listed = (p for p, code in codes.items() if code in _BEFORE_TYPES)
    return frozenset(("no", *(word for phrase in listed for word in phrase.split())))


def may_speak_of_types(text: str, lang: str, lexicon: Lexicon) -> bool:
    """Whether a sentence has the words that an effect on types needs.

    What an English sentence says is held, gained or lost must be types or abilities.
    """
    if lang != "en":
        return _pattern(lang, _CUES).search(text) is not None
    if _pattern(lang, _CUES - _OF_KINDS).search(text):
        return True
    cues = [m.end() for m in _pattern(lang, _OF_KINDS).finditer(text)]
    if cues and _pattern(lang, _HELD).search(text, cues[0]) is not None:
        return True
    if cues and holds_type(text, cues, _before_types(), lexicon):
        return True
    verbs = _pattern(lang, _BESTOWING).finditer(text)
    return any(has_type(text, verb.end(), lexicon) for verb in verbs) or names_type(
        text, _pattern(lang, _TYPE), lexicon
    )


def speaks_of_types(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether an English sentence that was not understood says something of the types of objects."""
    aside = tailing = False
    tokens = without_strays(tokens, lexicon)
    strange = _strange(text, tokens, lexicon)
    for place, token in enumerate(tokens):
        if token.code in ("comma", "colon", "stop") or (tailing and _goes_on(tokens, place)):
            aside = tailing = False
        elif token.code in _ASIDE:
            aside = True
            tailing = bool(place) and tokens[place - 1].code not in ("comma", "stop", "and")
        elif aside:
            continue
        elif (
            token.code in ("change_text", "replace", "replacing")
            or bestows(tokens, place, lexicon)
            or _copies(tokens, place)
            or _puts_face_down(tokens, place)
            or (_of_objects(tokens, place, lexicon) and _changes(tokens, place, lexicon, strange))
        ):
            return True
    return False


def breaks_off(tokens: Sequence[Token]) -> bool:
    """Whether words before a dash end with a verb of becoming or losing, so that types may follow."""
    spoken = [t.code for t in tokens if t.code not in ("dash", "colon", "article", "adverb")]
    return spoken[-1:] != [] and spoken[-1] in ("become", "become_like", "lose", "gain", "remain")


def _goes_on(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence goes on behind a condition with another verb of becoming."""
    return [t.code for t in tokens[place : place + 2]] == ["and", "become"]


def _strange(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> frozenset[int]:
    """Starts of the words that nobody knows."""
    table = phrases("en")
    words = ((t.start, text[t.start : t.end]) for t in tokens if t.code == "word")
    return frozenset(start for start, word in words if not known(word, table, lexicon))


def _copies(tokens: Sequence[Token], place: int) -> bool:
    """Whether something is, becomes, enters or is made as a copy; to cast a copy is no such thing."""
    before = [t.code for t in tokens[max(0, place - 2) : place]]
    if tokens[place].code == "copy_of":
        return before[-1:] not in (["action"], ["adding"])
    makes = (*_CHANGING, "relative", "as", "create")
    made = before[-1:] == ["article"] and before[0] in makes
    return tokens[place].code == "make_copy" and (made or before[-1:] == ["become"])


def _of_objects(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether a verb says something of objects: not of which ones are meant, nor what may be chosen."""
    before = tokens[place - 1] if place else None
    if before is None or before.code not in ("relative", "act"):
        return True
    spoken = tokens[place - 2] if before.code == "act" and place > 1 else None
    if spoken is None:
        return False
    named = spoken.code in ("self", "pronoun", "name") and tokens[place].code != "be"
    return named or bool(meanings(spoken.terms))


def _puts_face_down(tokens: Sequence[Token], place: int) -> bool:
    """Whether something is turned or put face down by the verb at a place."""
    code = tokens[place].code
    if code in ("turn_down", "manifest"):
        return True
    if code == "enter":
        return [t.code for t in tokens[place + 1 : place + 2]] == ["face_down"]
    if code not in ("turn", "put"):
        return False
    for ahead, token in enumerate(tokens[place + 1 :], place + 1):
        if token.code in _CLAUSE_ENDS:
            return False
        after = tokens[ahead + 1] if ahead + 1 < len(tokens) else None
        if token.code == "face_down" and not (after and (after.terms or after.code == "state")):
            between = (t for token in tokens[place:ahead] for t in token.terms)
            return code == "turn" or any(t.category == "Zone" for t in between)
    return False


def _changes(
    tokens: Sequence[Token], place: int, lexicon: Lexicon, strange: frozenset[int]
) -> bool:
    """Whether what follows a token is a type that something gets, keeps or loses."""
    token = tokens[place]
    if token.code == "in_addition":
        named = tokens[place + 1 : place + 5]
        return any(t.code == "type" or group_of(t.terms, lexicon) is not None for t in named)
    if token.code not in _CHANGING and token.code not in _HOLDING:
        return False
    before = token
    reach = tokens[place + 1 : place + _REACH]
    for further, after in zip_longest(reach, reach[1:]):
        if further.code in ("both_types", "same_true"):
            return True
        grouped = group_of(further.terms, lexicon) is not None
        bare = token.code in _OF_KINDS and (after is None or after.code in _BEHIND_TYPES)
        if is_type(further, lexicon) and (token.code in _CHANGING or grouped or bare):
            return True
        whole = before.code in _WHOLE and token.code == "lose"
        if further.code == "type" and whole and (after is None or after.code in _BEHIND_TYPES):
            return True
        if further.code == "possessive" and token.code == "lose":
            before = further
            continue
        if further.code == "quote" and meanings(lexicon.lookup(further.name or "")):
            return True
        if further.code == "type" and (before.code in _WHICH or before.start in strange):
            return token.code in _CHANGING
        if further.code == "type" and meanings(before.terms):
            return True
        if not _passed(further, before, after, lexicon, strange):
            return False
        before = further
    return False


def _passed(
    token: Token, before: Token, after: Token | None, lexicon: Lexicon, strange: frozenset[int]
) -> bool:
    """Whether a type may still follow behind a token, stray commas and misspelt words among them."""
    if token.code in _SKIPPED or token.start in strange or bool(meanings(token.terms)):
        return True
    named = after is not None and (
        after.code == "type" or group_of(after.terms, lexicon) is not None
    )
    if token.code == "type" and after is not None and meanings(after.terms):
        return True
    if token.code == "word":
        return named or (after is not None and after.code == "and")
    if token.code in _WHICH:
        return named
    verb = before.code in _CHANGING
    stray = token.code in ("comma", "dash") and before.code in _OPENING
    return stray or (token.code in _SMALL and verb)


def is_type(token: Token, lexicon: Lexicon) -> bool:
    """Whether a token names a type or a kind of types."""
    return bool(meanings(token.terms)) or group_of(token.terms, lexicon) is not None

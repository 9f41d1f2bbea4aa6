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
from ..wording.lexer import Token, phrases
from ..wording.meanings import group_of, meanings

VERBS = ("be", "be_not", "pronoun_be", "become", "remain")
_HOLDING = ("lose", "gain", "have")
_CUES = frozenset(
    (*VERBS, *_HOLDING, "be_also", "not_be", "copy_of", "make_copy", "copy", "change_text")
    + ("not_and", "keep", "turn_face_down", "face_down_as", "make_copy", "its_copy")
    + ("replacing", "replace", "in_addition", "still", "face_down", "same_true")
)
_SKIPPED = frozenset(
    ("article", "pt", "colour", "state", "adverb", "not", "still", "other", "the", "every", "all")
    + ("chosen", "first", "second", "choice_of", "face_down", "self", "also", "colours", "and")
)
_ASIDE = ("condition", "trigger", "where")
_REACH = 14


@functools.cache
def _cue_pattern(lang: str) -> re.Pattern[str]:
    table = phrases(lang)
    words = sorted({p for p, code in table.codes.items() if code in _CUES}, key=len, reverse=True)
    joined = "|".join(map(re.escape, words))
    return re.compile(rf"\b(?:{joined})\b" if lang == "en" else joined, re.IGNORECASE)


def may_speak_of_types(text: str, lang: str) -> bool:
    """Whether a sentence has a word that an effect on types needs."""
    return _cue_pattern(lang).search(text) is not None


def speaks_of_types(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether an English sentence that was not understood says something of the types of objects."""
    aside = False
    for place, token in enumerate(tokens):
        if token.code in ("comma", "colon", "stop"):
            aside = False
        elif token.code in _ASIDE:
            aside = True
        elif aside or (place and tokens[place - 1].code in ("relative", "act")):
            continue
        elif (
            token.code == "relative"
            and _made_copy(tokens, place)
            or token.code == "change_text"
            or _changes(tokens, place, lexicon)
        ):
            return True
    return False


def _made_copy(tokens: Sequence[Token], place: int) -> bool:
    """Whether something is created that is a copy, said by a relative clause at a place."""
    following = [t.code for t in tokens[place + 1 : place + 3]]
    return "copy_of" in following and any(t.code == "create" for t in tokens[:place])


def _changes(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether what follows a token is a type that something gets, keeps or loses."""
    token = tokens[place]
    if token.code == "in_addition":
        named = tokens[place + 1 : place + 5]
        return any(t.code == "type" or group_of(t.terms, lexicon) is not None for t in named)
    if token.code not in VERBS and token.code not in _HOLDING:
        return False
    reach = tokens[place + 1 : place + _REACH]
    for further, after in zip_longest(reach, reach[1:]):
        if further.code in ("both_types", "same_true"):
            return True
        if further.code == "copy_of":
            return token.code in VERBS
        if is_type(further, lexicon):
            return token.code in VERBS or group_of(further.terms, lexicon) is not None
        joined = further.code == "word" and after is not None and after.code == "and"
        if further.code not in _SKIPPED and not joined:
            return False
    return False


def is_type(token: Token, lexicon: Lexicon) -> bool:
    """Whether a token names a type or a kind of types."""
    return bool(meanings(token.terms)) or group_of(token.terms, lexicon) is not None

"""Which of the Japanese sentences that the grammar refuses speak of types: by verbs behind types."""

from __future__ import annotations

from collections.abc import Sequence

from ...kb.lexicon import Lexicon
from ..wording.lexer import Token
from ..wording.meanings import group_of
from .cues import is_type

VERBS_BEHIND = ("be", "be_also", "not_be", "not_and", "become")
_REACH = 3
_PASSED = ("number", "counter", "object", "all_after", "of", "to", "adverb")


def speaks_of_types_ja(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a Japanese sentence that was not understood says something of the types of objects."""
    for place, token in enumerate(tokens):
        before = _words_before(tokens, place)
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        aside = after is not None and (after.code in ("condition", "noun") or bool(after.terms))
        named = [t for t in before if _names_types(t, lexicon)]
        if token.code in ("copy", "in_addition", "besides", "replace", "turn_face_down"):
            return True
        if token.code in VERBS_BEHIND and before[-1:] and not aside:
            if is_type(before[-1], lexicon) or before[-1] in named:
                return True
            if named and any(t.code == "chosen" for t in tokens[:place]):
                return True
        if token.code in ("lose", "gain", "keep") and named:
            return True
    return False


def _names_types(token: Token, lexicon: Lexicon) -> bool:
    return token.code == "type" or group_of(token.terms, lexicon) is not None


def _words_before(tokens: Sequence[Token], place: int) -> list[Token]:
    """The last words before a verb, without numbers and what is between them."""
    found: list[Token] = []
    for token in reversed(tokens[:place]):
        if token.code in ("topic", "stop") or len(found) == _REACH:
            break
        if token.code not in _PASSED:
            found.insert(0, token)
    return found

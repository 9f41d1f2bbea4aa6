"""What a pronoun stands for: the object that speaks, or another one that was mentioned before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .lexer import Token

_ITSELF = ("self", "this")
_OTHERS = ("particular", "host", "article", "quantity", "every", "all", "other", "demonstrative")
_SAYING = ("be", "be_not", "pronoun_be", "not", "become")
_NO_OBJECTS = ("Zone", "Cue", "Layer", "Keyword", "Player")
_REACH = 4


def mentions_itself(tokens: Sequence[Token], places: Iterable[int], lang: str) -> bool | None:
    """Whether the first object mentioned is the one that speaks; `None` if none is.

    Args:
        tokens: Of the words before the pronoun.
        places: Indexes in the order in which they are looked at.
        lang: Language of the words; in Japanese every noun mentions an object.
    """
    for place in places:
        code, before = tokens[place].code, tokens[place - 1].code if place else ""
        if code in _ITSELF and before != "copy_of":
            return True
        if lang == "ja":
            other = _noun(tokens[place])
        else:
            nouns = any(map(_noun, tokens[place + 1 : place + _REACH]))
            other = code in _OTHERS and before not in _SAYING and nouns
        if other:
            return False
    return None


def _noun(token: Token) -> bool:
    return any(t.category not in _NO_OBJECTS for t in token.terms)

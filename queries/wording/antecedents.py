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
            other = names_object(tokens[place])
            if other and _this_before(tokens, place):
                return True
        else:
            nouns = any(map(names_object, tokens[place + 1 : place + _REACH]))
            other = code in _OTHERS and before not in _SAYING and nouns
        if other:
            return False
    return None


def _this_before(tokens: Sequence[Token], place: int) -> bool:
    """Whether a Japanese noun stands behind "this", perhaps with other nouns between."""
    while place and (tokens[place - 1].code == "dot" or names_object(tokens[place - 1])):
        place -= 1
    return bool(place) and tokens[place - 1].code in _ITSELF


def names_object(token: Token) -> bool:
    """Whether a token is a noun for objects."""
    return any(t.category not in _NO_OBJECTS for t in token.terms)

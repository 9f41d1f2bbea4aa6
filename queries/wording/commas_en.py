"""Commas of an English wording that stand where none can: behind "the", between "becomes" and a type.

A comma ends lead words and parts lists, so one that nobody meant makes another sentence of the words.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...kb.lexicon import Lexicon
from .lexer import Token
from .meanings import group_of, meanings

_DANGLING = frozenset(
    ("article", "all", "every", "the", "relative", "relative_not", "lose", "gain", "have", "become")
    + ("be_not", "pronoun_be", "remain", "copy_of", "in_addition", "of", "in", "or", "condition")
    + ("comma",)
)
_DETERMINERS = frozenset(("particular", "host", "demonstrative", "chosen", "first", "second", "be"))
_LOOKS = frozenset(("pt", "colour"))
_LEADING = frozenset(("condition", "trigger", "until", "as"))
_BEGINS = frozenset(("comma", "stop", "colon", "dash"))


def stray_comma(tokens: Sequence[Token], lexicon: Lexicon) -> int | None:
    """Index of the first comma that stands where none can, if there is one."""
    for place, token in enumerate(tokens):
        if token.code == "comma" and _strays(tokens, place, lexicon):
            return place
    return None


def without_strays(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens without commas that stand where none can."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        if token.code != "comma" or not _strays([*kept, *tokens[place:]], len(kept), lexicon):
            kept.append(token)
    return kept


def _strays(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    if not place:
        return True
    before = tokens[place - 1]
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if _is_within(tokens, place):
        return False
    if before.code in _DANGLING:
        return True
    if before.code == "trigger":
        return place == 1 or tokens[place - 2].code in _BEGINS
    if after is None:
        return False
    if before.code == "and":
        return after.code not in _LEADING
    typed = bool(meanings(after.terms)) or group_of(after.terms, lexicon) is not None
    if before.negative:
        return typed and not after.negative
    if before.code in _DETERMINERS:
        noun = typed or any(t.category == "Class" for t in after.terms)
        return noun or after.code in ("type", "article")
    if before.code in _LOOKS:
        return typed and _follows_article(tokens, place - 1)
    adjective = bool(meanings(before.terms)) and group_of(before.terms, lexicon) is None
    return after.code == "type" and adjective


def _is_within(tokens: Sequence[Token], place: int) -> bool:
    """Whether a comma begins a duration between a verb and what something becomes."""
    codes = [t.code for t in tokens[place - 1 :]]
    return codes[:1] == ["become"] and codes[2:3] == ["until"] and "comma" in codes[3:]


def _follows_article(tokens: Sequence[Token], place: int) -> bool:
    """Whether what an object looks like ("a 2/2 green") begins with an article at the words at a place."""
    while place and (tokens[place].code in _LOOKS or tokens[place].code == "and"):
        place -= 1
    return tokens[place].code == "article"

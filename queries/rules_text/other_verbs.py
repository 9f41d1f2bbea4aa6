"""Verbs that no effect wording uses, with which somebody may say all the same what types something has.

"Make target creature an artifact", "give it the type Elf", "add the Elf type to it", "they share all
creature types": the grammar reads few of them, so what speaks of types in this way is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ...kb.lexicon import Lexicon
from ..wording.lexer import Token
from ..wording.meanings import group_of, meanings

_REACH = 16
_POSSESSING = ("your", "in", "on", "of", "other")
_DETERMINED = ("the", "article", "possessive", "all", "every")
_LOOKS = ("pt", "colour", "state")
_SMALL = ("the", "article", "all", "every", "other")
_CLOSING = ("until", "in_addition", "condition", "comma", "and", "as_well", "or")


def bestows(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether the verb at a place makes something a type, gives or adds one, or shares all of a kind."""
    code = tokens[place].code
    after = tokens[place + 1 : place + _REACH]
    reach = list(takewhile(lambda t: t.code not in ("stop", "colon"), after))
    match code:
        case "made_into" | "taken_for" | "set_to":
            return _ends_with_type(reach, lexicon)
        case "into":
            looks = next((k for k, t in enumerate(reach) if t.code not in _LOOKS), 0)
            return any(_closes(reach, k, lexicon) for k in range(looks, min(looks + 3, len(reach))))
        case "given_to":
            return any(_names_type(reach, k, lexicon) for k in range(len(reach)))
        case "adding" if len(reach) > 1:
            added = reach[0].terms
            if reach[0].code == "quote":
                added = lexicon.lookup(reach[0].name or "")
            last = reach[-1].code == "type" or group_of(reach[-1].terms, lexicon) is not None
            if meanings(added) and last:
                return True
        case "share":
            codes = [t.code for t in reach[:2]]
            whole = len(reach) > 1 and group_of(reach[1].terms, lexicon) is not None
            return codes[:1] in (["all"], ["every"]) and whole
    determined = place > 0 and tokens[place - 1].code in _DETERMINED
    return determined and _names_type([tokens[place], *reach], 0, lexicon)


def _ends_with_type(reach: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a type stands at the end of what is made, behind a noun or a pronoun for what it is made of."""
    object_ends = next((k for k, t in enumerate(reach) if t.code not in _SMALL), len(reach))
    return any(_closes(reach, k, lexicon) for k in range(object_ends + 1, len(reach)))


def _closes(reach: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether a type stands at a place, and behind it nothing that it could belong to."""
    token = reach[place]
    following = reach[place + 1].code if place + 1 < len(reach) else "stop"
    typed = bool(meanings(token.terms)) and not token.negative
    typed = typed or group_of(token.terms, lexicon) is not None
    typed = typed and (not place or reach[place - 1].code not in _POSSESSING)
    return typed and (following == "stop" or following in _CLOSING)


def _names_type(reach: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether "the creature type Elf" or "the Elf type" stands at a place."""
    pair = reach[place : place + 2]
    if len(pair) < 2:
        return False
    kinds = [t.code == "type" or group_of(t.terms, lexicon) is not None for t in pair]
    types = [bool(meanings(t.terms)) and not t.negative for t in pair]
    return (kinds[0] and types[1]) or (types[0] and kinds[1])

"""Which of the Japanese sentences that the grammar refuses speak of types: by verbs behind types."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence

from ...kb.lexicon import Lexicon
from ..wording.antecedents import names_object
from ..wording.lexer import Token
from ..wording.meanings import group_of, meanings
from ..wording.phrase_table import phrases
from ..wording.spelling import known
from .cues import is_type

VERBS_BEHIND = ("make", "be", "be_also", "not_be", "not_and", "become")
_REACH = 3
_SHORTEST = 2
_BOUNDS = (
    "topic",
    "comma",
    "until",
    "pt",
    "colour",
    "dot",
    "of",
    "in_addition",
    "face_down",
    "still",
)
_BREAKS = ("topic", "comma", "stop", "object")
_KANJI = re.compile("[一-龯々]{1,4}")
_STATES = ("的", "状態", "色", "中")
_KATAKANA = re.compile("[ァ-ヺー]{2,}")
_PASSED = ("number", "counter", "object", "all_after", "of", "to", "adverb", "nor", "choice")


def speaks_of_types_ja(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a Japanese sentence that was not understood says something of the types of objects."""
    for place, token in enumerate(tokens):
        before = _words_before(tokens, place)
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        aside = after is not None and (
            after.code in ("condition", "event", "noun") or bool(after.terms)
        )
        named = [t for t in before if _names_types(t, lexicon)]
        if token.code in ("copy", "in_addition", "besides", "replace", "turn_face_down", "text_of"):
            return True
        if token.code == "face_down" and after is not None and after.code in ("to", "word"):
            return True
        if any(is_type(t, lexicon) for t in before[-1:]) and _garbled(tokens, place):
            return True
        if token.code in VERBS_BEHIND and before[-1:] and not aside:
            if (
                is_type(before[-1], lexicon)
                or before[-1] in named
                or before[-1].code == "face_down"
            ):
                return True
            if named and any(t.code == "chosen" for t in tokens[:place]):
                return True
        over = after is None or after.code == "stop"
        if token.code == "have_not" and named and over:
            return True
        if token.code in ("lose", "gain", "keep", "give") and named:
            return True
        if token.code == "gain" and before[-1:] and meanings(before[-1].terms):
            return True
    return False


def _garbled(tokens: Sequence[Token], place: int) -> bool:
    """Whether an unknown word stands right behind a noun where the verb of the sentence must stand."""
    token, behind = tokens[place], tokens[place + 1 : place + 2]
    told_of_it = [t.code for t in tokens[:2]] == ["pronoun", "topic"]
    ends = not behind or behind[0].code == "stop" or (told_of_it and behind[0].code == "comma")
    if token.code != "word" or not ends or not place:
        return False
    short = token.end - token.start <= _SHORTEST
    last = tokens[place - 1]
    return bool(last.terms) or last.code == "nor" or (short and last.code in ("to", "object"))


def near_type(text: str, tokens: Sequence[Token], start: int, lexicon: Lexicon) -> bool:
    """Whether words before a verb of being may be meant as a type: one letter off, or what objects are.

    Args:
        text: The sentence.
        tokens: Its tokens.
        start: Where the word stands that nobody knows.
        lexicon: The words of the game.
    """
    verb = next((t for t in tokens if t.start > start and t.code in VERBS_BEHIND), None)
    if verb is None or any(t.code in _BREAKS and start < t.start < verb.start for t in tokens):
        return False
    cut = max((t.end for t in tokens if t.end <= start and t.code in _BOUNDS), default=0)
    words = text[cut : verb.start]
    if _KATAKANA.fullmatch(words) or words in _slips(len(words), lexicon):
        return True
    return bool(_KANJI.fullmatch(words)) and _of_objects(text, tokens, verb, words, lexicon)


def _of_objects(
    text: str, tokens: Sequence[Token], verb: Token, words: str, lexicon: Lexicon
) -> bool:
    """Whether objects are said to be or become what kanji name that nobody knows."""
    if known(words, phrases("ja"), lexicon) or words.endswith(_STATES):
        return False
    behind = next((t for t in tokens if t.start >= verb.end), None)
    if behind is not None and behind.code not in ("stop", "comma", "may"):
        return False
    places = [n for n, t in enumerate(tokens) if t.code == "topic" and t.end <= verb.start]
    spoken = tokens[places[-1] - 1] if places and places[-1] else None
    return spoken is not None and (
        spoken.code in ("pronoun", "self", "counter") or names_object(spoken)
    )


class _Patterns:
    """Types of one length, each with one letter left open."""

    def __init__(self, labels: Iterable[str]) -> None:
        self.known = {(k, label[:k], label[k + 1 :]) for label in labels for k in range(len(label))}

    def __contains__(self, words: str) -> bool:
        return any((k, words[:k], words[k + 1 :]) in self.known for k in range(len(words)))


@functools.lru_cache(maxsize=64)
def _slips(length: int, lexicon: Lexicon) -> _Patterns:
    if length < _SHORTEST:
        return _Patterns(())
    given = (t for t in lexicon.terms.values() if meanings((t,)))
    return _Patterns(w for t in given for w in t.labels.get("ja", ()) if len(w) == length)


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

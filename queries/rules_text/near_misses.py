"""Words of an English sentence that nobody knows and without whose slip it would speak of types.

A slip in a verb ("becames") or a type ("a Forg") hides from every pattern that the sentence is one on
types. So each unknown word is taken for the known ones that it is one letter away from, and the
sentence with such a word is asked again.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection

from ...kb.diagnostics import Diagnostic
from ...kb.lexicon import Lexicon
from ..wording.lexer import tokens_en
from ..wording.one_letter import OneLetter
from ..wording.phrase_table import phrases
from ..wording.spelling import known, types_near
from .cues import cue_words, speaks_of_types

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def may_be_near(text: str) -> bool:
    """Whether an English text has an unknown word that is one letter away from a cue."""
    return any(near_cues(word) for word in _WORD.findall(text.lower()))


def near_miss(text: str, lexicon: Lexicon, own: Collection[str]) -> Diagnostic | None:
    """The fault of the word but for whose slip an English sentence would speak of types."""
    if not any(_meant(word, lexicon) for word in _WORD.findall(text)):
        return None
    for token in tokens_en(text, lexicon, (), own):
        word = text[token.start : token.end]
        if token.code != "word":
            continue
        for meant in _meant(word, lexicon):
            mended = text[: token.start] + meant + text[token.end :]
            if speaks_of_types(mended, tokens_en(mended, lexicon, (), own), lexicon):
                params: dict[str, object] = {"input": word}
                return Diagnostic("unknown-word", token.start, token.end, params, meant)
    return None


@functools.lru_cache(maxsize=16384)
def _meant(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Known words that an unknown one may have been meant to be."""
    cues = near_cues(word.lower())
    words = _phrase_words().near(word.lower())
    if known(word, phrases("en"), lexicon):
        return cues
    return tuple(dict.fromkeys((*cues, *types_near(word, lexicon), *words)))


@functools.lru_cache(maxsize=16384)
def near_cues(word: str) -> tuple[str, ...]:
    """Words of cues that are one letter away from a word that is none of the language's own."""
    table = phrases("en")
    if len(word) < 2 or word in table.words or word in table.ordinary:
        return ()
    near = _cues().near(word)
    return tuple(sorted(near, key=lambda cue: table.codes.get(cue) == "become_like"))


@functools.cache
def _phrase_words() -> OneLetter:
    listed = (p for p, code in phrases("en").codes.items() if code != "manifest")
    return OneLetter(word for phrase in listed for word in phrase.split() if len(word) > 1)


@functools.cache
def _cues() -> OneLetter:
    return OneLetter(cue_words("en"))

"""What a pronoun of a sentence stands for, as the sentences before it tell."""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax import Effect
from ..wording.antecedents import mentions_itself
from ..wording.lexer import Token, phrases

_FACE_DOWN = ("face_down", "turn_face_down", "face_down_as")
_ITSELF = frozenset(("self", "this"))


def means_itself(effect: Effect, before: Sequence[Token], text: str, lang: str) -> bool:
    """Whether a pronoun at the start of a sentence means the object that has the ability.

    Args:
        effect: What was read of the sentence.
        before: Tokens of the sentences before it.
        text: The sentence.
        lang: Its language.
    """
    if not effect.anaphoric:
        return False
    if effect.enters and _as_this_enters(before):
        return True
    if text.lower().startswith(phrases(lang).several):
        return False
    return bool(mentions_itself(before, range(len(before) - 1, -1, -1), lang))


def _as_this_enters(tokens: Sequence[Token]) -> bool:
    """Whether "as this enters" was said, behind which what enters is the same object."""
    codes = [token.code for token in tokens]
    return any(
        code == "as" and _ITSELF & {*codes[k + 1 : k + 2]} and "enter" in codes[k + 2 : k + 4]
        for k, code in enumerate(codes)
    )


def puts_face_down(before: Sequence[Token]) -> bool:
    """Whether something is put or turned face down."""
    return any(token.code in _FACE_DOWN for token in before)


def describes(tokens: Sequence[Token], before: Effect, lang: str) -> bool:
    """Whether a sentence says what an object is that the effect before it put face down."""
    bare = [c.face_down and not c.gives for c in before.clauses]
    return bool(bare) and all(bare) and tells_of_it(tokens, lang)


def tells_of_it(tokens: Sequence[Token], lang: str) -> bool:
    """Whether a sentence says of something mentioned before what it is."""
    codes = [token.code for token in tokens]
    if lang == "ja":
        return codes[:2] == ["pronoun", "topic"] and "be" in codes and "become" not in codes
    return codes[:1] == ["pronoun_be"] or codes[:2] == ["pronoun", "be"]


def by_pronoun(tokens: Sequence[Token], lang: str) -> bool:
    """Whether a Japanese sentence names what it affects by a pronoun."""
    codes = [token.code for token in tokens]
    places = [place for place, code in enumerate(codes) if code == "topic"]
    return lang == "ja" and bool(places) and codes[places[-1] - 1] == "pronoun"

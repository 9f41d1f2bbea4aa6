"""What a pronoun of a sentence stands for, as the sentences before it tell."""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax import Effect
from ..wording.antecedents import mentions_itself
from ..wording.lexer import Token
from ..wording.meanings import GIVEN
from ..wording.phrase_table import phrases

_FACE_DOWN = ("face_down", "turn_face_down", "face_down_as")
_OBJECTS = (*GIVEN, "Class")
_ITSELF = frozenset(("self", "this"))


def means_itself(
    effect: Effect, before: Sequence[Token], text: str, tokens: Sequence[Token], lang: str
) -> bool:
    """Whether a pronoun at the start of a sentence means the object that has the ability.

    Args:
        effect: What was read of the sentence.
        before: Tokens of the sentences before it.
        text: The sentence.
        tokens: Those of the sentence.
        lang: Its language.
    """
    if not effect.anaphoric:
        return False
    if sets_this_apart(text, tokens, lang):
        return True
    if effect.enters and _as_this_enters(before):
        return True
    if text.lower().startswith(phrases(lang).several):
        return False
    found = mentions_itself(before, range(len(before) - 1, -1, -1), lang)
    if found or not tells_of_this(text, tokens, lang):
        return bool(found)
    return found is None or not _brings_up(before)


def _brings_up(before: Sequence[Token]) -> bool:
    """Whether an object is declared as a target, chosen or moved, so that any pronoun may mean it."""
    codes = {token.code for token in before}
    if codes & {"aim", "particular"}:
        return True
    named = (t for token in before for t in token.terms)
    return bool(codes & {"choose", "enter"}) and any(t.category in _OBJECTS for t in named)


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
    codes = [token.code for token in _first(tokens)]
    if "excepting" in codes:  # what is said in the exception comes behind what is affected
        place = next((n for n, code in enumerate(codes) if code in ("topic", "object")), 0)
        return lang == "ja" and place > 0 and codes[place - 1] == "pronoun"
    places = [place for place, code in enumerate(codes) if code == "topic"]
    return lang == "ja" and bool(places) and codes[places[-1] - 1] == "pronoun"


def tells_of_this(text: str, tokens: Sequence[Token], lang: str) -> bool:
    """Whether what a sentence affects is named by a pronoun for the object that speaks (これ)."""
    clause = _first(tokens)
    places = [n for n, token in enumerate(clause) if token.code in ("topic", "object")]
    named = [clause[n - 1] for n in places if n and clause[n - 1].code == "pronoun"]
    return bool(named) and text[named[-1].start : named[-1].end] in phrases(lang).itself


def sets_this_apart(text: str, tokens: Sequence[Token], lang: str) -> bool:
    """Whether such a sentence calls another object by the other pronoun: これはそれのコピーになる."""
    if not tells_of_this(text, tokens, lang):
        return False
    named = (t for t in _first(tokens) if t.code == "pronoun")
    return any(text[t.start : t.end] not in phrases(lang).itself for t in named)


def _first(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens up to the first full stop; behind it are exceptions, or what is kept."""
    ends = (place for place, token in enumerate(tokens) if token.code == "stop")
    return tokens[: next(ends, len(tokens))]

"""What "other" leaves out in a sentence of a rules text: its source, what is copied, or a target."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from ..language.others import others_than, says_other
from ..syntax import Effect
from ..wording.lexer import Token
from .exact_form import AFFECTED, CHOSEN

_OWN = ("this", "self")
_AIMED = ("particular", "aim")


def with_others(
    effect: Effect,
    text: str,
    before: Iterable[str],
    own: Collection[str],
    tokens_of: Callable[[str], list[Token]],
) -> Effect:
    """An effect in which "other" names what it leaves out, unless that is the object that says it.

    Args:
        effect: What was read of a sentence.
        text: The sentence.
        before: Those before it in its ability.
        own: Names by which the text calls its own object.
        tokens_of: Cuts a sentence.
    """
    subject = effect.subject
    if subject is None or not says_other(subject):
        return effect
    codes = [token.code for token in tokens_of(text)]
    if "other" not in codes or _names_itself(codes):
        return effect  # "other than" with a name
    copied = next((c.copies for c in effect.clauses if c.copies is not None), None)
    if copied is None:
        aimed = any(t.code in _AIMED for sentence in before for t in tokens_of(sentence))
        return replace(effect, subject=others_than(AFFECTED, subject)) if aimed else effect
    if copied in own or any(token.code in _OWN for token in tokens_of(copied)[:1]):
        return effect
    return replace(effect, subject=others_than(CHOSEN, subject))


def _names_itself(codes: list[str]) -> bool:
    """Whether what is left out is named as the object that says it: "other than this", この…以外の."""
    if "excluding" in codes:
        return any(code in _OWN for code in codes[: codes.index("excluding")])
    return any(a == "other_than" and b in _OWN for a, b in itertools.pairwise(codes))

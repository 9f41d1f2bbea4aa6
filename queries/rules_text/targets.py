"""Targets that a sentence of their own declares: クリーチャー1体を対象とする。それは…."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...kb.diagnostics import DiagnosticError
from ..syntax import All, Effect, Filter
from ..wording.antecedents import names_object
from ..wording.lexer import Token
from .exact_form import ordered

_DECLARING = ("aim", "choose")
DEMONSTRATIVE = ("that_type", "particular", "demonstrative")


def declared_target(
    before: Sequence[str],
    tokens_of: Callable[[str], list[Token]],
    read: Callable[[str], Effect],
) -> Filter | None:
    """What the sentences before a pronoun demand of the target that they declare.

    Args:
        before: The sentences, in order.
        tokens_of: Cuts a sentence.
        read: Reads a sentence.

    A sentence that mentions some other object after the declaration ends the search.
    """
    for text in reversed(before):
        tokens = tokens_of(text)
        if any(token.code in _DECLARING for token in tokens):
            try:
                found = read(text)
            except DiagnosticError:
                return None
            if found.subject_filter is not None:
                return found.subject_filter
        if any(map(names_object, tokens)):
            return None
    return None


def implies(wanted: Filter, other: Filter) -> bool:
    """Whether a filter demands all that another one demands, part by part."""
    mine, theirs = ordered(wanted), ordered(other)
    parts = mine.parts if isinstance(mine, All) else (mine,)
    return all(p in parts for p in (theirs.parts if isinstance(theirs, All) else (theirs,)))

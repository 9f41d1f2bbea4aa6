"""Targets that a sentence of their own declares: クリーチャー1体を対象とする。それは…."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...kb.diagnostics import DiagnosticError
from ..syntax import All, ControlledBy, Effect, Filter
from ..wording.antecedents import names_object
from ..wording.lexer import Token
from .exact_form import ordered

_DECLARING = ("aim", "choose")
DEMONSTRATIVE = ("that_type", "particular", "demonstrative")


def declared_target(
    before: Sequence[str],
    tokens_of: Callable[[str], list[Token]],
    read: Callable[[str], Effect],
    predicate: str = "",
) -> Filter | None:
    """What the sentences before a pronoun demand of the target that they declare.

    Args:
        before: The sentences, in order.
        tokens_of: Cuts a sentence.
        read: Reads a sentence.
        predicate: Any predicate that is read behind a noun; "" where sentences declare targets alone.

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
        aimed = [n for n, token in enumerate(tokens) if token.code == DEMONSTRATIVE[1]]
        if predicate and len(aimed) == 1:
            first = aimed[0] - (aimed[0] > 0 and tokens[aimed[0] - 1].code == "other")
            return _mentioned(text, tokens[first:], read, predicate)
        if any(map(names_object, tokens)):
            return None
    return None


def _mentioned(
    text: str, tokens: Sequence[Token], read: Callable[[str], Effect], predicate: str
) -> Filter | None:
    """What a noun phrase demands that only mentions a target ("untap target …"), if it is the last one.

    Nothing is demanded of what is moved from a zone, nor that its controller is another player: it may
    no longer be what it was.
    """
    found = last_mentioned(text, tokens, read, predicate)
    wanted = None if found is None else found.subject_filter
    return None if wanted is None else _kept(wanted)


def last_mentioned(
    text: str, tokens: Sequence[Token], read: Callable[[str], Effect], predicate: str
) -> Effect | None:
    """The noun phrase with which tokens begin, read with a predicate, if no object is named behind it.

    Nothing is known of what is moved from a zone.
    """
    if any(term.category == "Zone" for token in tokens for term in token.terms):
        return None
    for number in range(len(tokens), 1, -1):
        if any(map(names_object, tokens[number:])):
            return None
        phrase = text[tokens[0].start : tokens[number - 1].end]
        try:
            return read(f"{phrase} {predicate}")
        except DiagnosticError:
            continue
    return None


def _kept(wanted: Filter) -> Filter | None:
    parts = wanted.parts if isinstance(wanted, All) else (wanted,)
    left = [part for part in parts if part != ControlledBy("opponent")]
    if len(left) == 1:
        return left[0]
    return All(tuple(left)) if left else None


def implies(wanted: Filter, other: Filter) -> bool:
    """Whether a filter demands all that another one demands, part by part."""
    mine, theirs = ordered(wanted), ordered(other)
    parts = mine.parts if isinstance(mine, All) else (mine,)
    return all(p in parts for p in (theirs.parts if isinstance(theirs, All) else (theirs,)))

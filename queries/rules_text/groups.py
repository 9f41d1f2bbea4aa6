"""The group that a plural pronoun stands for: "Creatures you control have haste. They are Elves."."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...kb.diagnostics import DiagnosticError
from ..syntax import Effect, Filter, Note
from ..wording.lexer import Token
from ..wording.phrase_table import Phrases
from .clause_kinds import rider_of
from .targets import implies, last_mentioned

_ALL = ("all", "every")
_AIMED = ("particular", "host")
_REACH = 4


def of_group(
    effect: Effect,
    text: str,
    before: Sequence[str],
    table: Phrases,
    tokens_of: Callable[[str], list[Token]],
    read: Callable[[str], Effect],
    predicate: str,
) -> Effect:
    """An effect on "they" or "those", with the group that the sentences before it speak of.

    Args:
        effect: What was read of the sentence.
        text: The sentence.
        before: The sentences before it in its ability.
        table: Phrases of its language, with its plural pronouns.
        tokens_of: Cuts a sentence.
        read: Reads a sentence.
        predicate: Any predicate that is read behind a noun.

    "They" means what the sentence just before speaks of that has no such pronoun, "those" with a noun the last group of that kind, a few sentences
    back at most.
    """
    words = _words(text, tokens_of)
    pointing = bool(words & {*table.several_of}) and not effect.anaphoric
    if effect.subject is not None or effect.itself:
        return effect
    if not pointing and not (effect.anaphoric and words & {*table.several}):
        return effect
    noun = effect.subject_filter if pointing else None
    for sentence in reversed(before[-_REACH:]):
        group, every, done = _group(sentence, tokens_of(sentence), read, predicate)
        if group is None or (noun is not None and not implies(group, noun)):
            spoken = {t for t in _words(sentence, tokens_of) if t in table.several}
            if noun is None and not spoken:
                return effect
            continue
        if done:
            action = Note("rider", {"words": sentence.rstrip("."), "rider": "action"})
            effect = replace(effect, notes=(action, *effect.notes))
        if every:
            return replace(effect, subject=group, subject_filter=None, anaphoric=False)
        return replace(effect, subject_filter=group, anaphoric=False)
    return effect


def _words(text: str, tokens_of: Callable[[str], list[Token]]) -> set[str]:
    """The words and phrases of a sentence, in small letters."""
    return {text[t.start : t.end].lower() for t in tokens_of(text)}


def _group(
    text: str, tokens: Sequence[Token], read: Callable[[str], Effect], predicate: str
) -> tuple[Filter | None, bool, bool]:
    """What a sentence speaks of, whether that is all that its words demand, and whether it happens once."""
    aimed = any(token.code in _AIMED for token in tokens)
    try:
        found = read(text)
    except DiagnosticError:
        found = Effect(())
    if found.itself or any(rider_of(n) in ("creation", "copying") for n in found.notes):
        return None, False, False
    if found.subject is not None or (found.subject_filter is not None and not aimed):
        group = found.subject or found.subject_filter
        return group, found.subject is not None, found.this_turn
    places = [n for n, token in enumerate(tokens) if token.code in _ALL]
    if aimed or len(places) != 1 or found.clauses:
        return None, False, False
    return _acted_on(text, tokens[places[0] :], read, predicate), True, True


def _acted_on(
    text: str, tokens: Sequence[Token], read: Callable[[str], Effect], predicate: str
) -> Filter | None:
    """All objects that something is done to ("untap all lands you control"), unless they are moved."""
    found = last_mentioned(text, tokens, read, predicate)
    return None if found is None else found.subject

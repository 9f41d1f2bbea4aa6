"""Whether an effect is that of a static ability, defines characteristics, or comes of what resolves."""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax import Effect
from ..wording.lexer import Token
from ..wording.phrase_table import phrases
from .abilities import Ability
from .clause_kinds import rider_of, subtypes_only

RESOLVED, STATIC, DEFINING = "resolved", "static", "defining"
_AIMING = ("particular", "demonstrative", "that_type", "counter")
_TURNING = frozenset(("turn", "turn_down", "put", "manifest", "turn_face_down", "face_down_as"))
_HAPPENING = ("event", "creation", "action", "copying")


def generated_by(
    effect: Effect, ability: Ability, tokens: Sequence[Token], lang: str, *, itself: bool
) -> str:
    """What generates an effect.

    Args:
        effect: What was read of a sentence.
        ability: The ability that the sentence is of.
        tokens: Of the sentence.
        lang: Its language.
        itself: The effect is about the object that has the ability.
    """
    riders = {rider_of(n): str(n.params.get("words", "")).casefold() for n in effect.notes}
    period = riders.get("duration")
    lasting = period is None or period.startswith(phrases(lang).recurring)
    passing = effect.this_turn or effect.enters or not lasting
    codes = {token.code for token in tokens}
    aimed = bool(codes.intersection(_AIMING)) or effect.anaphoric
    aimed = aimed and effect.subject is None and not effect.says_host and not itself
    turning = bool(codes & _TURNING) and any(clause.face_down for clause in effect.clauses)
    happening = turning or any(rider in riders for rider in _HAPPENING)
    if ability.kind not in ("static", "level") or passing or aimed or happening:
        return RESOLVED
    conditional = ability.label or "condition" in riders or "duration" in riders
    if itself and "become" in codes and not conditional:
        return RESOLVED
    defines = itself and not conditional and not effect.anaphoric
    return DEFINING if defines and all(map(subtypes_only, effect.clauses)) else STATIC

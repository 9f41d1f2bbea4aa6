"""Reads a rules text: the type-changing effects in it, and the sentences on types not understood."""

from __future__ import annotations

from collections.abc import Collection

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge
from ..wording.folding import fold_wording
from ..wording.reader import is_japanese
from .abilities import MAX_TEXT, abilities
from .ability_reader import AbilityReader
from .card_reading import CardReading
from .own_names import own_names
from .plain_text import plain_text
from .refusals import may_speak
from .stand_ins import default_kind
from .written import as_written


def effects_of_text(
    text: str,
    knowledge: Knowledge,
    lang: str | None = None,
    own: Collection[str] = (),
    *,
    losing_abilities: bool = False,
) -> CardReading:
    """The type-changing effects of a rules text.

    Args:
        text: The text, an ability a line.
        knowledge: The game's terms and rules.
        lang: "en" or "ja"; by default what the script of the text tells.
        own: Names by which the text calls its own object.
        losing_abilities: Effects that make objects lose all abilities count too, which bears on
            types where an ability changes them.

    Raises:
        DiagnosticError: `too-long` past `MAX_TEXT` characters.
    """
    if len(text) > MAX_TEXT:
        faulty: dict[str, object] = {"input": f"{text[:20]}…", "limit": MAX_TEXT}
        raise DiagnosticError([Diagnostic("too-long", 0, len(text), faulty)])
    spoken = lang or ("ja" if is_japanese(text) else "en")
    plain = plain_text(text)
    shown = plain.text
    if not may_speak(fold_wording(shown), spoken, knowledge.lexicon):
        return CardReading(text, spoken)
    names = frozenset(short for name in own for short in own_names(name))
    reader = AbilityReader(
        knowledge, spoken, names, default_kind(shown, knowledge), shown, losing_abilities
    )
    for ability in abilities(shown, spoken):
        if ability.kind != "reminder":
            reader.ability(ability)
    found = CardReading(shown, spoken, tuple(reader.effects), tuple(reader.unread))
    return as_written(found, text, plain)

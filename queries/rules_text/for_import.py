"""Rules texts as an import of cards keeps them: effects in exact form and keyword abilities."""

from __future__ import annotations

import re

from ...kb.diagnostics import DiagnosticError
from ...kb.importing.text_abilities import TextAbilities
from ...kb.knowledge import Knowledge
from ...kb.lexicon import fold
from .object_conditions import decided
from .reading import effects_of_text

_REMINDER = re.compile(r"\([^()]*\)|（[^（）]*）")
_BETWEEN = re.compile(r"[,;、]")


def abilities_of_text(text: str, name: str, knowledge: Knowledge) -> TextAbilities:
    """What a rules text says of types; one that cannot be read at all counts as one unread sentence.

    Args:
        text: The rules text, an ability a line.
        name: The name by which it calls its own object.
        knowledge: The game's terms, rules and keywords.
    """
    keywords = keywords_of_text(text, knowledge)
    try:
        reading = effects_of_text(text, knowledge, own=(name,), losing_abilities=True)
    except DiagnosticError:
        return TextAbilities((), keywords, (text,))
    reading = decided(reading, knowledge.lexicon, (name,))
    return TextAbilities(reading.stored(), keywords, tuple(u.words for u in reading.not_understood))


def keywords_of_text(text: str, knowledge: Knowledge) -> tuple[str, ...]:
    """Labels of the keyword abilities that stand for an effect and stand alone in a line or list."""
    known = knowledge.documents.keywords
    low = text.lower()
    if text.isascii() and not any(word in low for word in known):
        return ()
    found = (
        word.strip()
        for line in text.splitlines()
        for word in _BETWEEN.split(_REMINDER.sub("", line))
    )
    kept = (fold(word) for word in found if word and fold(word) in known)
    return tuple(dict.fromkeys(kept))

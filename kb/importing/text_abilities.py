"""What the rules text of a card says of types, as whoever reads wordings hands it over."""

from __future__ import annotations

from collections.abc import Callable

from ..documents import CardEffect
from ..knowledge import Knowledge
from ..values import value


@value
class TextAbilities:
    """What was found in a rules text.

    Args:
        effects: Type-changing effects, in the order of the text.
        keywords: Keyword abilities that stand for an effect, by their label.
        unread: Sentences that speak of types and were not understood.
    """

    effects: tuple[CardEffect, ...] = ()
    keywords: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


# Reads a rules text: text, name of the face, knowledge of the game.
TextReader = Callable[[str, str, Knowledge], TextAbilities]


def no_abilities(text: str, name: str, knowledge: Knowledge) -> TextAbilities:
    """Nothing, for those who cannot read wordings."""
    del text, name, knowledge
    return TextAbilities()

"""Rules texts of cards: their abilities, and the type-changing effects among their sentences."""

from __future__ import annotations

from .card_reading import CardReading, TextEffect
from .reading import effects_of_text

__all__ = ["CardReading", "TextEffect", "effects_of_text"]

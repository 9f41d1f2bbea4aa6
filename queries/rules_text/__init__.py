"""Rules texts of cards: their abilities, and the type-changing effects among their sentences."""

from __future__ import annotations

from .reading import CardReading, TextEffect, effects_of_text

__all__ = ["CardReading", "TextEffect", "effects_of_text"]

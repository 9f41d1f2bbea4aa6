"""What was read of a text as it is shown, put back to the words and places of the text as it was written."""

from __future__ import annotations

from dataclasses import replace

from .card_reading import CardReading
from .plain_text import PlainText


def as_written(reading: CardReading, text: str, plain: PlainText) -> CardReading:
    """A reading of the plain text as one of the text that it was made from."""
    if plain.places is None:
        return reading

    def spot(first: int, last: int) -> tuple[str, int, int]:
        start, end = plain.start(first), plain.end(last)
        return text[start:end], start, end

    effects = []
    for effect in reading.effects:
        words, start, end = spot(effect.start, effect.end)
        effects.append(replace(effect, words=words, start=start, end=end))
    unread = []
    for sentence in reading.not_understood:
        words, start, end = spot(sentence.start, sentence.end)
        fault = sentence.fault
        _, first, last = spot(sentence.start + fault.start, sentence.start + fault.end)
        placed = replace(fault, start=first - start, end=last - start)
        unread.append(replace(sentence, words=words, start=start, end=end, fault=placed))
    return replace(reading, text=text, effects=tuple(effects), not_understood=tuple(unread))

"""What was read of a rules text, as text for readers and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...kb.diagnostics import Diagnostic
from ...kb.documents import Card
from ...kb.knowledge import Knowledge
from ...kb.messages import catalogue
from ..answers.highlight import said
from .card_reading import CardReading, TextEffect, Unread
from .rdf import effect_turtle
from .saying_nouns import Nouns
from .saying_types import Unsayable


def reading_data(
    reading: CardReading, knowledge: Knowledge, lang: str, card: Diagnostic | None = None
) -> dict[str, Any]:
    """A reading as plain data, with each effect as RDF and each fault as a message.

    Args:
        reading: The reading.
        knowledge: The game's terms.
        lang: Language of the messages.
        card: That the text is the name of no card that is known.
    """
    return {
        "text": reading.text,
        "lang": reading.lang,
        "effects": [_effect_data(e, reading, knowledge) for e in reading.effects],
        "not_understood": [unread.words for unread in reading.not_understood],
        "faults": [_fault_data(unread, lang) for unread in reading.not_understood],
        "notes": [said(card, lang)] if card is not None else [],
    }


def reading_record(reading: CardReading) -> dict[str, Any]:
    """A reading in short, for a line of many."""
    return {
        "text": reading.text,
        "effects": [{"exact": e.exact, "words": e.words} for e in reading.effects],
        "not_understood": [unread.words for unread in reading.not_understood],
    }


def _effect_data(effect: TextEffect, reading: CardReading, knowledge: Knowledge) -> dict[str, Any]:
    return {
        "exact": effect.exact,
        "words": effect.words,
        "start": effect.start,
        "end": effect.end,
        "ability": effect.ability,
        "generated_by": effect.generated_by,
        "granted": effect.granted,
        "demands": effect.demands,
        "copied": effect.copied,
        "set_aside": [{"rider": rider, "words": words} for rider, words in effect.set_aside],
        "rdf": effect_turtle(effect, reading.lang, knowledge),
    }


def _fault_data(unread: Unread, lang: str) -> dict[str, Any]:
    fault = unread.fault
    return {
        "words": unread.words,
        "code": fault.code,
        "message": said(fault, lang),
        "start": unread.start + fault.start,
        "end": unread.start + fault.end,
    }


def reading_lines(
    reading: CardReading, knowledge: Knowledge, lang: str, card: Diagnostic | None = None
) -> Iterator[str]:
    """A reading as lines of text; `card` tells that it is the name of no card that is known."""
    if not reading.effects and not reading.not_understood:
        yield _said("reading-none", lang)
        if card is not None:
            yield said(card, lang)
    for number, effect in enumerate(reading.effects, 1):
        yield f"{number}. {effect.exact}"
        yield f"   {_said('reading-words', lang)}: {effect.words}"
        kind = _said(f"ability-{effect.ability}", lang)
        granted = f" ({_said('reading-granted', lang)})" if effect.granted else ""
        made = _said(f"generated-{effect.generated_by}", lang)
        yield f"   {_said('reading-ability', lang)}: {kind}{granted}; {made}"
        if effect.demands:
            yield f"   {_said('reading-demands', lang)}: {_demands(effect, knowledge, lang)}"
        if effect.copied:
            yield f"   {_said('reading-copied', lang)}: {effect.copied}"
        aside = [f"{_said(f'rider-{rider}', lang)} `{w}`" for rider, w in effect.set_aside]
        if aside:
            yield f"   {_said('reading-aside', lang)}: {'; '.join(aside)}"
    if reading.not_understood:
        yield f"{_said('reading-unread', lang)}:"
    for unread in reading.not_understood:
        yield f"   {unread.words}"
        yield f"      {said(unread.fault, lang)}"


def _demands(effect: TextEffect, knowledge: Knowledge, lang: str) -> str:
    """What an effect may affect: in exact form, in Japanese in words where there are some."""
    wanted = effect.effect.subject_filter
    if lang == "en" or wanted is None:
        return effect.demands
    try:
        return Nouns(knowledge, lang).objects(wanted, every=False)
    except Unsayable:
        return effect.demands


def card_data(card: Card) -> dict[str, Any]:
    """The effects that are kept of a card, as plain data."""
    listed = [
        {
            "exact": e.exact_form,
            "generated_by": e.generated_by,
            "demands": e.demands,
            "conditions": [words for _, words in e.conditions],
            "option": e.option or None,
        }
        for e in card.effects
    ]
    source = card.effects_from or None
    return {"card": card.id, "type_line": card.type_line, "effects": listed, "effects_from": source}


def card_lines(card: Card, lang: str) -> Iterator[str]:
    """The effects that are kept of a card, as lines of text."""
    yield f"{card.labels.get(lang) or next(iter(card.labels.values()))}: {card.type_line}"
    if not card.effects:
        yield _said("reading-none", lang)
    for number, effect in enumerate(card.effects, 1):
        yield f"{number}. {effect.exact_form}"
        yield f"   {_said(f'generated-{effect.generated_by}', lang)}"
        if effect.option:
            yield f"   {_said('reading-option', lang)}: {effect.option}"
        if effect.demands:
            yield f"   {_said('reading-demands', lang)}: {effect.demands}"
        said = [f"`{words}`" for spoken, words in effect.conditions if spoken in ("", lang)]
        if said:
            words = "; ".join(said)
            yield f"   {_said('rider-condition', lang)}: {words}"
    if card.effects_from:
        yield f"{_said('reading-from', lang)}: {card.effects_from}"


def _said(key: str, lang: str) -> str:
    """A word of the report, from the catalogue of messages; a rider without one as it is."""
    found = catalogue().get(key)
    return found[lang] if found else key.partition("-")[2]

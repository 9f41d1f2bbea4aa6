"""Effects of the abilities that objects have from the start: their keywords, and what defines their cards."""

from __future__ import annotations

from dataclasses import replace

from ...kb.diagnostics import DiagnosticError
from ..language.collected import Collected
from ..syntax import Effect
from .abilities import Stated
from .cards import KEYWORD
from .effects import effect_facts, effect_id


def keyword_facts(c: Collected) -> list[Stated]:
    """States these effects, those of keywords first."""
    c.keyword_effects.sort(key=lambda entry: entry[0].generated_by != KEYWORD)
    keywords = sum(entry[0].generated_by == KEYWORD for entry in c.keyword_effects)
    stated = []
    for number, ability in enumerate(_effects(c), 1):
        timestamp = ability.timestamp or 0
        effect_facts(c, ability, ("ability", number), timestamp)
        stated.append(Stated(ability, "ability", number, timestamp))
        if number <= keywords:
            c.add("fromKeyword", f"A{number}")
        _condition(c, number, ability.source or "")
    return stated


def _effects(c: Collected) -> list[Effect]:
    """The effects, older than all others: their objects were there at the start."""
    found = c.keyword_effects
    if not found:
        return []
    from .cards import keyword_effect

    made = []
    for form, name, span in found:
        try:
            made.append(keyword_effect(form, name, span, c.knowledge))
        except DiagnosticError as error:
            c.faults += error.diagnostics
    return [replace(e, timestamp=n - len(made)) for n, e in enumerate(made, 1)]


def _condition(c: Collected, number: int, name: str) -> None:
    """The state on which the effect of an ability hangs; the object begins in it."""
    state = c.keyword_effects[number - 1][0].only_while
    if state:
        c.add("onlyWhile", effect_id("ability", number), state)
        default = c.knowledge.role("default-zone")
        if c.objects[name].zone in (None, default):
            c.add("inState", name, state)

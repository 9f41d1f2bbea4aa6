"""Grammars of the phrases of a game: one for each template, with what may follow it.

All modifiers of effects are read after the sentence of an event, so that those that an event cannot
have are refused as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pyparsing as pp

from ..kb.phrases import NUMBER, OBJECT, PLAYER
from . import grammar_slots
from .grammar import Grammars
from .grammar_slots import NAME, choices
from .keywords import keywords, word_pattern
from .phrases import Form, fixed_words

_WORD = r"[^\s,、;(){}\"《》「」:.?!]"


def phrase_grammars(forms: Sequence[Form], options: Sequence[Form]) -> Grammars:
    """The grammars of some forms by their names; those of loose names take unknown words as well.

    Args:
        forms: Forms that make a statement.
        options: Forms that may follow those of events.
    """

    def rule(form: Form, *, loose: bool) -> Callable[[Grammars], pp.ParserElement]:
        def build(g: Grammars) -> pp.ParserElement:
            sentence = _keyed(g, form, loose=loose)
            if form.use != "event":
                return sentence
            others = choices(g, keywords()["modifiers"])
            tail = pp.MatchFirst([*(_keyed(g, o, loose=loose) for o in options), others])
            return sentence + pp.ZeroOrMore(pp.Optional(pp.Suppress(pp.Regex("[,、]"))) + tail)

        return build

    return Grammars({f.name(loose=l): rule(f, loose=l) for f in forms for l in (False, True)})


def _keyed(g: Grammars, form: Form, *, loose: bool) -> pp.ParserElement:
    slots = {}
    for position, kind in form.fillers.items():
        one = _slot(g, str(position), kind, loose=loose)
        slots[str(position)] = one
        slots[f"{position}+"] = _several(g, str(position), one)
    return g.keyed(str(form.number), g.template(form.template, slots, fixed_words))


def _several(
    g: Grammars, position: str, one: Callable[[str], pp.ParserElement]
) -> Callable[[str], pp.ParserElement]:
    return lambda after: g.listed(one(after), position)


def _slot(
    g: Grammars, position: str, kind: str, *, loose: bool
) -> Callable[[str], pp.ParserElement]:
    """What fills a place of a kind (see `kb.phrases.filler`), made from what follows it."""
    if kind == OBJECT:
        return lambda _: g.regex(NAME, position, "name")
    if kind == PLAYER:
        return lambda _: g.regex(grammar_slots.PLAYER, position, "player")
    if kind == NUMBER:
        return lambda _: g.regex(grammar_slots.NUMBER, position, "number")
    if not kind:
        return lambda after: g.regex(f"{NAME}|{_bare(after)}", position, "name-or-word")

    def term(after: str) -> pp.ParserElement:
        label = "zone" if kind in keywords()["categories"]["zones"] else "label"
        known = g.term(position, (kind,), label) | g.regex(NAME, position, label)
        if not loose:
            return known | _article() + known
        word = known | g.made(pp.Regex(_bare(after)), position, known=False)
        return _article() + word | word

    return term


def _bare(after: str) -> str:
    """A word without quotes; where no blank ends it, as in Japanese, what follows does."""
    return f"(?:{_WORD}+?(?={after})|{_WORD}+)" if after else f"{_WORD}+"


def _article() -> pp.ParserElement:
    words = keywords()["articles"]["words"]
    return pp.Suppress(pp.Regex("|".join(map(word_pattern, words)), re.IGNORECASE))

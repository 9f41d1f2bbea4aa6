"""Conditions of rules texts that say what the affected object itself is: "if it isn't a creature".

The board decides them, so they are part of what an effect looks at and not taken to hold.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from ...kb.lexicon import Lexicon
from ..language.exact_text import filter_text
from ..syntax import All, AnyOf, Filter, Not
from ..wording.cursor import Cursor
from ..wording.lexer import tokens_en
from ..wording.nouns import whole
from ..wording.nouns_en import described
from .card_reading import THIS, CardReading, TextEffect, Unread
from .clause_kinds import conditional_exception
from .exact_form import AFFECTED, SELF, ordered
from .own_names import own_names

_LEAD = re.compile(r"(?:then )?(?:if|as long as) ", re.IGNORECASE)
_SAYS = re.compile(
    r"(?P<of>.+?)(?:(?:'s|'re| is| are)(?P<not> not|n't)?|(?P<no> isn't| aren't)) (?P<what>.+)",
    re.IGNORECASE,
)
_PRONOUN = frozenset(("it", "they", "he", "she"))
_THIS = re.compile(r"this [\w-]+|~", re.IGNORECASE)
_THAT = re.compile(r"(?:that|enchanted|equipped|the targeted) [\w-]+", re.IGNORECASE)


def decided(reading: CardReading, lexicon: Lexicon, own: Collection[str]) -> CardReading:
    """The reading, with conditions on the types of what is affected as part of what is looked at.

    Args:
        reading: Of an English rules text; another one stays as it is.
        lexicon: The words of the game.
        own: Names of the object that says it.
    """
    if reading.lang != "en":
        return reading
    names = {short for name in own for short in own_names(name)}
    faults = [conditional_exception(e.effect, e.words) for e in reading.effects]
    told = list(zip(reading.effects, faults, strict=True))
    hedged = tuple(Unread(e.words, e.start, e.end, f) for e, f in told if f is not None)
    return replace(
        reading,
        effects=tuple(_decided(e, lexicon, names) for e, f in told if f is None),
        not_understood=(*reading.not_understood, *hedged),
    )


def _decided(effect: TextEffect, lexicon: Lexicon, own: Collection[str]) -> TextEffect:
    form, _, target = effect.exact.rpartition(" on ")
    if target not in (SELF, AFFECTED):
        return effect
    riders = [rider for rider, _ in effect.set_aside]
    model = next((c.copies for c in effect.effect.clauses if c.copies is not None), None)
    pronoun = "creation" not in riders and model in (None, THIS)
    filters: list[Filter] = []
    aside: list[tuple[str, str]] = []
    for rider, words in effect.set_aside:
        found, left = None, words
        if rider == "condition":
            found, left = split_condition(
                words, lexicon, own, itself=target == SELF, pronoun=pronoun
            )
        filters += [found] if found is not None else []
        aside += [(rider, left)] if left else []
    if not filters:
        return effect
    wanted = ordered(whole(filters))
    text = filter_text(wanted, lexicon)
    bracket = isinstance(wanted, AnyOf) or (
        isinstance(wanted, Not) and isinstance(wanted.inner, All)
    )
    name = THIS if target == SELF else AFFECTED
    exact = f'{form} on "{name}" and {f"({text})" if bracket else text}'
    return replace(effect, exact=exact, set_aside=tuple(aside))


def split_condition(
    words: str, lexicon: Lexicon, own: Collection[str], *, itself: bool, pronoun: bool
) -> tuple[Filter | None, str]:
    """What a condition says of the types of the affected object, and the words that are left.

    Args:
        words: The condition, "if …" or "as long as …".
        lexicon: The words of the game.
        own: Names of the object that says it.
        itself: That object is the affected one.
        pronoun: A pronoun stands for the affected object.
    """
    lead = _LEAD.match(words)
    if lead is None:
        return None, words
    filters: list[Filter] = []
    left: list[str] = []
    for part in words[lead.end() :].replace("’", "'").split(" and "):
        found = _says(part.strip(), lexicon, own, itself=itself, pronoun=pronoun)
        if found is None:
            left.append(part)
        else:
            filters.append(found)
    if not filters:
        return None, words
    return whole(filters), lead[0] + " and ".join(left) if left else ""


def _says(
    part: str, lexicon: Lexicon, own: Collection[str], *, itself: bool, pronoun: bool
) -> Filter | None:
    said = _SAYS.fullmatch(part)
    if said is None:
        return None
    of = said["of"].casefold()
    speaker = _THIS.fullmatch(of) or any(_names(of, name.casefold()) for name in own)
    if not (
        (of in _PRONOUN and pronoun)
        or (speaker and itself)
        or (not itself and _THAT.fullmatch(of) and pronoun)
    ):
        return None
    cursor = Cursor(
        said["what"], tokens_en(said["what"], lexicon), lexicon, "en", (), (), hints=False
    )
    found = described(cursor)
    return Not(found) if found is not None and (said["not"] or said["no"]) else found


def _names(words: str, name: str) -> bool:
    """Whether words are a name, or what stands before its comma, or its first word."""
    return words in (name, name.partition(",")[0], name.split(" ")[0])

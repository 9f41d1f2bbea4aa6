"""What was read of a rules text: its effects on types, and the sentences not understood."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import field

from ...kb.diagnostics import Diagnostic
from ...kb.documents import CardEffect
from ...kb.values import value
from ..syntax import Effect

THIS = "~"  # the object that says an effect
_COPY = "copy chosen"
_OWN_MODEL = re.compile(r"this [\w-]+|~", re.IGNORECASE)
_NEGATION = re.compile(
    r"n't\b|\b(?:not|cannot|unless|otherwise)\b|でない|なければ|ないなら|そうでない"
)
_ALTERNATIVE = re.compile(r"otherwise\b|そうでな", re.IGNORECASE)
_CONDITIONS = ("condition", "object", "state")  # riders that say when or for which objects it is
_LASTING = ("duration",)  # of what an object does all the time


@value
class TextEffect:
    """A type-changing effect found in a rules text.

    Args:
        exact: Its exact form: `{ … } on self | affected | FILTER`.
        words: The words that it was read from.
        start: Their first offset in the text.
        end: The offset just past them.
        ability: Kind of the ability: "static", "activated", "triggered", "loyalty" …
        generated_by: "static", "resolved" or "defining", as stored cards say it.
        demands: What the words demand of the object that `affected` stands for, or "".
        copied: What is copied, in the words of the text, or "".
        set_aside: What of the words does not bear on types: name of the rider and words.
        granted: It stands in quotation marks: an object that is given the ability has it.
        effect: What was read.
    """

    exact: str
    words: str
    start: int
    end: int
    ability: str
    generated_by: str
    demands: str = ""
    copied: str = ""
    set_aside: tuple[tuple[str, str], ...] = ()
    granted: bool = False
    effect: Effect = field(default=Effect(()), compare=False)


@value
class Unread:
    """A sentence that speaks of types and was not understood.

    Args:
        words: The sentence.
        start: Its first offset in the text.
        end: The offset just past it.
        fault: Why it was refused; offsets are those of the sentence.
    """

    words: str
    start: int
    end: int
    fault: Diagnostic


@value
class CardReading:
    """What a rules text says of types.

    Args:
        text: The text.
        lang: "en" or "ja".
        effects: In the order of the text.
        not_understood: Sentences that speak of types and were not understood.
    """

    text: str
    lang: str
    effects: tuple[TextEffect, ...] = ()
    not_understood: tuple[Unread, ...] = ()

    def stored(self) -> tuple[CardEffect, ...]:
        """The card's own effects as they are kept with cards, each once; granted ones are left out.

        Where several modes or abilities do different things as they resolve, each of these is an
        option of its own, since not all of them come together; so are effects whose conditions
        exclude each other.
        """
        own = [e for e in self.effects if not e.granted]
        excluding = exclude_each_other([c for e in own for c in conditions_of(e)])
        lines: dict[tuple[int, tuple[str, ...]], set[str]] = {}
        places = [self._alternative(e, excluding) for e in own]
        for effect, place in zip(own, places, strict=True):
            if effect.generated_by == "resolved" or place[1]:
                lines.setdefault(place, set()).add(effect.exact)
        numbers: dict[tuple[frozenset[str], tuple[str, ...]], int] = {}
        for place, forms in lines.items():
            numbers.setdefault((frozenset(forms), place[1]), len(numbers) + 1)
        options = {place: numbers[frozenset(forms), place[1]] for place, forms in lines.items()}
        several = len(numbers) > 1
        found = (
            _kept(e, options.get(place, 0) if several else 0)
            for e, place in zip(own, places, strict=True)
        )
        return tuple(dict.fromkeys(found))

    def _alternative(
        self, effect: TextEffect, excluding: Collection[str]
    ) -> tuple[int, tuple[str, ...]]:
        """The line of an effect, and those of its conditions that exclude others."""
        line = self.text.count("\n", 0, effect.start)
        return line, tuple(c for c in conditions_of(effect) if c in excluding)


def conditions_of(effect: TextEffect) -> tuple[str, ...]:
    """Words on which it depends when, or for which objects, an effect applies; sorted."""
    resolved = effect.generated_by == "resolved"
    riders = (*_CONDITIONS, *(() if resolved else _LASTING))
    return tuple(sorted({words for rider, words in effect.set_aside if rider in riders}))


def exclude_each_other(conditions: Sequence[str]) -> frozenset[str]:
    """Those conditions of which one negates another one, and all where one begins with "otherwise"."""
    if any(_ALTERNATIVE.match(words) for words in conditions):
        return frozenset(conditions)
    found: set[str] = set()
    for one in conditions:
        for other in conditions:
            if _NEGATION.search(one) and not _NEGATION.search(other) and _bare(one) == _bare(other):
                found |= {one, other}
    return frozenset(found)


def _bare(condition: str) -> str:
    """A condition without what negates it."""
    words = _NEGATION.sub("", condition.casefold().replace("’", "'"))
    return " ".join(words.replace("'re", " are").replace("'s", " is").split())


def _kept(effect: TextEffect, option: int) -> CardEffect:
    """An effect as it is kept with a card; an option is one of what resolves, or an alternative."""
    exact = effect.exact
    if any(c.copies is not None and _OWN_MODEL.fullmatch(c.copies) for c in effect.effect.clauses):
        exact = exact.replace(_COPY, f'copy "{THIS}"', 1)
    return CardEffect(
        exact,
        effect.generated_by,
        demands=effect.demands,
        conditions=tuple(("", words) for words in conditions_of(effect)),
        option=option,
    )

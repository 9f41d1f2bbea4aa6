"""What was read of a rules text: its effects on types, and the sentences not understood."""

from __future__ import annotations

from dataclasses import field

from ...kb.diagnostics import Diagnostic
from ...kb.documents import CardEffect
from ...kb.values import value
from ..syntax import Effect

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
        option of its own, since not all of them come together.
        """
        own = [e for e in self.effects if not e.granted]
        lines: dict[int, set[str]] = {}
        for effect in own:
            if effect.generated_by == "resolved":
                lines.setdefault(self._line(effect), set()).add(effect.exact)
        numbers: dict[frozenset[str], int] = {}
        for forms in map(frozenset, lines.values()):
            numbers.setdefault(forms, len(numbers) + 1)
        options = {line: numbers[frozenset(forms)] for line, forms in lines.items()}
        several = len(numbers) > 1
        found = (_kept(e, options.get(self._line(e), 0) if several else 0) for e in own)
        return tuple(dict.fromkeys(found))

    def _line(self, effect: TextEffect) -> int:
        return self.text.count("\n", 0, effect.start)


def conditions_of(effect: TextEffect) -> tuple[str, ...]:
    """Words on which it depends when, or for which objects, an effect applies; sorted."""
    resolved = effect.generated_by == "resolved"
    riders = (*_CONDITIONS, *(() if resolved else _LASTING))
    return tuple(sorted({words for rider, words in effect.set_aside if rider in riders}))


def _kept(effect: TextEffect, option: int) -> CardEffect:
    """An effect as it is kept with a card; an option is one of what resolves."""
    return CardEffect(
        effect.exact,
        effect.generated_by,
        demands=effect.demands,
        conditions=tuple(("", words) for words in conditions_of(effect)),
        option=option if effect.generated_by == "resolved" else 0,
    )

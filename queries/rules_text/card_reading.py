"""What was read of a rules text: its effects on types, and the sentences not understood."""

from __future__ import annotations

from dataclasses import field

from ...kb.diagnostics import Diagnostic
from ...kb.documents import CardEffect
from ...kb.values import value
from ..syntax import Effect


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
        """The card's own effects as they are kept with cards, each once.

        Granted ones are left out, and what resolves where there is a choice of modes or abilities, since
        all effects that are kept of a card are applied together.
        """
        own = [e for e in self.effects if not e.granted]
        abilities: dict[int, set[str]] = {}
        for effect in own:
            if effect.generated_by == "resolved":
                line = self.text.count("\n", 0, effect.start)
                abilities.setdefault(line, set()).add(effect.exact)
        different = len(set(map(frozenset, abilities.values()))) > 1
        choice = different or any(e.ability == "mode" for e in own)
        kept = (e for e in own if not (choice and e.generated_by == "resolved"))
        return tuple(dict.fromkeys(CardEffect(e.exact, e.generated_by) for e in kept))

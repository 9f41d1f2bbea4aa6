"""The forms of a game's phrases: one for each template, with what tells it in a text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...kb.knowledge import Phrase
from ...kb.phrases import NUMBER, OBJECT, PLAYER, TEMPLATE, exact_slot, use_of_template
from ...kb.values import value

_PARTICLES = re.compile(r"(?<=[をにがは])(?=\S)")


@value
class Form:
    """One template of a predicate.

    Args:
        number: Its number among all forms of the game.
        use: What it is for (see `kb.phrases.use_of`).
        fillers: Position of an argument → what fills it.
        anchors: Its first fixed words, or those of the names before them: a text that it reads
            must hold one of each.
        leads: The first fixed words begin the sentence.
        weight: The more fixed letters, the more specific it is; then the more places of a kind.
        exact: The position of the argument whose values it lists exactly, if there is one.
        declares: It declares objects that it names.
        puts: The zone in which it puts them, or "".
    """

    number: int
    predicate: str
    use: str
    template: str
    fillers: dict[int, str]
    anchors: tuple[tuple[str, ...], ...]
    leads: bool
    weight: tuple[int, int]
    exact: int | None = None
    declares: bool = False
    puts: str = ""

    def name(self, *, loose: bool) -> str:
        """The name of its grammar."""
        return f"{self.number}{'~' if loose else ''}"

    def plain(self) -> str:
        """A sentence of this form without names: the first of what may be said."""
        words = (
            '""' if m["slot"] else (m["one"] or m["text"] or "").split("|")[0]
            for m in TEMPLATE.finditer(self.template)
        )
        return " ".join("".join(words).split())

    def begins(self, hidden: str) -> bool:
        """Whether a text in lower case whose names are hidden may be a sentence of this form."""
        if self.leads:
            return hidden.startswith(self.anchors[0])
        return all(any(word in hidden for word in words) for words in self.anchors)


def fixed_words(text: str) -> list[str]:
    """Fixed words piece by piece: English words, and Japanese up to each particle."""
    return [piece for word in text.split() for piece in _PARTICLES.split(word)]


def form_of(number: int, phrase: Phrase, use: str, template: str, domains: Sequence[str]) -> Form:
    items = list(TEMPLATE.finditer(template))
    letters = sum(
        max(map(len, (m["one"] or m["maybe"] or m["text"] or "").split("|"))) for m in items
    )
    slots = {int(m["slot"]): domains[int(m["slot"])] for m in items if m["slot"]}
    return Form(
        number,
        phrase.predicate,
        use_of_template(template, use),
        template,
        slots,
        (_first_words(items),),
        _is_fixed(items[0]),
        (letters, sum(map(bool, slots.values()))),
        exact_slot(template),
        phrase.declares,
        phrase.puts,
    )


def _is_fixed(item: re.Match[str]) -> bool:
    return bool(item["one"] or (item["text"] or "").strip())


def _first_words(items: Iterable[re.Match[str]]) -> tuple[str, ...]:
    """The first fixed words of a template, in lower case."""
    first = next(m for m in items if _is_fixed(m))
    words = first["one"].split("|") if first["one"] else [first["text"]]
    return tuple(fixed_words(word)[0].casefold() for word in words)


def anchored(form: Form, nouns: Mapping[str, Sequence[Form]]) -> Form:
    """The form with the first words of names where such stand before its own."""
    items = itertools.takewhile(lambda m: not _is_fixed(m), TEMPLATE.finditer(form.template))
    kinds = [form.fillers[int(m["slot"])] for m in items if m["slot"]]
    only = [k for k in kinds if k in nouns and k not in (OBJECT, PLAYER, NUMBER)]
    before = (tuple(w for noun in nouns[k] for w in noun.anchors[0]) for k in only)
    return replace(form, anchors=tuple(before) or form.anchors)

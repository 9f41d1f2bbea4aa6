"""Prints type lines: supertypes and card types, a dash, subtypes (rule 205.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..lexicon import Lexicon
from .words import type_words

_KATAKANA = re.compile(r"[\u30a0-\u30ff]")
_LATIN = re.compile(r"[A-Za-z0-9]")


def format_type_line(
    ids: Iterable[str], lexicon: Lexicon, lang: str = "en", *, as_given: bool = False
) -> str:
    """The line of some terms as it would be printed.

    Subtypes are ordered by the card types that use them, then by name; with `as_given` they stay in
    the order of `ids`.
    """
    terms = [lexicon[i] for i in dict.fromkeys(ids)]
    words = type_words(lexicon)
    cards = sorted((t for t in terms if words.is_card_type(t)), key=lambda t: t.display_order)
    rest = [t for t in terms if not t.kind and not words.is_card_type(t)]
    order = {k: i for i, c in reversed([*enumerate(cards)]) for k in c.uses}
    subtypes = [t for t in terms if t.kind]
    if not as_given:
        subtypes.sort(key=lambda t: (order.get(t.kind or "", len(cards)), t.label("en"), t.id))
    lead = [t.label(lang) for t in sorted(rest, key=lambda t: t.display_order)]
    main, after = [t.label(lang) for t in cards], [t.label(lang) for t in subtypes]
    if lang == "ja":
        category = lexicon.terms.get(cards[0].category) if cards else None
        between = (category.joint if category else "") or "・"
        joint = cards[0].joint if cards and lead else ""
        left, right = _joined([*lead, joint + between.join(main)]), "・".join(after)
        dash = " ― "
    else:
        left, right, dash = " ".join((*lead, *main)), " ".join(after), " — "
    return dash.join(part for part in (left, right) if part)


def _joined(words: list[str]) -> str:
    """Japanese words in a row, with a mark or space only where their letters would run together."""
    line = ""
    for word in filter(None, words):
        mark = ""
        for letters, parting in ((_KATAKANA, "・"), (_LATIN, " ")):
            if line and letters.match(line[-1]) and letters.match(word):
                mark = parting
        line += mark + word
    return line

"""What in the lists of a rules text looks damaged: cut lists, words run together, odd or repeated items."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence

from ..diagnostics import Diagnostic
from ..lexicon import Term, fold
from ..values import value
from .type_lists import Enumeration, Item, Listing, patterns

MAX_ITEM = 60
_NEAR = 0.85  # how like a known label an unknown one must be to look misspelt
_WORDS = re.compile(r"[^\W\d_]+(?:[ '-]+[^\W\d_]+)*'?")
_INNER_CAPITAL = re.compile(r"[^\W\d_]*[a-z][A-Z]")


@value
class Doubt:
    """Something in a list that looks damaged.

    Args:
        listing: The list.
        line: Its line in the text, from 1.
        why: What is wrong.
        item: The item that is not taken therefore; "" where all are.
    """

    listing: Listing
    line: int
    why: Diagnostic
    item: str = ""


def doubts_of(
    listing: Listing, sentences: Sequence[Enumeration], known: Mapping[str, Term]
) -> list[Doubt]:
    """What looks damaged in the sentences of a list, in the order of the text.

    Args:
        listing: The list.
        sentences: The sentences.
        known: What the ontology has in the list, by folded label.
    """
    found = []
    seen: set[str] = set()
    written = {fold(item.text) for sentence in sentences for item in sentence.items}
    missing = [name for name in known if name not in written]
    for sentence in sentences:
        if not sentence.stopped or not sentence.joined:
            found.append(_cut(listing, sentence, known))
        for item in sentence.items if sentence.stopped else sentence.items[:-1]:
            name = fold(item.text)
            if code := _fault(item, name, known):
                found.append(_doubt(listing, item, code, kept=False))
            elif name in seen:
                found.append(_doubt(listing, item, "list-item-twice", kept=True))
            elif name not in known and (near := _near(name, missing)):
                label = known[near].label(patterns()["label_language"])
                found.append(_doubt(listing, item, "list-item-near", kept=False, known=label))
            seen.add(name)
    return found


def _cut(listing: Listing, sentence: Enumeration, known: Mapping[str, Term]) -> Doubt:
    """The doubt of a list that does not end as lists do; an unknown last item may be part of a word."""
    last = next((item.text for item in reversed(sentence.items) if item.text), "")
    code = "list-not-joined" if sentence.stopped else "list-cut"
    kept = sentence.stopped or fold(last) in known
    return Doubt(
        listing, sentence.line, Diagnostic(code, params={"input": last}), "" if kept else last
    )


def _doubt(listing: Listing, item: Item, code: str, *, kept: bool, **params: object) -> Doubt:
    shown = item.text if len(item.text) <= MAX_ITEM else item.text[:MAX_ITEM] + "…"
    why = Diagnostic(code, params={"input": shown, "limit": MAX_ITEM, **params})
    return Doubt(listing, item.line, why, "" if kept else item.text)


def _fault(item: Item, name: str, known: Mapping[str, Term]) -> str:
    """The code of what is wrong with an item by itself; "" if nothing is."""
    if not item.text:
        return "list-item-empty"
    if len(item.text) > MAX_ITEM:
        return "list-item-long"
    if not _WORDS.fullmatch(item.text):
        return "list-item-odd"
    if name not in known and (_INNER_CAPITAL.match(item.text) or any(_joined(item.text, known))):
        return "list-items-joined"
    return ""


def _joined(text: str, known: Mapping[str, Term]) -> Iterator[bool]:
    """Whether an item is made of known ones: of two of them, or of one beside other words.

    A capital letter alone at the start shows that two items without a blank are one word of its own.
    """
    name, lower = fold(text), text == text.lower()
    for place in range(1, len(name)):
        first, second = name[:place].strip(), name[place:].strip()
        spaced = name[place - 1].isspace() or name[place].isspace()
        yield (first in known) + (second in known) > (0 if spaced else 1) and (spaced or lower)


def _near(name: str, missing: Sequence[str]) -> str:
    """The missing label that a name looks like a slip of; "" if there is none."""
    found = difflib.get_close_matches(name[:MAX_ITEM], missing, n=1, cutoff=_NEAR)
    return found[0] if found else ""

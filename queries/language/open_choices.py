"""What `chosen` stands for in an exact form: what the statement chooses, or a stand-in.

The forms that `rulekeep read` prints leave choices open: `{ add creature types chosen }`, `chosen 2`
for the second one, `… and chosen` in what an effect looks at, `{ copy chosen }`.
"""

from __future__ import annotations

import re
from typing import Protocol

from ...kb.lexicon import Term
from ...kb.values import value

WORD = r"chosen(?:\s+[2-9])?(?![\w'-])"
AIMED = r"(?:self|affected)(?![\w'-])(?!\s+(?:and|or)(?!\w))"
_WORD = re.compile(r"chosen(?:\s+([2-9]))?", re.IGNORECASE)
_LEFT = re.compile(r"\bchosen(?:\s+([2-9])\b)?", re.IGNORECASE)
_REPLACED = re.compile(r"\bchosen\s+(?:with|by)\s+chosen\b", re.IGNORECASE)
_NUMBERED = re.compile(r"\bchosen\s+(?:[2-9]\b|(?:with|by)\s+chosen\b)", re.IGNORECASE)


class Chosen(Protocol):
    """What is chosen."""

    def terms(self, group: Term | None, number: int | None, place: int) -> tuple[str, ...]:
        """Ids of what is chosen, none if nothing is.

        Args:
            group: The group of terms that it is chosen from; `None` if the form names none.
            number: The number of the choice, from 0; `None` if the form gives it no number.
            place: Its place in its operation; 1 for the word that replaces another one.
        """

    def model(self) -> str:
        """The name of what is copied, "" if it is not chosen."""

    def objects(self, name: str) -> tuple[str, ...]:
        """The objects that a name in quotes stands for: itself, or those that are chosen or aimed at."""


@value
class Choices:
    """What a statement chooses.

    Args:
        ids: For each choice all meanings of its word.
        words: The words themselves.
        numbered: The form tells its choices apart; else `chosen` stands for all of them.
        aimed: Names of the objects that the effect is aimed at.
    """

    ids: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]
    numbered: bool
    aimed: tuple[str, ...] = ()

    def terms(self, group: Term | None, number: int | None, place: int) -> tuple[str, ...]:
        """See `Chosen`."""
        del group
        if not self.numbered and number is None:
            return tuple(dict.fromkeys(i for ids in self.ids for i in ids))
        wanted = place if number is None else number
        return self.ids[wanted] if wanted < len(self.ids) else ()

    def model(self) -> str:
        """See `Chosen`."""
        return self.words[0] if self.words else ""

    def objects(self, name: str) -> tuple[str, ...]:
        """See `Chosen`."""
        return {"chosen": self.words, "affected": self.aimed}.get(name, ()) or (name,)


def is_numbered(form: str) -> bool:
    """Whether a form tells the choices that it leaves open apart by numbers or places."""
    return _NUMBERED.search(form) is not None


def choices_left(form: str) -> int:
    """How many choices a form leaves open."""
    if _REPLACED.search(form):
        return 2
    return max((int(m[1] or 1) for m in _LEFT.finditer(form)), default=0)


def is_choice(word: str) -> bool:
    """Whether a word of an exact form stands for a choice."""
    return _WORD.fullmatch(word.strip()) is not None


def choice_number(word: str) -> int | None:
    """The number, from 0, that a word of an exact form gives to its choice, if it gives one."""
    match = _WORD.fullmatch(word.strip())
    return int(match[1]) - 1 if match and match[1] else None

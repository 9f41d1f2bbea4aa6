"""The words of type lines, and how a line is cut into them.

Only labels count, since type lines have no plurals; words of every date are known, so that the
reader can say since when or until when the rules have one.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator

from ..lexicon import Lexicon, Term, fold
from ..values import value

_MARKS = frozenset("・･·、")
_LATIN = re.compile(r"[a-z0-9]")
_LATIN_WORD = re.compile(r"[a-z0-9'-]")


@value
class Word:
    """A word of a line, its place in it and the terms of any date that have it as a label."""

    text: str
    start: int
    end: int
    terms: tuple[Term, ...]


class TypeWords:
    """Terms by folded label: subtypes have a kind, what stands before the dash has a place.

    A term with a negative `display_order` may stand before the types, or after them in brackets, and
    is none.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._by_word: dict[str, list[Term]] = {}
        terms = lexicon.terms.values()
        users = (t.category for t in terms if t.uses)
        self._card_category = next((t.id for t in terms if t.heads_line), next(users, ""))
        joints = {c for t in terms for c in t.joint}
        self._marks = _MARKS | {c for c in joints if not c.isalnum()}
        for term in terms:
            if term.kind or term.display_order:
                for label in (label for labels in term.labels.values() for label in labels):
                    entry = self._by_word.setdefault(fold(label), [])
                    if term not in entry:
                        entry.append(term)
        # A half-width letter with its voicing mark is two characters of text and one of the label.
        self._longest = 2 * max(map(len, self._by_word), default=0)

    def is_card_type(self, term: Term) -> bool:
        """Whether a term is of the category that every line has a member of.

        It is the one that says so, else the one whose members use kinds of subtype.
        """
        return term.category == self._card_category

    def labels(self, fits: Callable[[Term], bool]) -> dict[str, str]:
        """Folded label → label of the terms that fit."""
        return {
            word: term.label("en" if word.isascii() else "ja")
            for word, terms in self._by_word.items()
            for term in terms
            if fits(term)
        }

    def word(self, text: str, start: int, end: int) -> Word:
        """The word that stands between two places."""
        word = text[start:end]
        return Word(word, start, end, tuple(self._by_word.get(fold(word), ())))

    def split(self, text: str, start: int, end: int) -> Iterator[Word]:
        """The words of a part of a line, each the longest that means something."""
        while start < end:
            if self._parts(text[start]):
                start += 1
                continue
            stop = self._end_of_label(text, start, end)
            if stop == start:
                while stop < end and not self._parts(text[stop]):
                    stop += 1
            yield self.word(text, start, stop)
            start = stop

    def _end_of_label(self, text: str, start: int, end: int) -> int:
        """Where the longest label from `start` ends; `start` if there is none.

        A label in Latin letters ends where a word ends; Japanese needs no such mark.
        """
        for stop in range(min(end, start + self._longest), start, -1):
            if self._parts(text[stop - 1]):
                continue
            inside = stop < end and _LATIN_WORD.match(fold(text[stop]))
            if inside and _LATIN.match(fold(text[stop - 1])):
                continue
            if fold(text[start:stop]) in self._by_word:
                return stop
        return start

    def _parts(self, character: str) -> bool:
        return character.isspace() or fold(character) in self._marks


@functools.lru_cache(maxsize=8)
def type_words(lexicon: Lexicon) -> TypeWords:
    """The words of type lines in a lexicon."""
    return TypeWords(lexicon)

"""Words that are one letter, or one swap of neighbours, away from a given one, found without trying all.

Two such words share what is left of them without one letter, so known words are kept by these parts.
"""

from __future__ import annotations

from collections.abc import Iterable


class OneLetter:
    """Known words, by themselves and by what is left of them without one letter."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_part: dict[str, list[str]] = {}
        for word in sorted(set(words)):
            for part in {word, *_shorter(word)}:
                self._by_part.setdefault(part, []).append(word)

    def near(self, word: str) -> tuple[str, ...]:
        """The known words that are one letter away, in order; a known word itself is not among them."""
        parts = (word, *_shorter(word))
        found = {known for part in parts for known in self._by_part.get(part, ())}
        return tuple(sorted(known for known in found if one_away(word, known)))


def one_away(word: str, other: str) -> bool:
    """Whether two words differ by one letter or by one swap of neighbours."""
    if len(word) != len(other):
        longer, short = (word, other) if len(word) > len(other) else (other, word)
        return len(longer) - len(short) == 1 and short in _shorter(longer)
    apart = [i for i, (a, b) in enumerate(zip(word, other, strict=True)) if a != b]
    if len(apart) == 2 and apart[1] == apart[0] + 1:
        first, second = apart
        return word[first] == other[second] and word[second] == other[first]
    return len(apart) == 1


def _shorter(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}

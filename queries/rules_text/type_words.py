"""Whether types stand where an English sentence says what is held, gained or lost; by letters alone.

Every sentence of a text is asked, so no token is cut: the words behind a verb are looked up in a set.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from ...kb.lexicon import Lexicon, fold, plural
from ..wording.meanings import GIVEN, group_of

_PIECE = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[^\s\w]")
_REACH = 120  # characters behind a verb
_ENDS = frozenset(".;:!(•")
_JOINTS = frozenset((",", "and", "or"))


@functools.lru_cache(maxsize=8)
def type_words(lexicon: Lexicon) -> frozenset[str]:
    """First words of the labels of all types, in singular and plural, lower case."""
    listed = (t for t in lexicon.terms.values() if t.category in GIVEN)
    labels = {fold(label) for t in listed for label in (*t.labels.get("en", ()), *t.plurals)}
    groups = (t for t in lexicon.terms.values() if group_of((t,), lexicon) is not None)
    labels |= {label for t in groups if " " not in (label := fold(t.label("en")))}
    return frozenset(word.split()[0] for label in labels for word in (label, plural(label)))


@functools.lru_cache(maxsize=8)
def _kinds(lexicon: Lexicon) -> frozenset[str]:
    """Words of which the names of kinds of types consist ("basic land type")."""
    named = (t for t in lexicon.terms.values() if group_of((t,), lexicon) is not None)
    return frozenset(word for t in named for word in fold(t.label("en")).split())


def holds_type(text: str, ends: Iterable[int], small: frozenset[str], lexicon: Lexicon) -> bool:
    """Whether a type stands first, or behind a comma or "and", in what a verb says is held.

    Args:
        text: The sentence.
        ends: Where its verbs end.
        small: Words that may stand before a type ("the", "all", "its").
        lexicon: The words of the game.
    """
    words = type_words(lexicon)
    for end in ends:
        opens = True
        for match in _PIECE.finditer(text, end, end + _REACH):
            piece = match.group().lower()
            if piece in _ENDS:
                break
            if opens and piece in words:
                return True
            opens = piece in _JOINTS or (opens and (piece in small or piece == '"'))
    return False


def has_type(text: str, start: int, lexicon: Lexicon) -> bool:
    """Whether a word for a type stands in the sentence behind an offset."""
    end = text.find(".", start)
    pieces = _PIECE.findall(text[start : end if end >= 0 else len(text)].lower())
    return not type_words(lexicon).isdisjoint(pieces)


def names_type(text: str, kind: re.Pattern[str], lexicon: Lexicon) -> bool:
    """Whether a word like "type" stands beside a type by name ("type Elf", "Elf creature type")."""
    words, kinds = type_words(lexicon), _kinds(lexicon)
    for match in kind.finditer(text):
        after = _PIECE.match(text, match.end() + 1)
        if after and after.group().lower() in words:
            return True
        before = [
            p.lower() for p in _PIECE.findall(text[max(0, match.start() - 40) : match.start()])
        ]
        while before and before[-1] in kinds:
            before.pop()
        if before and before[-1] in words:
            return True
    return False

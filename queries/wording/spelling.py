"""Slips of the pen: the known word that an unknown one was meant to be."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Collection

from ...kb.lexicon import Lexicon, fold, plural
from .one_letter import OneLetter
from .phrase_table import Phrases, phrases

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ENDINGS = ("s", "es", "d", "ed", "ing")
SHORTEST = 4


@functools.lru_cache(maxsize=4096)
def slip(word: str, lang: str, lexicon: Lexicon, labels: bool = True) -> str | None:
    """The known word that is one letter (or one swap of letters) away from an unknown one.

    Args:
        word: As it was written.
        lang: Language of the phrase table.
        lexicon: The words of the game.
        labels: Whether a slip from a word of the game counts too.
    """
    word = word.lower()
    table = phrases(lang)
    if lang == "ja":
        label = lexicon.nearest(word) if len(word) >= SHORTEST and labels else None
        return label if label is not None and _one_off(label, word) else None
    if len(word) < SHORTEST or known(word, table, lexicon):
        return None
    near = sorted(w for w in _edits(word) if w in table.words and len(w) > 2)
    if near:
        return near[0]
    for edit in sorted(_edits(word)) if labels else ():
        terms = lexicon.lookup(edit)
        if terms:
            return terms[0].label(lang)
    return None


def types_near(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Labels of the game's terms that are one letter away from an unknown word."""
    if len(word) < SHORTEST:
        return ()
    index, labels = _types(lexicon)
    found = (label for near in index.near(word.lower()) for label in labels[near])
    return tuple(dict.fromkeys(found))


@functools.lru_cache(maxsize=8)
def _types(lexicon: Lexicon) -> tuple[OneLetter, dict[str, list[str]]]:
    """English words for terms, in singular and plural, with the labels of what they mean."""
    labels: dict[str, list[str]] = {}
    for term in lexicon.terms.values():
        if not term.valid(lexicon.date):
            continue
        for label in term.labels.get("en", ()):
            for word in (fold(label), plural(fold(label)), *map(fold, term.plurals)):
                labels.setdefault(word, []).append(label)
    return OneLetter(labels), labels


def known(word: str, table: Phrases, lexicon: Lexicon) -> bool:
    """Whether a word is right as it stands: of the phrase table, of the lexicon or an ordinary one."""
    word = word.lower()
    if word in table.words or word in table.ordinary or lexicon.lookup(word):
        return True
    if word.endswith("'s"):
        return known(word[:-2], table, lexicon)
    return any(word.endswith(end) and word[: -len(end)] in table.ordinary for end in _ENDINGS)


def nearest(word: str, lang: str, lexicon: Lexicon, names: Collection[str] = ()) -> str | None:
    """The known word or name that is nearest to an unknown one, if any is near."""
    word = word[:60]
    meant = slip(word, lang, lexicon)
    if meant is not None:
        return meant
    pool = {name.lower(): name for name in names}
    candidates = [*pool, *phrases(lang).words]
    near = difflib.get_close_matches(word.lower(), candidates, n=1, cutoff=0.75)
    if near:
        return pool.get(near[0], near[0])
    return lexicon.nearest(word)


def _one_off(label: str, word: str) -> bool:
    """Whether two words differ in one character."""
    matcher = difflib.SequenceMatcher(None, label, word, autojunk=False)
    kept = sum(block.size for block in matcher.get_matching_blocks())
    return kept >= max(len(label), len(word)) - 1


def _edits(word: str) -> set[str]:
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    shorter = {a + b[1:] for a, b in cuts if b}
    swapped = {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    changed = {a + c + b[1:] for a, b in cuts if b for c in _LETTERS}
    longer = {a + c + b for a, b in cuts for c in _LETTERS}
    return (shorter | swapped | changed | longer) - {word}

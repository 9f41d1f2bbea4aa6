"""Words of the games: from what people write to the terms of the ontology, as of a date.

One word may have several meanings (a name belongs to a set of terms by kind and date), so every
look-up returns all of them and the caller judges by context.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Collection, Iterable, Mapping

from .values import value


@value
class Term:
    """A named individual of the ontology that texts may speak of.

    Args:
        id: Its local IRI ("Creature", "creature-type/Goblin", "Snow", "Battlefield").
        category: Local name of its class ("CardType", "Subtype", "Supertype", "SubtypeKind",
            "Zone", "Cue", "Class" …).
        kind: For a subtype, the id of its kind ("creature-type").
        labels: Language → labels, the preferred one first.
        plurals: Irregular English plurals.
        valid_from: ISO date of the first text that has it, or `None`.
        valid_to: ISO date of the first text that lacks it again, or `None`.
        successor: Id of the term that it was renamed to.
        uses: For a card type, the ids of the kinds of subtype that it uses.
        display_order: Place among the terms of its category on a type line.
        members: For a group of terms ("basic land type"), the ids of its members.
        whole_text: For a kind of subtype: all words after the dash are one subtype.
        listed_in: Number of the rule that lists it (or, for a kind, its members).
        located: For a zone, by language where something in it is ("on the …").
        joint: What parts it from the word before it in a Japanese type line; of a category: what
            parts its members.
        heads_line: Of a category: every type line has a member of it.
    """

    id: str
    category: str
    kind: str | None = None
    labels: Mapping[str, tuple[str, ...]] = ()  # type: ignore[assignment]
    plurals: tuple[str, ...] = ()
    valid_from: str | None = None
    valid_to: str | None = None
    successor: str | None = None
    uses: tuple[str, ...] = ()
    display_order: int = 0
    members: tuple[str, ...] = ()
    whole_text: bool = False
    listed_in: str = ""
    located: Mapping[str, str] = ()  # type: ignore[assignment]
    joint: str = ""
    heads_line: bool = False

    def label(self, lang: str) -> str:
        """Preferred label in a language; in another one if there is none."""
        for code in (lang, "en", "ja"):
            if self.labels.get(code):
                return self.labels[code][0]
        return self.id.rpartition("/")[2]

    def valid(self, date: str) -> bool:
        """Whether the rules of a date know the term."""
        return (self.valid_from or "") <= date and (self.valid_to is None or date < self.valid_to)


_FOLDS = str.maketrans({"’": "'", "‘": "'", "＇": "'", "`": "'", "‐": "-", "‑": "-", "＝": "="})


@functools.lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """The form in which words are compared: NFKC, lower case, one kind of apostrophe and hyphen."""
    return " ".join(unicodedata.normalize("NFKC", word).translate(_FOLDS).lower().split())


def plural(word: str) -> str:
    """The regular English plural of a label; of "kind of X" it is "kinds of X"."""
    head, of, rest = word.partition(" of ")
    if of:
        return plural(head) + of + rest
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


class Lexicon:
    """All terms as of a date, with look-up by folded label, plural included."""

    def __init__(
        self,
        terms: Iterable[Term],
        date: str,
        judges: Mapping[str, str] | None = None,
        held: Collection[str] | None = None,
    ) -> None:
        self.date = date
        self._judges = judges or {}
        self._held = held
        self.terms: dict[str, Term] = {term.id: term for term in terms}
        self._words: dict[str, list[str]] = {}
        for term in self.terms.values():
            for lang, labels in term.labels.items():
                for label in labels:
                    self._enter(fold(label), term.id)
                    if lang == "en":
                        for form in (plural(fold(label)), *map(fold, term.plurals)):
                            self._enter(form, term.id)
        self._longest = max(map(len, self._words), default=0)
        self._valid: dict[str, tuple[Term, ...]] = {}
        self._pools: dict[str | None, dict[str, str]] = {}
        self._most_words: dict[str, int] = {}

    def _enter(self, word: str, term_id: str) -> None:
        ids = self._words.setdefault(word, [])
        if term_id not in ids:
            ids.append(term_id)

    def is_held(self, term: Term) -> bool:
        """Whether objects can have a term, as far as the ontology says which categories they have."""
        return self._held is None or term.category in self._held

    def judges(self, code: str) -> str | None:
        """Number of the rule that an error code stands for in this game, if there is one."""
        return self._judges.get(code)

    def __getitem__(self, term_id: str) -> Term:
        return self.terms[term_id]

    def lookup(self, word: str, category: str | None = None) -> tuple[Term, ...]:
        """Every term that a word may mean and that is valid at the date, plural forms included."""
        folded = fold(word)
        ids = self._words.get(folded)
        if ids is None:
            return ()
        found = self._valid.get(folded)
        if found is None:
            found = tuple(t for i in ids if (t := self.terms[i]).valid(self.date))
            self._valid[folded] = found
        if category is None:
            return found
        return tuple(t for t in found if t.category == category)

    def most_words(self, first: str) -> int:
        """The number of words of the longest label of any date that begins with a word, in its folded form."""
        if not self._most_words:
            for label in self._words:
                words = label.split()
                known = self._most_words.get(words[0], 0)
                self._most_words[words[0]] = max(known, len(words))
        return self._most_words.get(first, 0)

    def lookup_any_date(self, word: str) -> tuple[Term, ...]:
        """Every term of any date that a word may mean (for renamed and future terms)."""
        return tuple(self.terms[i] for i in self._words.get(fold(word), ()))

    def longest(
        self, text: str, start: int = 0, categories: Collection[str] | None = None
    ) -> tuple[int, tuple[Term, ...]]:
        """The longest label in `text` at `start` and what it may mean: (end, terms).

        Looks up at most as far as the longest label. A label in Latin letters must end at a word's
        end; Japanese needs no such mark. `(start, ())` if there is none.
        """
        for end in range(min(len(text), start + self._longest), start, -1):
            if _inside_word(text, end):
                continue
            terms = self.lookup(text[start:end])
            if categories is not None:
                terms = tuple(t for t in terms if t.category in categories)
            if terms:
                return end, terms
        return start, ()

    def nearest(self, word: str, category: str | None = None) -> str | None:
        """The label of the date's terms that is nearest to a misspelt word, if any is near."""
        import difflib

        pool = self._pools.get(category)
        if pool is None:
            pool = {w: found[0].id for w in self._words if (found := self.lookup(w, category))}
            self._pools[category] = pool
        folded = fold(word)
        near = difflib.get_close_matches(folded[:60], pool, n=2, cutoff=0.7)
        meant = next((w for w in near if w != folded), None)
        return self.terms[pool[meant]].label("en" if meant.isascii() else "ja") if meant else None


def _inside_word(text: str, end: int) -> bool:
    """Whether `end` falls between two letters of one Latin word."""
    if end >= len(text):
        return False
    before, after = text[end - 1], text[end]
    return (
        before.isascii()
        and after.isascii()
        and before.isalnum()
        and (after.isalnum() or after in "'’-")
    )

"""Types in words: one type, a list of them as cards have it, and a kind of types."""

from __future__ import annotations

import functools
import itertools
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from ...kb.knowledge import Knowledge
from ...kb.lexicon import plural
from ..wording.meanings import meanings, single
from .stand_ins import OpenLexicon, group_of_stand_in, is_stand_in, number_of_stand_in, open_lexicon

CATEGORIES = ("Supertype", "Subtype", "CardType")


class Unsayable(ValueError):
    """Raised for an effect that the sentences cannot say.

    Args:
        words: The part of it that they cannot say.
        reason: Why: "label" (the language has no word), "filter" or "together".
    """

    def __init__(self, words: str, reason: str) -> None:
        super().__init__(words)
        self.words = words
        self.reason = reason


@functools.cache
def sentences(lang: str) -> dict[str, Any]:
    """The sentences of a language, from `saying.toml`."""
    text = files(__package__).joinpath("saying.toml").read_text("utf-8")
    found: dict[str, Any] = tomllib.loads(text)[lang]
    return found


class Types:
    """Says types in one language.

    `two_choices`: two types are chosen, so that each needs its number; `but_itself`: "other" would
    leave out another object than the one that says it, which then is named.
    """

    def __init__(self, knowledge: Knowledge, lang: str) -> None:
        self.lang = lang
        self.lexicon: OpenLexicon = open_lexicon(knowledge.lexicon)
        self.table = sentences(lang)
        self.two_choices = False
        self.but_itself = False

    def label(self, term: str) -> str:
        """The word for a term.

        Raises:
            Unsayable: The language has none.
        """
        label = self.lexicon[term].label(self.lang)
        if self.lang == "ja" and label.isascii() and not meanings((self.lexicon[term],)):
            raise Unsayable(label, "label")
        if not self._means(label, term):
            raise Unsayable(label, "label")
        lower = self.lang == "en" and self.lexicon[term].category != "Subtype"
        return label.lower() if lower else label

    def _means(self, label: str, term: str) -> bool:
        """Whether a word alone, or beside a card type that uses it, is read as the type."""
        found = meanings(self.lexicon.lookup(label))
        if len(found) < 2 or is_stand_in(term):
            return True
        beside = [t.id for t in self.lexicon.terms.values() if self.lexicon[term].kind in t.uses]
        best = single(found, (), self.lexicon), single(found, beside, self.lexicon)
        return term in {t.id for t in best if t is not None}

    def several(self, term: str) -> str:
        """The word for many objects of a type, or for all types of a kind."""
        found = self.lexicon[term]
        if self.lang != "en" or found.category == "Supertype":
            return self.label(term)
        words = found.plurals[0] if found.plurals else plural(found.label("en"))
        return words if found.category == "Subtype" else words.lower()

    def in_order(self, terms: Sequence[str]) -> list[str]:
        """Terms in the order of a type line's words before a noun: supertypes, subtypes, card types."""
        return sorted(terms, key=lambda t: CATEGORIES.index(self.lexicon[t].category))

    def leans(self, term: str) -> bool:
        """Whether the word for a subtype stands before another one only: it is a genitive."""
        word = self.lexicon[term].label(self.lang)
        return self.lexicon[term].category == "Subtype" and word.endswith(self.table["genitive"])

    def listed(self, terms: Sequence[str], *, many: bool = False) -> str:
        """What objects are that have the types, with an article where one is due.

        Types are strung together as on cards ("legendary Elf artifacts"), or listed where they do
        not go together: supertypes, subtypes of a kind that one card type uses ("a Swamp and a …").
        """
        ordered = self.in_order(terms)
        group = self.whole_group(ordered)
        if group:
            return str(self.table["whole"].format(self.label(group)))
        parts = self._parts(ordered)
        if self.lang == "en":
            return self.enumerated([self._with_article(part, many=many) for part in parts])
        return str(self.table["between"].join(map(self._alone, parts)))

    def _alone(self, terms: Sequence[str]) -> str:
        """Japanese words with nothing behind them; a genitive then needs the kind of types."""
        words = self.strung(terms)
        if not self.leans(terms[-1]) or is_stand_in(terms[-1]):
            return words
        kind = self.label(self.lexicon[terms[-1]].kind or terms[-1])
        return f"{words}{self.table['of']}{kind}"

    def enumerated(self, words: Sequence[str]) -> str:
        """Words as a list: "a", "a and b", "a, b, and c"."""
        if len(words) < 3 or "last" not in self.table:
            return str(self.table["and"].join(words))
        return str(self.table["comma"].join(words[:-1]) + self.table["last"] + words[-1])

    def strung(self, terms: Sequence[str], *, many: bool = False) -> str:
        """Types as adjectives before the last one, which is a plural if there are `many` objects."""
        words = [self.type(t) for t in terms]
        if self.lang == "en":
            last = terms[-1]
            words[-1] = self.several(last) if many and not is_stand_in(last) else words[-1]
            return " ".join(words)
        return self.joined(terms, words).removesuffix(self.table["of"])

    def joined(self, terms: Sequence[str], words: Sequence[str]) -> str:
        """Japanese words with what stands between them.

        That is nothing behind an adjective and between kanji and a class of objects, else a dot;
        behind a type that is chosen it is a particle.
        """
        said = words[0]
        for before, term, word in zip(terms, terms[1:], words[1:], strict=False):
            category, behind = self.lexicon[term].category, self.lexicon[before].category
            plain = behind == "Supertype" and not _katakana(said[-1] + word[0])
            adjective = behind == "Supertype" and category == "Subtype"
            plain = plain and not adjective
            plain = plain or (category not in CATEGORIES and not _katakana(said[-1] + word[0]))
            if said.endswith(self.table["of"]) or plain:
                joint = ""
            elif adjective:
                joint = self.table["of"]
            else:
                open_kind = is_stand_in(before) and category == "CardType"
                joint = self.table["of" if open_kind else "between"]
            said += joint + word
        return said

    def type(self, term: str) -> str:
        """The word for a type, or the words for one that is chosen."""
        if not is_stand_in(term):
            return self.label(term)
        return self.chosen("chosen", term)

    def chosen(self, key: str, term: str) -> str:
        """The words for a type that is chosen."""
        template: str = self.table[key][number_of_stand_in(term)]
        return template.format(self.label(group_of_stand_in(term)))

    def whole_group(self, terms: Sequence[str]) -> str | None:
        """Id of the listed group of which these are all members ("basic land type")."""
        wanted = set(terms)
        groups = (t for t in self.lexicon.terms.values() if len(t.members) > 1)
        return next((t.id for t in groups if set(t.members) == wanted), None)

    def _parts(self, terms: list[str]) -> list[list[str]]:
        """Types that are strung together, for each part of a list."""
        first = [t for t in terms if self.lexicon[t].category == "Supertype"]
        rest = terms[len(first) :]
        if not rest:
            return [[t] for t in first]
        if any(self.lexicon[t].category == "CardType" for t in rest):
            return self.by_card_type(terms)
        if self._stacked(rest):
            return [terms]
        parts = [[*first, rest[0]]]
        for before, term in itertools.pairwise(rest):
            if self.leans(before):
                parts[-1].append(term)
            else:
                parts.append([term])
        return parts

    def by_card_type(self, terms: Sequence[str]) -> list[list[str]]:
        """Each card type with its own subtypes, if each has some: "Elf creatures and Forest lands"."""
        cards = [t for t in terms if self.lexicon[t].category == "CardType"]
        parts: dict[str, list[str]] = {card: [] for card in cards}
        for term in terms:
            kind = self.lexicon[term].kind
            using = [c for c in cards if kind in self.lexicon[c].uses]
            if kind is not None and using:
                parts[using[0]].append(term)
            elif kind is not None:
                return [list(terms)]
        if len(cards) < 2 or not all(parts.values()):
            return [list(terms)]
        found = [[*subtypes, card] for card, subtypes in parts.items()]
        first = [t for t in terms if self.lexicon[t].category == "Supertype"]
        return [[*first, *found[0]], *found[1:]]

    def _stacked(self, terms: Sequence[str]) -> bool:
        """Whether subtypes stand side by side in prose: those of a kind that several card types use."""
        kinds = {self.lexicon[t].kind for t in terms}
        users = [t for t in self.lexicon.terms.values() if kinds & {*t.uses}]
        return len(kinds) == 1 and len(users) > 1

    def _with_article(self, terms: Sequence[str], *, many: bool) -> str:
        words = self.strung(terms, many=many)
        adjective = self.lexicon[terms[-1]].category == "Supertype"
        if many or adjective or is_stand_in(terms[0]):
            return words
        vowel = words.lower().startswith(("a", "e", "i", "o", "u"))
        return f"{'an' if vowel else 'a'} {words}"


def _katakana(chars: str) -> bool:
    return all("ァ" <= char <= "ヺ" or char == "ー" for char in chars)


def is_kanji(word: str) -> bool:
    """Whether a word is written in kanji alone."""
    return all("一" <= char <= "龯" or char == "々" for char in word)

"""What stands for a choice that a rules text leaves open: terms called "chosen", one for each kind.

"The basic land type of your choice" gives a term of that kind that nobody knows yet. The lexicon of a
rules text has such terms beside those of the game; in exact form they are written `chosen`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon, Term
from ..wording.cursor import StandIn
from ..wording.meanings import GIVEN, Group

WORD = "chosen"
MOST = 2
_PREFIX = "chosen/"
_WORD = re.compile(r"[\w'-]+")
_CATEGORIES = ("Category", "SubtypeKind")


class OpenLexicon(Lexicon):
    """A lexicon that knows the stand-ins by their ids; no word means them."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.__dict__.update(lexicon.__dict__)
        self._stand_ins = {term.id: term for term in _terms(lexicon)}

    def __getitem__(self, term_id: str) -> Term:
        return self._stand_ins.get(term_id) or self.terms[term_id]

    def stand_in(self, term_id: str) -> Term | None:
        """A stand-in by its id."""
        return self._stand_ins.get(term_id)


@functools.lru_cache(maxsize=8)
def open_lexicon(lexicon: Lexicon) -> OpenLexicon:
    """The lexicon with terms for open choices."""
    return OpenLexicon(lexicon)


def _terms(lexicon: Lexicon) -> Iterator[Term]:
    groups = [t for t in lexicon.terms.values() if t.members and t.category not in _CATEGORIES]
    for number in range(MOST):
        labels = {"en": (_label(number),), "ja": (_label(number),)}
        for category in GIVEN:
            if category in lexicon.terms and category != "Subtype":
                yield Term(_id(category, number), category, labels=labels)
        for kind in [t for t in lexicon.terms.values() if t.category == "SubtypeKind"]:
            yield Term(_id(kind.id, number), "Subtype", kind.id, labels)
        for group in groups:
            member = lexicon.terms.get(group.members[0])
            if member is not None:
                yield Term(_id(group.id, number), member.category, member.kind, labels)


def _id(group: str, number: int) -> str:
    return f"{_PREFIX}{group}" if not number else f"{_PREFIX}{group}/{number + 1}"


def _label(number: int) -> str:
    return WORD if not number else f"{WORD} {number + 1}"


def is_stand_in(term: str) -> bool:
    """Whether an id is that of an open choice."""
    return term.startswith(_PREFIX)


def group_of_stand_in(term: str) -> str:
    """Id of the group of terms of which one is chosen."""
    return term.removeprefix(_PREFIX).partition("/")[0]


def stand_in_of(group: str, number: int, lexicon: OpenLexicon) -> str | None:
    """Id of what stands for a choice from a group, if choices from it have a stand-in."""
    term = lexicon.stand_in(_id(group, number))
    return term.id if term is not None else None


def number_of_stand_in(term: str) -> int:
    """Which of several choices an id stands for, from 0."""
    _, _, number = term.removeprefix(_PREFIX).partition("/")
    return int(number) - 1 if number else 0


def stand_in(lexicon: OpenLexicon, default: str | None) -> StandIn:
    """What stands for a choice, by its kind; `default` is the kind where the words name none."""

    def find(group: Group | None, number: int) -> Term | None:
        kind = default if group is None else _of(group, lexicon)
        if kind is None or number >= MOST:
            return None
        return lexicon.stand_in(_id(kind, number))

    return find


def _of(group: Group, lexicon: OpenLexicon) -> str | None:
    if lexicon.stand_in(_id(group.term.id, 0)) is not None:
        return group.term.id
    return narrowest(group.members, lexicon) or group.kind


def narrowest(members: Iterable[str], lexicon: Lexicon) -> str | None:
    """The listed group of terms ("basic land type") that holds all of some terms."""
    wanted = set(members)
    groups = (t for t in lexicon.terms.values() if t.members and t.category not in _CATEGORIES)
    return next((t.id for t in groups if wanted <= set(t.members)), None)


@functools.lru_cache(maxsize=256)
def usual_group(kind: str | None, lexicon: Lexicon) -> str | None:
    """The listed group of terms of a kind of which one is chosen where nothing is said, or the kind."""
    for term in lexicon.terms.values():
        listed = term.members and term.category not in _CATEGORIES
        if listed and kind is not None and lexicon[term.members[0]].kind == kind:
            return term.id
    return kind


def default_kind(text: str, knowledge: Knowledge) -> str | None:
    """The kind of which a text has one chosen ("choose a creature type"), if it is one only."""
    found = _choices(knowledge.lexicon)
    low = text.casefold()
    kinds = {term for word, term in found.items() if word in low}
    whole = {t for t in kinds if not any(t != o and _longer(found, o, t) for o in kinds)}
    return next(iter(whole)) if len(whole) == 1 else None


def _longer(found: dict[str, str], other: str, term: str) -> bool:
    mine = [w for w, t in found.items() if t == term]
    return any(w != o and w in o for o, t in found.items() if t == other for w in mine)


@functools.lru_cache(maxsize=8)
def _choices(lexicon: Lexicon) -> dict[str, str]:
    """Words for kinds and groups of terms → id."""
    found: dict[str, str] = {}
    for term in lexicon.terms.values():
        listed = term.members and term.category not in _CATEGORIES
        if listed or term.category == "SubtypeKind" or term.id in GIVEN and term.id != "Subtype":
            for labels in term.labels.values():
                for label in labels:
                    found[label.casefold()] = term.id
    return found


def used_kind(text: str, lexicon: Lexicon, lang: str) -> str | None:
    """The kind of subtype that the first card type of a sentence uses, for "the chosen type"."""
    if lang == "ja":
        found = sorted(
            (text.find(label), t.uses[0])
            for t in lexicon.terms.values()
            if t.uses
            for label in t.labels.get("ja", ())
            if label in text
        )
        return found[0][1] if found else None
    for match in _WORD.finditer(text):
        for term in lexicon.lookup(match.group()):
            if term.uses:
                return term.uses[0]
            if term.kind:
                return term.kind
    return None

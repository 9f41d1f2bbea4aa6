"""What the words of a statement mean: terms of the lexicon by the place where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...kb.diagnostics import Diagnostic
from ...kb.lexicon import Lexicon, Term
from .grammar_parts import Part
from .keywords import keywords
from .open_choices import Chosen, choice_number, is_choice

_HINTS = 20  # hints in one statement


class Terms:
    """Looks words up and notes every fault.

    Args:
        lexicon: Words of the date.
        faults: Where faults are added; offsets are those of the parts.
        hints: Look for the nearest word of an unknown one, which is slow.
        chosen: What `chosen` stands for; without it that is an unknown word.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        faults: list[Diagnostic],
        hints: bool = True,
        chosen: Chosen | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.chosen = chosen
        self.faults = faults
        self.hints = hints
        table = keywords()["categories"]
        self._classes = frozenset(table["classes"])
        self._kinds = frozenset(table["kinds"])
        self._zones = frozenset(table["zones"])
        self._unheld = self._classes | self._kinds | self._zones | frozenset(table["others"])

    # --- faults -----------------------------------------------------------------------------------

    def fault(self, code: str, part: Part, hint: str | None = None, **params: object) -> None:
        """Notes a fault at a part."""
        shown = {"input": str(part.value)[:80], **params}
        self.faults.append(Diagnostic(code, part.start, part.end, shown, hint))

    def unknown(self, part: Part, categories: Iterable[str] = ()) -> None:
        """Notes an unknown word, with the nearest known one."""
        hint = None
        if self.hints and len(self.faults) < _HINTS:
            pools = tuple(categories) or (None,)
            hint = next((h for c in pools if (h := self.lexicon.nearest(str(part.value), c))), None)
        self.fault("unknown-word", part, hint)

    # --- look-up ----------------------------------------------------------------------------------

    def meanings(self, word: str) -> tuple[Term, ...]:
        """Terms that a word may mean at the date; a renamed one is its successor."""
        found = self.lexicon.lookup(word)
        if found:
            return found
        later = []
        for term in self.lexicon.lookup_any_date(word):
            for _ in range(5):
                if term.successor is None or term.successor not in self.lexicon.terms:
                    break
                term = self.lexicon[term.successor]
            if term.valid(self.lexicon.date) and term not in later:
                later.append(term)
        return tuple(later)

    def held(self, word: str) -> tuple[str, ...]:
        """Ids of the terms that an object can have."""
        held = (t for t in self.meanings(word) if t.category not in self._unheld)
        return tuple(t.id for t in held if self.lexicon.is_held(t))

    def class_of(self, word: str) -> str | None:
        """The predicate of the ontology that a word names."""
        return next((t.id for t in self.meanings(word) if t.category in self._classes), None)

    def zone_of(self, word: str) -> str | None:
        """The zone that a word names."""
        return next((t.id for t in self.meanings(word) if t.category in self._zones), None)

    def zone(self, part: Part) -> str | None:
        """The zone of a part; a fault if there is none."""
        found = self.zone_of(part.value)
        if found is None:
            self.unknown(part, self._zones)
        return found

    # --- open choices -----------------------------------------------------------------------------

    def choice(
        self, part: Part, group: Term | None = None, place: int = 0
    ) -> tuple[str, ...] | None:
        """Ids of what a part stands for that leaves a choice open; `None` for any other part."""
        quoted = part.end - part.start > len(str(part.value))
        if self.chosen is None or quoted or not is_choice(str(part.value)):
            return None
        found = self.chosen.terms(group, choice_number(str(part.value)), place)
        if not found:
            self.fault("no-choice", part)
        return found

    # --- groups of terms --------------------------------------------------------------------------

    def group(self, part: Part) -> Term | None:
        """The kind or class of terms that words such as `creature types` name."""
        found = self.meanings(part.value)
        if not found:
            self.unknown(part, self._kinds)
            return None
        kinds = [t for t in found if t.category in self._kinds]
        groups = [t for t in found if self.is_group(t)]
        return (kinds or groups or list(found))[0]

    def kind(self, part: Part) -> str | None:
        """The id of a kind of subtypes; a fault for other groups."""
        group = self.group(part)
        if group is None:
            return None
        if group.category not in self._kinds:
            self.fault("wrong-kind", part, kind=_labels(group))
            return None
        return group.id

    def is_group(self, term: Term) -> bool:
        """Whether a term stands for several terms."""
        return term.category in self._kinds or bool(self._members(term))

    def _members(self, group: Term) -> frozenset[str]:
        listed = frozenset(getattr(group, "members", ()) or ())
        if listed:
            return listed
        terms = self.lexicon.terms.values()
        return frozenset(t.id for t in terms if group.id in (t.kind, t.category))

    def in_group(self, part: Part, group: Term, words: str) -> tuple[str, ...]:
        """Ids of the meanings of a part that belong to a group.

        Args:
            words: The words for the group; where the group has no members of its own (a class such
                as `basic X type`), the kind that ends the words is taken.
        """
        members = self._members(group)
        if not members:
            kind = self._kind_ending(words)
            members = self._members(kind) if kind else frozenset()
        chosen = self.choice(part, group)
        if chosen is not None:
            return self._fitting(chosen, part, group, members)
        found = self.meanings(part.value)
        fitting = tuple(t.id for t in found if t.id in members)
        if fitting:
            return fitting
        if found:
            self.fault("wrong-kind", part, kind=_labels(group))
        else:
            self.unknown(part)
        return ()

    def _fitting(
        self, chosen: tuple[str, ...], part: Part, group: Term, members: frozenset[str]
    ) -> tuple[str, ...]:
        """What is chosen from a group; a stand-in, which is no term of the game, is taken as it is."""
        found = tuple(i for i in chosen if i in members or i not in self.lexicon.terms)
        if chosen and not found:
            params = {"input": self.lexicon[chosen[0]].label("en"), "kind": _labels(group)}
            rule = self.lexicon.judges("illegal-choice")
            self.faults.append(
                Diagnostic("illegal-choice", part.start, part.end, params, rule=rule)
            )
        return found

    def _kind_ending(self, words: str) -> Term | None:
        for start in range(1, len(words)):
            found = [t for t in self.lexicon.lookup(words[start:]) if t.category in self._kinds]
            if found:
                return found[0]
        return None

    # --- what is asked ----------------------------------------------------------------------------

    def asked(self, part: Part) -> tuple[tuple[str, ...], str | None] | None:
        """Meanings of the words of a question: ids of terms, or else a predicate.

        `land type Forest` is a word of one kind; of a word of another kind the id in the asked kind
        is made up, which no object has.
        """
        word = _bare(part)
        held = self.held(word.value)
        if held:
            return held, None
        predicate = self.class_of(word.value)
        if predicate is not None:
            return (), predicate
        end, prefix = self.lexicon.longest(word.value)
        group = next(
            (t for t in prefix if t.category in self._kinds), prefix[0] if prefix else None
        )
        if group is not None and end < len(word.value) and self.is_group(group):
            rest = _bare(_rest(word, end))
            return self._of_group(rest, group, word.value[:end])
        if group is not None and end < len(word.value) and self._several(word.value):
            self.fault("one-at-a-time", word)
        else:
            self.unknown(word)
        return None

    def _of_group(self, part: Part, group: Term, words: str) -> tuple[tuple[str, ...], None] | None:
        found = self.held(part.value)
        if found and group.category in self._kinds:
            own = tuple(i for i in found if self.lexicon[i].kind == group.id)
            return own or (f"{group.id}/{found[0].rpartition('/')[2]}",), None
        ids = self.in_group(part, group, words)
        return (ids, None) if ids else None

    def _several(self, text: str) -> bool:
        """Whether a text is nothing but known words."""
        at = 0
        while at < len(text):
            end, terms = self.lexicon.longest(text, at)
            if not terms:
                return False
            at = end
            while at < len(text) and text[at] in " \n\t・":
                at += 1
        return True


def _bare(part: Part) -> Part:
    """The part without article, particle and quotes."""
    articles = "|".join(keywords()["articles"]["words"])
    pattern = rf"(?:(?:{articles})\s+|の|\s)*([\"《「]?)(.*?)([\"》」]?)\s*$"
    match = re.match(pattern, part.value, re.IGNORECASE | re.DOTALL)
    if match is None or not match[2].strip():
        return part
    start = part.start + match.start(2)
    return Part(part.kind, match[2], start, start + len(match[2]))


def _rest(part: Part, at: int) -> Part:
    text = part.value[at:]
    start = at + len(text) - len(text.lstrip())
    return Part(part.kind, text.strip(), part.start + start, part.end)


def _labels(term: Term) -> dict[str, str]:
    return {lang: term.label(lang) for lang in ("en", "ja")}

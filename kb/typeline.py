"""Reads and prints type lines: supertypes and card types, a dash, subtypes (rule 205.1).

English and Japanese, several kinds of dash, any letter case. Everything that is wrong with a line is
reported at once; what is merely odd (word order, a repeated or renamed word) becomes a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from .diagnostics import Diagnostic, DiagnosticError
from .lexicon import Lexicon, Term

_DASHES = "—―─–－ー\u2212\u2010\u2011-"
_DASH = re.compile(rf"\s*(?:[—―─–\u2212－]+|---?)\s*|\s+[-\u2010\u2011ー]\s+")
_SEPARATORS = " \u3000\t・,、/"
_FACES = re.compile(r"\s*//\s*")
MAX_LENGTH = 500


@dataclass(frozen=True)
class TypeLine:
    """A type line as term ids in written order, with notes on how it was read.

    Args:
        supertypes: Ids of supertypes.
        card_types: Ids of card types.
        subtypes: Ids of subtypes.
        notes: What the reader should know (`renamed-term`, `word-order`, `repeated-type` …).
    """

    supertypes: tuple[str, ...] = ()
    card_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    notes: tuple[Diagnostic, ...] = field(default=(), compare=False)

    @property
    def ids(self) -> tuple[str, ...]:
        """All term ids: supertypes, card types, subtypes."""
        return (*self.supertypes, *self.card_types, *self.subtypes)


@dataclass
class _Word:
    text: str
    start: int
    end: int
    terms: tuple[Term, ...]


def read_type_line(text: str, lexicon: Lexicon) -> TypeLine:
    """Reads one type line as of the lexicon's date.

    Raises:
        DiagnosticError: With every fault: `empty`, `unknown-word`, `no-card-type`,
            `uncorrelated-subtype` (205.3d), `too-long`, `control-character`.
    """
    return _Reader(text, lexicon).read()


def read_faces(text: str, lexicon: Lexicon) -> tuple[TypeLine, ...]:
    """Reads a line whose faces are parted by `//`.

    Raises:
        DiagnosticError: With every fault of every face.
    """
    faces: list[TypeLine] = []
    faults: list[Diagnostic] = []
    start = 0
    for match in [*_FACES.finditer(text), None]:
        end = match.start() if match else len(text)
        try:
            faces.append(read_type_line(text[start:end], lexicon))
        except DiagnosticError as error:
            faults += [d.shifted(start) for d in error.diagnostics]
        start = match.end() if match else end
    if faults:
        raise DiagnosticError(faults)
    return tuple(faces)


class _Reader:
    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        self.faults: list[Diagnostic] = []
        self.notes: list[Diagnostic] = []

    def read(self) -> TypeLine:
        text = self.text
        if not text.strip():
            raise DiagnosticError([Diagnostic("empty", 0, len(text), rule="205.1")])
        if len(text) > MAX_LENGTH:
            params = {"input": text[:20] + "…", "limit": MAX_LENGTH}
            raise DiagnosticError([Diagnostic("too-long", 0, len(text), params)])
        bad = next((i for i, c in enumerate(text) if ord(c) < 32 and c != "\t" or c == "\x7f"), None)
        if bad is not None:
            params = {"input": f"U+{ord(text[bad]):04X}"}
            raise DiagnosticError([Diagnostic("control-character", bad, bad + 1, params)])
        dash = _DASH.search(text)
        left_end, right_start = (dash.start(), dash.end()) if dash else (len(text), len(text))
        supers, cards = self._left(self._words(0, left_end))
        subtypes = self._right(right_start, cards)
        if self.faults:
            raise DiagnosticError(self.faults)
        if not cards:
            params = {"input": text.strip()}
            raise DiagnosticError([Diagnostic("no-card-type", 0, len(text), params, rule="205.1")])
        return TypeLine(supers, cards, subtypes, tuple(self.notes))

    # --- words ------------------------------------------------------------------------------------

    def _words(self, start: int, end: int) -> list[_Word]:
        """Words of a part of the line, each the longest that means something."""
        words = []
        while start < end:
            if self.text[start] in _SEPARATORS:
                start += 1
                continue
            stop, terms = self._longest(start, end)
            if not terms:
                match = re.match(rf"[^{re.escape(_SEPARATORS)}]+", self.text[start:end])
                stop = start + (len(match[0]) if match else 1)
            words.append(_Word(self.text[start:stop], start, stop, terms))
            start = stop
        return words

    def _longest(self, start: int, end: int) -> tuple[int, tuple[Term, ...]]:
        """The longest label at `start` that is on a type line, of any date."""
        for stop in range(end, start, -1):
            if stop < end and self.text[stop].isascii() and self.text[stop].isalnum() and self.text[stop - 1].isascii():
                continue
            terms = tuple(
                t
                for t in self.lexicon.lookup_any_date(self.text[start:stop])
                if t.category in _on_lines(self.lexicon) and _is_label(t, self.text[start:stop])
            )
            if terms:
                return stop, terms
        return start, ()

    def _current(self, word: _Word, category: str | None = None) -> tuple[Term, ...]:
        """Meanings of a word at the date; a renamed term is its successor, with a note."""
        found = []
        for term in word.terms:
            if category is not None and term.category != category:
                continue
            if term.valid(self.lexicon.date):
                found.append(term)
                continue
            new = self.lexicon.terms.get(term.successor or "")
            if new is not None and new.valid(self.lexicon.date):
                found.append(new)
                params = {"input": word.text, "new": {lang: new.label(lang) for lang in ("en", "ja")}}
                self.notes.append(Diagnostic("renamed-term", word.start, word.end, params))
        return tuple(found)

    def _unknown(self, word: _Word, rule: str | None = None, category: str | None = None) -> None:
        stale = next(iter(word.terms), None)
        params: dict[str, object] = {"input": word.text}
        message = None
        if stale is not None and (category is None or stale.category == category):
            early = self.lexicon.date < (stale.valid_from or "")
            message = "not-yet-valid" if early else "no-longer-valid"
            params["date"] = stale.valid_from if early else stale.valid_to
        hint = None if message else self.lexicon.nearest(word.text)
        self.faults.append(
            Diagnostic("unknown-word", word.start, word.end, params, hint, rule, message)
        )

    # --- before the dash --------------------------------------------------------------------------

    def _left(self, words: list[_Word]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        supers: dict[str, None] = {}
        cards: dict[str, None] = {}
        for index, word in enumerate(words):
            if index == 0 and self._is_class_word(word):
                self.notes.append(Diagnostic("class-word", word.start, word.end, {"input": word.text}))
                continue
            found = [t for t in self._current(word) if not t.kind]
            if not found:
                if word.terms and all(t.kind for t in word.terms):
                    params = {"input": word.text}
                    self.faults.append(
                        Diagnostic("subtype-before-dash", word.start, word.end, params, rule="205.3a")
                    )
                else:
                    self._unknown(word)
                continue
            term = found[0]
            target = cards if term.category == self._card_category() else supers
            if term.id in target:
                params = {"input": word.text}
                self.notes.append(Diagnostic("repeated-type", word.start, word.end, params))
            elif target is supers and cards:
                params = {"input": word.text}
                self.notes.append(Diagnostic("word-order", word.start, word.end, params))
            target[term.id] = None
        return tuple(supers), tuple(cards)

    def _is_class_word(self, word: _Word) -> bool:
        found = self.lexicon.lookup(word.text)
        return bool(found) and all(t.category == "Class" for t in found)

    def _card_category(self) -> str:
        """The category of the terms that use kinds of subtype."""
        return _card_category(self.lexicon)

    # --- after the dash ---------------------------------------------------------------------------

    def _right(self, start: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        rest = self.text[start:].rstrip()
        if not rest.strip():
            return ()
        kinds = {k for c in cards for k in self.lexicon[c].uses}
        whole = [k for k in kinds if self.lexicon.terms.get(k) and self.lexicon[k].whole_text]
        words = self._words(start, start + len(rest))
        if whole:
            lead = len(rest) - len(rest.lstrip())
            text = rest.strip()
            terms = tuple(t for t in self.lexicon.lookup_any_date(text) if t.kind in whole)
            word = _Word(text, start + lead, start + lead + len(text), terms)
            current = self._current(word)
            if current:
                return (current[0].id,)
            self._unknown(word, "205.3b")
            return ()
        found: dict[str, None] = {}
        for word in words:
            meanings = [t for t in self._current(word) if t.kind]
            fitting = [t for t in meanings if t.kind in kinds]
            if fitting:
                if fitting[0].id in found:
                    params = {"input": word.text}
                    self.notes.append(Diagnostic("repeated-type", word.start, word.end, params))
                found[fitting[0].id] = None
            elif meanings:
                self._uncorrelated(word, meanings[0], cards)
            else:
                self._unknown(word)
        return tuple(found)

    def _uncorrelated(self, word: _Word, term: Term, cards: tuple[str, ...]) -> None:
        kind = self.lexicon.terms.get(term.kind or "")
        none_at_all = bool(cards) and not any(self.lexicon[c].uses for c in cards)
        users = [
            t for t in self.lexicon.terms.values() if term.kind in t.uses and t.valid(self.lexicon.date)
        ]
        params: dict[str, object] = {
            "input": word.text,
            "kind": {lang: kind.label(lang) if kind else "" for lang in ("en", "ja")},
            "users": {
                "en": " or ".join(t.label("en") for t in users),
                "ja": "か".join(t.label("ja") for t in users),
            },
        }
        rule = "205.3r" if none_at_all else "205.3d"
        self.faults.append(
            Diagnostic("uncorrelated-subtype", word.start, word.end, params, rule=rule)
        )


def _on_lines(lexicon: Lexicon) -> set[str]:
    """Categories of terms that stand on type lines: those that list or use kinds, and their peers."""
    cached = lexicon.__dict__.get("_on_lines")
    if cached is None:
        cached = {t.category for t in lexicon.terms.values() if t.kind or t.uses}
        cached |= {t.category for t in lexicon.terms.values() if t.listed_in and t.display_order >= 0 and not t.members and t.category not in ("SubtypeKind", "Class")}
        lexicon.__dict__["_on_lines"] = cached
    return cached


def _card_category(lexicon: Lexicon) -> str:
    cached = lexicon.__dict__.get("_card_category")
    if cached is None:
        cached = next((t.category for t in lexicon.terms.values() if t.uses), "")
        lexicon.__dict__["_card_category"] = cached
    return str(cached)


def _is_label(term: Term, text: str) -> bool:
    """Whether a text is a label itself, not a plural: type lines have no plurals."""
    from .lexicon import fold

    return any(fold(text) == fold(label) for labels in term.labels.values() for label in labels)


def format_type_line(ids: Iterable[str], lexicon: Lexicon, lang: str = "en") -> str:
    """The line of some terms as it would be printed; subtypes in the order given by their labels."""
    terms = [lexicon[i] for i in dict.fromkeys(ids)]
    card = _card_category(lexicon)
    supers = sorted((t for t in terms if not t.kind and t.category != card), key=lambda t: t.display_order)
    cards = sorted((t for t in terms if t.category == card), key=lambda t: t.display_order)
    order = {k: i for i, c in enumerate(cards) for k in c.uses}
    subs = sorted((t for t in terms if t.kind), key=lambda t: (order.get(t.kind or "", 99), t.label("en")))
    if lang == "ja":
        left = "".join(t.label("ja") for t in supers)
        left += "・".join(t.label("ja") for t in cards)
        right = "・".join(t.label("ja") for t in subs)
        return f"{left} ― {right}" if right else left
    left = " ".join(t.label("en") for t in (*supers, *cards))
    right = " ".join(t.label("en") for t in subs)
    return f"{left} — {right}" if right else left

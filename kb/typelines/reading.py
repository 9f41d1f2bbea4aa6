"""Reads type lines: supertypes and card types, a dash, subtypes (rule 205.1).

English and Japanese, several kinds of dash, any letter case. Everything that is wrong with a line is
reported at once; what is merely odd (word order, a repeated or renamed word) becomes a note. Which
words there are, where they stand and which card type uses which kind comes from the lexicon.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field

from ..diagnostics import Diagnostic, DiagnosticError
from ..lexicon import Lexicon, Term, fold
from ..values import value
from .words import Word, type_words

# A hyphen is a dash only between spaces or doubled, since words contain hyphens; ー and － are what
# Japanese keyboards give for it. Some data bases write two dashes in a row.
_DASH = re.compile(
    r"\s*(?:[‒–—―─━\u2212]+|--+|－－+)(?:\s*[-－]+(?=\s))?\s*|\s+[-\u2010\u2011－ー](?:\s+|$)"
)
_FACES = re.compile(r"\s*(?://|／／)\s*")
_BRACKETS = ("(", "（")
MAX_LENGTH = 500
MAX_HINTS = 8


@value
class TypeLine:
    """A type line as term ids in written order, with notes on how it was read.

    Args:
        supertypes: Ids of supertypes.
        card_types: Ids of card types.
        subtypes: Ids of subtypes.
        notes: What the reader should know (`renamed-term`, `word-order`, `repeated-type`,
            `class-word`).
        classes: Ids of what a word before the types, or a bracket after them, names; they are no
            types.
    """

    supertypes: tuple[str, ...] = ()
    card_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    notes: tuple[Diagnostic, ...] = field(default=(), compare=False)
    classes: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """All term ids: supertypes, card types, subtypes."""
        return (*self.supertypes, *self.card_types, *self.subtypes)


def read_type_line(text: str, lexicon: Lexicon, *, hints: bool = True) -> TypeLine:
    """Reads one type line as of the lexicon's date.

    Args:
        text: The line.
        lexicon: Words of the date.
        hints: Look for the nearest word of an unknown one, which is slow.

    Raises:
        DiagnosticError: With every fault: `empty`, `no-card-type` (205.1), `unknown-word`,
            `uncorrelated-subtype` (205.3d, 205.3r), `subtype-before-dash` (205.3a),
            `type-after-dash`, `too-long`, `control-character`.
    """
    return _Reader(text, lexicon, MAX_HINTS if hints else 0).read()


def read_faces(text: str, lexicon: Lexicon) -> tuple[TypeLine, ...]:
    """Reads a line whose faces are parted by `//`.

    Raises:
        DiagnosticError: With every fault of every face, at its place in the whole text.
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
    def __init__(self, text: str, lexicon: Lexicon, max_hints: int) -> None:
        self.text = text
        self.max_hints = max_hints
        self.lexicon = lexicon
        self.words = type_words(lexicon)
        self.faults: list[Diagnostic] = []
        self.notes: list[Diagnostic] = []

    def read(self) -> TypeLine:
        text = self.text
        if not text.strip():
            raise DiagnosticError(
                [
                    Diagnostic(
                        "empty", 0, len(text), {"input": ""}, rule=self.lexicon.judges("empty")
                    )
                ]
            )
        if len(text) > MAX_LENGTH:
            params = {"input": text[:20] + "…", "limit": MAX_LENGTH}
            raise DiagnosticError([Diagnostic("too-long", 0, len(text), params)])
        for bad in (i for i, c in enumerate(text) if (c < " " and c != "\t") or c == "\x7f"):
            self._fault("control-character", f"U+{ord(text[bad]):04X}", bad, bad + 1)
        if self.faults:
            raise DiagnosticError(self.faults)
        dash = _DASH.search(text)
        left_end, right_start = dash.span() if dash else (len(text), len(text))
        supers, cards, classes = self._left([*self.words.split(text, 0, left_end)])
        if not cards and not self.faults:
            lead = len(text) - len(text.lstrip())
            self._fault("no-card-type", text.strip(), lead, len(text.rstrip()))
        # Without the card types that a misspelt word meant, nothing can be said of correlation.
        subtypes = self._right(right_start, cards, judge=bool(cards) and not self.faults)
        if self.faults:
            raise DiagnosticError(self.faults)
        return TypeLine(supers, cards, subtypes, tuple(self.notes), classes)

    def _fault(self, code: str, word: str, start: int, end: int) -> None:
        rule = self.lexicon.judges(code)
        self.faults.append(Diagnostic(code, start, end, {"input": word}, rule=rule))

    def _note(self, code: str, word: Word, **params: object) -> None:
        params = {"input": word.text, **params}
        self.notes.append(Diagnostic(code, word.start, word.end, params))

    # --- meanings -----------------------------------------------------------------------------------

    def _current(self, word: Word, fits: Callable[[Term], bool]) -> list[Term]:
        """Meanings of a word at the date, those that fit its place first; a renamed term is its successor."""
        found: list[tuple[bool, Term, Term]] = []
        for term in word.terms:
            now = term
            renamed = term.valid_to is not None and term.valid_to <= self.lexicon.date
            while (
                renamed and now.successor in self.lexicon.terms and not now.valid(self.lexicon.date)
            ):
                now = self.lexicon[now.successor]
            if now.valid(self.lexicon.date):
                found.append((not fits(now), term, now))
        found.sort(key=lambda item: item[0])
        if found and found[0][1] is not found[0][2]:
            new = found[0][2]
            self._note("renamed-term", word, new={lang: new.label(lang) for lang in ("en", "ja")})
        return [now for _, _, now in found]

    def _unknown(self, word: Word, fits: Callable[[Term], bool], rule: str | None = None) -> None:
        """Reports a word that means nothing at the date: not yet, no longer, or never."""
        date = self.lexicon.date
        params: dict[str, object] = {"input": word.text}
        hint, message = None, None
        if word.terms:
            known = word.terms[0]
            early = date < (known.valid_from or "")
            message = "not-yet-valid" if early else "no-longer-valid"
            params["date"] = known.valid_from if early else known.valid_to
            was = (
                t for t in self.lexicon.terms.values() if t.successor == known.id and t.valid(date)
            )
            hint = next((t.label("en" if word.text.isascii() else "ja") for t in was), None)
        elif len(self.faults) < self.max_hints:
            import difflib

            pool = self.words.labels(lambda t: t.valid(date) and fits(t))
            near = difflib.get_close_matches(fold(word.text)[:60], pool, n=1, cutoff=0.7)
            hint = pool[near[0]] if near else None
        self.faults.append(
            Diagnostic("unknown-word", word.start, word.end, params, hint, rule, message)
        )

    # --- before the dash --------------------------------------------------------------------------

    def _left(self, words: list[Word]) -> tuple[tuple[str, ...], ...]:
        """Ids of supertypes, card types and leading classes."""
        supers: dict[str, None] = {}
        cards: dict[str, None] = {}
        classes: dict[str, None] = {}
        for word in words:
            leading = not (supers or cards or classes or self.faults)
            found = self._current(word, lambda t: not t.kind)
            if not found:
                self._unknown(word, lambda t: not t.kind and t.display_order > 0)
                continue
            term = found[0]
            if term.kind:
                place = (word.text, word.start, word.end)
                self._fault("subtype-before-dash", *place)
            elif term.display_order < 0:
                if leading or word.text.startswith(_BRACKETS):
                    classes[term.id] = None
                    self._note("class-word", word)
                else:
                    self._unknown(Word(word.text, word.start, word.end, ()), lambda t: False)
            else:
                target = cards if self.words.is_card_type(term) else supers
                if term.id in target:
                    self._note("repeated-type", word)
                elif target is supers and cards:
                    self._note("word-order", word)
                target[term.id] = None
        return tuple(supers), tuple(cards), tuple(classes)

    # --- after the dash ---------------------------------------------------------------------------

    def _right(self, start: int, cards: tuple[str, ...], *, judge: bool) -> tuple[str, ...]:
        end = len(self.text.rstrip())
        kinds = {k for c in cards for k in self.lexicon[c].uses}
        whole = {k for k in kinds if k in self.lexicon.terms and self.lexicon[k].whole_text}
        words = [*self.words.split(self.text, start, end)]
        if words and whole and whole == kinds:
            words = [self.words.word(self.text, start, end)]
        found: dict[str, None] = {}
        for word in words:
            meanings = self._current(word, lambda t: t.kind in kinds)
            if not meanings:
                self._unknown(
                    word,
                    lambda t: t.kind in kinds if kinds else bool(t.kind),
                    self.lexicon.judges("whole-text") if whole else None,
                )
            elif not meanings[0].kind:
                self._fault("type-after-dash", word.text, word.start, word.end)
            elif judge and meanings[0].kind not in kinds:
                self._uncorrelated(word, meanings[0], cards)
            elif meanings[0].id in found:
                self._note("repeated-type", word)
            else:
                found[meanings[0].id] = None
        return tuple(found)

    def _uncorrelated(self, word: Word, term: Term, cards: tuple[str, ...]) -> None:
        """Reports a subtype whose kind no card type of the line uses."""
        terms, date = self.lexicon.terms, self.lexicon.date
        users = [t for t in terms.values() if term.kind in t.uses and t.valid(date)]
        kind = terms.get(term.kind or "")
        params: dict[str, object] = {
            "input": word.text,
            "kind": {lang: kind.label(lang) if kind else "" for lang in ("en", "ja")},
            "users": {
                "en": " or ".join(t.label("en") for t in users),
                "ja": "か".join(t.label("ja") for t in users),
            },
        }
        none_uses_any = not any(self.lexicon[c].uses for c in cards)
        rule = self.lexicon.judges("no-subtypes" if none_uses_any else "uncorrelated-subtype")
        self.faults.append(
            Diagnostic("uncorrelated-subtype", word.start, word.end, params, rule=rule)
        )

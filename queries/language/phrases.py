"""Reads sentences of a game's own: the phrases that the ontology gives to its predicates.

A sentence is read strictly first, with known words alone; where that fails, a loose reading tells
an unknown word from a sentence that is none of the phrases.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge
from ...kb.phrases import filler, named_classes, use_of
from ...kb.values import value
from ..syntax import ExactlyExpectation, Introduced, SaidFact, Span
from .fold import fold_text
from .grammar_parts import Part
from .keywords import keywords
from .phrase_forms import Form, anchored, form_of
from .terms import Terms

if TYPE_CHECKING:
    from .grammar import Grammars

AT = "at"  # the one modifier of `keywords.toml` that the sentence of an event may have
NOUN, MEMBER = "n", "m"  # how parts of lists are marked, before the number of their form
_QUOTED = re.compile(r'"[^"\n]*"|《[^》\n]*》|「[^」\n]*」')
_SENTENCE = {"en": "a sentence of the game", "ja": "ゲームの文"}
_NEAR = 0.8  # a slip of the pen in a short sentence
_TABLES = {
    "when": ("event",),
    "given": ("fact", "question"),
    "asked": ("fact", "question"),
    "option": ("option",),
}


@value
class Reading:
    """What a phrase makes of a text.

    Args:
        use: What the phrase is for.
        facts: What it says, with places relative to the text.
        exactly: What it lists exactly, if it does; then there are no facts.
        introduced: The objects that it declares or puts in a zone.
        at: The part with the timestamp, if there is one.
        faults: What is wrong; without any the text is a sentence of the phrase.
        fits: The text has the shape of the phrase, though a word in it may be wrong.
        said: The text in lower case without names, if it is none of the phrases.
        known: The phrases that it might have been.
    """

    use: str = ""
    facts: tuple[SaidFact, ...] = ()
    exactly: ExactlyExpectation | None = None
    introduced: tuple[Introduced, ...] = ()
    at: Part | None = None
    faults: tuple[Diagnostic, ...] = ()
    fits: bool = False
    said: str = ""
    known: tuple[Form, ...] = ()

    def moved(self, by: int) -> Reading:
        """The reading with the places of what it says in a file in which the text begins at `by`."""
        exactly = self.exactly
        if exactly is not None:
            of, places = _moved(exactly.of, by), _shifted(exactly.places, by)
            exactly = replace(exactly, of=of, places=places)
        introduced = (replace(i, span=_shifted((i.span,), by)[0]) for i in self.introduced)
        facts = _moved(self.facts, by)
        return replace(self, facts=facts, exactly=exactly, introduced=tuple(introduced))


def _shifted(spans: Iterable[Span], by: int) -> tuple[Span, ...]:
    return tuple(Span(s.start + by, s.end + by) for s in spans)


def _moved(facts: Iterable[SaidFact], by: int) -> tuple[SaidFact, ...]:
    return tuple(replace(f, places=_shifted(f.places, by)) for f in facts)


class Phrasebook:
    """The phrases of a game, with grammars that are built when they are needed."""

    def __init__(self, knowledge: Knowledge) -> None:
        content, declared = knowledge.content, knowledge.program.theory.declarations
        self._categories = frozenset(t.category for t in content.terms)
        named = named_classes(content.phrases, declared)
        found: list[Form] = []
        for phrase in content.phrases:
            declaration = declared.get(phrase.predicate)
            use = use_of(phrase, declaration)
            if declaration is None or use is None:
                continue
            domains = [filler(d, self._categories, named) for d in declaration.domains]
            for template in itertools.chain.from_iterable(phrase.forms.values()):
                found.append(form_of(len(found), phrase, use, fold_text(template), domains))
        self._nouns: dict[str, list[Form]] = {
            name: [f for f in found if f.use == "noun" and declared[f.predicate].range == name]
            for name in sorted(named)
        }
        self._numbered = tuple(anchored(form, self._nouns) for form in found)
        found = sorted(self._numbered, key=lambda form: form.weight, reverse=True)
        self.forms = {k: tuple(f for f in found if f.use in uses) for k, uses in _TABLES.items()}

    @functools.cached_property
    def _grammars(self) -> Grammars:
        from .phrases_grammar import phrase_grammars

        return phrase_grammars(self._numbered, self._nouns, self._categories)

    def read(self, table: str, text: str, terms: Terms) -> Reading:
        """What the phrases of a table make of a folded text.

        Args:
            table: "when", "given" or "asked".
            text: The text.
            terms: Looks words up.

        Raises:
            DiagnosticError: It is the sentence of an event with a modifier that events do not have.
        """
        hidden = _QUOTED.sub('""', text).strip().casefold()
        forms = [form for form in self.forms[table] if form.begins(hidden)]
        if not forms:
            none = Diagnostic(
                "syntax", -1, len(text), {"input": text.strip(), "expected": _SENTENCE}
            )
            return Reading(faults=(none,), said=hidden, known=self.forms[table])
        faults: list[Diagnostic] = []
        for loose in (False, True):
            names = (form.name(loose=loose) for form in forms)
            try:
                parts = self._grammars.first(names, text, 0, terms.lexicon)
            except DiagnosticError as error:
                faults = error.diagnostics
            else:
                return self._reading(text, parts, Terms(terms.lexicon, [], terms.hints))
        return Reading(faults=tuple(faults), said=hidden, known=self.forms[table])

    def _reading(self, text: str, parts: Sequence[Part], terms: Terms) -> Reading:
        from .phrases_facts import Facts

        said = Facts(self._numbered, text, terms)
        misplaced: list[Diagnostic] = []
        modifiers = keywords()["modifiers"]
        at = None
        for part in parts:
            if part.kind == AT:
                if at is not None:
                    terms.fault("modifier-twice", part._replace(value=text[part.start : part.end]))
                at = part
            elif part.kind in modifiers:
                shown = part._replace(value=text[part.start : part.end])
                Terms(terms.lexicon, misplaced).fault("misplaced", shown)
            else:
                said.add(part)
        if misplaced:
            raise DiagnosticError([*terms.faults, *misplaced])
        return Reading(
            self._numbered[int(parts[0].kind)].use,
            tuple(said.facts),
            said.exactly,
            tuple(said.introduced.values()),
            at,
            tuple(terms.faults),
            fits=True,
        )


def furthest(reading: Reading | None, faults: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What to tell of a text that neither a phrase nor another grammar reads: the furthest fault.

    Args:
        reading: What the phrases made of it.
        faults: Those of the other grammar, relative to the same text.
    """
    found = list(faults)
    if reading is None or not reading.faults:
        return found
    reached = max((d.start for d in found), default=-1)
    if reading.fits or reading.faults[0].start > reached:
        found = list(reading.faults)
    if not reading.fits and len(found) == 1 and found[0].hint is None:
        found[0] = replace(found[0], hint=_nearest(reading))
    return found


def _nearest(reading: Reading) -> str | None:
    """The phrase that is nearest to what was said, with dots for what fills it."""
    import difflib

    plain = {form.plain().casefold(): form.plain() for form in reading.known}
    near = difflib.get_close_matches(reading.said, plain, 1, _NEAR)
    return plain[near[0]].replace('""', "…") if near else None

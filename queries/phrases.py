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

from ..kb.diagnostics import Diagnostic, DiagnosticError
from ..kb.knowledge import Knowledge
from ..kb.phrases import NUMBER, OBJECT, PLAYER, TEMPLATE, filler, use_of
from ..kb.values import value
from .fold import fold_text
from .grammar_parts import Part
from .keywords import keywords
from .syntax import SaidFact, Span
from .terms import Terms

if TYPE_CHECKING:
    from .grammar import Grammars

AT = "at"  # the one modifier of `keywords.toml` that the sentence of an event may have
_QUOTED = re.compile(r'"[^"\n]*"|《[^》\n]*》|「[^」\n]*」')
_NONE = Diagnostic("syntax", -1, -1)  # before every other fault
_NEAR = 0.8  # a slip of the pen in a short sentence
_PARTICLES = re.compile(r"(?<=[をにがは])(?=\S)")
_TABLES = {
    "when": ("event",),
    "given": ("fact", "question"),
    "asked": ("fact", "question"),
    "option": ("option",),
}


@value
class Form:
    """One template of a predicate.

    Args:
        number: Its number among all forms of the game.
        use: What it is for (see `kb.phrases.use_of`).
        fillers: Position of an argument → what fills it.
        anchors: Its first fixed words, one of which a text that it reads must hold.
        leads: The first fixed words begin the sentence.
        weight: The more fixed letters, the more specific it is; then the more places of a kind.
    """

    number: int
    predicate: str
    use: str
    template: str
    fillers: dict[int, str]
    anchors: tuple[str, ...]
    leads: bool
    weight: tuple[int, int]

    def name(self, *, loose: bool) -> str:
        """The name of its grammar."""
        return f"{self.number}{'~' if loose else ''}"

    def plain(self) -> str:
        """A sentence of this form without names: the first of what may be said."""
        words = (
            '""' if m["slot"] else (m["one"] or m["text"] or "").split("|")[0]
            for m in TEMPLATE.finditer(self.template)
        )
        return " ".join("".join(words).split())

    def begins(self, hidden: str) -> bool:
        """Whether a text in lower case whose names are hidden may be a sentence of this form."""
        return (
            hidden.startswith(self.anchors)
            if self.leads
            else any(a in hidden for a in self.anchors)
        )


@value
class Reading:
    """What a phrase makes of a text.

    Args:
        use: What the phrase is for.
        facts: What it says, with places relative to the text.
        at: The part with the timestamp, if there is one.
        faults: What is wrong; without any the text is a sentence of the phrase.
        fits: The text has the shape of the phrase, though a word in it may be wrong.
        said: The text in lower case without names, if it is none of the phrases.
        known: The phrases that it might have been.
    """

    use: str = ""
    facts: tuple[SaidFact, ...] = ()
    at: Part | None = None
    faults: tuple[Diagnostic, ...] = ()
    fits: bool = False
    said: str = ""
    known: tuple[Form, ...] = ()

    def moved(self, by: int) -> tuple[SaidFact, ...]:
        """The facts with places in a file in which the text begins at `by`."""
        return tuple(
            SaidFact(f.predicate, f.args, tuple(Span(s.start + by, s.end + by) for s in f.places))
            for f in self.facts
        )


class Phrasebook:
    """The phrases of a game, with grammars that are built when they are needed."""

    def __init__(self, knowledge: Knowledge) -> None:
        content, declared = knowledge.content, knowledge.program.theory.declarations
        categories = {t.category for t in content.terms}
        found: list[Form] = []
        for phrase in content.phrases:
            declaration = declared.get(phrase.predicate)
            use = use_of(phrase, declaration)
            if declaration is None or use is None:
                continue
            domains = {n: filler(d, categories) for n, d in enumerate(declaration.domains)}
            for template in itertools.chain.from_iterable(phrase.forms.values()):
                number = len(found)
                found.append(_form(number, phrase.predicate, use, fold_text(template), domains))
        self._numbered = tuple(found)
        found.sort(key=lambda form: form.weight, reverse=True)
        self.forms = {k: tuple(f for f in found if f.use in uses) for k, uses in _TABLES.items()}

    @functools.cached_property
    def _grammars(self) -> Grammars:
        from .phrases_grammar import phrase_grammars

        return phrase_grammars(self._numbered, self.forms["option"])

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
            return Reading(faults=(_NONE,), said=hidden, known=self.forms[table])
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
        facts: list[SaidFact] = []
        misplaced: list[Diagnostic] = []
        modifiers = keywords()["modifiers"]
        at = None
        for part in parts:
            if part.kind == AT:
                if at is not None:
                    terms.fault("modifier-twice", part._replace(value=AT))
                at = part
            elif part.kind in modifiers:
                words = text[part.start : part.end].strip() or modifiers[part.kind][0]
                end = part.start + len(words)
                Terms(terms.lexicon, misplaced).fault(
                    "misplaced", part._replace(value=words, end=end)
                )
            else:
                facts += _facts(self._numbered[int(part.kind)], part.value, terms)
        if misplaced:
            raise DiagnosticError([*terms.faults, *misplaced])
        use = self._numbered[int(parts[0].kind)].use
        return Reading(use, tuple(facts), at, tuple(terms.faults), fits=True)


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


def fixed_words(text: str) -> list[str]:
    """Fixed words piece by piece: English words, and Japanese up to each particle."""
    return [piece for word in text.split() for piece in _PARTICLES.split(word)]


def _form(number: int, predicate: str, use: str, template: str, domains: dict[int, str]) -> Form:
    items = list(TEMPLATE.finditer(template))
    fixed = [m for m in items if m["one"] or (m["text"] or "").strip()]
    first = fixed[0]
    words = first["one"].split("|") if first["one"] else [first["text"]]
    letters = sum(
        max(map(len, (m["one"] or m["maybe"] or m["text"] or "").split("|"))) for m in items
    )
    slots = {int(m["slot"]): domains[int(m["slot"])] for m in items if m["slot"]}
    return Form(
        number,
        predicate,
        use,
        template,
        slots,
        tuple(fixed_words(word)[0].casefold() for word in words),
        first is items[0],
        (letters, sum(map(bool, slots.values()))),
    )


def _facts(form: Form, parts: Iterable[Part], terms: Terms) -> list[SaidFact]:
    """The facts that a sentence of a form says: one for each member of a list."""
    places: dict[int, list[tuple[str | int, Span]]] = {}
    for part in parts:
        members = part.value if isinstance(part.value, tuple) else (part,)
        kind = form.fillers[int(part.kind)]
        values = [(_value(p, kind, terms), Span(p.start, p.end)) for p in members]
        places[int(part.kind)] = values
    rows = itertools.product(*(places[n] for n in sorted(places)))
    return [
        SaidFact(form.predicate, tuple(v for v, _ in row), tuple(s for _, s in row)) for row in rows
    ]


def _value(part: Part, kind: str, terms: Terms) -> str | int:
    word = str(part.value)
    if kind == NUMBER:
        from .sentences import number

        return number(part, terms.faults) or 0
    if kind in ("", OBJECT, PLAYER):
        return word
    return _term(part, kind, terms) or word


def _term(part: Part, category: str, terms: Terms) -> str | None:
    """The id of the term of a category that a label, or an id in quotes, names."""
    known = terms.lexicon.terms.get(part.value)
    if known is not None and known.category == category:
        return known.id
    found = [t.id for t in terms.meanings(part.value) if t.category == category]
    if not found:
        terms.unknown(part, (category,))
    elif len(found) > 1:
        terms.fault("ambiguous", part, meanings=", ".join(found))
    return found[0] if found else None

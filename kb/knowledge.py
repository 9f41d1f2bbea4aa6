"""The knowledge of a game as of a date: terms, predicates with their sentences, rules, facts, cards."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from .dates import is_date
from .documents import Card, CardEffect, Documents
from .lexicon import Lexicon, Term, fold
from .logic.dated import Dated
from .logic.program import Program, restrict
from .logic.syntax import Atom
from .logic.theory import NEWEST
from .store.place import exists, store_place
from .values import value

if TYPE_CHECKING:
    from .readings import Reading


@value
class Sentences:
    """How a predicate is told, by language: templates with {0} … for the arguments.

    Args:
        says: It holds.
        denies: It does not hold.
        starts: It begins to hold (fluents).
        ends: It ceases to hold (fluents).
        denies_start: It does not begin to hold; without it as `denies`.
        denies_end: It does not cease to hold; without it as `says`.
        given_by: Numbers of the rules behind a given fact.
        persists_by: Number of the rule by which it persists, or "".
        role: How it is told in proofs: "main", "silent", "brief", "line" … (see `proof.telling`).
        denies_any: It holds for no value of an open argument; a line for each that may be open.
        given_by_several: Further rules behind a given fact of an object with several card types.
        refutes: What keeps the rules that conclude it from applying, where each one lacks something
            else; told instead of all that they lack.
        refutes_any: The same for every value of an open argument.
        refuted_by: Numbers of the rules behind that.
        event_kind: For a functor: id of the kind of due event that it makes, or "".
        aside: What a card does by it is not worked out, which answers say.
    """

    says: dict[str, str] = field(default_factory=dict)
    denies: dict[str, str] = field(default_factory=dict)
    starts: dict[str, str] = field(default_factory=dict)
    ends: dict[str, str] = field(default_factory=dict)
    given_by: tuple[str, ...] = ()
    persists_by: str = ""
    role: str = "main"
    denies_any: dict[str, str] = field(default_factory=dict)
    given_by_several: tuple[str, ...] = ()
    refutes: dict[str, str] = field(default_factory=dict)
    refutes_any: dict[str, str] = field(default_factory=dict)
    refuted_by: tuple[str, ...] = ()
    denies_start: dict[str, str] = field(default_factory=dict)
    denies_end: dict[str, str] = field(default_factory=dict)
    event_kind: str = ""
    aside: bool = False


@value
class Category:
    """A class of terms that objects have: the fluents that say so.

    Args:
        held: That an object has the term.
        printed: That its type line shows the term; `held` is set back to it.
        filtered: With which the words of an effect speak of objects that have the term.
    """

    held: str
    printed: str
    filtered: str


@value
class Phrase:
    """Templates with which a text may say the facts of a predicate (see `kb.phrases`).

    Args:
        predicate: The predicate.
        option: They follow the sentence of an event and say a further fact of it.
        forms: Language → templates, sorted.
        effect: For an event that makes one that lasts: that effect.
        merges: It is an event in which one object merges with another.
        member: They follow a member of a list of objects and say a fact of it.
        declares: They declare the objects that they name and nothing declared before.
        puts: The zone in which the objects that they name are at the start, or "".
    """

    predicate: str
    option: bool
    forms: dict[str, tuple[str, ...]]
    effect: CardEffect | None = None
    merges: bool = False
    member: bool = False
    declares: bool = False
    puts: str = ""


@value
class Content:
    """All that the files of a game say, of every date; what is cached.

    Args:
        reasons: Rule → why, by language: a template with its variables, as `{x}`.
        event_kinds: Kind of due event → what it is called, by language.
    """

    game: str
    terms: tuple[Term, ...]
    programs: Dated
    facts: tuple[Atom, ...]
    sentences: dict[str, Sentences]
    roles: dict[str, str]
    categories: dict[str, Category]
    own_zone: tuple[str, ...]
    judges: dict[str, str]
    phrases: tuple[Phrase, ...] = ()
    reasons: dict[str, dict[str, str]] = field(default_factory=dict)
    event_kinds: dict[str, dict[str, str]] = field(default_factory=dict)


@value
class Knowledge:
    """The knowledge of one game as of one date.

    Args:
        content: What the files of the game say.
        date: The date.
        program: The rules of that date.
        readings: The readings that they are taken in.
        chosen_store: Where imported cards are looked up; "": where `store_place` says.
    """

    content: Content
    date: str
    program: Program
    readings: tuple[Reading, ...] = ()
    chosen_store: str = ""

    @property
    def game(self) -> str:
        """Id of the game."""
        return self.content.game

    @functools.cached_property
    def lexicon(self) -> Lexicon:
        """Words of the date's terms."""
        content = self.content
        return Lexicon(content.terms, self.date, content.judges, content.categories.keys())

    @functools.cached_property
    def first_date(self) -> str:
        """The first date of which anything is known."""
        return min((t.valid_from for t in self.content.terms if t.valid_from), default="")

    @functools.cached_property
    def sentences(self) -> dict[str, Sentences]:
        """Sentences by predicate."""
        found = self.content.sentences
        for reading in self.readings:
            found = found | reading.sentences
        return found

    @functools.cached_property
    def documents(self) -> Documents:
        """Rule texts and cards, read when they are needed."""
        from .sources import load_documents

        return load_documents(self.game)

    def nearest_card(self, name: str) -> str | None:
        """The name of a card that a misspelt one is nearest to, if any is near."""
        near = self.documents.nearest_card(name)
        if near is not None or not exists(self.store):
            return near
        from .store.cards import nearest_name

        return nearest_name(name, self)

    @property
    def store(self) -> str:
        """The place of the store of imported cards."""
        return store_place(self.chosen_store)

    def card(self, name: str) -> Card | None:
        """The card of a name: of those that ship with the game, else of the store.

        Raises:
            DiagnosticError: `ambiguous-card`, or the store cannot be read.
        """
        card = self.documents.card_names.get(fold(name))
        if card is not None:
            return card
        if not exists(self.store):
            return None
        from .store.cards import imported_card

        return imported_card(name, self)

    def card_with_effects(self, name: str) -> Card | None:
        """The card of a name; one that ships without effects has those of its imported rules text.

        Its type line and facts stay those that ship. The store is looked into only where they do.

        Raises:
            DiagnosticError: `ambiguous-card`, or the store cannot be read.
        """
        card = self.card(name)
        ships = fold(name) in self.documents.card_names
        if card is None or card.effects or not ships or not exists(self.store):
            return card
        from .store.cards import imported_card

        imported = imported_card(name, self)
        if imported is None or imported.token or not imported.effects:
            return card
        return replace(card, effects=imported.effects, effects_from=imported.source)

    def role(self, name: str) -> str:
        """The ontology's individual for a role that other code speaks of (`default-zone` …)."""
        return self.content.roles[name]

    def under(self, names: Iterable[str]) -> Knowledge:
        """The knowledge under some readings; what `without` took out is back.

        Raises:
            UnknownReading: There is no reading of a name.
            ConflictingReadings: Two readings cannot be taken together.
        """
        names = tuple(sorted(set(names)))
        if not names:
            return self
        from .readings import chosen
        from .sources import load_program, load_readings

        program = load_program(self.game, names, self.date)
        return replace(self, program=program, readings=chosen(load_readings(self.game), names))

    def without(self, patterns: Iterable[str]) -> Knowledge:
        """The knowledge less some rules.

        Raises:
            UnknownRule: A pattern covers no rule.
        """
        patterns = tuple(patterns)
        if not patterns:
            return self
        theory = self.program.theory.without(patterns)
        return replace(self, program=restrict(self.program, theory))


def load(game: str = "mtg", as_of: str | None = None) -> Knowledge:
    """The knowledge of a game as of an ISO date, by default the newest.

    Raises:
        UnknownGame: There is no such game.
        ValueError: The date is not written YYYY-MM-DD.
    """
    from .sources import load_content

    if as_of is not None and not is_date(as_of):
        raise ValueError(f"no date: {as_of!r}")
    content = _with_added(load_content(game))
    date = as_of or NEWEST
    return Knowledge(content, date, content.programs.as_of(date))


def _with_added(content: Content) -> Content:
    """The content of a game with the terms that rules texts added to the store."""
    place = store_place()
    if not exists(place):
        return content
    from .store.added_terms import added_terms, overlaid, terms_state

    added = added_terms(content.game, place, terms_state(place))
    if not added:
        return content
    facts = (Atom("inKind", (t.id, t.kind)) if t.kind else Atom(t.category, (t.id,)) for t in added)
    new = tuple(fact for fact in facts if fact not in content.facts)
    return replace(content, terms=overlaid(content.terms, added), facts=(*content.facts, *new))

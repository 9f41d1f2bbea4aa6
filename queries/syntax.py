"""The parsed form of the query language: plain frozen values with the place they were read from.

Nothing here decides anything: `meaning` turns these values into facts and rules for the engine.
Term, kind, zone, cue and player ids are those of the ontology (see `kb.lexicon.Term.id`).
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ..kb.values import value

if TYPE_CHECKING:
    from ..kb.logic.syntax import Value


@value
class Span:
    """Offsets of a part of the source text, in characters: `text[start:end]`."""

    start: int
    end: int


NOWHERE = Span(0, 0)


# --- which objects an effect looks at -------------------------------------------------------


@value
class HasTerm:
    """Objects that have a type; several ids are the meanings of one word ("any of these")."""

    terms: tuple[str, ...]


@value
class IsA:
    """Objects of a class or with a derived property of the ontology (Token, Permanent …)."""

    predicate: str


@value
class Named:
    """Objects with a name."""

    name: str


@value
class ControlledBy:
    """Objects that a player controls: `"you"` and `"opponent"` are seen from the effect's controller."""

    player: str


@value
class InZone:
    """Objects in a zone."""

    zone: str


@value
class Other:
    """Objects other than the effect's source."""


@value
class Objects:
    """The listed objects, by their names in the scenario."""

    names: tuple[str, ...]


@value
class Not:
    """Objects that the inner filter does not take."""

    inner: Filter


@value
class All:
    """Objects that every part takes; with no parts, all objects."""

    parts: tuple[Filter, ...]


@value
class AnyOf:
    """Objects that at least one part takes."""

    parts: tuple[Filter, ...]


Filter = HasTerm | IsA | Named | ControlledBy | InZone | Other | Objects | Not | All | AnyOf


# --- effects ----------------------------------------------------------------------------------


@value
class Clause:
    """One statement of an effect: what it gives and removes, and its cue words.

    In exact form one operation is one clause: `add` carries the cue `InAddition`, `set` the cue
    `LosesOther`; whether a clause then sets or adds is concluded by rules.

    Args:
        gives: Ids of the terms it gives, of all categories (card types, subtypes, supertypes).
        gives_every: Ids of subtype kinds of which it gives every member.
        removes: Ids of the terms it takes away ("isn't a creature").
        removes_every: Ids of subtype kinds of which it takes away every member
            ("loses all creature types").
        cues: Ids of cue individuals of the ontology: `InAddition`, `Still`, `LosesOther`,
            `Permanently`, … read from the words.
        removes_abilities: It says "loses all abilities".
        copies: Name of the object that it makes the affected objects a copy of.
        replaces: Pairs (old term id, new term id) of a text-changing effect.
        face_down: The affected objects are turned face down; `gives` is then their whole line.
    """

    gives: tuple[str, ...] = ()
    gives_every: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    removes_every: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    removes_abilities: bool = False
    copies: str | None = None
    replaces: tuple[tuple[str, str], ...] = ()
    face_down: bool = False


@value
class Note:
    """Something the reader must know: a message key with its parameters (riders set aside …)."""

    key: str
    params: dict[str, object] = field(default_factory=dict, hash=False)


@value
class Effect:
    """An effect as written: what it does, to what, and where it comes from.

    Args:
        clauses: Its statements, in order.
        subject: What it affects; `None` where the words have only a pronoun, 'target', 'enchanted'
            … and the statement must say `affecting`.
        subject_filter: For 'target creature' and the like: what the words demand of the object
            (`affecting` says which one is meant).
        source: The name after `from`; `None` for a spell or ability that has resolved.
        controller: The player after `by`.
        timestamp: The number after `at`; `None` for the next one.
        defining: It is a characteristic-defining ability.
        until_step: The step before which it ends.
        condition_holds: `False` after `if false`.
        this_turn: It lasts until the end of the turn.
        enters: Its object enters with it, as a copy.
        says_host: Its words are about what its source is attached to, whatever that is.
        words: The clause as the user wrote it, or the exact form.
        notes: What was set aside while reading.
    """

    clauses: tuple[Clause, ...]
    subject: Filter | None = None
    subject_filter: Filter | None = None
    source: str | None = None
    controller: str | None = None
    timestamp: int | None = None
    defining: bool = False
    until_step: int | None = None
    condition_holds: bool = True
    this_turn: bool = False
    enters: bool = False
    says_host: bool = False
    words: str = ""
    notes: tuple[Note, ...] = ()
    span: Span = NOWHERE


# --- statements -------------------------------------------------------------------------------


@value
class Given:
    """Declared objects: one or more names with a type line, or with a card's name.

    Args:
        names: The names in the scenario.
        type_line: The type line as written, `None` if the object is a card by name.
        type_line_span: Where the type line stands.
        card: Name of a card of the store (given alone, or as `"H1": 《name》`).
        zone: Zone id, `None` for the default.
        controller: Player, default "A".
        token: It is a token.
        named: Its printed name where that differs.
        abilities: Keyword words after `with`.
    """

    names: tuple[str, ...]
    type_line: str | None = None
    type_line_span: Span = NOWHERE
    card: str | None = None
    zone: str | None = None
    controller: str = "A"
    token: bool = False
    named: str | None = None
    abilities: tuple[str, ...] = ()
    span: Span = NOWHERE


@value
class GivenChoice:
    """`given choice creature type "Merfolk Wizard"`: a choice to be judged by itself."""

    kind: str
    kind_span: Span
    value: str
    value_span: Span
    span: Span = NOWHERE


@value
class SaidFact:
    """A fact that a sentence of the game's own says (a phrase of the ontology).

    Args:
        predicate: The predicate that carries the phrase.
        args: Its arguments in order: names, ids, players, numbers, individuals that a functor
            makes; without the event itself if it is a fact of one.
        places: Where each argument stands in the file; for an individual that a functor makes,
            where each of its own does.
    """

    predicate: str
    args: tuple[Value, ...] = ()
    places: tuple[Span, ...] = field(default=(), compare=False)


@value
class Introduced:
    """An object that a sentence names, and declares unless it is declared before.

    Args:
        declared: The sentence may declare it.
        card: It must then be a card of the store; otherwise it is one if the store has its name.
        zone: The zone in which the sentence puts it, "" for none.
        controller: The player if it is declared.
        span: Its name.
    """

    name: str
    declared: bool = True
    card: bool = False
    zone: str = ""
    controller: str = "A"
    span: Span = NOWHERE


@value
class GivenFact:
    """`given inZone("X", Graveyard)`: a fact in the syntax of the rule language.

    With `facts` the text is a sentence of the game's own, which says them.

    Args:
        introduced: Objects that the sentence declares or puts in a zone.
    """

    text: str
    span: Span = NOWHERE
    facts: tuple[SaidFact, ...] = ()
    introduced: tuple[Introduced, ...] = ()


@value
class EventSentence:
    """`when "X" leaves the battlefield`: an event in a sentence of the game's own.

    Args:
        facts: What is said of the event; the event itself is left out.
        words: The sentence as the user wrote it.
        timestamp: The number after `at`; `None` for the next one.
    """

    facts: tuple[SaidFact, ...]
    words: str = ""
    timestamp: int | None = None
    span: Span = NOWHERE


@value
class EventStatement:
    """`when happening("X", …)` in the syntax of the rule language."""

    text: str
    timestamp: int | None = None
    span: Span = NOWHERE


@value
class CardEffect:
    """`when "Blood Moon"`: the effects that the store has for a card."""

    name: str
    affecting: tuple[str, ...] = ()
    choosing: tuple[str, ...] = ()
    timestamp: int | None = None
    controller: str | None = None
    span: Span = NOWHERE


@value
class IsExpectation:
    """`"X" is Y` / `"X" is not Y` / `"X" is land type Forest`.

    Args:
        object: The object's name.
        terms: Meanings of the word (ids of terms); the answer is yes if it has one of them.
        predicate: Instead of terms: a unary predicate of the ontology (`is permanent`).
        negated: It is asked whether the object does *not* have it.
    """

    object: str
    terms: tuple[str, ...] = ()
    predicate: str | None = None
    negated: bool = False
    words: str = ""
    span: Span = NOWHERE


@value
class HasTypesExpectation:
    """`"X" has types "LINE"`, or `has no types` with an empty line."""

    object: str
    type_line: str
    type_line_span: Span = NOWHERE
    span: Span = NOWHERE


@value
class AtomExpectation:
    """Any conjunction of literals in the syntax of the rule language.

    With `facts` the text is a sentence of the game's own, which asks whether they all hold.
    """

    text: str
    negated: bool = False
    span: Span = NOWHERE
    facts: tuple[SaidFact, ...] = ()


@value
class ExactlyExpectation:
    """A sentence of the game's own that lists exactly the values of an argument, or says `empty`.

    Args:
        position: The place of that argument.
        of: What is listed: facts that lack the argument; several for a list in another place.
        values: What the sentence names, in its order.
        places: Where each of them stands (see `SaidFact`).
    """

    text: str
    position: int
    of: tuple[SaidFact, ...]
    values: tuple[Value, ...] = ()
    negated: bool = False
    span: Span = NOWHERE
    places: tuple[Span, ...] = field(default=(), compare=False)


@value
class OrderExpectation:
    """`order 2, 1`: the timestamps in the order of application."""

    timestamps: tuple[int, ...]
    span: Span = NOWHERE


@value
class ErrorExpectation:
    """`error CODE`: the scenario is refused with this code."""

    code: str
    span: Span = NOWHERE


@value
class UndeterminedExpectation:
    """`"X" is undetermined Y`."""

    inner: IsExpectation
    span: Span = NOWHERE


Expectation = (
    IsExpectation
    | HasTypesExpectation
    | AtomExpectation
    | ExactlyExpectation
    | OrderExpectation
    | ErrorExpectation
    | UndeterminedExpectation
)


@value
class Question:
    """`ask`, `then`, `why`, `why not` or `flip` with what is asked.

    Args:
        verb: "ask", "then", "why", "why-not", "flip".
        expectation: What is asked or expected.
        after_step: Number of the `when` statement after which it is asked; `None` for the end.
    """

    verb: str
    expectation: Expectation
    after_step: int | None = None
    span: Span = NOWHERE


@value
class Show:
    """`show "X"`: the whole type line; without a name, of every object."""

    object: str | None
    after_step: int | None = None
    span: Span = NOWHERE


@value
class WhyOrder:
    """`why order`: the order of application and its reasons."""

    span: Span = NOWHERE


@value
class Find:
    """`find ?t, ?u where …`: all values for which the literals hold.

    Args:
        variables: Names with their question mark.
        body: The text after `where`; literals of the rule language, and `label(?t) ~ "…"`.
    """

    variables: tuple[str, ...]
    body: str
    body_span: Span = NOWHERE
    span: Span = NOWHERE


Statement = (
    Given
    | GivenChoice
    | GivenFact
    | Effect
    | CardEffect
    | EventSentence
    | EventStatement
    | Question
    | Show
    | WhyOrder
    | Find
)


@value
class ScenarioText:
    """One scenario of a file, with its statements in the order written.

    Args:
        title: Its title, "" for a file without `scenario`.
        game: Id of the game ("mtg").
        as_of: ISO date, `None` for the newest.
        cites: Rule numbers that the proof must cite (any one of each `cites` line).
        without: Rules switched off.
        readings: Readings under which rules are taken.
        statements: Everything else.
    """

    title: str = ""
    game: str = "mtg"
    as_of: str | None = None
    cites: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()
    span: Span = NOWHERE

"""Effects in parsed form: what they look at, what they do, and where they come from."""

from __future__ import annotations

from dataclasses import field

from ...kb.values import value
from .places import NOWHERE, Span

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
        itself: Its words are about the object that says them ("this creature").
        stays: Its words say what its objects still are, and nothing that changes.
        anaphoric: Its words begin with a pronoun, for what was spoken of before them.
        choices: How many choices its words leave.
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
    itself: bool = False
    stays: bool = False
    anaphoric: bool = False
    choices: int = field(default=0, compare=False)
    words: str = ""
    notes: tuple[Note, ...] = ()
    span: Span = NOWHERE

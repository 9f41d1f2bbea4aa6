"""What is said of objects in parsed form: facts in a game's own sentences, and what is expected or asked."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ...kb.values import value
from .places import NOWHERE, Span

if TYPE_CHECKING:
    from ...kb.logic.syntax import Value


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
    """`"X" is undetermined Y`, or `undetermined` before any sentence."""

    inner: (
        IsExpectation
        | HasTypesExpectation
        | AtomExpectation
        | ExactlyExpectation
        | OrderExpectation
    )
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

"""Scenarios in parsed form: their statements, and the headers above them."""

from __future__ import annotations

from ...kb.values import value
from .effects import Effect
from .expectations import Expectation, SaidFact
from .places import NOWHERE, Span
from .rulings import Ruling


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
    """`when "Blood Moon"`: the effects that the store has for a card.

    Args:
        option: The number after `option`: of which mode or ability; 0 for what is no option.
        condition_holds: `False` after `if false`.
        source: The name after `from`: which object is the card.
    """

    name: str
    affecting: tuple[str, ...] = ()
    choosing: tuple[str, ...] = ()
    timestamp: int | None = None
    controller: str | None = None
    span: Span = NOWHERE
    option: int = 0
    condition_holds: bool = True
    source: str | None = None


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


Event = EventSentence | EventStatement
When = Effect | CardEffect | Event
Statement = Given | GivenChoice | GivenFact | When | Question | Show | WhyOrder | Find


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
        ruling: What it says of itself if it is a ruling.
    """

    title: str = ""
    game: str = "mtg"
    as_of: str | None = None
    cites: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()
    span: Span = NOWHERE
    ruling: Ruling | None = None

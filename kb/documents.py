"""What answers need of the knowledge only on demand: texts of rules and statements, and cards."""

from __future__ import annotations

import functools
from dataclasses import field

from .lexicon import fold
from .logic.syntax import Atom
from .values import value


@value
class RuleText:
    """What a reader may want to know of a rule.

    Args:
        name: Number, with sub-labels for a rule that has logic.
        part_of: The rule that it is part of, or "".
        label: Short title by language.
        statement: Statement in our own words by language.
        authority: Id of its authority.
        logic: Its logic, or "".
        cites: Numbers of the rules it refers to.
        valid_from: ISO date, or "".
        valid_to: ISO date, or "".
        place: `file:line`.
        notes: History notes by language.
        kind: Id of its kind of statement, or "".
        stated_on: ISO date of the text or answer that states it, or "".
        edition: Version of that text, or "".
        page_line: Lines of the page that it is taken from, or "".
        normative: Whether it binds; a mere remark does not.
    """

    name: str
    part_of: str = ""
    label: dict[str, str] = field(default_factory=dict)
    statement: dict[str, str] = field(default_factory=dict)
    authority: str = ""
    logic: str = ""
    cites: tuple[str, ...] = ()
    valid_from: str = ""
    valid_to: str = ""
    place: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    kind: str = ""
    stated_on: str = ""
    edition: str = ""
    page_line: str = ""
    normative: bool = True

    def valid(self, date: str) -> bool:
        """Whether the rules of a date have it."""
        return self.valid_from <= date and (not self.valid_to or date < self.valid_to)


@value
class Authority:
    """What a statement rests on.

    Args:
        id: Its id.
        labels: Its name by language.
        trust: How far its statements bind: the higher, the further; `None` if that is no question.
    """

    id: str
    labels: dict[str, str]
    trust: int | None = None


@value
class CardEffect:
    """An effect of a card, a keyword or a described event, in exact form.

    Args:
        exact_form: What it does; `{1}` stands for an argument of the event that makes it.
        generated_by: "static", "resolved" or "defining".
        only_while: The state of its object in which alone it applies, or "".
        marks: Predicates that hold of it.
        restricts: For a keyword that is followed by words for objects: the predicate that holds of
            its object and each of these.
        demands: What the object that it is aimed at must be just before it, as a filter in exact
            form, or "".
        conditions: On what it depends that no rule here works out: language and words; "" for the
            language of the card's own words.
        option: The number of the mode or ability that it belongs to, where one of several is
            chosen; 0: it comes with all others.
    """

    exact_form: str
    generated_by: str = "static"
    only_while: str = ""
    marks: tuple[str, ...] = ()
    restricts: str = ""
    demands: str = ""
    conditions: tuple[tuple[str, str], ...] = ()
    option: int = 0


@value
class Card:
    """A card as facts: labels, type line, keywords and type-changing effects.

    Args:
        facts: What holds of an object that is the card, each without the object, its first argument.
        remark: What the reader should know of the card, by language.
        token: It stands for a token and no card.
        source: Id of the source that it was imported from, or "".
        effects_from: The import that its effects are from where the rest ships with the game, or "".
    """

    id: str
    labels: dict[str, str]
    type_line: str
    keywords: tuple[str, ...] = ()
    effects: tuple[CardEffect, ...] = ()
    facts: tuple[Atom, ...] = ()
    remark: dict[str, str] = field(default_factory=dict)
    token: bool = False
    source: str = ""
    effects_from: str = ""


@value
class Documents:
    """What answers need only on demand.

    Args:
        rules: Rule texts by name.
        cards: Cards by id.
        facts: Facts about the knowledge base itself, for `find`.
        keywords: Effects that keyword abilities stand for, by folded label.
        authorities: What rules and statements rest on, by id.
        kinds: Labels of the kinds of statement, by id.
    """

    rules: dict[str, RuleText]
    cards: dict[str, Card]
    facts: tuple[Atom, ...] = ()
    keywords: dict[str, CardEffect] = field(default_factory=dict)
    authorities: dict[str, Authority] = field(default_factory=dict)
    kinds: dict[str, dict[str, str]] = field(default_factory=dict)

    def rule_number(self, name: str) -> str:
        """The number of the rule that a sub-rule is part of."""
        text = self.rules.get(name)
        return text.part_of or text.name if text else name

    @functools.cached_property
    def card_facts(self) -> tuple[Atom, ...]:
        """What cards state of themselves, each said of the card by its first name."""
        return tuple(
            Atom(fact.predicate, (name, *fact.args))
            for card in self.cards.values()
            for name in list(card.labels.values())[:1]
            for fact in card.facts
        )

    @functools.cached_property
    def card_names(self) -> dict[str, Card]:
        """Cards by folded name in either language."""
        return {fold(n): card for card in self.cards.values() for n in card.labels.values()}

    def nearest_card(self, name: str) -> str | None:
        """The name of a card that a misspelt one is nearest to, if any is near."""
        import difflib

        near = difflib.get_close_matches(fold(name)[:60], self.card_names, n=1, cutoff=0.8)
        labels = self.card_names[near[0]].labels.values() if near else ()
        return next((label for label in labels if fold(label) == near[0]), None)

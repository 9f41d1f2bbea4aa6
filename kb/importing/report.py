"""What came of an import."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic
from ..values import value

MAX_LISTED = 50


@value
class Refusal:
    """A record that was not imported.

    Args:
        number: Which record of the file, from 1.
        line: Its line, where each record has its own; else 0.
        name: What names it, as far as it says.
        why: Why.
    """

    number: int
    line: int
    name: str
    why: Diagnostic


@dataclass
class Report:
    """Counts of an import, and all that was not as it should be.

    Args:
        file: The file's name without folders.
        source: Id of the shape.
        game: Whose cards.
        records: Records read.
        cards: Cards imported.
        faces: Faces imported, of which each card has at least one.
        tokens: Of the cards, those that stand for tokens.
        printings: Records of cards that the file had before.
        rulings: Rulings imported.
        effects: Type-changing effects found in rules texts.
        unread: Sentences of rules texts that speak of types and were not understood, each with the
            name of its face.
        skipped: What else was left out on purpose, by kind.
        refused: How many records were refused.
        refusals: The first of them.
        lines: Type lines that are not legal, with how many faces have them; they are kept as text.
        reasons: Type line → why it is not legal.
        differing: Records of a card that the file had before with another type line; the first is kept.
        triples: Triples of the source in the store.
        changed: The store was changed.
    """

    file: str
    source: str
    game: str
    records: int = 0
    cards: int = 0
    faces: int = 0
    tokens: int = 0
    printings: int = 0
    rulings: int = 0
    effects: int = 0
    unread: list[tuple[str, str]] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    lines: Counter[str] = field(default_factory=Counter)
    reasons: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    differing: Counter[str] = field(default_factory=Counter)
    triples: int = 0
    changed: bool = False

    def refuse(self, refusal: Refusal) -> None:
        """Notes a refused record; the first ones are listed."""
        self.refused += 1
        if len(self.refusals) < MAX_LISTED:
            self.refusals.append(refusal)

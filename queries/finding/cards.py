"""What `find` knows of cards: those that ship with the game, and those of the store of imported cards.

A card that ships hides imported ones of its name. Type lines are read as of the date of the question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ...kb.diagnostics import DiagnosticError
from ...kb.knowledge import Knowledge
from ...kb.logic.syntax import Declaration, Value
from ...kb.store.graphs import BASE, CORE
from ...kb.typelines.reading import read_type_line

PRINTED = "printed"  # that a card has a term on its type line
OF_CORE = ("layout",)  # properties of the core that the store has of cards
OBJECT = "Object"

Facts = dict[str, set[tuple[Value, ...]]]


def card_facts(knowledge: Knowledge, wanted: Collection[str]) -> Facts:
    """Facts of cards under the predicates that are asked for; of others none are looked up.

    Raises:
        DiagnosticError: The store cannot be read.
    """
    from ...kb.store.cards import stated_of_faces

    declared = knowledge.program.theory.declarations
    facts: Facts = {}
    if PRINTED in wanted:
        facts[PRINTED] = _printed(knowledge)
    for name in wanted:
        iri = _property(declared.get(name), knowledge)
        if iri:
            own = _names(knowledge)
            stated = stated_of_faces(knowledge, iri)
            facts[name] = {(card, v) for card, v in stated if card not in own}
    return facts


def _property(declared: Declaration | None, knowledge: Knowledge) -> str:
    """The IRI under which a store may have a predicate of cards; "" if it has not."""
    if declared is None or declared.kind != "rigid" or declared.engine or declared.arity != 2:
        return ""
    if declared.name in OF_CORE:
        return f"{CORE}{declared.name}"
    return f"{BASE}{knowledge.game}/{declared.name}" if declared.domains[0] == OBJECT else ""


def _names(knowledge: Knowledge) -> set[str]:
    """Names of the cards that ship with the game."""
    cards = knowledge.documents.cards.values()
    return {name for card in cards for name in card.labels.values()}


def _printed(knowledge: Knowledge) -> set[tuple[Value, ...]]:
    """Every pair of a card and a term on its type line as of the date."""
    from ...kb.store.cards import stated_of_faces

    own = _names(knowledge)
    shipped = (
        (next(iter(c.labels.values())), c.type_line) for c in knowledge.documents.cards.values()
    )
    imported = stated_of_faces(knowledge, f"{CORE}typeLine")
    known: dict[str, tuple[str, ...]] = {}
    lines: Iterable[tuple[str, str]] = (
        *shipped,
        *((name, str(line)) for name, line in imported if name not in own),
    )
    return set(_terms(lines, knowledge, known))


def _terms(
    lines: Iterable[tuple[str, str]], knowledge: Knowledge, known: dict[str, tuple[str, ...]]
) -> Iterator[tuple[Value, ...]]:
    for name, line in lines:
        if line not in known:
            try:
                known[line] = read_type_line(line, knowledge.lexicon, hints=False).ids
            except DiagnosticError:
                known[line] = ()
        yield from ((name, term) for term in known[line])

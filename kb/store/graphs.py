"""IRIs of the named graphs of a store and of what stands in them."""

from __future__ import annotations

BASE = "https://w3id.org/rulekeep/"
CORE = f"{BASE}core/"
GRAPHS = f"{BASE}graph/"
IMPORTS = f"{GRAPHS}imports"


def cards_graphs(game: str) -> str:
    """What the names of all graphs of a game's cards begin with."""
    return f"{GRAPHS}{game}/cards/"


def cards_graph(game: str, source: str) -> str:
    """The graph of the cards of a source."""
    return f"{cards_graphs(game)}{source}"


def rulings_graph(game: str, source: str) -> str:
    """The graph of the rulings of a source."""
    return f"{GRAPHS}{game}/rulings/{source}"


def terms_graph(game: str, date: str) -> str:
    """The graph of the terms that a rules text of a date has beyond the ontology's own."""
    return f"{GRAPHS}{game}/terms/{date}"


def card_iri(game: str, source: str, key: str) -> str:
    """The IRI of a card of a source; `key` must be percent-encoded where it needs it."""
    return f"{BASE}{game}/card/{source}/{key}"

"""The knowledge of a game as quads: a named graph for each piece, each an ontology that keeps OWL 2 DL.

Quads are canonical (RDFC-1.0 labels of blank nodes, made unique by the name of the piece) and sorted, so
what is written from them is the same wherever it is made. They are cached as N-Quads, since making them
goes through rdflib.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Sequence
from itertools import chain

from pyoxigraph import NamedNode, Quad, RdfFormat, Triple, parse

from ..caches import cache_folder, checksum, prune, read_cache, write_cache
from ..sources import fingerprint
from .arrangement import by_subject
from .header import header, read_headers
from .iris import graph_iri
from .ruling_text import RulingText

PIECES = ("ontology", "rules", "terms", "rulings", "cards")
ALL = "all"


def quads(
    game: str, pieces: Sequence[str] = PIECES, rulings: Iterable[RulingText] = ()
) -> list[Quad]:
    """The quads of some pieces of a game's knowledge, in a fixed order.

    Args:
        game: Its id.
        pieces: Names among `PIECES`, in any order.
        rulings: Its rulings, for the piece of that name: who reads them hands them over.

    Raises:
        UnknownGame: There is no such game.
        ValueError: There is no such piece.
        DiagnosticError: The game's files are faulty.
    """
    if unknown := sorted(set(pieces) - set(PIECES)):
        raise ValueError(f"no piece: {', '.join(unknown)}")
    given = tuple(rulings) if "rulings" in pieces else ()
    return [
        quad
        for piece in PIECES
        if piece in pieces
        for quad in _piece(game, piece, given if piece == "rulings" else ())
    ]


def merged(found: Iterable[Quad], game: str, pieces: Sequence[str] = PIECES) -> list[Triple]:
    """The triples of several pieces of a game, and of what else is given, as one ontology with one header."""
    told = [piece for piece in PIECES if piece in pieces]
    every = len(told) == len(PIECES)
    subjects = by_subject(found)
    heads = [(piece, subjects.pop(NamedNode(graph_iri(game, piece)), [])) for piece in PIECES]
    names, date = read_headers(heads)
    name = ALL if every else "+".join(told)
    for triple in sorted(header(game, name, names, date, [ALL] if every else told), key=str):
        said = subjects.setdefault(triple.subject, [])
        if triple not in said:
            said.append(triple)
    return list(chain.from_iterable(subjects.values()))


def at_hand(game: str, rulings: Iterable[RulingText] = ()) -> bool:
    """Whether the pieces of a game are cached, or could not be: making them takes time and memory."""
    folder = cache_folder()
    if folder is None:
        return True
    return all(
        os.path.exists(
            os.path.join(folder, _file(game, piece, _state(game, piece, tuple(rulings))))
        )
        for piece in PIECES
    )


def _state(game: str, piece: str, rulings: tuple[RulingText, ...]) -> str:
    """Stands for all that a piece depends on."""
    return fingerprint(game) + (checksum(repr(rulings)) if piece == "rulings" else "")


@functools.cache
def _piece(game: str, piece: str, rulings: tuple[RulingText, ...]) -> tuple[Quad, ...]:
    """A piece from the cache if that is current, else made anew."""
    state = _state(game, piece, rulings)
    text = read_cache(_file(game, piece, state))
    if text is None:
        from .building import build, build_rulings

        made = {piece: build_rulings(game, rulings)} if piece == "rulings" else build(game)
        for name, lines in made.items():
            write_cache(_file(game, name, state), lines)
            prune(f"rdf_{name}-{game}", _file(game, name, state))
        text = made[piece]
    return tuple(parse(text, format=RdfFormat.N_QUADS))


def _file(game: str, piece: str, state: str) -> str:
    return f"rdf_{piece}-{game}-{state}.nq"

"""What `rulekeep export` writes: pieces of the games' knowledge, their description, and a scenario's answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ...kb.rdf.arrangement import union
from ...kb.rdf.description import description
from ...kb.rdf.formats import FORMATS
from ...kb.rdf.namespaces import prefixes
from ...kb.rdf.pieces import PIECES, merged, quads
from ...kb.rdf.writers import quad_bytes, triple_bytes
from ...kb.values import value
from .ruling_texts import ruling_texts

if TYPE_CHECKING:
    from pyoxigraph import Quad, Triple

    from ..answers.report import Report

DESCRIPTION, ALL = "description", "all"


@value
class Part:
    """What is exported of a game.

    Args:
        game: Its id.
        pieces: The pieces of its knowledge, each in its named graph.
        quads: Their quads.
        more: Quads of other graphs: the description.
    """

    game: str
    pieces: tuple[str, ...]
    quads: Sequence[Quad]
    more: Sequence[Quad] = ()


def gather(
    what: str, games: Iterable[str], tell: Callable[[str], object] = lambda _: None
) -> list[Part]:
    """What an export holds, game by game.

    Args:
        what: A piece, `description` or `all`.
        games: Ids of the games.
        tell: Told of each game before its work begins.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: A game's files are faulty.
    """
    found = []
    for game in games:
        tell(game)
        pieces = PIECES if what in (DESCRIPTION, ALL) else (what,)
        rulings = ruling_texts(game) if "rulings" in pieces else ()
        held = quads(game, pieces, rulings)
        if what == DESCRIPTION:
            found.append(Part(game, (), (), description(game, held)))
        elif what == ALL:
            found.append(Part(game, pieces, held, description(game, held)))
        else:
            found.append(Part(game, pieces, held))
    return found


def answered(reports: Iterable[Report], text: str) -> list[Part]:
    """What an export holds of answered scenarios, each in its named graph.

    Args:
        reports: What came of them.
        text: The text that they were read from.
    """
    from .scenario_rdf import scenario_quads

    return [
        Part(report.case.knowledge.game, (), (), scenario_quads([report], text))
        for report in reports
        if report.case is not None
    ]


def all_quads(parts: Iterable[Part]) -> list[Quad]:
    """The quads of an export, in its named graphs."""
    return [quad for part in parts for some in (part.quads, part.more) for quad in some]


def all_triples(parts: Sequence[Part]) -> list[Triple]:
    """The triples of an export as one graph, in which a game is one ontology with one header.

    Several games are best kept apart: what their core says of blank nodes would stand there for each.
    """
    found: list[Triple] = []
    for part in parts:
        quads_ = [*part.quads, *part.more]
        found += merged(quads_, part.game, part.pieces) if part.pieces else union(quads_)
    return found if len(parts) == 1 else list(dict.fromkeys(found))


def export_bytes(parts: Sequence[Part], form: str) -> bytes:
    """An export in an RDF format."""
    bound = prefixes(dict.fromkeys(part.game for part in parts))
    if FORMATS[form].graphs:
        return quad_bytes(all_quads(parts), form, bound)
    return triple_bytes(all_triples(parts), form, bound)


def has_graphs(quads: Iterable[Quad]) -> bool:
    """Whether an export that was read keeps the pieces apart in named graphs."""
    from pyoxigraph import DefaultGraph

    return any(not isinstance(quad.graph_name, DefaultGraph) for quad in quads)

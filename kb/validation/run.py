"""Validates data of other people: shapes, names, texts; all findings in one order, within a time.

checked = validate({"cards.ttl": read_quads("cards.ttl")}, "mtg")
checked.findings
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pyoxigraph import Quad
from rdflib import RDFS, SKOS, BNode, Graph, Literal, URIRef
from rdflib.term import Node

from ..diagnostics import Diagnostic, DiagnosticError
from ..knowledge import load
from ..sources import games, lineage
from ..turtle_graph import BASE
from ..values import value
from .findings import ERROR, LANGUAGES, SHAPE, Finding
from .graphs import Focused, graph_of, grounds_of, quiet, shapes, short
from .names import unknown_names
from .shapes import run_shapes
from .texts import TextCheck, check_texts

SECONDS = 300
_AT_ONCE = 10_000  # nodes between two looks at the clock
DEFAULT_GAME = "mtg"


@value
class Checked:
    """What came of a validation.

    Args:
        game: The game whose knowledge the data were seen beside.
        findings: What is wrong, by file, node and property.
        triples: How many triples were checked.
        nodes: How many nodes they describe.
    """

    game: str
    findings: tuple[Finding, ...]
    triples: int
    nodes: int

    @property
    def conforms(self) -> bool:
        """Whether nothing is wrong."""
        return not any(finding.severity == ERROR for finding in self.findings)


def validate(
    files: Mapping[str, list[Quad]],
    game: str | None = None,
    texts: Mapping[str, TextCheck] | None = None,
    progress: Callable[[str], None] = lambda what: None,
    seconds: float = SECONDS,
) -> Checked:
    """Checks the data of some files together, beside the knowledge of a game.

    Args:
        files: Name of a file → its quads.
        game: The game; by default the one that the data speak of, else the first that ships.
        texts: Further checks, by the id of the property of the core whose texts they read.
        progress: Called with what comes next.
        seconds: Time for all.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: `validation-time` or `validation-failed`, or the game's files are faulty.
    """
    end = time.monotonic() + seconds
    with quiet():
        graphs = {
            name: graph_of(found, f"{number}." if len(files) > 1 else "")
            for number, (name, found) in enumerate(files.items(), 1)
        }
        data = Graph()
        for graph in graphs.values():
            data += graph
        game = game or spoken_of(files)
        found = list(_findings(data, game, texts or {}, progress, end, seconds))
    told = {(f.focus, f.path, f.value) for f in found if f.code != SHAPE}
    placed = [
        _placed(finding, graphs, data)
        for finding in found
        if finding.code != SHAPE or (finding.focus, finding.path, finding.value) not in told
    ]
    order = {name: number for number, name in enumerate(files)}
    placed.sort(key=lambda f: (order.get(f.file, 0), f.focus, f.path, f.value, f.message["en"]))
    return Checked(game, tuple(dict.fromkeys(placed)), len(data), len(set(data.subjects())))


def _findings(
    data: Graph,
    game: str,
    texts: Mapping[str, TextCheck],
    progress: Callable[[str], None],
    end: float,
    seconds: float,
) -> Iterator[Finding]:
    progress(game)
    described = {str(s) for s in data.subjects()}
    ground, known = grounds_of(game, described)
    whole = Focused()
    for triple in graph_of(ground):
        whole.add(triple)
    for triple in data:
        whole.add(triple)
    shape_graph = shapes()
    known |= {str(node) for triple in shape_graph for node in triple}
    yield from unknown_names(data, known)
    focus = sorted(set(data.subjects()), key=str)
    for start in range(0, len(focus), _AT_ONCE):
        if time.monotonic() > end:
            raise DiagnosticError([Diagnostic("validation-time", params={"limit": int(seconds)})])
        progress(f"{start}/{len(focus)}")
        yield from run_shapes(whole, shape_graph, focus[start : start + _AT_ONCE])
    progress("texts")
    whole.focus = None
    yield from check_texts(data, whole, load(game), texts)


def spoken_of(files: Mapping[str, list[Quad]]) -> str:
    """The game that data speak of: the one that knows all the games whose IRIs they use."""
    every = {f"{BASE}{game}/": game for game in games()}
    used = set[str]()
    for found in files.values():
        for quad in found:
            for node in (quad.predicate, quad.object, quad.subject):
                iri = getattr(node, "value", "")
                if iri.startswith(BASE):
                    head = iri[: iri.find("/", len(BASE)) + 1]
                    if head in every:
                        used.add(every[head])
    fitting = [game for game in games() if used and used <= set(lineage(game))]
    return min(fitting, key=lambda g: (len(lineage(g)), g), default=DEFAULT_GAME)


def _placed(finding: Finding, graphs: Mapping[str, Graph], data: Graph) -> Finding:
    """The finding with its file and the label of its node."""
    blank = finding.focus.startswith("_:")
    node: Node = BNode(finding.focus[2:]) if blank else URIRef(finding.focus)
    file = next((name for name, graph in graphs.items() if (node, None, None) in graph), "")
    label = _label(data, node)
    if blank and not label:
        owner = next(
            iter(sorted(s for s in data.subjects(None, node) if isinstance(s, URIRef))), None
        )
        if owner is not None:
            label = _label(data, owner) or {lang: short(str(owner)) for lang in LANGUAGES}
    return replace(finding, file=file, label=label)


def _label(data: Graph, node: Node) -> dict[str, str]:
    """What data call a node, by language."""
    found: dict[str, str] = {}
    for prop in (SKOS.prefLabel, RDFS.label):
        for label in sorted(data.objects(node, prop), key=str):
            if isinstance(label, Literal):
                for lang in LANGUAGES if label.language not in LANGUAGES else (label.language,):
                    found.setdefault(lang, str(label))
    return found

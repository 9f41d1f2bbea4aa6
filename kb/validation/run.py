"""Validates data of other people: shapes, names, texts; all findings in one order, within a time.

checked = validate({"cards.ttl": read_quads("cards.ttl")}, "mtg")
checked.findings
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from pyoxigraph import Quad
from rdflib import RDFS, SKOS, BNode, Graph, Literal, URIRef
from rdflib.term import Node

from ..diagnostics import Diagnostic, DiagnosticError
from ..knowledge import load
from ..rdf.rdflib_graphs import add_quads, quiet
from ..sources import games, lineage
from ..turtle.graph import BASE
from ..values import value
from .findings import ERROR, LANGUAGES, SHAPE, Finding
from .graphs import Focused, grounds_of, shapes, short
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
    game = game or spoken_of(files)
    data, owners = Focused(), dict[Node, str]()
    with quiet():
        for number, (name, quads) in enumerate(files.items(), 1):
            progress(name)
            mark = f"{number}." if len(files) > 1 else ""
            owners = dict.fromkeys(add_quads(data, quads, mark), name) | owners
        triples = len(data)
        found = list(_findings(data, owners.keys(), game, texts or {}, progress, end, seconds))
    told = {(f.focus, f.path, f.value) for f in found if f.code != SHAPE}
    placed = [
        _placed(finding, owners, data)
        for finding in found
        if finding.code != SHAPE or (finding.focus, finding.path, finding.value) not in told
    ]
    order = {name: number for number, name in enumerate(files)}
    placed.sort(key=lambda f: (order.get(f.file, 0), f.focus, f.path, f.value, f.message["en"]))
    return Checked(game, tuple(dict.fromkeys(placed)), triples, len(owners))


def _findings(
    data: Focused,
    subjects: Collection[Node],
    game: str,
    texts: Mapping[str, TextCheck],
    progress: Callable[[str], None],
    end: float,
    seconds: float,
) -> Iterator[Finding]:
    """Findings in no order; on the way the data get the knowledge that they rest on beside them."""
    grounds, known = grounds_of(game, {str(node) for node in subjects})
    shape_graph = shapes()
    known |= {str(node) for triple in shape_graph for node in triple}
    yield from unknown_names(data, known)
    add_quads(data, grounds)
    focus = sorted(subjects, key=str)
    for start in range(0, len(focus), _AT_ONCE):
        if time.monotonic() > end:
            raise DiagnosticError([Diagnostic("validation-time", params={"limit": int(seconds)})])
        progress(f"{start}/{len(focus)}")
        yield from run_shapes(data, shape_graph, focus[start : start + _AT_ONCE])
    progress(game)
    data.focus = frozenset(subjects)
    yield from check_texts(data, load(game), texts)
    data.focus = None


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


def _placed(finding: Finding, owners: Mapping[Node, str], data: Graph) -> Finding:
    """The finding with its file and the label of its node, or of the node that a blank one belongs to."""
    blank = finding.focus.startswith("_:")
    node: Node = BNode(finding.focus[2:]) if blank else URIRef(finding.focus)
    label = _label(data, node)
    if blank and not label:
        above = sorted(s for s in data.subjects(None, node) if isinstance(s, URIRef))
        for owner in above[:1]:
            label = _label(data, owner) or {lang: short(str(owner)) for lang in LANGUAGES}
    return replace(finding, file=owners.get(node, ""), label=label)


def _label(data: Graph, node: Node) -> dict[str, str]:
    """What data call a node, by language."""
    found: dict[str, str] = {}
    for prop in (SKOS.prefLabel, RDFS.label):
        for label in sorted(data.objects(node, prop), key=str):
            if isinstance(label, Literal):
                for lang in LANGUAGES if label.language not in LANGUAGES else (label.language,):
                    found.setdefault(lang, str(label))
    return found

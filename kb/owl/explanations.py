"""Why a class can have no members, or an ontology is inconsistent: a smallest set of axioms, found by Pellet.

Pellet prints axioms with the last part of each IRI, which need not be unique and may hold any sign. So
it is given a copy in which the IRIs are numbered, and its words are turned back.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

from rdflib import Graph, URIRef
from rdflib.term import Node

from ..values import value
from .java import SECONDS, ReasonerFailed, pellet
from .reasoner import logical

_NUMBERED = "http://e/e"
_NAME = re.compile(r"\be(\d+)\b")
_STANDARD = "http://www.w3.org/"
_START = re.compile(r"^(?:\d+\)|  )   (?=\S)")
_TRIES = 3


@value
class Axiom:
    """An axiom in the words of the Manchester syntax as Pellet writes it; names are IRIs in <…>.

    Args:
        words: The words in order, such as `("<…/Castle>", "subClassOf", "<…/Card>")`.
    """

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.words)


def why_unsatisfiable(graph: Graph, iri: str, seconds: float = SECONDS) -> tuple[Axiom, ...]:
    """Axioms that together leave a class without members; empty if Pellet finds none.

    Raises:
        NoReasoner: The extra `java` is not installed.
        ReasonerFailed: Pellet took too long, or ended with an error.
    """
    return _explained(graph, ["--method", "black", "--unsat"], iri, seconds)


def why_inconsistent(graph: Graph, seconds: float = SECONDS) -> tuple[Axiom, ...]:
    """Axioms and facts that together cannot hold; empty if Pellet finds none.

    Raises:
        NoReasoner: The extra `java` is not installed.
        ReasonerFailed: Pellet took too long, or ended with an error.
    """
    return _explained(graph, ["--inconsistent"], "", seconds)


def _explained(graph: Graph, options: list[str], iri: str, seconds: float) -> tuple[Axiom, ...]:
    """Asks again with other numbers where Pellet's tracing fails, which hangs on the order of names."""
    known = sorted({n for t in logical(graph) for n in t if _named(n)}, key=str)
    last = ""
    for attempt in range(_TRIES):
        start = attempt * len(known) // _TRIES
        iris = [*known[start:], *known[:start]]
        done = _ask(graph, iris, options, iri, seconds)
        if done.returncode == 0:
            return axioms_of(done.stdout, iris)
        last = done.stderr
        if "ERROR" in last.splitlines()[0:1]:
            break
    raise ReasonerFailed(last.strip()[:2000])


def _ask(
    graph: Graph, iris: Sequence[Node], options: list[str], iri: str, seconds: float
) -> CompletedProcess[str]:
    numbers: dict[Node, Node] = {name: URIRef(f"{_NUMBERED}{n}") for n, name in enumerate(iris)}
    copy = Graph()
    for s, p, o in sorted(logical(graph)):
        copy.add((numbers.get(s, s), numbers.get(p, p), numbers.get(o, o)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ontology.owl"
        copy.serialize(path, format="xml")
        asked = [str(numbers[URIRef(iri)])] if iri else []
        return pellet(path, "explain", "--ignore-imports", *options, *asked, seconds=seconds)


def _named(node: Node) -> bool:
    return isinstance(node, URIRef) and not str(node).startswith(_STANDARD)


def axioms_of(text: str, iris: Sequence[Node]) -> tuple[Axiom, ...]:
    """The axioms of the first explanation that Pellet printed, in the order of their words."""
    found: list[str] = []
    _, _, lines = text.partition("Explanation(s):")
    for line in lines.splitlines():
        if re.match(r"2\)", line):
            break
        if _START.match(line):
            found.append(line[5:].strip())
        elif line.strip() and found:
            found[-1] += " " + line.strip()
    return tuple(sorted((Axiom(tuple(_words(each, iris))) for each in found), key=str))


def _words(text: str, iris: Sequence[Node]) -> list[str]:
    """The words of an axiom: names, keywords, brackets, commas and literals."""
    words = re.findall(r'"(?:[^"\\]|\\.)*"|->|[(){},]|\?\w+|[^\s(){},"]+', text)
    return [_NAME.sub(lambda m: f"<{iris[int(m[1])]}>", w) if w[0] != '"' else w for w in words]

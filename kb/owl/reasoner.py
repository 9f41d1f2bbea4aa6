"""What an OWL reasoner, HermiT or Pellet, infers from an ontology: consistency, empty classes, types, values.

HermiT stops at the built-ins of SWRL rules, so rules with them are left out for it; Pellet takes them.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from subprocess import CompletedProcess

from rdflib import OWL, RDF, RDFS, SKOS, Graph, URIRef
from rdflib.term import Node

from ..rdf.swrl import SWRL
from ..values import value
from .java import SECONDS, ReasonerFailed, hermit, pellet

REASONERS = ("hermit", "pellet")
NOTHING = str(OWL.Nothing)
THING = str(OWL.Thing)
_TOLD = (
    RDFS.label, RDFS.comment, RDFS.seeAlso, RDFS.isDefinedBy, OWL.imports, OWL.versionInfo,
    SKOS.prefLabel, SKOS.altLabel, SKOS.hiddenLabel, SKOS.definition, SKOS.note,
)  # fmt: skip


@value
class Inferred:
    """What a reasoner infers. Of an inconsistent ontology everything follows, so that nothing is told.

    Args:
        reasoner: The reasoner.
        consistent: Whether the ontology is consistent.
        unsatisfiable: IRIs of the classes that can have no members, sorted.
        parents: Class → the classes just above it.
        equivalents: Class → other names of it.
        types: Individual → its most specific classes.
        values: Subject, property and object, or literal as text, where values were asked for.
        left_out: Rules that the reasoner cannot take, IRIs or labels of blank nodes.
    """

    reasoner: str
    consistent: bool
    unsatisfiable: tuple[str, ...] = ()
    parents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    equivalents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: frozenset[tuple[str, str, str]] = frozenset()
    left_out: tuple[str, ...] = ()

    def ancestors(self, iri: str) -> frozenset[str]:
        """A class with all that it is under."""
        found = set[str]()
        todo = [iri]
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += [*self.parents.get(name, ()), *self.equivalents.get(name, ())]
        return frozenset(found)

    def types_of(self, iri: str) -> frozenset[str]:
        """All classes of an individual."""
        return frozenset(c for name in self.types.get(iri, ()) for c in self.ancestors(name))


def infer(
    graph: Graph,
    reasoner: str = "hermit",
    *,
    values: bool = False,
    consistency: bool = False,
    seconds: float = SECONDS,
) -> Inferred:
    """Puts an ontology to a reasoner.

    Args:
        graph: Axioms, facts and rules.
        reasoner: One of `REASONERS`.
        values: Whether the inferred values of properties are asked for; HermiT tells those of
            object properties alone.
        consistency: Whether nothing is asked but whether the ontology is consistent, which takes
            seconds where classifying with rules takes minutes.
        seconds: After how long the reasoner is stopped.

    Raises:
        NoReasoner: The extra `java` is not installed.
        ReasonerFailed: It took too long, or ended with an error; with the end of what it said.
    """
    left_out: tuple[str, ...] = ()
    if reasoner == "hermit":
        graph, left_out = without_builtins(graph)
    with tempfile.TemporaryDirectory() as folder:
        path = write(graph, Path(folder))
        if consistency:
            ask = _consistent_hermit if reasoner == "hermit" else _consistent_pellet
            return Inferred(reasoner, ask(path, seconds), left_out=left_out)
        infer_all = _ask_hermit if reasoner == "hermit" else _ask_pellet
        return replace(infer_all(path, values, seconds), left_out=left_out)


def write(graph: Graph, folder: Path) -> Path:
    """A file of N-Triples for Java programs."""
    path = folder / "ontology.nt"
    path.write_text(logical(graph).serialize(format="nt"), encoding="utf-8")
    return path


def logical(graph: Graph) -> Graph:
    """An ontology without what is told to readers, and without imports, which would be fetched."""
    told = {*_TOLD, *graph.subjects(RDF.type, OWL.AnnotationProperty)}
    kept = Graph()
    for triple in graph:
        if triple[1] not in told:
            kept.add(triple)
    return kept


def without_builtins(graph: Graph) -> tuple[Graph, tuple[str, ...]]:
    """A graph without the SWRL rules that use built-ins, and the names of those rules."""
    atoms = set(graph.subjects(RDF.type, SWRL.BuiltinAtom))
    if not atoms:
        return graph, ()
    rules = {
        rule
        for rule in graph.subjects(RDF.type, SWRL.Imp)
        for side in (SWRL.body, SWRL.head)
        for head in graph.objects(rule, side)
        if not atoms.isdisjoint(graph.items(head))
    }
    kept = Graph()
    gone = set[Node]()
    for rule in rules:
        _reach(graph, rule, gone)
    for triple in graph:
        if triple[0] not in gone:
            kept.add(triple)
    return kept, tuple(sorted(map(str, rules)))


def _reach(graph: Graph, node: Node, found: set[Node]) -> None:
    """A rule with the nodes that it alone is made of."""
    todo = [node]
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo += [o for o in graph.objects(each) if not isinstance(o, URIRef)]


def _failed(done: CompletedProcess[str]) -> ReasonerFailed:
    return ReasonerFailed((done.stderr or done.stdout)[-2000:].strip())


# --- HermiT --------------------------------------------------------------------------------------

_RELATION = re.compile(r"^(\w+)\( ((?:<[^>]+>\s*)+)\)$", re.MULTILINE)
_KNOWN = re.compile(r"^<([^>]+)> \(known instances:\s*(.*?)\s*\| possible instances:", re.MULTILINE)
_PAIR = re.compile(r"\(<([^>]+)>, <([^>]+)>\)")


def _consistent_hermit(path: Path, seconds: float) -> bool:
    done = hermit(path, "-k", seconds=seconds)
    if "is satisfiable" in done.stdout:
        return True
    if "not satisfiable" in done.stdout or "Inconsistent ontology" in done.stdout + done.stderr:
        return False
    raise _failed(done)


def _ask_hermit(path: Path, values: bool, seconds: float) -> Inferred:
    options = ["-c", "-O", "-D", "-I", *(["-Y"] if values else [])]
    done = hermit(path, *options, seconds=seconds)
    if done.returncode != 0:
        if "Inconsistent ontology" in done.stdout + done.stderr:
            return Inferred("hermit", False)
        raise _failed(done)
    parents, types, same = _Lists(), _Lists(), _Lists()
    for relation, text in _RELATION.findall(done.stdout):
        names = re.findall("<([^>]+)>", text)
        if relation in ("SubClassOf", "Type"):
            (parents if relation == "SubClassOf" else types)[names[0]].append(names[1])
        elif relation == "EquivalentClasses":
            for name in names:
                same[name] += [other for other in names if other != name]
    pairs = (
        (subject, prop, value)
        for prop, known in _KNOWN.findall(done.stdout)
        for subject, value in _PAIR.findall(known)
    )
    return _inferred("hermit", parents, same, types, pairs)


# --- Pellet --------------------------------------------------------------------------------------

_VALUE = re.compile(r"^PROPINST: (\S+) (\S+) (\S+)$", re.MULTILINE)
_LITERAL = re.compile(r"^DATAPROPVAL: (\S+) (\S+) literal\((.*),(.*?),(.*?)\)$", re.MULTILINE)

_LOADER = ("--loader", "Jena", "--input-format", "N-Triples", "--ignore-imports")
_ESCAPED = re.compile(r"""\\(?:([nrtbf\\'"])|(.[0-7]{2}))""", re.DOTALL)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


def _consistent_pellet(path: Path, seconds: float) -> bool:
    done = pellet(path, "consistency", *_LOADER, seconds=seconds)
    found = re.search(r"^Consistent: (Yes|No)", done.stdout, re.MULTILINE)
    if found is None:
        raise _failed(done)
    return found[1] == "Yes"


def _ask_pellet(path: Path, values: bool, seconds: float) -> Inferred:
    options = [*_LOADER]
    options += ["--infer-prop-values", "--infer-data-prop-values"] if values else []
    done = pellet(path, "realize", *options, seconds=seconds)
    if done.returncode != 0:
        if "Ontology is inconsistent" in done.stderr:
            return Inferred("pellet", False)
        raise _failed(done)
    parents, types, same = _Lists(), _Lists(), _Lists()
    above: list[tuple[int, list[str]]] = []
    for line in done.stdout.splitlines():
        text = line.strip()
        if not text or text.startswith(("PROPINST:", "DATAPROPVAL:")):
            continue
        depth = len(line) - len(line.lstrip())
        while above and above[-1][0] >= depth:
            above.pop()
        classes, _, members = text.partition(" - ")
        names = classes.split(" = ")
        for name in names:
            same[name] += [other for other in names if other != name]
            parents[name] += above[-1][1] if above else []
        for member in members[1:-1].split(", ") if members else ():
            types[member] += names
        above.append((depth, names))
    pairs = [*_VALUE.findall(done.stdout)]
    pairs += [(s, p, _unescaped(text)) for s, p, text, _, _ in _LITERAL.findall(done.stdout)]
    return _inferred("pellet", parents, same, types, pairs)


def _unescaped(text: str) -> str:
    """A literal that Pellet printed: letters past U+01FF are octal, with a first digit of any size."""

    def letter(found: re.Match[str]) -> str:
        if found[1]:
            return _LETTERS.get(found[1], found[1])
        return chr(((ord(found[2][0]) - ord("0")) << 6) + int(found[2][1:], 8))

    units = _ESCAPED.sub(letter, text)
    return units.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Lists(defaultdict[str, list[str]]):
    """Names by name."""

    def __init__(self) -> None:
        super().__init__(list)

    def sorted(self) -> dict[str, tuple[str, ...]]:
        """Without repetitions, in order."""
        return {name: tuple(sorted(set(self[name]))) for name in sorted(self) if self[name]}


def _inferred(
    reasoner: str,
    parents: _Lists,
    same: _Lists,
    types: _Lists,
    values: Iterable[tuple[str, str, str]],
) -> Inferred:
    empty = {NOTHING, *same[NOTHING]}
    return Inferred(
        reasoner,
        True,
        tuple(sorted(empty - {NOTHING})),
        {name: above for name, above in parents.sorted().items() if name not in empty},
        {name: others for name, others in same.sorted().items() if name not in empty},
        types.sorted(),
        frozenset(values),
    )

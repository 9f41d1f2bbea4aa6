"""What an OWL reasoner makes of a game's ontology or of other people's files, with reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.logic.check import nearest
from ...kb.owl.explanations import Axiom, why_inconsistent, why_unsatisfiable
from ...kb.owl.java import ReasonerFailed, TooSlow
from ...kb.owl.ontologies import add_claims, add_file, claimed_subclasses, game_ontology
from ...kb.owl.reasoner import Inferred, infer
from ...kb.rdf.reading import read_quads
from ...kb.values import value

if TYPE_CHECKING:
    from rdflib import Graph

SPOKEN = {"hermit": "HermiT", "pellet": "Pellet"}


@value
class Reasoned:
    """What came of asking a reasoner.

    Args:
        graph: The ontology.
        inferred: What was inferred.
        why: Class without members → axioms that leave it so; "" → those that are inconsistent.
        added: Axiom → the statement that it was added for.
        classes: Whether classes were asked about, and not consistency alone.
    """

    graph: Graph
    inferred: Inferred
    why: Mapping[str, tuple[Axiom, ...]]
    added: Mapping[Axiom, str]
    classes: bool = True

    @property
    def sound(self) -> bool:
        """Whether the ontology is consistent and every class can have members."""
        return self.inferred.consistent and not self.inferred.unsatisfiable


def ontology(
    files: Sequence[str], game: str | None, pieces: Sequence[str], statements: Sequence[str]
) -> tuple[Graph, dict[Axiom, str]]:
    """Files and pieces of a game as one ontology, with what statements claim of classes.

    Args:
        game: Its id; none if the files stand for themselves.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: A file cannot be read, or a statement claims nothing of classes.
    """
    from rdflib import Graph

    graph = game_ontology(game, pieces) if game else Graph()
    for number, file in enumerate(files, 1):
        add_file(graph, read_quads(file), f"file{number}x")
    added: dict[Axiom, str] = {}
    known = claimed_subclasses(game) if statements and game else {}
    for name in statements:
        if name not in known:
            params = {"input": name, "known": ", ".join(known) or "-"}
            hint = nearest(name.upper(), known)
            raise DiagnosticError([Diagnostic("claims-no-class", params=params, hint=hint)])
        add_claims(graph, known[name])
        added |= {Axiom((f"<{s}>", "subClassOf", f"<{o}>")): name for s, o in known[name]}
    return graph, added


def reason(
    graph: Graph,
    added: Mapping[Axiom, str],
    reasoner: str,
    *,
    consistency: bool,
    explain: int,
    seconds: float,
) -> Reasoned:
    """Asks a reasoner, and Pellet for the reasons.

    Args:
        consistency: Whether only consistency is asked for.
        explain: For how many classes without members the reasons are asked.
        seconds: After how long a reasoner is stopped, each time that it is asked.

    Raises:
        NoReasoner: The extra `java` is not installed.
        DiagnosticError: The reasoner took too long, or cannot take the ontology.
    """
    try:
        inferred = infer(graph, reasoner, consistency=consistency, seconds=seconds)
    except ReasonerFailed as error:
        raise DiagnosticError([fault(error, reasoner)]) from None
    why: dict[str, tuple[Axiom, ...]] = {}
    for iri in ("",) if not inferred.consistent else inferred.unsatisfiable[:explain]:
        try:
            found = (
                why_unsatisfiable(graph, iri, seconds) if iri else why_inconsistent(graph, seconds)
            )
        except ReasonerFailed:
            found = ()  # that there is no reason is told; the finding stands without
        why[iri] = found
    return Reasoned(graph, inferred, why, added, not consistency)


def fault(error: ReasonerFailed, reasoner: str) -> Diagnostic:
    """A reasoner's failure as a message."""
    name = SPOKEN[reasoner]
    if isinstance(error, TooSlow):
        params: dict[str, object] = {"reasoner": name, "seconds": f"{error.seconds:g}"}
        return Diagnostic("reasoner-slow", params=params)
    return Diagnostic("reasoner-failed", params={"reasoner": name, "reason": error.reason})

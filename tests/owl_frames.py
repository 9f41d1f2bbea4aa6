"""Frames of runs as ontologies: closed facts of many events, each with individuals of its own, and the rules.

So that no rule takes one premise from this frame and one from that, constants of rules stand for the
frame's individual of that name, and premises that no variable ties together are tied by `inFrame`. A
frame alone has the rules just as they are exported.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote

from rdflib import OWL, RDF, Graph, URIRef
from rulekeep.kb.engine.run import Run
from rulekeep.kb.logic.syntax import Declaration, Var
from rulekeep.kb.owl.closed_facts import Frame, frames
from rulekeep.kb.owl.fact_triples import Individuals
from rulekeep.kb.rdf.swrl import Names, Triple, imp_triples, names_of, vocabulary
from rulekeep.kb.rdf.swrl_atoms import Relation, SwrlAtom, SwrlRule
from rulekeep.kb.rdf.swrl_rules import swrl_rules
from rulekeep.kb.sources import files_of, load_content
from rulekeep.kb.turtle.inherit import read_game_graph

FRAMES = "https://w3id.org/rulekeep/frame/"
IN_FRAME = "inFrame"
IS = "is "

Key = tuple[str, str, str]


# --- rules ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exported:
    """What SWRL says of a game's rules, without denials, which conclude nothing.

    Args:
        functors: Names of functors, which are no predicates.
    """

    names: Names
    rules: tuple[SwrlRule, ...]
    functors: frozenset[str]


@functools.cache
def exported(game: str) -> Exported:
    """The rules of a game as they are exported."""
    graph, _ = read_game_graph(game, files_of(game))
    theory = load_content(game).programs.theory
    rules, _ = swrl_rules(theory)
    said = tuple(r for r in rules if not any(atom.kind == "nothing" for atom in r.head))
    functors = frozenset(d.name for d in theory.declarations.values() if d.kind == "term")
    return Exported(names_of(graph), said, functors)


def groups(reasoner: str, rules: Iterable[SwrlRule]) -> list[tuple[SwrlRule, ...]]:
    """The rules that a reasoner takes, in the groups in which they are put to it."""
    rules = tuple(rules)
    if reasoner == "pellet":
        return [rules]
    able = [rule for rule in rules if not _has(rule, "builtin")]
    apart = tuple(rule for rule in able if _has(rule, "different"))
    return [tuple(rule for rule in able if rule not in apart), apart]


def _has(rule: SwrlRule, kind: str) -> bool:
    return any(atom.kind == kind for atom in rule.body)


def framed(rule: SwrlRule) -> SwrlRule:
    """A rule that keeps to one frame."""
    constants: dict[str, Var] = {}

    def own(atom: SwrlAtom) -> SwrlAtom:
        last = len(atom.args) - 1
        args = list(atom.args)
        for place, arg in enumerate(args):
            if (
                isinstance(arg, str)
                and atom.kind != "builtin"
                and (atom.kind, place) != ("data", last)
            ):
                args[place] = constants.setdefault(arg, Var(f"is{len(constants)}"))
        return replace(atom, args=tuple(args))

    body, head = [own(a) for a in rule.body], [own(a) for a in rule.head]
    body += [
        SwrlAtom("class", Relation(IS + name), (variable,)) for name, variable in constants.items()
    ]
    groups = tied(body)
    if len(groups) > 1:
        frame = Var("frame")
        body += [SwrlAtom("object", Relation(IN_FRAME), (Var(min(g)), frame)) for g in groups]
    return SwrlRule(rule.name, rule.form, tuple(body), tuple(head))


def tied(body: Iterable[SwrlAtom]) -> list[set[str]]:
    """Variables for individuals, in groups that atoms tie together."""
    groups: list[set[str]] = []
    for atom in body:
        if atom.kind not in ("class", "object", "data"):
            continue
        args = atom.args[:1] if atom.kind == "data" else atom.args
        own = {arg.name for arg in args if isinstance(arg, Var)}
        met = [g for g in groups if g & own]
        groups = [g for g in groups if not g & own] + [own.union(*met)]
    return groups


# --- scenarios -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A frame with where it comes from."""

    scenario: int
    frame: Frame
    declarations: dict[str, Declaration] = field(repr=False)

    def __str__(self) -> str:
        event = self.frame.happening.event if self.frame.happening else "end"
        return f"scenario {self.scenario}, situation {self.frame.situation}, {event}"


def places_of(number: int, run: Run, rules: Sequence[SwrlRule], most: int = 0) -> list[Place]:
    """The frames of a run for some rules, or a few of them.

    Args:
        most: How many frames; 0 for all.
    """
    theory = run.program.theory
    known = {rule.name for rule in rules if rule.form in ("", "next")}
    carried = any(rule.form == "persists" for rule in rules)
    own = [rule for rule in theory.rules if rule.name in known]
    found = [Place(number, f, theory.declarations) for f in frames(run, own, carried=carried)]
    step = max(1, len(found) // most) if most else 1
    return found[number % step :: step][: most or None]


# --- ontologies ----------------------------------------------------------------------------------


@dataclass
class Batch:
    """Frames in one ontology, with what is expected of each.

    Args:
        given: The triples of the facts.
        relations: IRIs of what the rules conclude.
    """

    graph: Graph = field(default_factory=Graph)
    expected: list[tuple[Place, dict[Key, tuple[str, ...]]]] = field(default_factory=list)
    given: set[Key] = field(default_factory=set)
    relations: set[str] = field(default_factory=set)


def batch_of(places: Sequence[Place], rules: Sequence[SwrlRule], game: Exported) -> Batch:
    """An ontology of some frames and of the rules whose premises may hold there; one frame alone
    has the rules just as they are exported."""
    facts = {f.relation for p in places for f in (*p.frame.given, *p.frame.concluded)}
    used = [rule for rule in rules if possible(rule, facts, game.functors)]
    if len(places) > 1:
        used = [framed(rule) for rule in used]
    constants = sorted({n for rule in used for atom in rule.body for n in constant(atom)})
    declared = places[0].declarations | {IN_FRAME: Declaration(IN_FRAME, "rigid", ("", ""))}
    declared |= {IS + name: Declaration(IS + name, "rigid", ("",)) for name in constants}
    own = {IN_FRAME: FRAMES + "in"} | {
        IS + n: FRAMES + "is/" + quote(n, safe="") for n in constants
    }
    known = Names(game.names.predicates | own, game.names.others)
    batch = Batch(relations={str(known.relation(h.relation)) for rule in used for h in rule.head})
    batch.graph.add((URIRef(FRAMES), RDF.type, OWL.Ontology))
    for number, place in enumerate(places):
        individuals = Individuals(f"{FRAMES}{number}/", declared, known)
        if len(places) == 1:
            plain = {a for r in used for atom in (*r.body, *r.head) for a in atom.args}
            individuals.iris |= {a: known.individual(a) for a in plain if isinstance(a, str)}
        _add_frame(batch, number, place, individuals, constants)
    triples = [t for rule in used for t in imp_triples(rule, known)]
    for triple in (*triples, *vocabulary(used, declared, known)):
        batch.graph.add(triple)
    return batch


def _add_frame(
    batch: Batch, number: int, place: Place, individuals: Individuals, constants: Iterable[str]
) -> None:
    graph, frame, known = batch.graph, place.frame, individuals.names
    expected = {key(individuals.triple(fact)): by for fact, by in frame.concluded.items()}
    triples = [individuals.triple(fact) for fact in frame.given]
    for name in constants:
        triples.append(
            (individuals.individual(name), RDF.type, known.relation(Relation(IS + name)))
        )
    for one, other in frame.different:
        pair = individuals.individual(one), individuals.individual(other)
        triples.append((pair[0], OWL.differentFrom, pair[1]))
    triples += individuals.made
    for individual in individuals.iris.values():
        graph.add((individual, RDF.type, OWL.NamedIndividual))
        graph.add((individual, known.relation(Relation(IN_FRAME)), URIRef(f"{FRAMES}{number}")))
    for triple in triples:
        graph.add(triple)
    batch.given |= set(map(key, triples))
    batch.expected.append((place, expected))


def constant(atom: SwrlAtom) -> Iterator[str]:
    """The constant that an atom of a framed rule stands for."""
    if isinstance(atom.relation, Relation) and atom.relation.name.startswith(IS):
        yield atom.relation.name.removeprefix(IS)


def possible(rule: SwrlRule, facts: set[Relation], functors: frozenset[str]) -> bool:
    """Whether every premise of a rule is of a relation that has facts."""
    return all(
        atom.relation in facts
        for atom in rule.body
        if isinstance(atom.relation, Relation)
        and not atom.relation.part
        and atom.relation.name not in functors
    )


def key(triple: Triple) -> Key:
    """A triple as texts; reasoners tell literals as text."""
    return str(triple[0]), str(triple[1]), str(triple[2])

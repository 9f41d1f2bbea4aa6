"""OWL reasoners against the engine: exported rules and the closed facts of random scenarios.

    python -m tests.owl_oracle --count 200 --seed 205

Each event of a scenario, with the situations before and after it, is a frame (`kb.owl.closed_facts`).
A reasoner is given the SWRL rules and the facts, and must find what the engine concludes by these
rules: derived facts, what starts and ends, what holds next; nothing less and nothing more.

Many frames stand in one ontology, with individuals of their own. So that no rule takes one premise from
this frame and one from that, constants of rules stand for the frame's individual of that name, and
premises that no variable ties together are tied by `inFrame`.

HermiT stops at the built-ins of SWRL and tells no literals: rules with built-ins are left out for it,
and conclusions with literals are Pellet's alone. A rule that needs individuals to be different is for
HermiT a choice among cases, slow among many facts, so those rules are put to it apart from the others.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from urllib.parse import quote

import rulekeep
from rdflib import OWL, RDF, Graph, URIRef
from rulekeep.kb.engine.run import Run
from rulekeep.kb.logic.syntax import Declaration, Var
from rulekeep.kb.owl.closed_facts import Frame, frames
from rulekeep.kb.owl.fact_triples import Individuals
from rulekeep.kb.owl.reasoner import REASONERS, Inferred, infer
from rulekeep.kb.rdf.swrl import Names, Triple, imp_triples, names_of, vocabulary
from rulekeep.kb.rdf.swrl_atoms import Relation, SwrlAtom, SwrlRule
from rulekeep.kb.rdf.swrl_rules import swrl_rules
from rulekeep.kb.sources import files_of, load_content
from rulekeep.kb.turtle_inherit import read_game_graph

from .random_scenarios import Dice, scenario_of
from .scenario_dsl import to_dsl

GAME = "mtg"
FRAMES = "https://w3id.org/rulekeep/frame/"
IN_FRAME = "inFrame"
IS = "is "
SECONDS = 300
BATCH = 40
AT_ONCE = 10

Key = tuple[str, str, str]


# --- rules ---------------------------------------------------------------------------------------


@functools.cache
def names() -> Names:
    """The IRIs of the game's names."""
    graph, _ = read_game_graph(GAME, files_of(GAME))
    return names_of(graph)


@functools.cache
def said() -> tuple[SwrlRule, ...]:
    """What SWRL says of the game's rules; denials conclude nothing and are left out."""
    rules, _ = swrl_rules(load_content(GAME).programs.theory)
    return tuple(r for r in rules if not any(atom.kind == "nothing" for atom in r.head))


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


def run_of(seed: int, number: int) -> Run:
    """A random scenario, run by the engine."""
    (report,) = rulekeep.check(to_dsl(scenario_of(Dice(seed * 1000 + number))))
    assert not report.errors, report.errors
    return report.case.run


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


def batch_of(places: Sequence[Place], rules: Sequence[SwrlRule]) -> Batch:
    """An ontology of some frames and of the rules whose premises may hold there; one frame alone
    has the rules just as they are exported."""
    facts = {f.relation for p in places for f in (*p.frame.given, *p.frame.concluded)}
    used = [rule for rule in rules if possible(rule, facts)]
    if len(places) > 1:
        used = [framed(rule) for rule in used]
    constants = sorted({n for rule in used for atom in rule.body for n in constant(atom)})
    declared = places[0].declarations | {IN_FRAME: Declaration(IN_FRAME, "rigid", ("", ""))}
    declared |= {IS + name: Declaration(IS + name, "rigid", ("",)) for name in constants}
    own = {IN_FRAME: FRAMES + "in"} | {
        IS + n: FRAMES + "is/" + quote(n, safe="") for n in constants
    }
    known = Names(names().predicates | own, names().others)
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


def possible(rule: SwrlRule, facts: set[Relation]) -> bool:
    """Whether every premise of a rule is of a relation that has facts."""
    return all(
        atom.relation in facts
        for atom in rule.body
        if isinstance(atom.relation, Relation)
        and not atom.relation.part
        and declared_as_fact(atom.relation)
    )


def declared_as_fact(relation: Relation) -> bool:
    """Whether a relation is a predicate's, and no class of what a functor makes."""
    return load_content(GAME).programs.theory.declarations[relation.name].kind != "term"


def key(triple: Triple) -> Key:
    """A triple as texts; reasoners tell literals as text."""
    return str(triple[0]), str(triple[1]), str(triple[2])


# --- comparison ----------------------------------------------------------------------------------


@dataclass
class Outcome:
    """What came of comparing a reasoner with the engine.

    Args:
        conclusions: How many conclusions were compared.
        unseen: How many were not, since the reasoner tells no literals.
        rules: Rule → how many of the conclusions it is a reason for.
        wrong: Scenario → what differs.
    """

    reasoner: str
    frames: int = 0
    conclusions: int = 0
    unseen: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    wrong: dict[int, list[str]] = field(default_factory=dict)
    seconds: float = 0

    def add(self, other: Outcome) -> None:
        """Takes in what came of more frames."""
        self.frames += other.frames
        self.conclusions += other.conclusions
        self.unseen += other.unseen
        self.rules += other.rules
        self.seconds += other.seconds
        for scenario, lines in other.wrong.items():
            self.wrong.setdefault(scenario, []).extend(lines)


def compared(places: Sequence[Place], rules: Sequence[SwrlRule], reasoner: str) -> Outcome:
    """Puts frames and rules to a reasoner; compares what it finds with what the engine concludes."""
    start = time.monotonic()
    batch = batch_of(places, rules)
    inferred = infer(batch.graph, reasoner, values=True, seconds=SECONDS)
    outcome = Outcome(reasoner, len(places))
    found: dict[str, set[Key]] = {}
    for each in found_of(inferred):
        if (each[2] if each[1] == str(RDF.type) else each[1]) in batch.relations:
            found.setdefault(frame_of(each[0]), set()).add(each)
    for number, (place, expected) in enumerate(batch.expected):
        shown = expected
        if reasoner == "hermit":
            shown = {k: by for k, by in expected.items() if k[2].startswith("http")}
        outcome.conclusions += len(shown)
        outcome.unseen += len(expected) - len(shown)
        outcome.rules.update({name: 1 for by in shown.values() for name in by})
        own = found.get(str(number), set()) - batch.given
        if len(places) == 1:
            own = {each for each in set().union(*found.values()) if each not in batch.given}
        wrong = [f"{place}: {k} by {shown[k]} is not found" for k in set(shown) - own]
        wrong += [f"{place}: {k} is found besides" for k in own - set(expected)]
        if not inferred.consistent:
            wrong = [f"{place}: the facts and rules are inconsistent"]
        if wrong:
            outcome.wrong.setdefault(place.scenario, []).extend(sorted(wrong))
    outcome.seconds = time.monotonic() - start
    return outcome


def frame_of(iri: str) -> str:
    """The number of the frame that an individual belongs to."""
    return iri.removeprefix(FRAMES).partition("/")[0]


def found_of(inferred: Inferred) -> Iterator[Key]:
    """Memberships and values that were inferred."""
    for individual in inferred.types:
        for name in inferred.types_of(individual):
            yield individual, str(RDF.type), name
    yield from inferred.values


def agreement(
    scenarios: Iterable[int],
    seed: int,
    reasoners: Sequence[str] = REASONERS,
    *,
    most: int = 0,
    batch: int = BATCH,
    rules: Sequence[SwrlRule] | None = None,
) -> dict[str, Outcome]:
    """Compares reasoners with the engine on random scenarios.

    Args:
        most: How many frames of each scenario; 0 for all.
        rules: What the reasoners are given instead of the exported rules; the engine keeps its own.
    """
    runs = {number: run_of(seed, number) for number in scenarios}
    jobs = []
    for reasoner in reasoners:
        for group in groups(reasoner, said()):
            places = [p for n, run in runs.items() for p in places_of(n, run, group, most)]
            if not any(rule.form == "persists" for rule in group):
                places = [p for p in places if p.frame.different]
            names_ = {(rule.name, rule.form) for rule in group}
            given = [r for r in rules or group if (r.name, r.form) in names_]
            jobs += [(places[i : i + batch], given, reasoner) for i in range(0, len(places), batch)]
    totals = {reasoner: Outcome(reasoner) for reasoner in reasoners}
    with ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(lambda job: compared(*job), jobs):
            totals[outcome.reasoner].add(outcome)
    return totals


# --- command line --------------------------------------------------------------------------------


def main() -> int:
    """Compares on many scenarios, with progress; exit 1 where a reasoner does not agree."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=20, help="how many scenarios")
    parser.add_argument("--seed", type=int, default=205)
    parser.add_argument("--frames", type=int, default=0, help="of each scenario at most; 0: all")
    parser.add_argument("--reasoner", choices=REASONERS, action="append")
    options = parser.parse_args()
    reasoners = tuple(options.reasoner or REASONERS)
    totals = {reasoner: Outcome(reasoner) for reasoner in reasoners}
    for first in range(0, options.count, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, options.count))
        found = agreement(numbers, options.seed, reasoners, most=options.frames)
        for reasoner, outcome in found.items():
            totals[reasoner].add(outcome)
            done = numbers.stop - len([n for n in totals[reasoner].wrong if n < numbers.stop])
            print(f"{reasoner}: {done} of {numbers.stop} agree", flush=True)
            for line in (line for lines in outcome.wrong.values() for line in lines[:5]):
                print("  " + line)
    for reasoner, outcome in totals.items():
        print(
            f"{reasoner}: {options.count - len(outcome.wrong)} of {options.count} scenarios agree: "
            f"{outcome.conclusions} conclusions of {len(outcome.rules)} rules in {outcome.frames} "
            f"frames ({outcome.unseen} literals not seen), {outcome.seconds:.0f} s"
        )
    return 1 if any(outcome.wrong for outcome in totals.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

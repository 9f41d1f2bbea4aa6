"""Boards on which claims are held against each other, and what rulings claim on boards of their own.

A board is what is given: the facts of a scenario, or what rulings give. Every ruling has a world to
itself, in which its objects, players and events have names that no other ruling's have; so only what
is said of all objects, a statement or a reason, can bring two rulings together.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...kb.consistency.claims import Claim
from ...kb.diagnostics import DiagnosticError
from ...kb.knowledge import Knowledge
from ...kb.logic.occurrences import constants
from ...kb.logic.parser import parse_rule
from ...kb.logic.syntax import Atom, Compound, Head, Literal, Rule, Value
from ...kb.proof.words import Speaker, quoted
from ...kb.sources import ONTOLOGY
from ...kb.values import value
from ..answers.case import Case
from ..facts.meaning import Meaning, mean
from ..language.parse import parse
from ..syntax import Question
from ..syntax.rulings import OFFICIAL, UNDATED
from .rulings import Corpus, Ruled

MARK = "›"  # between a ruling's id and a name of its world


@value
class Board:
    """What is given, with the claims that are held against it.

    Args:
        title: What it shows.
        facts: What is given.
        claims: What is claimed of this board alone.
        meaning: The scenario, for the words of objects and events; `None` for boards of rulings.
    """

    title: str
    facts: tuple[Atom, ...]
    claims: tuple[Claim, ...] = ()
    meaning: Meaning | None = None

    def speaker(self, knowledge: Knowledge, lang: str) -> Speaker:
        """Tells facts of the board."""
        if self.meaning is None:
            worlds = {c for f in self.facts for c in constants(f.args) if MARK in c}
            parts = ((c, *c.partition(MARK)[::2]) for c in worlds)
            names = {c: f"{quoted(name, lang)} ({id_})" for c, id_, name in parts}
            return Speaker(knowledge, lang, {}, names=names)
        return Speaker(knowledge, lang, self.meaning.labels, frozenset(self.meaning.objects))


def shipped_boards(knowledge: Knowledge) -> list[Board]:
    """The boards that ship with a game, the chief one first."""
    folder = knowledge.game.replace("-", "_")
    path = os.path.join(ONTOLOGY, folder, "boards.rk")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as stream:
        return boards_of(stream.read(), knowledge)


def boards_of(text: str, knowledge: Knowledge) -> list[Board]:
    """The scenarios of a text as boards.

    Raises:
        DiagnosticError: The text is faulty.
    """
    scenarios, faults = parse(text, game=knowledge.game)
    found = []
    for scenario in scenarios:
        meaning, more = mean(scenario, knowledge)
        faults += more
        facts = (*_complete(meaning.scenario.facts, knowledge), *knowledge.content.facts)
        found.append(Board(scenario.title, facts, meaning=meaning))
    if faults:
        raise DiagnosticError(faults)
    return found


def _complete(facts: Iterable[Atom], knowledge: Knowledge) -> tuple[Atom, ...]:
    """Facts with what continuous effects begin from, which is the same at the start."""
    bases: dict[str, list[str]] = {}
    for declaration in knowledge.program.theory.declarations.values():
        if declaration.base:
            bases.setdefault(declaration.base, []).append(declaration.name)
    known = dict.fromkeys(facts)
    for fact in tuple(known):
        known.update((Atom(name, fact.args), None) for name in bases.get(fact.predicate, ()))
    return tuple(known)


# --- rulings ------------------------------------------------------------------------------------------


def board_of_rulings(corpus: Corpus, knowledge: Knowledge) -> Board:
    """All rulings of a corpus side by side: what each gives, answers, and says in support."""
    facts: list[Atom] = []
    claims: list[Claim] = []
    for ruled in corpus.formalised():
        if ruled.scenario.game == knowledge.game:
            claims += _reasons(ruled, knowledge)
            given, answers = _world(ruled, knowledge)
            facts += given
            claims += [answers] if answers.rules else []
    return Board("", (*facts, *knowledge.content.facts), tuple(claims))


def _trust(ruled: Ruled, knowledge: Knowledge, *, reason: bool) -> int:
    """How far what a ruling says binds."""
    official = ruled.ruling.status in (OFFICIAL, UNDATED)
    name = ("OfficialReason" if reason else "OfficialAnswer") if official else "CitedWiki"
    authority = knowledge.documents.authorities.get(name)
    return (authority.trust or 0) if authority else 0


def _reasons(ruled: Ruled, knowledge: Knowledge) -> Iterator[Claim]:
    ruling, trust = ruled.ruling, _trust(ruled, knowledge, reason=True)
    for number, reason in enumerate((r for r in ruling.reasons if r.logic), 1):
        name = f"{ruling.id}#{number}"
        rule = _named(parse_rule(name, reason.logic), knowledge)
        yield Claim(name, (name,), (rule,), trust, ruling.dated)


def _named(rule: Rule, knowledge: Knowledge) -> Rule:
    """A rule in which words of the game stand for the individuals that they name."""
    lexicon = knowledge.lexicon

    def meant(argument: Value) -> Value:
        if not isinstance(argument, str) or argument in lexicon.terms:
            return argument
        found = lexicon.lookup(argument)
        held = [t for t in found if lexicon.is_held(t)] or list(found)
        return held[0].id if held else argument

    def moved(atom: Atom) -> Atom:
        return replace(atom, args=tuple(map(meant, atom.args)))

    body = tuple(replace(p, atom=moved(p.atom)) if isinstance(p, Literal) else p for p in rule.body)
    return replace(rule, body=body, heads=tuple(replace(h, atom=moved(h.atom)) for h in rule.heads))


def _world(ruled: Ruled, knowledge: Knowledge) -> tuple[list[Atom], Claim]:
    """What holds in the end of a ruling's scenario before anything is concluded, and its answers."""
    ruling, report = ruled.ruling, ruled.run()
    rules: list[Rule] = []
    facts: list[Atom] = []
    case = report.case
    if case is not None and len(case.run.leaves) == 1:
        own = _own_names(case)

        def moved(atom: Atom) -> Atom:
            return Atom(atom.predicate, tuple(_moved(a, own, ruling.id) for a in atom.args))

        facts = [moved(a) for a in _at_the_end(case)]
        for literal in _answers(case, ruled):
            head = Head(moved(literal.atom), "not" if literal.negated else "")
            rules.append(Rule(ruling.id, (), (head,)))
    trust = _trust(ruled, knowledge, reason=False)
    return facts, Claim(ruling.id, (ruling.id,), tuple(rules), trust, ruling.dated)


def _own_names(case: Case) -> frozenset[str]:
    """Names of a scenario's own objects, players and events."""
    players = {str(f.args[-1]) for f in case.meaning.scenario.facts if f.predicate == "controller"}
    events = {str(event) for event, _ in case.meaning.scenario.given}
    return frozenset({*case.meaning.objects, *players, *events})


def _moved(argument: Value, own: frozenset[str], world: str) -> Value:
    """An argument in a world: names of its own get the world's."""
    if isinstance(argument, Compound):
        return replace(argument, args=tuple(_moved(a, own, world) for a in argument.args))
    return f"{world}{MARK}{argument}" if argument in own else argument


def _at_the_end(case: Case) -> Iterator[Atom]:
    """What the scenario gives for good, and the fluents at its end."""
    end = case.run.leaves[0]
    for declaration in case.knowledge.program.theory.declarations.values():
        if declaration.kind == "fluent" and declaration.name in case.knowledge.sentences:
            for args in case.run.state_tuples(declaration.name, end):
                yield Atom(declaration.name, args)
    declared = case.knowledge.program.theory.declarations
    for fact in case.meaning.scenario.facts:
        if declared[fact.predicate].kind == "rigid":
            yield fact


def _answers(case: Case, ruled: Ruled) -> Iterator[Literal]:
    """What its expectations say of the end, as far as they name facts."""
    for asked in (s for s in ruled.scenario.statements if isinstance(s, Question)):
        if asked.verb == "then" and asked.after_step is None:
            yield from case.literals(asked.expectation)

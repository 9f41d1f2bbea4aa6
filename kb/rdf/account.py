"""An account of an answered scenario in plain values: what there was, what happened, what was answered and why.

Whoever answers scenarios fills it in; `provenance` writes it as RDF. Words are by language; facts are
named by their text in the rule language, under which `Account.facts` has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ..logic.syntax import Value
from ..values import value

Words = Mapping[str, str]


@value
class Thing:
    """Something that the scenario speaks of and the ontology does not: an object, an effect, a player, a due event.

    Args:
        name: Its name in facts.
        kind: Id of its class, which is a functor for what that makes.
        words: What it is called.
        line: Its type line at the end, where all outcomes agree.
        held: Predicate and term of what that line says.
    """

    name: str
    kind: str
    words: Words = field(default_factory=dict, hash=False)
    line: Words = field(default_factory=dict, hash=False)
    held: tuple[tuple[str, str], ...] = ()


@value
class Said:
    """A fact with its sentence."""

    predicate: str
    args: tuple[Value, ...]
    words: Words = field(default_factory=dict, hash=False)


@value
class Situation:
    """A situation: what holds between two events.

    Args:
        number: Its number in the run.
        words: When it is.
        events: Numbers of the events that lead to it; several where branches met.
        facts: What holds in it.
        last: Nothing is left to happen in it.
    """

    number: int
    words: Words = field(default_factory=dict, hash=False)
    events: tuple[int, ...] = ()
    facts: tuple[str, ...] = ()
    last: bool = False


@value
class Changed:
    """What an event starts or ends, with the rules that make it."""

    fact: str
    change: str
    rules: tuple[str, ...] = ()


@value
class Happened:
    """An event that happened.

    Args:
        number: Its number in the run.
        source: Number of the situation in which it happens.
        event: What happens, as facts name it.
        words: It as a sentence.
        chosen: Choices that are made in it.
        changes: What it changes.
    """

    number: int
    source: int
    event: Value
    words: Words = field(default_factory=dict, hash=False)
    chosen: tuple[str, ...] = ()
    changes: tuple[Changed, ...] = ()


@value
class Step:
    """A step of a proof.

    Args:
        words: What it states.
        fact: The fact that it is about, or "" for a comparison.
        why: What it rests on (see `ProofNode`).
        negated: It states that the fact does not hold.
        change: It states that the fact "starts" or "ends".
        situation: Number of the situation in which it is judged, or -1.
        event: Number of the event during which it is, or -1.
        rule: The rule that is applied, or "".
        cites: Further rules behind it.
        also: Statements that share the logic of the rule.
        premises: Places of the steps that it rests on.
    """

    words: Words = field(hash=False)
    fact: str
    why: str
    negated: bool = False
    change: str = ""
    situation: int = -1
    event: int = -1
    rule: str = ""
    cites: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    premises: tuple[int, ...] = ()


@value
class Answered:
    """A question with its answer.

    Args:
        question: As written.
        verb: The question's verb.
        verdict: "yes", "no" or "undetermined".
        rules: Names of the rules that the proof cites.
        steps: The steps of its proofs, each once.
        proofs: Places of the steps that are conclusions.
        expected: Whether it came out as expected, if that was said.
        whole: All steps are there; long proofs are cut.
    """

    question: str
    verb: str
    verdict: str
    rules: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    proofs: tuple[int, ...] = ()
    expected: bool | None = None
    whole: bool = True


@value
class Account:
    """An answered scenario.

    Args:
        game: Id of its game.
        id: Its id, the same for the same scenario under the same rules.
        title: Its title, or "".
        text: Its text.
        as_of: The date of the rules, or "" for the newest.
        readings: Names of the readings under which rules are taken.
        without: Names of the rules that are left out.
        things: What it speaks of.
        facts: Facts by their text.
        rules: Logic of the rules that the scenario brings with it, by name.
        situations: The situations of the run.
        events: The events between them.
        answers: The answers.
        domains: Predicate → the sorts of its arguments.
        value_sorts: Sorts of arguments that are values and no individuals.
        whole: The run was followed to its end.
    """

    game: str
    id: str
    title: str
    text: str
    as_of: str = ""
    readings: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    facts: Mapping[str, Said] = field(default_factory=dict, hash=False)
    rules: Mapping[str, str] = field(default_factory=dict, hash=False)
    situations: tuple[Situation, ...] = ()
    events: tuple[Happened, ...] = ()
    answers: tuple[Answered, ...] = ()
    domains: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    value_sorts: frozenset[str] = frozenset()
    whole: bool = True

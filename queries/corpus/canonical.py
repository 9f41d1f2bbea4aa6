"""Scenarios up to names: two that differ in the names of objects and players alone are told to be one.

The canonical form is made of what a scenario means: the facts and events that it gives, without those
of the ontology, the filters of its effects, and what it asks. Facts are a set, so their order does not
count. Names are told apart by what is said of them (colour refinement, as for graphs); those that are
alike all round are numbered in the way that gives the least form.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ...kb.knowledge import Knowledge
from ...kb.logic.occurrences import constants
from ...kb.logic.syntax import (
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Head,
    Literal,
    Moment,
    Rule,
    Sum,
    Var,
)
from ...kb.values import value
from ..facts.meaning import Meaning, mean
from ..syntax import (
    AtomExpectation,
    ErrorExpectation,
    ExactlyExpectation,
    HasTypesExpectation,
    IsExpectation,
    OrderExpectation,
    Question,
    ScenarioText,
    UndeterminedExpectation,
)

MAX_TRIED = 48  # numberings of names that are alike all round
Item = tuple[str, tuple[str, ...]]  # a statement with holes, and the names that fill them


@value
class Canonical:
    """The canonical forms of a scenario, as digests.

    Args:
        whole: What is given and all that is asked, with the answers.
        asked: What is given and the first question, without its answer.
        answered: The same with its answer.
    """

    whole: str
    asked: str
    answered: str


def canonical(scenario: ScenarioText, knowledge: Knowledge) -> Canonical | None:
    """The canonical forms of a scenario; `None` of one that is faulty or asks nothing."""
    meaning, faults = mean(scenario, knowledge)
    questions = [s for s in scenario.statements if isinstance(s, Question)]
    if faults or not questions:
        return None
    shaper = _Shaper(_fixed(knowledge))
    given = [*_headers(scenario, knowledge), *_given(meaning, knowledge, shaper)]
    whole = [i for q in questions for i in _question(q, meaning, shaper, answer=True)]
    first = questions[0]
    return Canonical(
        _digest([*given, *whole]),
        _digest([*given, *_question(first, meaning, shaper, answer=False)]),
        _digest([*given, *_question(first, meaning, shaper, answer=True)]),
    )


def _fixed(knowledge: Knowledge) -> frozenset[str]:
    """The individuals of the ontology, which keep their names; players have none of their own."""
    declared = knowledge.program.theory.declarations
    known = set(knowledge.lexicon.terms) | knowledge.program.theory.constants
    for fact in knowledge.content.facts:
        domains = declared[fact.predicate].domains
        known |= {
            a
            for a, d in zip(fact.args, domains, strict=True)
            if isinstance(a, str) and d != "Player"
        }
    seats = (f for f in knowledge.content.facts if "Player" in declared[f.predicate].domains)
    return frozenset(known - {a for f in seats for a in constants(f.args)})


def _headers(scenario: ScenarioText, knowledge: Knowledge) -> Iterator[Item]:
    yield f"game {knowledge.game}", ()
    yield f"date {knowledge.date}", ()
    yield f"readings {sorted(scenario.readings)}", ()
    yield f"without {sorted(scenario.without)}", ()


def _given(meaning: Meaning, knowledge: Knowledge, shaper: _Shaper) -> Iterator[Item]:
    own = set(knowledge.content.facts)
    asked = meaning.scenario
    yield from (shaper.item("fact", fact) for fact in asked.facts if fact not in own)
    yield from (shaper.item("event", event, place) for event, place in asked.given)
    yield from (shaper.item("rule", *rule.body, *rule.heads) for rule in asked.rules)


def _question(
    question: Question, meaning: Meaning, shaper: _Shaper, *, answer: bool
) -> Iterator[Item]:
    """What a question asks; of its answer only as much as it takes to know what is asked."""
    asked, marks = question.expectation, f"after {question.after_step}"
    if isinstance(asked, UndeterminedExpectation):
        marks += " open" if answer else ""
        asked = asked.inner
    marks += " not" if answer and getattr(asked, "negated", False) else ""
    match asked:
        case IsExpectation(object=name, terms=terms, predicate=predicate):
            yield shaper.item(f"is {marks} {sorted(terms)} {predicate}", name)
        case HasTypesExpectation(object=name, type_line=line):
            ids = sorted(meaning.lines[line].ids) if line and answer else ""
            yield shaper.item(f"types {marks} {ids}", name)
        case AtomExpectation(text=text):
            yield shaper.item(f"holds {marks}", *meaning.bodies[text])
        case ExactlyExpectation(of=of, values=values, position=position):
            listed = [Atom(fact.predicate, fact.args) for fact in of]
            yield shaper.item(f"lists {marks} {position}", *listed)
            yield from (shaper.item(f"listed {marks}", *listed, v) for v in values if answer)
        case OrderExpectation(timestamps=stamps):
            yield shaper.item(f"order {marks} {stamps if answer else ''}")
        case ErrorExpectation(code=code):
            yield shaper.item(f"error {marks} {code if answer else ''}")


class _Shaper:
    """Makes items of values: what is fixed is written out, names are taken out.

    Args:
        fixed: Individuals that are no names.
    """

    def __init__(self, fixed: frozenset[str]) -> None:
        self.fixed = fixed

    def item(self, kind: str, *values: object) -> Item:
        """A statement of some values."""
        names: list[str] = []
        shown = " ".join(self._shape(each, names) for each in values)
        return f"{kind} {shown}", tuple(names)

    def _shape(self, what: object, names: list[str]) -> str:
        def each(values: Iterable[object]) -> str:
            return ",".join(self._shape(v, names) for v in values)

        match what:
            case str() if what not in self.fixed:
                names.append(what)
                return "□"
            case Var(name):
                return f"?{name}"
            case Compound(functor, args):
                return f"{functor}({each(args)})"
            case Atom(predicate, args):
                return f"{predicate}({each(args)})"
            case Literal(atom, moment, negated):
                return f"{'not ' * negated}{self._shape(moment, names)}{self._shape(atom, names)}"
            case Moment():
                tried = each(v for v in (what.after, what.would) if v is not None)
                return f"<{what.initial} {what.next} {what.change} {tried}>"
            case Head(atom, mode):
                return f"{mode}:{self._shape(atom, names)}"
            case Comparison(op, left, right) | Sum(op, left, right):
                return f"{each((left, right))}{op}"
            case Aggregate(function, values, body):
                return f"{function}({each(values)}:{each(body)})"
            case Rule(body=body, heads=heads):
                return each((*body, *heads))
        return repr(what)


# --- names by what is said of them ----------------------------------------------------------------


def _digest(items: Iterable[Item]) -> str:
    whole = list(dict.fromkeys(items))
    names = sorted({name for _, own in whole for name in own})
    colours = _refined(whole, dict.fromkeys(names, 0))
    tried = [0]
    return hashlib.sha256(_least(whole, colours, tried).encode()).hexdigest()


def _refined(items: list[Item], colours: Mapping[str, int]) -> dict[str, int]:
    """Colours that tell apart all names of which different things are said, as far as that goes."""
    found = dict(colours)
    while True:
        said: dict[str, list[tuple[object, ...]]] = defaultdict(list)
        for template, names in items:
            own = tuple(found[name] for name in names)
            for place, name in enumerate(names):
                said[name].append((template, place, own, _repeats(names)))
        keys = {name: (found[name], sorted(said[name], key=repr)) for name in found}
        order = {key: n for n, key in enumerate(sorted({repr(k) for k in keys.values()}))}
        new = {name: order[repr(key)] for name, key in keys.items()}
        if len(set(new.values())) == len(set(found.values())):
            return new
        found = new


def _repeats(names: tuple[str, ...]) -> tuple[int, ...]:
    """Which of the names are the same one."""
    return tuple(names.index(name) for name in names)


def _least(items: list[Item], colours: dict[str, int], tried: list[int]) -> str:
    """The least form over the numberings that the colours leave open, up to a bound."""
    shared = [c for c, count in sorted(Counter(colours.values()).items()) if count > 1]
    if not shared:
        tried[0] += 1
        numbers = {name: n for n, name in enumerate(sorted(colours, key=lambda n: colours[n]))}
        told = (f"{template}|{[numbers[n] for n in names]}" for template, names in items)
        return "\n".join(sorted(told))
    forms: list[str] = []
    for name in sorted(n for n, c in colours.items() if c == shared[0]):
        if forms and tried[0] >= MAX_TRIED:
            break
        split = {n: 2 * c + (n == name) for n, c in colours.items()}
        forms.append(_least(items, _refined(items, split), tried))
    return min(forms)

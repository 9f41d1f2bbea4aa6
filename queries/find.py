"""`find`: every value for which a conjunction holds in the knowledge base, by joins with indexes.

Only what never changes can be asked here: the rigid predicates of a game and those of the
catalogue. The work is bounded, so that no question runs away.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from ..kb.diagnostics import Diagnostic, DiagnosticError
from ..kb.engine.scenario import Scenario
from ..kb.engine.session import Session
from ..kb.knowledge import Knowledge
from ..kb.lexicon import fold
from ..kb.logic.check import check_rule, nearest
from ..kb.logic.parser import parse_body
from ..kb.logic.syntax import (
    Aggregate,
    Atom,
    Comparison,
    Head,
    Literal,
    Premise,
    Rule,
    Value,
    Var,
    variables,
)
from ..kb.proof.matching import Bindings, compare, substitute, unify_all
from .answer import Answer
from .syntax import Find

MAX_STEPS = 2_000_000
MAX_ROWS = 10_000
_LABEL = re.compile(r'label\(\s*(\?\w+)\s*\)\s*~\s*(?:"([^"]*)"|《([^》]*)》|「([^」]*)」)')
LABELLED = "labelled"


class Solver:
    """Joins over rigid facts; counts its steps.

    Raises:
        DiagnosticError: With code `bound-reached` past `MAX_STEPS`.
    """

    def __init__(self, facts: dict[str, set[tuple[Value, ...]]]) -> None:
        self.facts = facts
        self.steps = 0
        self._indexes: dict[
            tuple[str, tuple[int, ...]], dict[tuple[Value, ...], list[tuple[Value, ...]]]
        ] = {}

    def solve(self, body: tuple[Premise, ...], bindings: Bindings) -> Iterator[Bindings]:
        """Bindings under which all premises hold."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise DiagnosticError([Diagnostic("bound-reached", params={"limit": MAX_STEPS})])
        if not body:
            yield bindings
            return
        index = self._next(body, bindings)
        premise, rest = body[index], (*body[:index], *body[index + 1 :])
        for extended in self._premise(premise, bindings):
            yield from self.solve(rest, extended)

    def _next(self, body: tuple[Premise, ...], bindings: Bindings) -> int:
        """The premise to judge next: a test that is bound, else the positive literal with most bound."""
        best, score = 0, -1
        for index, premise in enumerate(body):
            free = set(variables(premise)) - set(bindings)
            if isinstance(premise, Literal) and not premise.negated:
                bound = sum(not (set(variables(a)) - set(bindings)) for a in premise.atom.args)
                points = 10 * bound + (5 if not free else 0)
            elif not free:
                return index
            else:
                lone = isinstance(premise, Comparison) and premise.op == "=" and len(free) == 1
                points = 1 if lone else -1
            if points > score:
                best, score = index, points
        return best

    def _premise(self, premise: Premise, bindings: Bindings) -> Iterator[Bindings]:
        if isinstance(premise, Comparison):
            left, right = (self._value(v, bindings) for v in (premise.left, premise.right))
            for one, other in ((left, right), (right, left)):
                if premise.op == "=" and isinstance(one, Var):
                    yield {**bindings, one.name: other}
                    return
            if compare(premise.op, left, right):
                yield bindings
            return
        patterns = tuple(substitute(a, bindings) for a in premise.atom.args)
        found = self._matching(premise.atom.predicate, patterns, bindings)
        if not premise.negated:
            yield from found
        elif next(found, None) is None:
            yield bindings

    def _matching(
        self, name: str, patterns: tuple[Value, ...], bindings: Bindings
    ) -> Iterator[Bindings]:
        bound = tuple(i for i, p in enumerate(patterns) if not isinstance(p, Var))
        key = (name, bound)
        if key not in self._indexes:
            index = defaultdict(list)
            for args in sorted(self.facts.get(name, ()), key=str):
                index[tuple(args[i] for i in bound)].append(args)
            self._indexes[key] = index
        for args in self._indexes[key].get(tuple(patterns[i] for i in bound), ()):
            self.steps += 1
            result = unify_all(patterns, args, bindings)
            if result is not None:
                yield result

    def _value(self, value: Value, bindings: Bindings) -> Value:
        if isinstance(value, Aggregate):
            found = {
                tuple(substitute(v, s) for v in value.values)
                for s in self.solve(value.body, bindings)
            }
            return len(found) if value.function == "count" else sum(int(str(v[0])) for v in found)
        return substitute(value, bindings)


def find(statement: Find, knowledge: Knowledge) -> Answer:
    """The rows of a `find` question, sorted; "yes" if there are any.

    Raises:
        DiagnosticError: Faulty body (`syntax`, `undeclared`, `arity`, `unsafe-variable`,
            `changing`), or `bound-reached`.
    """
    start = statement.body_span.start
    try:
        body, patterns = _parse(statement.body)
        names = tuple(v.lstrip("?") for v in statement.variables)
        body = tuple(_constants(p, knowledge) for p in body)
        _check(names, body, knowledge)
        solver = Solver(_facts(knowledge, patterns))
        rows = set()
        for bindings in solver.solve(body, {}):
            rows.add(tuple(bindings[n] for n in names))
            if len(rows) > MAX_ROWS:
                raise DiagnosticError([Diagnostic("bound-reached", params={"limit": MAX_ROWS})])
    except DiagnosticError as error:
        raise DiagnosticError([d.shifted(start) for d in error.diagnostics]) from None
    ordered = tuple(sorted(rows, key=lambda row: tuple(map(str, row))))
    verdict = "yes" if ordered else "no"
    return Answer(f"find {', '.join(statement.variables)}", verdict, rows=ordered, verb="find")


def _parse(text: str) -> tuple[tuple[Premise, ...], dict[str, str]]:
    """The body with each `label(?t) ~ "…"` as an atom, and the patterns by number."""
    patterns: dict[str, str] = {}

    def atom(match: re.Match[str]) -> str:
        pattern = next(g for g in match.groups()[1:] if g is not None)
        patterns.setdefault(pattern, f"pattern-{len(patterns)}")
        return f"{LABELLED}({match[1]}, {patterns[pattern]})"

    return parse_body(_LABEL.sub(atom, text)), {n: p for p, n in patterns.items()}


def _constants(premise: Premise, knowledge: Knowledge) -> Premise:
    """Constants that are labels in either language, replaced by the ids of their terms."""
    if not isinstance(premise, Literal):
        return premise
    args = tuple(_constant(a, knowledge) for a in premise.atom.args)
    return Literal(Atom(premise.atom.predicate, args), premise.moment, premise.negated)


def _constant(value: Value, knowledge: Knowledge) -> Value:
    if (
        not isinstance(value, str)
        or value in knowledge.lexicon.terms
        or value.startswith("pattern-")
    ):
        return value
    found = knowledge.lexicon.lookup(value)
    return found[0].id if len(found) == 1 else value


def _check(names: tuple[str, ...], body: tuple[Premise, ...], knowledge: Knowledge) -> None:
    declared = knowledge.program.theory.declarations
    known = {n: d for n, d in declared.items() if d.kind == "rigid"}
    faults = []
    for premise in body:
        if isinstance(premise, Literal) and premise.atom.predicate not in (*known, LABELLED):
            name = premise.atom.predicate
            code = "changing" if name in declared else "undeclared"
            faults.append(Diagnostic(code, params={"input": name}, hint=nearest(name, known)))
    plain = tuple(p for p in body if not (isinstance(p, Literal) and p.atom.predicate == LABELLED))
    labelled = tuple(
        Literal(Atom("given", p.atom.args))
        for p in body
        if isinstance(p, Literal) and p.atom.predicate == LABELLED
    )
    if not faults:
        answer = Head(Atom("given", tuple(Var(n) for n in names[:2]) or ("x",)))
        probe = Rule("find", (*plain, *labelled), (answer,))
        codes = {"unsafe-variable", "undeclared", "arity", "undeclared-term"}
        faults += [
            d
            for d in check_rule(probe, declared)
            if d.code in codes and "given" not in str(d.params)
        ]
        bound = {v for p in body for v in variables(p)}
        faults += [
            Diagnostic("unsafe-variable", params={"input": f"?{n}"})
            for n in names
            if n not in bound
        ]
    if faults:
        raise DiagnosticError(faults)


def _facts(knowledge: Knowledge, patterns: dict[str, str]) -> dict[str, set[tuple[Value, ...]]]:
    """All rigid facts as of the date, those that rules conclude from them, and matched labels."""
    lexicon = knowledge.lexicon
    stated = [
        atom
        for atom in (*knowledge.content.facts, *knowledge.documents.facts)
        if all(_current(str(arg), atom, knowledge) for arg in atom.args)
    ]
    session = Session(knowledge.program, Scenario(tuple(stated)))
    facts: dict[str, set[tuple[Value, ...]]] = {}
    for declaration in knowledge.program.theory.declarations.values():
        if declaration.kind == "rigid" and not declaration.engine:
            key = (declaration.name, "", None)
            facts[declaration.name] = session.read(key, declaration.arity, 0).get((), set())
    labelled: set[tuple[Value, ...]] = set()
    for name, pattern in patterns.items():
        wanted = fold(pattern)
        for term in lexicon.terms.values():
            if any(wanted in fold(label) for labels in term.labels.values() for label in labels):
                labelled.add((term.id, name))
    facts[LABELLED] = labelled
    return facts


def _current(arg: str, atom: Atom, knowledge: Knowledge) -> bool:
    """Whether an individual is in the rules at the date; renames also speak of those that are not."""
    term = knowledge.lexicon.terms.get(arg)
    history = atom.predicate in ("renamedTo", "validFrom", "validTo")
    return history or term is None or term.valid(knowledge.lexicon.date)

"""`find`: every value for which a conjunction holds in the knowledge base, by joins with indexes.

Only what never changes can be asked here: the rigid predicates of a game, of its cards as well, and
those of the catalogue. The work is bounded, so that no question runs away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.engine.scenario import Scenario
from ...kb.engine.session import Session
from ...kb.knowledge import Knowledge
from ...kb.lexicon import fold
from ...kb.logic.check import unsafe_variables
from ...kb.logic.occurrences import aggregates
from ...kb.logic.syntax import NOW, Atom, Declaration, Head, Literal, Premise, Rule, Value, Var
from ..answers.answer import Answer
from ..language.atoms import read_body
from ..syntax import Find
from .cards import Facts, card_facts
from .join import MAX_STEPS, Solver

MAX_ROWS = 10_000
STEPS_A_CARD = 20  # for each fact of a card that is asked for
_LABEL = re.compile(r'label\(\s*(\?\w+)\s*\)\s*~\s*(?:"([^"]*)"|《([^》]*)》|「([^」]*)」)')
LABELLED = "labelled"
HISTORY = ("renamedTo", "validFrom", "validTo")


def find(statement: Find, knowledge: Knowledge) -> Answer:
    """The rows of a `find` question, sorted; "yes" if there are any.

    Raises:
        DiagnosticError: Faulty body (`syntax`, `undeclared`, `arity`, `unsafe-variable`,
            `changing`), or `bound-reached`.
    """
    try:
        text, patterns = _without_labels(statement.body)
        body, faults = read_body(text, _with_labelled(knowledge), None, patterns)
        if faults:
            raise DiagnosticError(faults)
        names = tuple(v.lstrip("?") for v in statement.variables)
        _check(names, body, knowledge)
        of_cards = card_facts(knowledge, {lit.atom.predicate for lit in _literals(body)})
        size = sum(map(len, of_cards.values()))
        solver = Solver(
            _facts(knowledge, patterns, body, of_cards), MAX_STEPS + STEPS_A_CARD * size
        )
        rows, most = set(), MAX_ROWS + size
        for bindings in solver.solve(body, {}):
            rows.add(tuple(bindings[n] for n in names))
            if len(rows) > most:
                raise DiagnosticError([Diagnostic("bound-reached", params={"limit": most})])
    except DiagnosticError as error:
        raise DiagnosticError([_within(d, statement) for d in error.diagnostics]) from None
    ordered = tuple(sorted(rows, key=lambda row: tuple(map(str, row))))
    verdict = "yes" if ordered else "no"
    return Answer(f"find {', '.join(statement.variables)}", verdict, rows=ordered, verb="find")


def _within(fault: Diagnostic, statement: Find) -> Diagnostic:
    """A fault of the body at its place in the file; labels were replaced, so it may only be near."""
    start, end = statement.body_span.start, statement.body_span.end
    moved = fault.shifted(start)
    return replace(moved, start=min(moved.start, end), end=min(max(moved.end, moved.start), end))


def _without_labels(text: str) -> tuple[str, dict[str, str]]:
    """The text with each `label(?t) ~ "…"` as an atom, and the patterns by the names they get."""
    patterns: dict[str, str] = {}

    def atom(match: re.Match[str]) -> str:
        pattern = next(g for g in match.groups()[1:] if g is not None)
        name = patterns.setdefault(pattern, f"pattern-{len(patterns)}")
        return f"{LABELLED}({match[1]}, {name})"

    return _LABEL.sub(atom, text), {n: p for p, n in patterns.items()}


def _with_labelled(knowledge: Knowledge) -> Knowledge:
    """The knowledge with the predicate that stands for `label(?t) ~ "…"`."""
    program = knowledge.program
    declared = {
        **program.theory.declarations,
        LABELLED: Declaration(LABELLED, "rigid", ("Term", "Name")),
    }
    return replace(
        knowledge, program=replace(program, theory=replace(program.theory, declarations=declared))
    )


def _check(names: tuple[str, ...], body: tuple[Premise, ...], knowledge: Knowledge) -> None:
    """Refuses what `find` cannot answer: changing predicates, moments, loose variables.

    Raises:
        DiagnosticError: With every fault.
    """
    declared = knowledge.program.theory.declarations
    faults = []
    for literal in _literals(body):
        name, moment = literal.atom.predicate, literal.moment
        kind = declared[name].kind if name in declared else "rigid"
        if kind != "rigid":
            faults.append(Diagnostic("changing", params={"input": name}))
        elif moment != NOW:
            params = {"input": str(literal), "rule": "find", "place": "-"}
            faults.append(Diagnostic("moment-on-rigid", params=params))
    probe = Rule("find", body, (Head(Atom("answer", tuple(Var(n) for n in names))),))
    loose = sorted(unsafe_variables(probe))
    faults += [
        Diagnostic("unsafe-variable", params={"input": f"?{n}"}, message="unbound") for n in loose
    ]
    if faults:
        raise DiagnosticError(faults)


def _literals(body: Iterable[Premise]) -> Iterator[Literal]:
    for premise in body:
        if isinstance(premise, Literal):
            yield premise
        for aggregate in aggregates(premise):
            yield from _literals(aggregate.body)


def _facts(
    knowledge: Knowledge,
    patterns: dict[str, str],
    body: tuple[Premise, ...],
    of_cards: Facts,
) -> Facts:
    """All rigid facts as of the date, those that rules conclude from them, and matched labels."""
    lexicon = knowledge.lexicon
    documents = knowledge.documents
    stated = [
        atom
        for atom in (*knowledge.content.facts, *documents.facts, *documents.card_facts)
        if all(_current(str(arg), atom, knowledge) for arg in atom.args)
    ]
    session = Session(knowledge.program, Scenario(tuple(stated)))
    facts: Facts = {}
    for declaration in knowledge.program.theory.declarations.values():
        if declaration.kind == "rigid" and not declaration.engine:
            key = (declaration.name, "", None)
            facts[declaration.name] = session.read(key, declaration.arity, 0).get((), set())
    for predicate, found in of_cards.items():
        facts[predicate] = facts.get(predicate, set()) | found
    cards = {str(args[0]) for found in of_cards.values() for args in found} if patterns else ()
    labelled: set[tuple[Value, ...]] = set()
    historic = any(lit.atom.predicate in HISTORY for lit in _literals(body))
    for name, pattern in patterns.items():
        wanted = fold(pattern)
        for term in lexicon.terms.values():
            if not (historic or term.valid(lexicon.date)):
                continue
            if any(wanted in fold(label) for labels in term.labels.values() for label in labels):
                labelled.add((term.id, name))
        labelled |= {(card, name) for card in cards if wanted in fold(card)}
    facts[LABELLED] = labelled
    return facts


def _current(arg: str, atom: Atom, knowledge: Knowledge) -> bool:
    """Whether an individual is in the rules at the date; renames also speak of those that are not."""
    term = knowledge.lexicon.terms.get(arg)
    return atom.predicate in HISTORY or term is None or term.valid(knowledge.lexicon.date)

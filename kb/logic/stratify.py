"""Stratification: no predicate may depend, at one level, on its own absence.

Judged on (predicate, level), since a trial's predicates are other than the present ones.
"""

from __future__ import annotations

from collections import defaultdict

from ..diagnostics import Diagnostic
from .clingo_text import Key
from .compile import Compiler
from .levels import REAL_EVENT
from .theory import Theory


def components(nodes: list[Key], reads: dict[Key, list[Key]]) -> dict[Key, int]:
    """Strongly connected components (Tarjan 1972, without recursion): node → component number."""
    index: dict[Key, int] = {}
    low: dict[Key, int] = {}
    found: dict[Key, int] = {}
    stack: list[Key] = []
    number = 0
    for root in nodes:
        if root in index:
            continue
        work = [(root, iter(reads[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    work.append((target, iter(reads[target])))
                    break
                if target not in found:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    while True:
                        member = stack.pop()
                        found[member] = number
                        if member == node:
                            break
                    number += 1
    return found


def show_key(key: Key) -> str:
    """A key as the reader of an error message knows it."""
    predicate, change, level = key
    where = {"s0": "", "s1": "after an event", "s2": "after two events", "n0": "next"}
    moment = where.get(level.suffix, level.suffix) if level else ""
    return " ".join(filter(None, (moment, change, predicate)))


def check_stratified(theory: Theory, compiler: Compiler) -> list[Diagnostic]:
    """Faults `not-stratified` and `choice-in-trial`, each with the cycle's predicates and rules."""
    reads: dict[Key, list[Key]] = defaultdict(list)
    for read, by, _, _ in compiler.edges:
        reads[by].append(read)
        reads[read]
    component = components(list(reads), reads)
    members: dict[int, list[Key]] = defaultdict(list)
    for key, number in component.items():
        members[number].append(key)
    faults: dict[int, Diagnostic] = {}
    for read, by, negative, _ in compiler.edges:
        number = component[by]
        if not negative or component[read] != number or number in faults:
            continue
        inside = {
            r for a, b, _, r in compiler.edges if component[a] == component[b] == number and r
        }
        rules = sorted(inside)
        place = str(theory.names.get(rules[0], "?")) if rules else "?"
        cycle = " -> ".join(sorted({show_key(k) for k in members[number]}))
        params = {"input": cycle, "rule": ", ".join(rules), "place": place}
        faults[number] = Diagnostic("not-stratified", params=params)
    return [
        *faults.values(),
        *_choices_on_themselves(theory, component),
        *_choices_in_trials(theory, compiler),
    ]


def _choices_on_themselves(theory: Theory, component: dict[Key, int]) -> list[Diagnostic]:
    faults = []
    for declaration in theory.declarations.values():
        made = component.get((declaration.name, "", REAL_EVENT))
        offered = component.get((declaration.name, "offer", REAL_EVENT))
        if declaration.kind == "choice" and made is not None and made == offered:
            params = {"input": declaration.name, "rule": "", "place": str(declaration.place)}
            faults.append(Diagnostic("choice-on-itself", params=params))
    return faults


def _choices_in_trials(theory: Theory, compiler: Compiler) -> list[Diagnostic]:
    faults = []
    for read, by, _, rule in compiler.edges:
        declaration = theory.declarations.get(read[0])
        level = read[2]
        tried = level is not None and level.depth > 0
        if declaration and declaration.kind == "choice" and tried and read[1] == "":
            place = str(theory.names.get(rule, "?"))
            params = {"input": read[0], "rule": rule or by[0], "place": place}
            faults.append(Diagnostic("choice-in-trial", params=params))
    return faults[:1]

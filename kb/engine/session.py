"""One clingo control that works out situations and events; the only module that speaks to clingo.

Situations and events carry numbers, so that all branches of an outcome tree live in one control:
what is grounded for one number never meets what is grounded for another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import clingo

from ..logic.clingo_text import PARTS, Key, atom_name, mangle, show_constant
from ..logic.levels import NEXT_STATE, REAL_EVENT
from ..logic.program import Program
from ..logic.syntax import Atom, Compound, Value
from .scenario import Scenario

Tuple = tuple[Value, ...]
World = tuple[Value, ...]


class NotDetermined(RuntimeError):
    """An atom is neither a fact nor false: a choice reached the solver."""


class Session:
    """Grounds situations and events of one scenario and reads what follows.

    `possible` holds the clingo predicates that something in the scenario can make true.
    """

    def __init__(self, program: Program, scenario: Scenario) -> None:
        self.program = program
        self._functors = {
            f"t{mangle(d.name)}": d.name
            for d in program.theory.declarations.values()
            if d.kind == "term"
        }
        facts = self._facts(scenario)
        texts, self.possible = _select(program, facts)
        self._control = clingo.Control(["-Wnone"])
        parameters = {"base": [], "situation": ["t"], "event": ["t", "u"]}
        for part in PARTS:
            lines = texts[part] if part != "base" else [*texts[part], *facts]
            self._control.add(part, parameters[part], "\n".join(lines))
        self._control.ground([("base", [])])

    def _facts(self, scenario: Scenario) -> dict[str, str]:
        """Fact texts → their clingo predicate; fluents are facts of the step into situation 0."""
        declarations = self.program.theory.declarations
        backs = defaultdict(list)
        for declaration in declarations.values():
            if declaration.base:
                backs[declaration.base].append(declaration.name)
        facts: dict[str, str] = {}
        for atom in scenario.facts:
            if declarations[atom.predicate].kind == "fluent":
                for name in (atom.predicate, *backs[atom.predicate]):
                    key: Key = (name, "", NEXT_STATE)
                    facts[_fact(atom_name(key), (0, *atom.args))] = atom_name(key)
            else:
                name = atom_name((atom.predicate, "", None))
                facts[_fact(name, atom.args)] = name
        for event, place in scenario.given:
            name = atom_name(("given", "", None))
            facts[_fact(name, (event, place))] = name
        return facts

    def situation(self, number: int) -> None:
        """Works out what holds in a situation whose fluents are known."""
        self._control.ground([("situation", [clingo.Number(number)])])

    def event(self, source: int, number: int, event: Value, taken: Iterable[Atom] = ()) -> None:
        """Works out what an event in situation `source` does; its outcome is situation `number`."""
        facts = [clingo.Function("now", [clingo.Number(number), self._symbol(event)])]
        for atom in taken:
            name = f"take_{atom_name((atom.predicate, '', REAL_EVENT))}"
            args = [clingo.Number(number), *map(self._symbol, atom.args)]
            facts.append(clingo.Function(name, args))
        with self._control.backend() as backend:
            for fact in facts:
                backend.add_rule([backend.add_atom(fact)])
        self._control.ground([("event", [clingo.Number(source), clingo.Number(number)])])

    def read(self, key: Key, arity: int, world_size: int) -> dict[World, set[Tuple]]:
        """All tuples of a key so far, by world.

        Raises:
            NotDetermined: An atom is not a fact.
        """
        found: dict[World, set[Tuple]] = defaultdict(set)
        atoms = self._control.symbolic_atoms.by_signature(atom_name(key), arity + world_size)
        for atom in atoms:
            if not atom.is_fact:
                raise NotDetermined(str(atom.symbol))
            values = tuple(map(self._value, atom.symbol.arguments))
            found[values[:world_size]].add(values[world_size:])
        return found

    def _symbol(self, value: Value) -> clingo.Symbol:
        if isinstance(value, int):
            return clingo.Number(value)
        if isinstance(value, Compound):
            return clingo.Function(f"t{mangle(value.functor)}", list(map(self._symbol, value.args)))
        return clingo.String(str(value))

    def _value(self, symbol: clingo.Symbol) -> Value:
        if symbol.type == clingo.SymbolType.String:
            return str(symbol.string)
        if symbol.type == clingo.SymbolType.Number:
            return int(symbol.number)
        return Compound(self._functors[symbol.name], tuple(map(self._value, symbol.arguments)))


def _fact(name: str, args: Iterable[Value]) -> str:
    inner = ",".join(map(_constant, args))
    return f"{name}({inner})." if inner else f"{name}."


def _constant(value: Value) -> str:
    if isinstance(value, Compound):
        inner = ",".join(map(_constant, value.args))
        return f"t{mangle(value.functor)}({inner})" if inner else f"t{mangle(value.functor)}"
    if isinstance(value, str | int):
        return show_constant(value)
    raise TypeError(value)


def _select(program: Program, facts: dict[str, str]) -> tuple[dict[str, list[str]], set[str]]:
    """The pieces whose every positive premise something can make true (a fixed point), by part.

    With the predicates that may come true.
    """
    waiting: dict[str, list[int]] = defaultdict(list)
    missing = []
    ready = []
    for number, piece in enumerate(program.pieces):
        needs = set(piece.needs)
        missing.append(len(needs))
        for need in needs:
            waiting[need].append(number)
        if not needs:
            ready.append(number)
    possible: set[str] = set()
    todo = list(set(facts.values()))
    chosen: set[int] = set(ready)
    todo += [program.pieces[n].head for n in ready]
    while todo:
        name = todo.pop()
        if name in possible:
            continue
        possible.add(name)
        for number in waiting[name]:
            missing[number] -= 1
            if missing[number] == 0:
                chosen.add(number)
                todo.append(program.pieces[number].head)
    texts: dict[str, list[str]] = {part: [] for part in PARTS}
    for number in sorted(chosen):
        texts[program.pieces[number].part].append(program.pieces[number].text)
    return texts, possible

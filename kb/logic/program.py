"""A checked and compiled theory, ready to be given scenarios."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import DiagnosticError
from ..values import value
from .check import check_rule, check_theory
from .compile import Compiler, Key, Piece
from .stratify import check_stratified
from .syntax import Rule
from .theory import Theory


@value
class Program:
    """A theory with its compiled pieces and the keys (predicate, change, level) they define.

    Args:
        choices: Names of the choice predicates, those first whose offer depends on no other.
    """

    theory: Theory
    pieces: tuple[Piece, ...]
    keys: frozenset[Key]
    choices: tuple[str, ...] = ()

    def with_rules(self, rules: Iterable[Rule]) -> Program:
        """The program with a scenario's own rules added.

        Raises:
            DiagnosticError: A rule is faulty.
        """
        rules = tuple(rules)
        if not rules:
            return self
        faults = [f for rule in rules for f in check_rule(rule, self.theory.declarations)]
        if faults:
            raise DiagnosticError(faults)
        theory = Theory(self.theory.declarations, (*self.theory.rules, *rules))
        compiler = Compiler(theory)
        compiler.demanded = set(self.keys)
        pieces = compiler.add_rules(rules)
        keys = frozenset(compiler.demanded)
        return Program(theory, (*self.pieces, *pieces), keys, self.choices)


def compile_theory(theory: Theory) -> Program:
    """Checks and compiles a theory.

    Raises:
        DiagnosticError: With every fault (codes of LOADER errors in the contributors' guide).
    """
    faults = check_theory(theory)
    if faults:
        raise DiagnosticError(faults)
    compiler = Compiler(theory)
    compiler.run()
    faults = compiler.faults or check_stratified(theory, compiler)
    if faults:
        raise DiagnosticError(faults)
    return Program(
        theory,
        tuple(compiler.pieces),
        frozenset(compiler.demanded),
        _choice_order(theory, compiler),
    )


def _choice_order(theory: Theory, compiler: Compiler) -> tuple[str, ...]:
    """Choice predicates in an order in which each one's offer depends only on those before it."""
    names = sorted(d.name for d in theory.declarations.values() if d.kind == "choice")
    reads: dict[Key, set[Key]] = {}
    for read, by, _, _ in compiler.edges:
        reads.setdefault(by, set()).add(read)
    needs = {}
    for name in names:
        seen: set[Key] = set()
        todo = [key for key in reads if key[:2] == (name, "offer")]
        while todo:
            key = todo.pop()
            if key not in seen:
                seen.add(key)
                todo += reads.get(key, ())
        needs[name] = {key[0] for key in seen if key[1] == ""} & set(names) - {name}
    ordered: list[str] = []
    while len(ordered) < len(names):
        free = [n for n in names if n not in ordered and needs[n] <= set(ordered)]
        ordered += free or [n for n in names if n not in ordered]
    return tuple(ordered)

"""A checked and compiled theory, ready to be given scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, DiagnosticError
from ..values import value
from .clingo_text import Key, Piece
from .syntax import Rule
from .theory import Theory

if TYPE_CHECKING:
    from .compile import Compiler


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
        from .check import check_rule

        refuse([f for rule in rules for f in check_rule(rule, self.theory.declarations)])
        pieces, keys = self.additions(rules)
        theory = Theory(self.theory.declarations, (*self.theory.rules, *rules))
        return Program(theory, (*self.pieces, *pieces), keys, self.choices)

    def additions(self, rules: tuple[Rule, ...]) -> tuple[list[Piece], frozenset[Key]]:
        """The pieces of further rules that were checked, and all keys that are then defined."""
        from .compile import Compiler

        compiler = Compiler(Theory(self.theory.declarations, (*self.theory.rules, *rules)))
        compiler.demanded = set(self.keys)
        pieces = compiler.add_rules(rules)
        return pieces, frozenset(compiler.demanded)


def restrict(program: Program, theory: Theory) -> Program:
    """The compiled program less the pieces of rules that the theory no longer has.

    Rules that it has instead (what statements share of the others) were checked with those.
    """
    kept = {rule.name for rule in theory.rules}
    pieces = tuple(p for p in program.pieces if not p.rule or p.rule in kept)
    known = program.theory.by_name
    instead = tuple(rule for rule in theory.rules if rule.name not in known)
    if not instead:
        return Program(theory, pieces, program.keys, program.choices)
    rest = Theory(theory.declarations, tuple(rule for rule in theory.rules if rule.name in known))
    more, keys = Program(rest, pieces, program.keys).additions(instead)
    return Program(theory, (*pieces, *more), keys, program.choices)


def compile_theory(theory: Theory) -> Program:
    """Checks and compiles a theory.

    Raises:
        DiagnosticError: With every fault (codes of LOADER errors in the contributors' guide).
    """
    from .check import check_theory
    from .compile import Compiler
    from .stratify import check_stratified

    refuse(check_theory(theory))
    compiler = Compiler(theory)
    compiler.run()
    refuse(compiler.faults or check_stratified(theory, compiler))
    return Program(
        theory,
        tuple(compiler.pieces),
        frozenset(compiler.demanded),
        _choice_order(theory, compiler),
    )


def refuse(faults: list[Diagnostic]) -> None:
    """Raises the faults, if there are any.

    Raises:
        DiagnosticError: With all of them.
    """
    if faults:
        raise DiagnosticError(faults)


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

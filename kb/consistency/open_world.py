"""Claims as a program in the open world: what is not given may be either way.

Every ground atom that a claim can speak of is a choice, a claim that is on forbids what contradicts
it, and what is given holds. Atoms are those that the bodies reach from what is given, so the
program is finite; a claim about nothing that is given says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from ..logic.clingo_text import mangle, show_term
from ..logic.syntax import Atom, Comparison, Rule
from .claims import Claim


class OpenWorld:
    """Tells whether claims can hold together.

    Args:
        soft: Claims that may be given up.
        hard: Claims that may not.
        facts: What is given.
    """

    def __init__(self, soft: Sequence[Claim], hard: Iterable[Claim], facts: Iterable[Atom]) -> None:
        self._control = clingo.Control(["-Wnone"])
        lines = [
            "{ holds(A) } :- possible(A), not given(A).",
            "holds(A) :- given(A).",
            "possible(A) :- given(A).",
        ]
        lines += (f"given({_term(fact)})." for fact in facts)
        for number, claim in enumerate(soft):
            lines.append(f"{{ on({number}) }}.")
            lines += _constraints(claim.rules, f"on({number})")
        for claim in hard:
            lines += _constraints(claim.rules, "")
        self._control.add("base", [], "\n".join(lines))
        self._control.ground([("base", [])])
        switches = self._control.symbolic_atoms.by_signature("on", 1)
        found = {atom.symbol.arguments[0].number: atom.literal for atom in switches}
        self._literals = [found[number] for number in range(len(soft))]
        self._numbers = {literal: n for n, literal in enumerate(self._literals)}

    def conflict(self, on: frozenset[int]) -> frozenset[int] | None:
        """Numbers of claims that cannot hold together among those that are on; `None` if all can."""
        assumed = [x if n in on else -x for n, x in enumerate(self._literals)]
        core: list[int] = []
        result = self._control.solve(assumptions=assumed, on_core=core.extend)
        if result.satisfiable:
            return None
        return frozenset(self._numbers[x] for x in core if x in self._numbers)


def _constraints(rules: Iterable[Rule], switch: str) -> Iterable[str]:
    for rule in rules:
        reach = [f"possible({_term(p.atom)})" for p in rule.literals if not p.negated]
        reach += [show_comparison(p) for p in rule.body if isinstance(p, Comparison)]
        held = [("not " if p.negated else "") + f"holds({_term(p.atom)})" for p in rule.literals]
        for head in rule.heads:
            atom, on = _term(head.atom), [switch] if switch else []
            if head.mode == "not":
                against = [f"possible({atom})", f"holds({atom})"]
            else:
                yield f"possible({atom}) :- {_joined(reach)}."
                against = [f"not holds({atom})"]
            yield f":- {_joined([*on, *reach, *held, *against])}."


def _joined(parts: Sequence[str]) -> str:
    return ", ".join(parts) or "#true"


def _term(atom: Atom) -> str:
    args = ",".join(map(show_term, atom.args))
    return f"p{mangle(atom.predicate)}({args})" if args else f"p{mangle(atom.predicate)}"


def show_comparison(premise: Comparison) -> str:
    """A comparison as clingo text."""
    return f"{show_term(premise.left)} {premise.op} {show_term(premise.right)}"

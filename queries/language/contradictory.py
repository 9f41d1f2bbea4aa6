"""What an effect both gives and takes away."""

from __future__ import annotations

from collections.abc import Iterable

from ...kb.diagnostics import Diagnostic
from ...kb.lexicon import Lexicon
from ..syntax import Clause, Effect
from .collected import labels_of


def contradictions(effect: Effect, lexicon: Lexicon, start: int, end: int) -> list[Diagnostic]:
    """A fault `contradictory-effect` for each term or kind that an effect gives and takes away.

    Args:
        effect: What it gives and removes.
        lexicon: Names the terms.
        start: Where the effect stands.
        end: The offset just past it.
    """
    code = "contradictory-effect"
    rule = lexicon.judges(code)
    return [
        Diagnostic(
            code, start, end, {"input": effect.words, "term": labels_of(lexicon[term])}, rule=rule
        )
        for term in _both_ways(effect.clauses, lexicon)
    ]


def _both_ways(clauses: Iterable[Clause], lexicon: Lexicon) -> list[str]:
    """Ids of terms and of kinds of terms; a kind of which all are lost may still give one."""
    listed = list(clauses)
    given = {t for c in listed for t in c.gives}
    removed = {t for c in listed for t in c.removes}
    every = {kind for c in listed for kind in c.gives_every}
    none = {kind for c in listed for kind in c.removes_every}
    of_kinds = {t for t in removed if lexicon[t].kind in every}
    return sorted((given & removed) | of_kinds | (every & none))

"""Judges a choice by itself: it must be one member of the group that its kind names."""

from __future__ import annotations

from ...kb.diagnostics import Diagnostic
from ...kb.lexicon import Lexicon, Term
from ..syntax import GivenChoice
from .collected import Collected, labels_of


def judge_choice(c: Collected, choice: GivenChoice) -> None:
    """Notes a fault if a choice is illegal, or if there is nothing of its kind to choose."""
    groups = [*c.lexicon.lookup(choice.kind)]
    pool = {t.id for group in groups for t in _members(group, c.lexicon)}
    if not groups or not pool:
        c.fault("unknown-word", choice.kind_span, choice.kind, c.lexicon.nearest(choice.kind))
        return
    chosen = [t for t in c.lexicon.lookup(choice.value) if t.id in pool]
    if not chosen:
        kinds = groups[0].category == "SubtypeKind"
        rule = c.lexicon.judges("illegal-choice") if kinds else groups[0].listed_in
        params = {"input": choice.value, "kind": labels_of(groups[0])}
        start, end = choice.value_span.start, choice.value_span.end
        c.faults.append(Diagnostic("illegal-choice", start, end, params, rule=rule or None))


def _members(group: Term, lexicon: Lexicon) -> list[Term]:
    terms = lexicon.terms.values()
    if group.category == "SubtypeKind":
        found = [t for t in terms if t.kind == group.id]
    elif group.members:
        found = [lexicon[m] for m in group.members if m in lexicon.terms]
    else:
        found = [t for t in terms if t.category == group.id]
    return [t for t in found if t.valid(lexicon.date)]

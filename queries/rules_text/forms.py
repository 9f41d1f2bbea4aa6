"""Reads the exact forms of cards: `{ … } on self`, `on affected`, with `chosen` for an open choice."""

from __future__ import annotations

import re
from dataclasses import replace

from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon
from ..exact import read_exact
from ..syntax import Clause, Effect
from .exact_form import AFFECTED, SELF
from .stand_ins import WORD, open_lexicon, stand_in_of

_CHOICE = re.compile(rf"(?P<group>[^\s;{{}}][^;{{}},]*?) {WORD}(?: (?P<number>2))?(?=\s*[;,}}])")
_VERBS = re.compile(r"^.*?\b(?:set|add|lose|except)\s+", re.DOTALL)


def read_form(text: str, knowledge: Knowledge) -> tuple[Effect, bool]:
    """The effect of an exact form, and whether it is about the object that says it.

    Raises:
        DiagnosticError: With all faults; offsets are those of the text.
    """
    form, on, target = text.partition(" on ")
    aimed = target.strip() in (SELF, AFFECTED)
    kept = form if aimed else text
    chosen: dict[str, str] = {}
    for match in _CHOICE.finditer(form):
        group = _VERBS.sub("", match["group"]).strip()
        member, stands = _member(group, match["number"], knowledge.lexicon, form)
        if member is not None and stands is not None:
            word = f"{WORD} {match['number']}" if match["number"] else WORD
            label = knowledge.lexicon[member].label("en")
            kept = kept.replace(f"{group} {word}", f"{group} {label}", 1)
            chosen[member] = stands
    effect = read_exact(kept, knowledge.lexicon)
    clauses = tuple(_with(clause, chosen) for clause in effect.clauses)
    del on
    return replace(effect, clauses=clauses, words=text.strip()), target.strip() == SELF


def _member(
    group: str, number: str | None, lexicon: Lexicon, form: str
) -> tuple[str | None, str | None]:
    """A term of a group that the form does not name, and what stands for the choice of one."""
    low = form.casefold()
    for term in lexicon.lookup(group):
        known = term.members or [
            t.id for t in lexicon.terms.values() if term.id in (t.kind, t.category)
        ]
        for member in known:
            found = lexicon[member]
            if found.valid(lexicon.date) and found.label("en").casefold() not in low:
                place = int(number) - 1 if number else 0
                return member, stand_in_of(term.id, place, open_lexicon(lexicon))
    return None, None


def _with(clause: Clause, chosen: dict[str, str]) -> Clause:
    return replace(
        clause,
        gives=tuple(chosen.get(t, t) for t in clause.gives),
        removes=tuple(chosen.get(t, t) for t in clause.removes),
    )

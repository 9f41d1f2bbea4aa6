"""Reads the exact forms of cards: `{ … } on self`, `on affected`, with `chosen` for an open choice."""

from __future__ import annotations

from dataclasses import replace

from ...kb.knowledge import Knowledge
from ...kb.lexicon import Term
from ...kb.values import value
from ..language.exact import read_exact
from ..syntax import Effect
from .stand_ins import WORD, OpenLexicon, open_lexicon, stand_in_of, used_kind, usual_group


@value
class _Open:
    """Stand-ins for all choices.

    Args:
        lexicon: Has the stand-ins.
        default: Id of the group that is chosen from where a form names none.
    """

    lexicon: OpenLexicon
    default: str

    def terms(self, group: Term | None, number: int | None, place: int) -> tuple[str, ...]:
        del place
        known = group.id if group is not None else self.default
        found = stand_in_of(known, number or 0, self.lexicon)
        return (found,) if found is not None else ()

    def model(self) -> str:
        return WORD

    def objects(self, name: str) -> tuple[str, ...]:
        return (name,)


def read_form(text: str, knowledge: Knowledge) -> tuple[Effect, bool]:
    """The effect of an exact form, and whether it is about the object that says it.

    Raises:
        DiagnosticError: With all faults; offsets are those of the text.
    """
    lexicon = open_lexicon(knowledge.lexicon)
    effect = read_exact(text, lexicon, _Open(lexicon, _default(text, lexicon)))
    return replace(effect, itself=False), effect.itself


def _default(form: str, lexicon: OpenLexicon) -> str:
    """The group that a choice is made from where the form names none: what its card types use."""
    found = usual_group(used_kind(form, lexicon, "en"), lexicon)
    kinds = (t.id for t in lexicon.terms.values() if t.category == "SubtypeKind")
    return found or min(kinds, default="")

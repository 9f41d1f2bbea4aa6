"""Judges what a statement says beside a card's name: it must be what the card's effects leave open."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.documents import CardEffect as StoredEffect
from ..language.open_choices import choices_left
from ..syntax import CardEffect

_AFFECTED = re.compile(r' on affected|"affected"')
_SELF = re.compile(r' on self|"~"')
_MODEL = "copy chosen"


def is_aimed(stored: StoredEffect) -> bool:
    """Whether an effect leaves open what it affects."""
    return _AFFECTED.search(stored.exact_form) is not None


def judge_modifiers(when: CardEffect, applied: Sequence[StoredEffect], this: str | None) -> None:
    """Compares what a statement says with what the effects that it applies leave open.

    Args:
        when: The statement.
        applied: The effects.
        this: The declared object that is the card; `None` if there is none.

    Raises:
        DiagnosticError: `no-subject`, `no-choice`, or `misplaced` for what goes with no effect.
    """
    forms = [stored.exact_form for stored in applied]
    if when.affecting and not any(map(is_aimed, applied)):
        own = any(map(_SELF.search, forms))
        raise _fault("misplaced", when, "aims-at-itself" if own else "aims-at-nothing")
    if not when.affecting and any(map(is_aimed, applied)):
        raise _fault("no-subject", when)
    if this is None and any(map(_SELF.search, forms)):
        raise _fault("no-subject", when, "no-such-card-object")
    wanted = max((choices_left(f"{e.exact_form} {e.demands}") for e in applied), default=0)
    given = len(when.choosing)
    if given < wanted:
        model = any(_MODEL in form for form in forms)
        raise _fault("no-choice", when, "no-model" if model else "")
    if given > wanted:
        raise _fault("misplaced", when, "surplus-choice", wanted=wanted, given=given)


def _fault(code: str, when: CardEffect, told: str = "", **more: object) -> DiagnosticError:
    end = when.span.end - when.span.start
    params = {"input": when.name, **more}
    return DiagnosticError([Diagnostic(code, 0, end, params, message=told)])

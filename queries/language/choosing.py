"""What a statement chooses: the meanings of its words, how many there may be, and what is copied."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..syntax import Effect, Note
from .grammar_parts import Part
from .open_choices import Choices, is_numbered
from .terms import Terms


def chosen_by(form: str, modifiers: list[Part], terms: Terms) -> Choices:
    """What the choices of an exact form are."""
    parts = [p for m in modifiers if m.kind == "choosing" for p in m.value[0].value]
    ids = tuple(choice(part, terms) for part in parts)
    aimed = next((m for m in modifiers if m.kind == "affecting"), None)
    names = tuple(p.value for p in aimed.value[0].value) if aimed else ()
    return Choices(ids, tuple(str(part.value) for part in parts), is_numbered(form), names)


def choice(part: Part, terms: Terms) -> tuple[str, ...]:
    """Meanings of a chosen word; a name in quotes that is no term stands for itself."""
    held = terms.held(part.value)
    if held:
        return held
    if part.end - part.start > len(part.value):
        return (part.value,)
    terms.unknown(part)
    return ()


def judge_choices(wanted: int, modifiers: list[Part], written: str, terms: Terms) -> None:
    """Faults more choices than a clause leaves."""
    part = next((m for m in modifiers if m.kind == "choosing"), None)
    given = len(part.value[0].value) if part else 0
    if part is not None and given > wanted and not terms.faults:
        params: dict[str, object] = {
            "input": written[part.start : part.end],
            "wanted": wanted,
            "given": given,
        }
        terms.faults.append(
            Diagnostic("misplaced", part.start, part.end, params, message="surplus-choice")
        )


def with_model(
    effect: Effect, clause: str, names: Collection[str], choosing: tuple[tuple[str, ...], ...]
) -> Effect:
    """The effect, copying what is chosen where its words only describe what is copied.

    Raises:
        DiagnosticError: `no-choice` if nothing is chosen.
    """
    described = next((c.copies for c in effect.clauses if c.copies), None)
    if described is None or described in names or not _describes(described, clause):
        return effect
    chosen = choosing[effect.choices : effect.choices + 1]
    if not (chosen and chosen[0]):
        start = max(clause.find(described), 0)
        params: dict[str, object] = {"input": described}
        fault = Diagnostic("no-choice", start, start + len(described), params, message="no-model")
        raise DiagnosticError([fault])
    model = chosen[0][0]
    clauses = tuple(replace(c, copies=model) if c.copies else c for c in effect.clauses)
    note = Note("model-assumed", {"input": model, "words": described})
    return replace(effect, clauses=clauses, choices=effect.choices + 1, notes=(*effect.notes, note))


def _describes(words: str, clause: str) -> bool:
    """Whether words for what is copied are no name: they stand in no quotes and begin in lower case."""
    quoted = any(f"{a}{words}{b}" in clause for a, b in ('""', "《》", "「」"))
    return not quoted and not words[:1].isupper()

"""Which type lines are legal at a date, which are not, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from ..diagnostics import Diagnostic, DiagnosticError
from ..lexicon import Lexicon
from ..values import value
from .reading import read_faces


@value
class Report:
    """The result for many lines.

    Args:
        legal: Number of legal lines.
        refused: Refused lines with all their faults, in the order of input.
        notes: Legal lines that were read with notes.
    """

    legal: int = 0
    refused: tuple[tuple[str, tuple[Diagnostic, ...]], ...] = ()
    notes: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)


def report(lines: Iterable[str], lexicon: Lexicon) -> Report:
    """Reads every line as of the lexicon's date; a line's faces are judged each by itself."""
    legal = 0
    refused: list[tuple[str, tuple[Diagnostic, ...]]] = []
    notes: dict[str, tuple[Diagnostic, ...]] = {}
    for line in lines:
        try:
            faces = read_faces(line, lexicon)
        except DiagnosticError as error:
            refused.append((line, tuple(error.diagnostics)))
            continue
        legal += 1
        found = tuple(n for face in faces for n in face.notes)
        if found:
            notes[line] = found
    return Report(legal, tuple(refused), notes)

"""What every reader of text says when something is wrong: a stable code, a position and one hint.

Readers return or collect `Diagnostic` values instead of raising at the first fault, so that all
faults of a file are reported at once; `DiagnosticError` carries them where an exception is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from .values import value


@value
class Diagnostic:
    """One fault in a text.

    Args:
        code: Stable code (`unknown-word`, `syntax`, `no-card-type` …).
        start: First offset of the fault in the text, in characters from 0.
        end: Offset just past the fault.
        params: What the message template of the code is filled with; the key `input` holds the
            words quoted in the message. Values that differ by language are `{"en": …, "ja": …}`.
        hint: The nearest known word, if there is one.
        rule: Number of the rule that the input breaks, where one applies.
        message: Key of the message template if the code has several (default: the code).
    """

    code: str
    start: int = 0
    end: int = 0
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    hint: str | None = None
    rule: str | None = None
    message: str | None = None

    def shifted(self, offset: int) -> Diagnostic:
        """The same fault in a text in which this one's begins at `offset`."""
        return replace(self, start=self.start + offset, end=self.end + offset)


class DiagnosticError(ValueError):
    """Raised with all diagnostics of one text where no partial result is of use."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("; ".join(f"{d.code}: {d.params.get('input', '')}" for d in diagnostics))
        self.diagnostics = diagnostics

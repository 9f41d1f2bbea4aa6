"""What is wrong with some data, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ..diagnostics import Diagnostic
from ..messages import message
from ..values import value

LANGUAGES = ("en", "ja")
ERROR, WARNING, NOTE = "error", "warning", "note"
SHAPE = "shape"


@value
class Finding:
    """One thing that is wrong.

    Args:
        focus: The node that it is said of: an IRI, or `_:` and a label.
        code: `shape` for what a shape says, else the code of a fault.
        message: What is wrong, by language.
        path: The property, as people write it; "" if it is the node itself.
        value: The value in question, shortened; "" if there is none.
        severity: `error`, `warning` or `note`.
        hint: The nearest known word.
        label: What the node is called, by language.
        file: The file that speaks of it.
    """

    focus: str
    code: str
    message: Mapping[str, str] = field(hash=False)
    path: str = ""
    value: str = ""
    severity: str = ERROR
    hint: str | None = None
    label: Mapping[str, str] = field(default_factory=dict, hash=False)
    file: str = ""


def finding_of(focus: str, fault: Diagnostic, path: str, value: str) -> Finding:
    """A fault of a text as a finding on the node that has it."""
    says = {lang: message(fault, lang) for lang in LANGUAGES}
    shown = f'"{shortened(value)}"' if value else ""
    return Finding(focus, fault.code, says, path, shown, hint=fault.hint)


def shortened(text: str, most: int = 80) -> str:
    """The beginning of a text that is long, in one line."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most and len(text) <= 4 * most else line[:most] + "…"

"""What a check of a corpus finds: a kind, a place, words in both languages, and how grave it is."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from ...kb.values import value
from ..exit_codes import worst

LEVELS = ("error", "warning", "info")  # from the gravest on


@value
class Place:
    """A place in a file; line and column from 1, in characters."""

    file: str
    line: int = 1
    column: int = 1


@value
class Finding:
    """One finding.

    Args:
        kind: A stable code, a table of `findings.toml`.
        params: What fills the kind's message; values that differ by language are
            `{"en": …, "ja": …}`.
        place: Where it is.
        ruling: Id of the ruling that it is about, or "".
        rules: Names of the rules behind it.
        related: Further places, as of the other ruling of a pair.
    """

    kind: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    place: Place = Place("")
    ruling: str = ""
    rules: tuple[str, ...] = ()
    related: tuple[Place, ...] = ()

    @property
    def level(self) -> str:
        """How grave it is: one of `LEVELS`."""
        return str(kinds()[self.kind]["level"])

    @property
    def exit_code(self) -> int:
        """What it makes of the exit code of a command: 2 unreadable, 1 wrong, 3 open, 0 a remark."""
        code = kinds()[self.kind].get("exit", 1 if self.level == "error" else 0)
        assert isinstance(code, int)
        return code

    @property
    def set_aside(self) -> bool:
        """Whether it says that something was not judged at all."""
        return bool(kinds()[self.kind].get("set-aside"))

    def message(self, lang: str) -> str:
        """What is found, in words."""
        params = {
            key: told.get(lang) or next(iter(told.values()), "")
            if isinstance(told, Mapping)
            else told
            for key, told in self.params.items()
        }
        return str(kinds()[self.kind][lang]).format(**params)

    def title(self, lang: str) -> str:
        """What findings of its kind are called."""
        return str(kinds()[self.kind][f"title-{lang}"])


@functools.cache
def kinds() -> dict[str, dict[str, object]]:
    """Kind → its level, titles and messages."""
    import tomllib

    path = Path(__file__).with_name("findings.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def sorted_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by file, line and gravity."""

    def key(finding: Finding) -> tuple[object, ...]:
        place = finding.place
        grave = LEVELS.index(finding.level)
        return place.file, place.line, grave, place.column, finding.kind, finding.ruling

    return sorted(findings, key=key)


def exit_code(findings: Iterable[Finding]) -> int:
    """The exit code of a command that found these: the first of 2, 1, 3, 0."""
    return worst(finding.exit_code for finding in findings)

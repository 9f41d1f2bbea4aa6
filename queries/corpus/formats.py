"""Findings in the forms that people and programs read; every command that finds something prints these.

A new form is a function from a `Result` and a language to text, and an entry of `FORMS`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field

from ...kb.values import value
from ..answers.highlight import plain_char
from .findings import LEVELS, Finding, Place, sorted_findings

FORMATS = ("text", "json", "junit", "sarif", "github")  # `written` knows each
FORMAT_VERSION = 1
WORDS = {
    "en": {
        "error": "error", "warning": "warning", "info": "note", "see": "see also", "rules": "rules",
        "count": "errors: {error}, warnings: {warning}, notes: {info}",
        "partial": "the report is not complete",
    },
    "ja": {
        "error": "エラー", "warning": "警告", "info": "情報", "see": "参照", "rules": "ルール",
        "count": "エラー{error}件、警告{warning}件、情報{info}件",
        "partial": "この報告は完全ではありません",
    },
}  # fmt: skip


@value
class Examined:
    """Something that was looked at, whether or not anything was found.

    Args:
        name: Id of a ruling, title of a scenario.
        place: Where it begins.
    """

    name: str
    place: Place


@value
class Result:
    """What came of a command.

    Args:
        command: Its name.
        findings: What it found, in any order.
        examined: What it looked at, for forms that also name what is sound.
        complete: Whether it came to its end; not so if it was stopped or a bound was hit.
        more: Further keys of the JSON form.
    """

    command: str
    findings: tuple[Finding, ...] = ()
    examined: tuple[Examined, ...] = ()
    complete: bool = True
    more: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def ordered(self) -> list[Finding]:
        """The findings by file, line and gravity."""
        return sorted_findings(self.findings)

    def counts(self) -> dict[str, int]:
        """How many findings there are of each level."""
        found = Counter(finding.level for finding in self.findings)
        return {level: found[level] for level in LEVELS}


def written(result: Result, form: str, lang: str) -> str:
    """A result in one of `FORMATS`, with a line end."""
    if form == "junit":
        from .formats_junit import junit

        return junit(result, lang)
    if form == "sarif":
        from .formats_sarif import sarif

        return sarif(result, lang)
    if form == "json":
        return as_json(data(result, lang))
    lines = _github(result, lang) if form == "github" else _text(result, lang)
    return "".join(f"{line}\n" for line in lines)


def as_json(what: object) -> str:
    """Data as JSON that can be written as UTF-8: half a surrogate pair becomes a question mark."""
    shown = json.dumps(what, ensure_ascii=False, indent=2)
    return shown.encode("utf-8", "replace").decode() + "\n"


def data(result: Result, lang: str) -> dict[str, object]:
    """A result as plain data; its shape is `findings.schema.json`."""
    return {
        "format": FORMAT_VERSION,
        "command": result.command,
        "complete": result.complete,
        "counts": result.counts(),
        "findings": [_item(finding, lang) for finding in result.ordered],
        **result.more,
    }


def _item(finding: Finding, lang: str) -> dict[str, object]:
    return {
        "kind": finding.kind,
        "level": finding.level,
        "title": finding.title(lang),
        "message": finding.message(lang),
        **_where(finding.place),
        "ruling": finding.ruling or None,
        "rules": list(finding.rules),
        "related": [_where(place) for place in finding.related],
    }


def _where(place: Place) -> dict[str, object]:
    if not place.file:
        return {"file": None, "line": None, "column": None}
    return {"file": place.file, "line": place.line, "column": place.column}


# --- text -----------------------------------------------------------------------------------------


def _text(result: Result, lang: str) -> Iterator[str]:
    for finding in result.ordered:
        yield from finding_lines(finding, lang)
    yield WORDS[lang]["count"].format(**result.counts())
    if not result.complete:
        yield WORDS[lang]["partial"]


def finding_lines(finding: Finding, lang: str) -> Iterator[str]:
    """A finding as lines: place, gravity, message and kind; then what belongs to it."""
    words = WORDS[lang]
    first, *rest = plain(finding.message(lang)).split("\n")
    where = f"{plain(told(finding.place))}: " if finding.place.file else ""
    yield f"{where}{words[finding.level]}: {first} [{finding.kind}]"
    yield from (f"  {line}".rstrip() for line in rest)
    yield from (f"  {words['see']}: {plain(told(place))}" for place in finding.related)
    if finding.rules:
        yield f"  {words['rules']}: {', '.join(finding.rules)}"


def told(place: Place) -> str:
    """A place as `file:line:column`."""
    return f"{place.file}:{place.line}:{place.column}"


def plain(text: str) -> str:
    """A text in which no character but a line end moves a cursor."""
    return "".join(char if char == "\n" else plain_char(char) for char in text)


# --- annotations of GitHub ------------------------------------------------------------------------

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def _github(result: Result, lang: str) -> Iterator[str]:
    """Workflow commands: GitHub shows each at its line of a change."""
    for finding in result.ordered:
        place, properties = finding.place, {}
        if place.file:
            properties = {"file": place.file, "line": place.line, "col": place.column}
        properties |= {"title": f"{finding.title(lang)} [{finding.kind}]"}
        shown = ",".join(f"{key}={_property(str(told))}" for key, told in properties.items())
        yield f"::{_COMMANDS[finding.level]} {shown}::{_escaped(finding.message(lang))}"
    if not result.complete:
        yield f"::warning::{_escaped(WORDS[lang]['partial'])}"


def _escaped(text: str) -> str:
    """The text of a workflow command, which ends at a line end."""
    return plain(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")

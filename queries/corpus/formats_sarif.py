"""Findings as SARIF 2.1.0, which code hosts and editors take in."""

from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path
from urllib.parse import quote

from .findings import Finding, Place, kinds
from .formats import Result, as_json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif(result: Result, lang: str) -> str:
    """A result as a SARIF log of one run; the rules of the run are the kinds that were found."""
    findings = result.ordered
    found = sorted({finding.kind for finding in findings})
    driver = {
        "name": "Rulekeep",
        "semanticVersion": metadata.version("rulekeep"),
        "language": lang,
        "rules": [_rule(kind, lang) for kind in found],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": result.complete}],
        "results": [_result(finding, found.index(finding.kind), lang) for finding in findings],
        "properties": {"command": result.command, "complete": result.complete},
    }
    return as_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(kind: str, lang: str) -> dict[str, object]:
    level = _LEVELS[str(kinds()[kind]["level"])]
    return {
        "id": kind,
        "shortDescription": {"text": kinds()[kind][f"title-{lang}"]},
        "defaultConfiguration": {"level": level},
    }


def _result(finding: Finding, index: int, lang: str) -> dict[str, object]:
    found: dict[str, object] = {
        "ruleId": finding.kind,
        "ruleIndex": index,
        "level": _LEVELS[finding.level],
        "message": {"text": finding.message(lang)},
    }
    if finding.place.file:
        found["locations"] = [_location(finding.place)]
    if finding.related:
        places = enumerate(finding.related, 1)
        found["relatedLocations"] = [{"id": n, **_location(place)} for n, place in places]
    if finding.ruling or finding.rules:
        found["properties"] = {"ruling": finding.ruling, "rules": list(finding.rules)}
    return found


def _location(place: Place) -> dict[str, object]:
    region = {"startLine": place.line, "startColumn": place.column}
    named = {"uri": _uri(place.file)}
    return {"physicalLocation": {"artifactLocation": named, "region": region}}


def _uri(file: str) -> str:
    """A file name as a URI: relative ones stay so, since logs are read elsewhere."""
    if os.path.isabs(file):
        return Path(file).as_uri()
    path = file.replace(os.sep, "/")
    quoted = quote(path, errors="surrogateescape")
    return f"./{quoted}" if ":" in path.partition("/")[0] else quoted

"""Findings as JUnit XML: a suite a file, a case a ruling or scenario; continuous integration shows it."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable
from xml.etree import ElementTree as Xml

from ..exit_codes import worst
from .findings import Finding, Place
from .formats import WORDS, Examined, Result, finding_lines

_UNSOUND = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OUTCOMES = {2: "error", 1: "failure", 3: "failure"}
_Case = tuple[Examined, list[Finding]]


def junit(result: Result, lang: str) -> str:
    """A result as a JUnit document.

    What could not be read is an error, what is wrong or left open a failure, what was not judged
    is skipped; other findings are the output of a case that passed.
    """
    root = Xml.Element("testsuites", name=f"rulekeep {result.command}")
    for file, cases in _suites(result).items():
        suite = Xml.SubElement(root, "testsuite", name=sound(file or result.command))
        for examined, findings in cases:
            _case(suite, examined, findings, lang)
        _count(suite)
    if not result.complete:
        suite = Xml.SubElement(root, "testsuite", name=f"rulekeep {result.command}")
        case = Xml.SubElement(suite, "testcase", name="complete", classname="rulekeep")
        Xml.SubElement(case, "error", message=WORDS[lang]["partial"])
        _count(suite)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, 0)) for suite in root)))
    Xml.indent(root)
    body = Xml.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _suites(result: Result) -> dict[str, list[_Case]]:
    """File → what was examined in it, each with what was found; findings of nothing examined on their own."""
    cases: list[_Case] = [(examined, []) for examined in result.examined]
    rulings = {(examined.place.file, examined.name): (examined, found) for examined, found in cases}
    starts: dict[str, list[_Case]] = {}
    for case in sorted(cases, key=_by_place):
        starts.setdefault(case[0].place.file, []).append(case)
    for finding in result.ordered:
        at = rulings.get((finding.place.file, finding.ruling))
        if at is None and not finding.ruling:
            at = _around(finding.place, starts.get(finding.place.file, []))
        if at is None:
            name = finding.ruling or f"{finding.kind} {finding.place.line}"
            at = rulings[finding.place.file, name] = (Examined(name, finding.place), [])
            cases.append(at)
        at[1].append(finding)
    suites: dict[str, list[_Case]] = {}
    for case in sorted(cases, key=_by_place):
        suites.setdefault(case[0].place.file, []).append(case)
    return suites


def _around(place: Place, cases: list[_Case]) -> _Case | None:
    """The last of the cases of a file that begins at a place or before it."""
    number = bisect.bisect_right(cases, place.line, key=lambda case: case[0].place.line)
    return cases[number - 1] if number else None


def _by_place(case: _Case) -> tuple[str, int, str]:
    place = case[0].place
    return place.file, place.line, case[0].name


def _case(suite: Xml.Element, examined: Examined, findings: list[Finding], lang: str) -> None:
    place = examined.place
    case = Xml.SubElement(suite, "testcase", name=sound(examined.name), classname=sound(place.file))
    if place.file:
        case.set("file", sound(place.file))
        case.set("line", str(place.line))
    if not findings:
        return
    gravest = worst(f.exit_code for f in findings)
    first = next(f for f in findings if f.exit_code == gravest)
    outcome = _OUTCOMES.get(gravest) or ("skipped" if first.set_aside else "system-out")
    told = Xml.SubElement(case, outcome)
    if outcome != "system-out":
        told.set("message", sound(first.message(lang).partition("\n")[0]))
        told.set("type", first.kind)
    told.text = sound(_lines(findings, lang))


def _lines(findings: Iterable[Finding], lang: str) -> str:
    return "\n".join(line for finding in findings for line in finding_lines(finding, lang))


def _count(suite: Xml.Element) -> None:
    suite.set("tests", str(len(suite)))
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(sum(case.find(tag) is not None for case in suite)))


def sound(text: str) -> str:
    """A text of characters that XML 1.0 may hold."""
    return _UNSOUND.sub("\ufffd", text)

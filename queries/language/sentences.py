"""What is asked or expected: sentences about objects, orders, error codes and atoms."""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..syntax import (
    AtomExpectation,
    ErrorExpectation,
    Expectation,
    HasTypesExpectation,
    IsExpectation,
    OrderExpectation,
    Span,
    UndeterminedExpectation,
)
from .grammar_parts import Part
from .keywords import keywords, word_pattern
from .phrases import Phrasebook, furthest
from .terms import Terms

_ATOM = re.compile(r"[^\W\d]\w*\(")
MAX_NUMBER = 999_999


def number(part: Part, faults: list[Diagnostic]) -> int | None:
    """The value of a number; a fault if it is none or too large."""
    if re.fullmatch(r"\d{1,6}", part.value):
        return int(part.value)
    params: dict[str, object] = {"input": part.value[:40], "limit": MAX_NUMBER}
    faults.append(Diagnostic("bad-number", part.start, part.end, params))
    return None


def read_expectation(
    text: str, source: str, start: int, terms: Terms, phrases: Phrasebook | None = None
) -> Expectation | None:
    """The expectation in a folded text; `None` if it is faulty (the faults go to `terms`).

    Args:
        text: The words after the verb, folded.
        source: The same as the user wrote them.
        start: Where they stand in the file.
        terms: Looks words up.
        phrases: The game's own sentences, which are tried first.
    """
    opened = _undetermined().match(text)
    if opened is not None:
        after = opened.end()
        inner = read_expectation(text[after:], source[after:], start + after, terms, phrases)
        if inner is None:
            return None
        if not isinstance(inner, ErrorExpectation | UndeterminedExpectation):
            span = Span(start + opened.start("word"), inner.span.end)
            return UndeterminedExpectation(inner, span)
    if _is_atom(text):
        return _atom(text, start)
    lead, body, negated = _literal(text)
    reading = phrases.read("asked", body, terms) if phrases else None
    if reading is not None and not reading.faults:
        span = Span(start + lead, start + lead + len(body))
        moved = reading.moved(start + lead)
        if moved.exactly is not None:
            return replace(moved.exactly, text=body, negated=negated, span=span)
        return AtomExpectation(body, negated, span, moved.facts)
    from .grammar import GRAMMARS

    try:
        (part,) = GRAMMARS.parse("sentence", text, 0, terms.lexicon)
    except DiagnosticError as error:
        if reading is not None:
            reading = replace(reading, faults=tuple(d.shifted(lead) for d in reading.faults))
        terms.faults += [d.shifted(start) for d in furthest(reading, error.diagnostics)]
        return None
    local: list[Diagnostic] = []
    here = Terms(terms.lexicon, local, terms.hints)
    found = _sentence(part, source, start, here)
    terms.faults += [d.shifted(start) for d in local]
    return found


@functools.cache
def _undetermined() -> re.Pattern[str]:
    """The word before what is to be left open."""
    words = "|".join(map(word_pattern, keywords()["parts"]["undetermined"]))
    return re.compile(rf"\s*(?P<word>{words})\s*(?=\S)", re.IGNORECASE)


def _is_atom(text: str) -> bool:
    bare = text.lstrip()
    return bool(bare) and bare[0] not in '"《「' and _ATOM.search(_without_quotes(bare)) is not None


def _without_quotes(text: str) -> str:
    return re.sub(r'"[^"]*"|《[^》]*》|「[^」]*」', lambda m: " " * len(m[0]), text)


def _literal(text: str) -> tuple[int, str, bool]:
    """Where a literal begins, its text without `not`, and whether `not` stands before it."""
    lead = len(text) - len(text.lstrip())
    body = text.strip().rstrip("?").rstrip()
    not_ = "|".join(map(word_pattern, keywords()["parts"]["not"]))
    match = re.match(rf"(?:{not_})\s*", body, re.IGNORECASE)
    if match is None or "^" in _without_quotes(body):
        return lead, body, False
    return lead + match.end(), body[match.end() :], True


def _atom(text: str, start: int) -> AtomExpectation:
    """A conjunction of literals; one negated literal is the expectation that it does not hold."""
    lead, body, negated = _literal(text)
    if body.startswith("(") and body.endswith(")"):
        lead, body = lead + 1, body[1:-1]
    return AtomExpectation(body, negated, Span(start + lead, start + lead + len(body)))


def _sentence(part: Part, source: str, start: int, terms: Terms) -> Expectation | None:
    span = Span(start + part.value[0].start, start + part.end)
    name, *rest = part.value
    match part.kind:
        case "error":
            return ErrorExpectation(name.value.lower(), span)
        case "order":
            numbers = [number(p, terms.faults) for p in name.value]
            return OrderExpectation(tuple(n for n in numbers if n is not None), span)
        case "no-types":
            return HasTypesExpectation(name.value, "", span, span)
        case "types":
            line = rest[0]
            raw = source[line.start : line.end]
            quoted = raw[:1] in '"《「“”„‟＂｢' and len(raw) > 1
            inner = raw[1:-1] if quoted else raw
            begin = start + line.start + quoted
            return HasTypesExpectation(name.value, inner, Span(begin, begin + len(inner)), span)
    asked = terms.asked(rest[0])
    if asked is None:
        return None
    words = source[rest[0].start : rest[0].end]
    found = IsExpectation(name.value, *asked, part.kind == "is-not", words, span)
    return UndeterminedExpectation(found, span) if part.kind == "undetermined" else found

"""What a SPARQL parser says of a text that is no query, as faults with places, in words for readers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from ..diagnostics import Diagnostic
from .sparql_text import names, words

_PLACE = re.compile(r"error at (\d+):(\d+): expected (?:one of )?(.*)", re.DOTALL)
_PHRASES = {  # what the parser says besides what it expected → key of our own words
    "IRI parsing failed": "sparql-iri",
    "The SELECT contains a variable that is unbound": "sparql-ungrouped",
}
_UNREADABLE = "sparql-unreadable"
_NEAR = 0.8
_SHORT = 3  # letters of words that are like too many others
_SIGN = re.compile(r'"[^\\A-Za-z]{1,2}"')
_LOOKED_AT = 3  # words before the place where reading ended
KEYWORDS = (
    "ABS", "ASK", "AVG", "BASE", "BIND", "BOUND", "CEIL", "COALESCE", "CONCAT", "CONSTRUCT", "CONTAINS",
    "COUNT", "DATATYPE", "DESC", "DESCRIBE", "DISTINCT", "EXISTS", "FILTER", "FLOOR", "FROM", "GRAPH",
    "GROUP", "GROUP_CONCAT", "HAVING", "LANG", "LANGMATCHES", "LCASE", "LIMIT", "MINUS", "NAMED", "OFFSET",
    "OPTIONAL", "ORDER", "PREFIX", "REDUCED", "REGEX", "REPLACE", "ROUND", "SAMPLE", "SELECT", "SEPARATOR",
    "STR", "STRAFTER", "STRBEFORE", "STRENDS", "STRLEN", "STRSTARTS", "SUBSTR", "UCASE", "UNDEF", "UNION",
    "VALUES", "WHERE",
)  # fmt: skip


def syntax_faults(said: str, sparql: str) -> list[Diagnostic]:
    """The faults of a text that is no query.

    Args:
        said: What a parser says of it, with line and column as Oxigraph's does.
        sparql: The text, with all prefixes declared that may be used.
    """
    match = _PLACE.match(said)
    if match is None:
        return [Diagnostic("sparql-syntax", 0, 1, {"reason": " ".join(said.split())[:300]})]
    expected = re.split(r", (?![^\[]*\])", " ".join(match[3].split()))
    unknown = list(_unknown_prefixes(sparql))
    if unknown:
        return unknown
    lines = sparql.splitlines(keepends=True)
    line = min(int(match[1]), len(lines) or 1)
    start = min(sum(map(len, lines[: line - 1])) + int(match[2]) - 1, len(sparql))
    for phrase, key in _PHRASES.items():
        if phrase in expected:
            return [Diagnostic("sparql-syntax", start, start + 1, message=key)]
    phrases = [each for each in expected if re.match(r"[A-Za-z]\w* \w", each)]
    if phrases:
        reason = phrases[0][:1].lower() + phrases[0][1:]
        return [Diagnostic("sparql-syntax", start, start + 1, {"reason": reason})]
    return [_unreadable(start, expected, sparql)]


def _unreadable(start: int, expected: list[str], sparql: str) -> Diagnostic:
    """The fault of a place from which on a text cannot be read; at its end, with what is missing."""
    for word, place in [(w, at) for w, at in words(sparql) if at <= start][-_LOOKED_AT:]:
        near = difflib.get_close_matches(word, KEYWORDS, n=1, cutoff=_NEAR)
        if near and word not in KEYWORDS and len(word) > _SHORT:
            end = place + len(word)
            return Diagnostic("sparql-syntax", place, end, hint=near[0], message=_UNREADABLE)
    signs = [f"`{each[1:-1]}`" for each in expected if _SIGN.fullmatch(each)]
    if signs and not sparql[start:].strip():
        params = {"expected": ", ".join(signs)}
        return Diagnostic("sparql-syntax", start, start + 1, params, message="sparql-ends")
    return Diagnostic("sparql-syntax", start, start + 1, message=_UNREADABLE)


def _unknown_prefixes(sparql: str) -> Iterator[Diagnostic]:
    """A fault for each prefix that is used and not declared, at its first use."""
    found = list(names(sparql))
    known = dict.fromkeys(prefix for prefix, _, declared in found if declared)
    told = set[str]()
    for prefix, place, declared in found:
        if not declared and prefix not in known and prefix not in told:
            told.add(prefix)
            near = difflib.get_close_matches(prefix, known, n=1)
            params = {"input": f"{prefix}:", "known": ", ".join(f"{each}:" for each in known)}
            hint = f"{near[0]}:" if near else None
            yield Diagnostic("sparql-prefix", place, place + len(prefix) + 1, params, hint)

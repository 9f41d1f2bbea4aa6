"""Which format some RDF is in: by what it is said to be, by the ending of its name, by how it begins."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostic, DiagnosticError
from ..logic.check import nearest

FORMATS = ("turtle", "n-triples", "n-quads", "trig", "rdf/xml", "json-ld", "jelly")
ENDINGS = {
    ".ttl": "turtle",
    ".turtle": "turtle",
    ".nt": "n-triples",
    ".ntriples": "n-triples",
    ".nq": "n-quads",
    ".nquads": "n-quads",
    ".trig": "trig",
    ".rdf": "rdf/xml",
    ".owl": "rdf/xml",
    ".rdfs": "rdf/xml",
    ".xml": "rdf/xml",
    ".jsonld": "json-ld",
    ".json": "json-ld",
    ".jelly": "jelly",
}
ALIASES = {
    "longturtle": "turtle",
    "ttl": "turtle",
    "nt": "n-triples",
    "ntriples": "n-triples",
    "nq": "n-quads",
    "nquads": "n-quads",
    "rdfxml": "rdf/xml",
    "rdf-xml": "rdf/xml",
    "xml": "rdf/xml",
    "jsonld": "json-ld",
}

# An owl file may be RDF/XML or, as often, Turtle: what such a file begins with decides.
_AMBIGUOUS = (".owl", ".rdf")
_BEGINNING = 4096
_SPACE = re.compile(r"(?:\s++|#[^\n]*+)*+")
_XML = re.compile(r"<(?:\?xml\b|!--|!DOCTYPE\b|(?:[A-Za-z_][\w.-]*:)?RDF[\s>])")
_HTML = re.compile(r"(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<html[\s>])", re.IGNORECASE)
_JSON = re.compile(r'\{\s*["}]|\[\s*[{\]]')
_TERM = r'(?:<[^<>\s]*+>|_:[^\s<"]++|"(?:[^"\\\n]|\\.)*+"(?:@[\w-]++|\^\^<[^<>\s]*+>)?+)[ \t]*+'
_QUAD = re.compile(rf"{_TERM * 3}(?:<[^<>\s]*+>|_:[^\s<\"]++)[ \t]*+\.")
_TURTLE = re.compile(r"@?(?:prefix|base)\b|<[^<>]*>|[\w.-]*:|_:|\[|\(|\{|GRAPH\b", re.IGNORECASE)


def named_format(name: str) -> str:
    """The format that a user names.

    Raises:
        DiagnosticError: `rdf-unknown-format`, with the nearest one.
    """
    low = name.casefold()
    found = low if low in FORMATS else ALIASES.get(low)
    if found is None:
        params = {"input": name, "known": ", ".join(FORMATS)}
        hint = nearest(low, [*FORMATS, *ALIASES])
        raise DiagnosticError([Diagnostic("rdf-unknown-format", params=params, hint=hint)])
    return found


def format_of(name: str, data: bytes) -> str | None:
    """The format of a file by its name, else by how it begins; `None` if neither tells.

    Args:
        name: The name of the file; an ending for packed files (`.gz`) is passed over.
        data: The file, unpacked.
    """
    low = name.casefold().removesuffix(".gz")
    ending = next((e for e in ENDINGS if low.endswith(e)), None)
    if ending is None or ending in _AMBIGUOUS:
        return sniffed(data) or (ENDINGS[ending] if ending else None)
    return ENDINGS[ending]


def sniffed(data: bytes) -> str | None:
    """The format of a file by how it begins; `None` if that tells nothing or is no RDF.

    Turtle and N-Triples count as TriG, which has room for both.
    """
    head = data[:_BEGINNING].decode("utf-8", "replace").removeprefix("\ufeff")
    if _jelly(data):
        return "jelly"
    start = head[_SPACE.match(head).end() :]  # type: ignore[union-attr]  # the pattern matches ""
    if _HTML.match(start):
        return None
    if _XML.match(start):
        return "rdf/xml"
    if _JSON.match(start):
        return "json-ld"
    if _QUAD.match(start):
        return "n-quads"
    return "trig" if _TURTLE.match(start) else None


def _jelly(data: bytes) -> bool:
    """Whether a file begins as frames of Jelly do: a length, a row, the stream's options in it."""
    return any(byte < 9 for byte in data[:64]) and b"\x0a" in data[:4]

"""The RDF formats that are written: their names, file endings, media types and whether they keep graphs."""

from __future__ import annotations

import os

from ..values import value


@value
class Format:
    """A serialization of RDF.

    Args:
        name: What it is called on the command line.
        title: Its name for readers.
        endings: File endings, the usual one first.
        media_type: Its media type.
        graphs: Whether it keeps named graphs; the others hold their union.
        iri: Its IRI among the formats of the W3C, or "" where it has none.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    media_type: str
    graphs: bool
    iri: str = ""


_W3C = "http://www.w3.org/ns/formats/"

FORMATS = {
    form.name: form
    for form in (
        Format("turtle", "Turtle", (".ttl",), "text/turtle", False, f"{_W3C}Turtle"),
        Format("longturtle", "Turtle, a value a line", (), "text/turtle", False, f"{_W3C}Turtle"),
        Format(
            "n-triples", "N-Triples", (".nt",), "application/n-triples", False, f"{_W3C}N-Triples"
        ),
        Format("n-quads", "N-Quads", (".nq",), "application/n-quads", True, f"{_W3C}N-Quads"),
        Format("trig", "TriG", (".trig",), "application/trig", True, f"{_W3C}TriG"),
        Format(
            "rdf/xml",
            "RDF/XML",
            (".rdf", ".owl", ".xml"),
            "application/rdf+xml",
            False,
            f"{_W3C}RDF_XML",
        ),
        Format(
            "json-ld",
            "JSON-LD",
            (".jsonld", ".json"),
            "application/ld+json",
            True,
            f"{_W3C}JSON-LD",
        ),
        Format("jelly", "Jelly", (".jelly",), "application/x-jelly-rdf", True),
    )
}


def format_of(path: str) -> Format | None:
    """The format that a file's ending names, or `None`."""
    ending = os.path.splitext(path)[1].lower()
    return next((form for form in FORMATS.values() if ending in form.endings), None)

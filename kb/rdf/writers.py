"""Writes quads as bytes in any of the formats: the same quads and prefixes, the same bytes.

Order is that of the statements, with what is said in a graph, or of a subject, together.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pyoxigraph import (
    BlankNode,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    Triple,
    serialize,
)

from .arrangement import by_graph, union
from .formats import FORMATS

if TYPE_CHECKING:
    import rdflib

_OXIGRAPH = {
    "turtle": RdfFormat.TURTLE,
    "n-triples": RdfFormat.N_TRIPLES,
    "n-quads": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
    "rdf/xml": RdfFormat.RDF_XML,
}
_STRING = "http://www.w3.org/2001/XMLSchema#string"


def rdf_bytes(quads: Sequence[Quad], form: str, prefixes: Mapping[str, str]) -> bytes:
    """The bytes of quads in any format; in one without named graphs, of the union of the graphs.

    Args:
        quads: What is written.
        form: Name of a format (`formats.FORMATS`).
        prefixes: Prefix → namespace, for formats that have prefixes. JSON-LD has its own.
    """
    if FORMATS[form].graphs:
        return quad_bytes(quads, form, prefixes)
    return triple_bytes(union(quads), form, prefixes)


def triple_bytes(triples: Sequence[Triple], form: str, prefixes: Mapping[str, str]) -> bytes:
    """The bytes of triples, as they come, in a format without named graphs."""
    if form == "longturtle":
        return _long_turtle(triples, prefixes)
    written = serialize(triples, format=_OXIGRAPH[form], prefixes=dict(prefixes))
    assert written is not None
    return written


def quad_bytes(quads: Sequence[Quad], form: str, prefixes: Mapping[str, str]) -> bytes:
    """The bytes of quads, a graph after the other, in a format that keeps named graphs."""
    if form == "json-ld":
        from .json_ld import json_ld_bytes

        return json_ld_bytes(quads)
    if form == "jelly":
        return _jelly(by_graph(quads))
    written = serialize(by_graph(quads), format=_OXIGRAPH[form], prefixes=dict(prefixes))
    assert written is not None
    return written


def _long_turtle(triples: Sequence[Triple], prefixes: Mapping[str, str]) -> bytes:
    """Turtle with a value a line and blank nodes in their places, by rdflib."""
    import rdflib

    graph = rdflib.Graph(bind_namespaces="none")
    for prefix, namespace in prefixes.items():
        graph.bind(prefix, namespace)
    for triple in triples:
        graph.add((_node(triple.subject), _node(triple.predicate), _node(triple.object)))
    return graph.serialize(format="longturtle", encoding="utf-8")


def _node(term: object) -> rdflib.term.Node:
    """A term as rdflib has it; the words of a literal stay as they are written."""
    import rdflib

    if isinstance(term, NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, BlankNode):
        return rdflib.BNode(term.value)
    assert isinstance(term, Literal)
    if term.language:
        return rdflib.Literal(term.value, lang=term.language)
    kind = term.datatype.value
    datatype = None if kind == _STRING else rdflib.URIRef(kind)
    return rdflib.Literal(term.value, datatype=datatype, normalize=False)


def _jelly(quads: Sequence[Quad]) -> bytes:
    """Jelly, the binary format, as one flat stream of quads.

    Without prefixes, which pyjelly 0.8 writes but fails to read.
    """
    from pyjelly import jelly  # type: ignore[import-untyped]
    from pyjelly.integrations.generic import generic_sink as sink  # type: ignore[import-untyped]
    from pyjelly.integrations.generic import serialize as generic
    from pyjelly.serialize.ioutils import write_delimited  # type: ignore[import-untyped]
    from pyjelly.serialize.streams import QuadStream, SerializerOptions  # type: ignore[import-untyped]

    def term(node: object) -> sink.Node:
        if isinstance(node, NamedNode):
            return sink.IRI(node.value)
        if isinstance(node, BlankNode):
            return sink.BlankNode(node.value)
        assert isinstance(node, Literal)
        if node.language:
            return sink.Literal(node.value, langtag=node.language)
        kind = node.datatype.value
        return sink.Literal(node.value, datatype=None if kind == _STRING else kind)

    statements = sink.GenericStatementSink()
    for quad in quads:
        graph = quad.graph_name
        named = sink.DefaultGraph if isinstance(graph, DefaultGraph) else term(graph)
        spo = (term(quad.subject), term(quad.predicate), term(quad.object))
        statements.add(sink.Quad(*spo, named))
    options = SerializerOptions(
        logical_type=jelly.LOGICAL_STREAM_TYPE_FLAT_QUADS,
    )
    encoder = generic.GenericSinkTermEncoder(lookup_preset=options.lookup_preset)
    out = io.BytesIO()
    for frame in generic.stream_frames(QuadStream(encoder=encoder, options=options), statements):
        write_delimited(frame, out)
    return out.getvalue()

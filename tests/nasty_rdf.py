"""Files of RDF that no reader should trust: name, bytes, and the code of the fault that they have."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

XML = b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">'
NODE = b'<rdf:Description rdf:about="http://e/a"><e:p>%s</e:p></rdf:Description></rdf:RDF>'
ENTITIES = b"".join(
    b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10 if n else b"lol") for n in range(10)
)
SPOKEN = {"@context": "http://example.org/context.jsonld", "a": "b"}

Nasty = tuple[str, bytes, str]


def nasty() -> Iterator[Nasty]:
    """All of them."""
    yield from _texts()
    yield from _xml()
    yield from _json()
    yield from _large()
    yield from _packed()


def _texts() -> Iterator[Nasty]:
    triple = b'<http://e/a> <http://e/b> "x" .\n'
    yield "truncated literal.ttl", triple + b'<http://e/a> <http://e/b> "x', "rdf-truncated"
    yield "truncated statement.ttl", triple + b"<http://e/a> <http://e/b>", "rdf-truncated"
    yield "truncated iri.nt", b"<http://e/a> <http://e/b> <http://e/", "rdf-truncated"
    yield "space in an iri.ttl", triple + b"<http://e/a> <http://e/b c> 1 .", "rdf-bad-iri"
    yield "space in an iri.nt", b'<http://e/a b> <http://e/b> "x" .', "rdf-bad-iri"
    yield "brace in an iri.nq", b'<http://e/{a}> <http://e/b> "x" <http://e/g> .', "rdf-bad-iri"
    yield "relative iri.ttl", b"<a> <b> <c> .", "rdf-relative-iri"
    yield "unknown prefix.ttl", b"a:b a:c a:d .", "rdf-syntax"
    yield "literal as subject.ttl", b'"x" <http://e/b> <http://e/c> .', "rdf-syntax"
    yield "literal as predicate.nt", b'<http://e/a> "x" <http://e/c> .', "rdf-syntax"
    yield "bad escape.ttl", rb'<http://e/a> <http://e/b> "\q" .', "rdf-syntax"
    yield "lone surrogate.ttl", rb'<http://e/a> <http://e/b> "\uD800" .', "rdf-syntax"
    yield "bad language.ttl", b'<http://e/a> <http://e/b> "x"@toolonglanguage .', "rdf-syntax"
    yield "invalid bytes.ttl", b'<http://e/a> <http://e/b>\n "\xff" .', "not-utf-8"
    yield "shift jis.ttl", '<http://e/a> <http://e/b> "城" .'.encode("shift_jis"), "not-utf-8"
    yield "utf 16.ttl", triple.decode().encode("utf-16"), "not-utf-8"
    yield "utf 16 without mark.ttl", triple.decode().encode("utf-16-le"), "not-utf-8"
    yield "utf 32.ttl", triple.decode().encode("utf-32"), "not-utf-8"
    yield "triple term.ttl", b"<a:b> <a:c> <<( <a:b> <a:c> <a:d> )>> .", "rdf-triple-term"
    yield "turtle.nt", b"@prefix a: <http://e/> . a:b a:c a:d .", "rdf-syntax"
    yield "xml.ttl", XML + NODE % b"x", "rdf-bad-iri"
    yield "graph.ttl", b"<http://e/g> { <http://e/a> <http://e/b> 1 . }", "rdf-syntax"
    yield "page", b"<!doctype html><html><body>RDF</body></html>", "rdf-unrecognised"
    yield "prose", b"hello, world", "rdf-unrecognised"
    yield "picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not-utf-8"
    yield "zeros", bytes(1000), "not-utf-8"
    yield "text.jelly", triple, "rdf-syntax"
    yield "zeros.jelly", bytes(1000), "rdf-syntax"
    yield "length without end.jelly", b"\xff\xff\xff\xff\x0f\x0a\x00", "rdf-syntax"


def _xml() -> Iterator[Nasty]:
    yield (
        "billion laughs.rdf",
        b"<!DOCTYPE r [" + ENTITIES + b"]>" + XML + NODE % b"&e9;",
        "rdf-dtd",
    )
    for place in (b'SYSTEM "file:///etc/passwd"', b'PUBLIC "x" "http://localhost:1/x"'):
        entity = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x ' + place + b">]>"
        yield "external entity.rdf", entity + XML + NODE % b"&x;", "rdf-dtd"
    outside = b'<!DOCTYPE r SYSTEM "http://localhost:1/x.dtd">'
    yield "external dtd.rdf", outside + XML + NODE % b"x", "rdf-dtd"
    parameter = b'<!DOCTYPE r [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>'
    yield "parameter entity.owl", parameter + XML + NODE % b"x", "rdf-dtd"
    yield "undefined entity.rdf", XML + NODE % b"&nothing;", "rdf-syntax"
    yield "deep.rdf", XML + b"<rdf:Description><e:p>" * 100_000, "rdf-nesting"
    yield "truncated.rdf", (XML + NODE % b"x")[:-20], "rdf-truncated"
    yield "truncated tag.rdf", XML + b"<rdf:Descr", "rdf-truncated"
    yield "crossed tags.rdf", XML + b"<e:a><e:b></e:a></e:b></rdf:RDF>", "rdf-syntax"
    latin = b'<?xml version="1.0" encoding="ISO-8859-1"?>'
    yield "latin.rdf", latin + XML + NODE % b"x", "rdf-encoding"
    yield "unknown encoding.rdf", b'<?xml version="1.0" encoding="x-y"?>' + XML, "rdf-encoding"
    yield "no rdf.xml", b"<a><b/></a>", "rdf-syntax"
    yield "no prefix.rdf", XML + b"<q:a/></rdf:RDF>", "rdf-syntax"
    spaced = XML + NODE.replace(b"http://e/a", b"http://e/a b") % b"x"
    yield "space in an iri.rdf", spaced, "rdf-bad-iri"
    yield "relative iri.rdf", XML + NODE.replace(b"http://e/a", b"#a") % b"x", "rdf-relative-iri"
    yield (
        "two names.rdf",
        XML + b'<e:a rdf:ID="x" rdf:about="http://e/a"/></rdf:RDF>',
        "rdf-relative-iri",
    )


def _json() -> Iterator[Nasty]:
    yield "remote.jsonld", json.dumps(SPOKEN).encode(), "rdf-remote-context"
    inner = {"@context": {"a": {"@id": "http://e/a", "@context": SPOKEN["@context"]}}, "a": {}}
    yield "remote inside.jsonld", json.dumps(inner).encode(), "rdf-remote-context"
    imported = {"@context": {"@version": 1.1, "@import": "http://localhost:1/c"}, "a": "b"}
    yield "import.jsonld", json.dumps(imported).encode(), "rdf-remote-context"
    yield "deep lists.json", b"[" * 100_000, "rdf-nesting"
    yield "deep objects.json", b'{"http://e/a":' * 100_000 + b"{}" + b"}" * 100_000, "rdf-nesting"
    yield "truncated.jsonld", b'{"@id":"http://e/a","http://e/b":', "rdf-truncated"
    yield "comma.jsonld", b'{"@id":"http://e/a",}', "rdf-syntax"
    yield "number as id.jsonld", b'{"@id": 3, "http://e/b": "c"}', "rdf-syntax"
    yield "space in an iri.jsonld", b'{"@id":"http://e/a b","http://e/p":"x"}', "rdf-bad-iri"
    yield "space in a class.jsonld", b'{"@id":"http://e/a","@type":["http://e/A b"]}', "rdf-bad-iri"
    coerced = {"@context": {"i": "@id", "p": {"@id": "http://e/p", "@type": "@id"}}}
    yield (
        "space in an alias.json",
        json.dumps(coerced | {"i": "http://e/a b"}).encode(),
        "rdf-bad-iri",
    )
    node = {"i": "http://e/a", "p": ["http://e/b", "http://e/<c>"]}
    yield "brace in a value.json", json.dumps(coerced | node).encode(), "rdf-bad-iri"
    yield "relative iri.jsonld", b'{"@id":"a","http://e/p":"x"}', "rdf-relative-iri"
    yield "circle.jsonld", b'{"@context":{"a":"b","b":"a"},"a":"x"}', "rdf-syntax"


def _large() -> Iterator[Nasty]:
    many = b"".join(b"[] <a:c> _:b%d .\n" % n for n in range(500_000))
    yield "a million blank nodes.ttl", many, "rdf-too-many"
    yield "many triples.nt", b"<a:b> <a:c> <a:d> .\n" * 1_000_001, "rdf-too-many"
    yield "long literal.ttl", b'<a:b> <a:c> "' + b"x" * 2_000_000 + b'" .', "rdf-too-long"
    yield "endless literal.nt", b'<a:b> <a:c> "' + b"x" * 30_000_000, "rdf-too-long"
    yield "long iri.nt", b"<a:b> <a:c> <a:" + b"x" * 10_000 + b"> .", "rdf-too-long"
    prefix = b"@prefix a: <http://e/" + b"x" * 3_000 + b"> .\n"
    yield "long prefix.ttl", prefix + b"a:b a:c a:d .\n" * 100_000, "rdf-memory"
    yield "deep lists.ttl", b"<a:b> <a:c> " + b"(" * 1_000_000, "rdf-nesting"
    yield "deep blank nodes.trig", b"<a:b> <a:c> " + b"[ <a:c> " * 1_000_000, "rdf-nesting"
    yield "deep terms.ttl", b"<a:b> <a:c> " + b"<<( <a:b> <a:c> " * 100_000, "rdf-nesting"


def _packed() -> Iterator[Nasty]:
    packed = gzip.compress(b"<a:b> <a:c> <a:d> .\n" * 100)
    yield "truncated.ttl.gz", packed[:-9], "rdf-truncated"
    yield "damaged.ttl.gz", packed[:20] + b"\0\0\0" + packed[23:], "rdf-truncated"
    yield "bomb.ttl.gz", gzip.compress(b"#" * 64_000_001), "file-too-long"
    yield "bombs in a row.ttl.gz", gzip.compress(b"#" * 1_000_000) * 65, "file-too-long"

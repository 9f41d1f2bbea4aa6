"""Parses RDF in a process of its own, within limits of time, memory and size.

Run as a script: standard input is the file, unpacked and in UTF-8; the argument is JSON with the format
and the limits. It writes N-Quads; where it cannot, it writes the reason as JSON on standard error and
ends with `REFUSED`. It imports nothing of this package, so that it starts fast.

The process is apart because parsers can be made to fail in ways that no `except` catches: entities of
a DTD overflow the stack of the RDF/XML parser, deep nesting takes time and memory by its square.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

REFUSED = 3
_SCANNED = {
    "json-ld": re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL),
    "turtle": re.compile(
        rb'"""(?:[^"\\]|\\.|"(?!""))*+"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*+\'\'\''
        rb'|"(?:[^"\\\n]|\\.)*+"|\'(?:[^\'\\\n]|\\.)*+\'|<[^<>"{}|^`\\\s]*+>|\\.|#[^\n]*+|[\[\](){}]',
        re.DOTALL,
    ),
}
_SCANNED["trig"] = _SCANNED["turtle"]
_OPENING = b"[({"
_NO_IRI = re.compile(r'[\x00-\x20<>"{}|\\^`]')
_RELATIVE = "no-base:/"  # the base that JSON-LD gets, which drops relative IRIs without one


class Refused(Exception):
    """Why a file is not read: a code, and what its message is filled with."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.params = {"code": code, **params}


def main() -> None:
    """Reads the request, parses, writes; ends the process."""
    request = json.loads(sys.argv[1])
    _bound(request["memory"], request["seconds"])
    try:
        data = sys.stdin.buffer.read()
        _check_nesting(data, request["format"], request["nesting"])
        if request["format"] == "rdf/xml":
            _check_xml(data, request["nesting"])
        if request["format"] == "json-ld":
            _check_json(data)
        _write(_checked(_parsed(data, request["format"]), request), request["output"])
        sys.stdout.buffer.flush()
    except Refused as refusal:
        _end(refusal.params)
    except SyntaxError as error:
        _end(_syntax(error))
    except MemoryError as error:  # also where a token does not fit the parser's buffer
        token = "buffer" in str(error)
        long = {"code": "rdf-too-long", "message": "literal-too-long", "limit": request["literal"]}
        _end(long if token else {"code": "rdf-memory"})
    except ValueError as error:
        _end({"code": "rdf-syntax", "reason": str(error)})


def _bound(memory: int, seconds: int) -> None:
    """Bounds memory (bytes) and time of the process where the system can, and keeps it from dumping."""
    try:
        import resource
    except ImportError:  # not on Windows; there the time alone is bounded, from outside
        return
    bounds = (("RLIMIT_CORE", 0), ("RLIMIT_CPU", seconds + 1), ("RLIMIT_AS", memory))
    for name, most in bounds:
        try:
            resource.setrlimit(getattr(resource, name), (most, most))
        except (AttributeError, ValueError, OSError):
            continue


def _end(params: dict[str, Any]) -> None:
    sys.stderr.write("\n" + json.dumps(params) + "\n")
    sys.stderr.flush()
    sys.exit(REFUSED)


def _check_nesting(data: bytes, form: str, most: int) -> None:
    """Refuses brackets that are nested deeper than a limit; strings, IRIs and comments are passed over."""
    pattern = _SCANNED.get(form)
    if pattern is None or sum(data.count(b) for b in (b"[", b"(", b"{")) <= most:
        return
    depth = 0
    for found in pattern.finditer(data):
        token = found[0]
        if len(token) == 1:
            depth += 1 if token in _OPENING else -1
            if depth > most:
                raise Refused("rdf-nesting", limit=most, **_place(data, found.start()))


def _place(data: bytes, offset: int) -> dict[str, int]:
    start = data.rfind(b"\n", 0, offset) + 1
    column = len(data[start:offset].decode("utf-8", "replace")) + 1
    return {"line": data.count(b"\n", 0, offset) + 1, "column": column}


def _check_xml(data: bytes, most: int) -> None:
    """Refuses what is no XML, a document type, another encoding, and deep nesting."""
    from xml.parsers import expat

    parser = expat.ParserCreate()
    depth = 0

    def here() -> dict[str, int]:
        return {"line": parser.CurrentLineNumber, "column": parser.CurrentColumnNumber + 1}

    def declared(version: str, encoding: str | None, standalone: int) -> None:
        del version, standalone
        if encoding is not None and encoding.casefold() not in ("utf-8", "utf8", "us-ascii"):
            raise Refused("rdf-encoding", found=encoding, **here())

    def doctype(*_: object) -> None:
        raise Refused("rdf-dtd", **here())

    def opened(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > most:
            raise Refused("rdf-nesting", limit=most, **here())

    def closed(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser.XmlDeclHandler = declared
    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        truncated = error.code in (3, 5, 6)  # no element, unclosed token, partial character
        reason = expat.ErrorString(error.code)
        code = "rdf-truncated" if truncated else "rdf-syntax"
        raise Refused(code, reason=reason, line=error.lineno, column=error.offset + 1) from None


def _check_json(data: bytes) -> None:
    """Refuses what stands for an IRI and is none: the parser drops it in silence with all that is said of it."""
    holds = {"@id": "@id", "@type": "@type"}  # what a key's values are, for those of contexts too
    faulty: dict[str, str] = {}

    def seen(pairs: list[tuple[str, Any]]) -> str | None:
        for key, found in pairs:
            if isinstance(found, str) and found in ("@id", "@type"):
                holds.setdefault(key, found)
            for each in found if isinstance(found, list) else [found]:
                if isinstance(each, str) and _NO_IRI.search(each):
                    faulty.setdefault(key, each)
        return "@id" if ("@type", "@id") in pairs else None  # the term holds IRIs

    with contextlib.suppress(ValueError, RecursionError):  # which the parser tells better
        json.loads(data, object_pairs_hook=seen)
    for key, iri in faulty.items():
        if holds.get(key) == "@id" or (holds.get(key) == "@type" and ":" in iri):
            at = data.find(json.dumps(iri, ensure_ascii=False).encode("utf-8", "replace"))
            place = _place(data, at) if at >= 0 else {}
            raise Refused("rdf-bad-iri", reason=f"`{iri[:100]}`", **place)


def _parsed(data: bytes, form: str) -> Iterator[Any]:
    if form == "jelly":
        return _jelly(data)
    from pyoxigraph import RdfFormat, parse

    formats = {
        "turtle": RdfFormat.TURTLE,
        "n-triples": RdfFormat.N_TRIPLES,
        "n-quads": RdfFormat.N_QUADS,
        "trig": RdfFormat.TRIG,
        "rdf/xml": RdfFormat.RDF_XML,
        "json-ld": RdfFormat.JSON_LD,
    }
    base = _RELATIVE if form == "json-ld" else None
    return iter(parse(data, format=formats[form], base_iri=base))


def _jelly(data: bytes) -> Iterator[Any]:
    """Quads of a Jelly stream; its terms are checked as those of other formats are."""
    try:
        from pyjelly.integrations.generic import generic_sink as sink  # type: ignore[import-untyped]
        from pyjelly.integrations.generic.parse import (  # type: ignore[import-untyped]
            parse_jelly_flat,
        )
    except ImportError:
        raise Refused("rdf-no-jelly") from None
    import pyoxigraph

    def term(node: Any) -> Any:
        if isinstance(node, sink.IRI):
            return pyoxigraph.NamedNode(node._iri)
        if isinstance(node, sink.BlankNode):
            return pyoxigraph.BlankNode(node._identifier)
        if isinstance(node, sink.Literal):
            lang, kind = node._langtag, node._datatype
            datatype = pyoxigraph.NamedNode(kind) if kind else None
            return pyoxigraph.Literal(node._lex, language=lang or None, datatype=datatype)
        raise Refused("rdf-triple-term")

    try:
        for statement in parse_jelly_flat(io.BytesIO(data)):
            if len(statement) < 3:
                continue  # the declaration of a prefix
            graph = statement[3] if len(statement) > 3 else sink.DefaultGraph
            name = pyoxigraph.DefaultGraph() if graph is sink.DefaultGraph else term(graph)
            subject, predicate, obj = (term(node) for node in statement[:3])
            yield pyoxigraph.Quad(subject, predicate, obj, name)
    except Refused:
        raise
    except Exception as error:  # noqa: BLE001 - it raises whatever its decoder stumbles on
        raise Refused("rdf-syntax", reason=f"{type(error).__name__} {error}".strip()) from None


def _checked(quads: Iterable[Any], request: dict[str, Any]) -> Iterator[Any]:
    """Quads as long as they keep within the limits; nodes without a label are numbered."""
    from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Triple

    most, most_blank = request["triples"], request["blank_nodes"]
    literal, iri = request["literal"], request["iri"]
    blank: dict[Any, Any] = {}
    numbers = 0
    for count, quad in enumerate(quads, 1):
        if count > most:
            raise Refused("rdf-too-many", message="too-many-triples", limit=most)
        terms = list(quad)
        renamed = False
        for place, term in enumerate(terms):
            if isinstance(term, NamedNode):
                if term.value.startswith(_RELATIVE):
                    raise Refused("rdf-relative-iri")
                if len(term.value) > iri:
                    raise Refused("rdf-too-long", message="iri-too-long", limit=iri)
            elif isinstance(term, BlankNode):
                if term not in blank:
                    blank[term] = term
                    if _NUMBERED.fullmatch(term.value):
                        numbers += 1
                        blank[term] = BlankNode(f"{_NUMBER}{numbers}")
                    if len(blank) > most_blank:
                        raise Refused(
                            "rdf-too-many", message="too-many-blank-nodes", limit=most_blank
                        )
                terms[place] = blank[term]
                renamed = renamed or terms[place] is not term
            elif isinstance(term, Literal):
                if len(term.value) > literal:
                    raise Refused("rdf-too-long", message="literal-too-long", limit=literal)
            elif isinstance(term, Triple):
                raise Refused("rdf-triple-term")
        yield Quad(*terms) if renamed else quad


# A node without a label gets a random one from the parser; a label that looks like a number is one too.
_NUMBER = "unlabelled"
_NUMBERED = re.compile(rf"[0-9a-f]{{24,32}}|{_NUMBER}[0-9]+")


class _Bounded(io.BytesIO):
    """Standard output as far as a number of bytes: prefixes and contexts make small files large."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.left = most

    def write(self, data: Any) -> int:
        self.left -= len(data)
        if self.left < 0:
            raise Refused("rdf-memory")
        sys.stdout.buffer.write(data)
        return len(data)


def _write(quads: Iterator[Any], most: int) -> None:
    from pyoxigraph import RdfFormat, serialize

    serialize(quads, output=_Bounded(most), format=RdfFormat.N_QUADS)


_KINDS: tuple[tuple[str, str], ...] = (
    ("Max stack size", "rdf-nesting"),
    ("LoadDocumentCallback", "rdf-remote-context"),
    ("Invalid IRI", "rdf-bad-iri"),
    ("No scheme found", "rdf-relative-iri"),
    ("Unexpected end", "rdf-truncated"),
)


def _syntax(error: SyntaxError) -> dict[str, object]:
    """A fault that the parser found: its kind, and its place where the parser gives one."""
    said = str(error.msg or error)
    reason = re.sub(r"^Parser error (?:at|between) .*?: ", "", said)
    reason = re.sub(r" \(line \d+\)$", "", reason)
    code = next((code for words, code in _KINDS if words in reason), "rdf-syntax")
    place = {"line": error.lineno, "column": error.offset or 1} if error.lineno else {}
    return {"code": code, "reason": reason, **place}


if __name__ == "__main__":
    main()

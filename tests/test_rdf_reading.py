"""RDF of other people: every format is read, and whatever is wrong is one clear fault."""

from __future__ import annotations

import gzip
import random
import re
import socket
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import Diagnostic, DiagnosticError
from rulekeep.kb.messages import catalogue, message
from rulekeep.kb.rdf.reading import Limits, parsed, read_quads
from rulekeep.kb.rdf.recognition import FORMATS

from .nasty_rdf import NODE, XML, nasty

ox = pytest.importorskip("pyoxigraph")
pytestmark = pytest.mark.filterwarnings("ignore:Dataset")  # what rdflib says of its own writers

TURTLE = """
@prefix e: <http://e/> .
e:card a e:Card ; e:name "Castle"@en , "城"@ja ; e:cost 3 ; e:parts ( e:a [ e:of e:b ] ) .
"""
ENDINGS = {
    "turtle": ".ttl",
    "n-triples": ".nt",
    "n-quads": ".nq",
    "trig": ".trig",
    "rdf/xml": ".rdf",
    "json-ld": ".jsonld",
    "jelly": ".jelly",
}
NASTY = list(nasty())


def written(form: str) -> bytes:
    """The small graph in a format, by another library than the one that reads it where there is one."""
    import rdflib

    graph = rdflib.Dataset() if form == "n-quads" else rdflib.Graph()
    graph.parse(data=TURTLE, format="turtle")
    names = {"n-triples": "nt", "n-quads": "nquads", "rdf/xml": "xml"}
    made: bytes = graph.serialize(format=names.get(form, form), encoding="utf-8")
    return made


def fault_of(data: bytes, name: str, form: str | None = None, **limits: int) -> Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        parsed(data, name, form, Limits(**limits))
    (fault,) = caught.value.diagnostics
    return fault


def canonical(quads: list[object]) -> set[str]:
    data = ox.Dataset(ox.Quad(q.subject, q.predicate, q.object) for q in quads)
    data.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return set(map(str, data))


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_read_by_name_by_ending_and_by_its_beginning(form: str) -> None:
    if form == "jelly":
        pytest.importorskip("pyjelly")
    expected = canonical(parsed(TURTLE.encode(), "x.ttl"))
    data = written(form)
    for name, wanted in (("x", form), (f"x{ENDINGS[form]}", None), ("x", None)):
        assert canonical(parsed(data, name, wanted)) == expected


def test_packed_files_are_read_with_the_ending_below() -> None:
    data = gzip.compress(b"<a:b> <a:c> <a:d> .\n")
    assert len(parsed(data, "x.nt.gz")) == 1
    assert len(parsed(data + gzip.compress(b"<a:b> <a:c> <a:e> .\n"), "x.nt.gz")) == 2


def test_a_byte_order_mark_is_no_part_of_the_file() -> None:
    assert len(parsed(b"\xef\xbb\xbf<a:b> <a:c> <a:d> .", "x.ttl")) == 1


def test_nodes_without_a_label_are_numbered_the_same_in_each_run() -> None:
    text = b"<a:b> <a:c> [ <a:d> [] ] , _:own , _:unlabelled1 ."
    first, second = (list(map(str, parsed(text, "x.ttl"))) for _ in range(2))
    assert first == second
    assert {"_:own", "_:unlabelled1", "_:unlabelled2", "_:unlabelled3"} == {
        word for line in first for word in line.split() if word.startswith("_:")
    }


def test_brackets_in_texts_and_iris_do_not_count_as_nesting() -> None:
    deep = "[(" * 500
    text = f'# {deep}\n<a:b> <a:c> "{deep}" , \'{deep}\' , """{deep}\n"\\"""" , <a:{"(" * 300}> .'
    assert len(parsed(text.encode(), "x.ttl")) == 4
    assert len(parsed(b'{"http://e/a": "%s"}' % deep.encode(), "x.jsonld")) == 1


def test_an_empty_file_of_a_known_ending_has_no_quads() -> None:
    assert parsed(b"", "x.ttl") == []


@pytest.mark.parametrize(("name", "data", "code"), NASTY, ids=[f"{n}-{c}" for n, _, c in NASTY])
def test_nasty_files_have_one_clear_fault_in_little_memory(
    name: str, data: bytes, code: str
) -> None:
    fault = fault_of(data, name, memory=500_000_000)
    assert fault.code == code
    for lang in ("en", "ja"):
        said = message(fault, lang)
        assert name in said and "Traceback" not in said
        assert not re.search(r"\{\w+\}", said)
        assert len(said) < 500


def test_faults_have_line_and_column_where_the_parser_tells() -> None:
    text = b"@prefix a: <http://e/> .\na:b a:c a:d ;\n  a:e <x y> .\n"
    assert fault_of(text, "my.ttl").params["at"] == "my.ttl:3:7"
    assert fault_of(XML + b"\n<e:a>\n</e:b>", "my.rdf").params["at"] == "my.rdf:3:3"
    assert fault_of('<a:b> <a:c>\n  "城'.encode() + b"\xff", "my.ttl").params["at"] == "my.ttl:2:5"
    spaced = b'[\n {"@id": "http://e/a b"}]'
    assert fault_of(spaced, "my.jsonld").params["at"] == "my.jsonld:2:10"
    assert fault_of(b'[\n {"@id" 3}]', "my.jsonld").params["at"].startswith("my.jsonld:2:")


def test_a_file_in_another_format_than_its_name_says_gets_that_as_a_hint() -> None:
    assert fault_of(XML + NODE % b"x", "x.ttl").hint == "rdf/xml"
    assert fault_of(b'{"@id": "http://e/a"}', "x.ttl").hint == "json-ld"
    assert fault_of(TURTLE.encode(), "x.nt").hint == "turtle"


def test_a_faulty_iri_does_not_make_n_triples_another_format() -> None:
    assert fault_of(b'<http://e/a b> <http://e/p> "x" .', "x.nt").hint is None


def test_json_ld_may_have_spaces_where_no_iri_stands_and_a_base_of_its_own() -> None:
    text = """{"@context": {"@base": "http://e/", "a b": "http://e/p", "t": "http://e/t"},
      "@id": "x", "@type": "a b", "a b": "c d", "t": {"@value": "{e}: f g", "@language": "en"}}"""
    assert len(parsed(text.encode(), "x.jsonld")) == 3


def test_nothing_is_fetched() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.settimeout(0)
        port = listening.getsockname()[1]
        context = b'{"@context": "http://127.0.0.1:%d/c", "a": "b"}' % port
        entity = b'<!DOCTYPE r SYSTEM "http://127.0.0.1:%d/d">' % port + XML + NODE % b"x"
        assert fault_of(context, "x.jsonld").code == "rdf-remote-context"
        assert fault_of(entity, "x.rdf").code == "rdf-dtd"
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_limits_can_be_chosen() -> None:
    two = b'_:a <a:c> _:b .\n<a:b> <a:c> "xxx" .\n'
    assert len(parsed(two, "x.nt", limits=Limits(triples=2, blank_nodes=2, literal=3))) == 2
    assert fault_of(two, "x.nt", triples=1).code == "rdf-too-many"
    assert fault_of(two, "x.nt", blank_nodes=1).code == "rdf-too-many"
    assert fault_of(two, "x.nt", literal=2).code == "rdf-too-long"
    assert fault_of(two, "x.nt", iri=2).code == "rdf-too-long"
    assert fault_of(b"<a:b> <a:c> (((1))) .", "x.ttl", nesting=2).code == "rdf-nesting"


def test_files_that_cannot_be_opened_say_why(tmp_path: Path) -> None:
    for source in (str(tmp_path), str(tmp_path / "missing.ttl"), "a\0b"):
        with pytest.raises(DiagnosticError) as caught:
            read_quads(source)
        assert caught.value.diagnostics[0].code == "cannot-read"


def test_a_file_over_the_limit_is_not_read_to_its_end() -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_quads("/dev/zero", "turtle", Limits(bytes=1000))
    assert caught.value.diagnostics[0].code == "file-too-long"


def test_an_unknown_format_gets_the_nearest_one() -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_quads("x.ttl", "turtel")
    assert caught.value.diagnostics[0].hint == "turtle"


@pytest.mark.parametrize("form", FORMATS)
def test_random_damage_is_read_or_is_a_fault_of_a_known_code(form: str) -> None:
    if form == "jelly":
        pytest.importorskip("pyjelly")
    rng = random.Random(form)
    data = written(form)
    for _ in range(12):
        bad = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(bad))
            match rng.randrange(4):
                case 0:
                    bad[at] = rng.randrange(256)
                case 1:
                    del bad[at : at + rng.randint(1, 20)]
                case 2:
                    bad[at:at] = bad[: rng.randint(1, 30)]
                case _:
                    bad[at:at] = rng.choice([b"<", b'"', b"{", b"\\u", b"&", b"(", b"\0", b"@"])
        try:
            parsed(bytes(bad), f"x{ENDINGS[form]}")
        except DiagnosticError as error:
            (fault,) = error.diagnostics
            assert (fault.message or fault.code) in catalogue()
            assert fault.code != "rdf-memory"

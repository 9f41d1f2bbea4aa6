"""Every RDF format is read back by another library than the one that wrote it, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import pytest
import rdflib
from pyoxigraph import (
    BlankNode,
    CanonicalizationAlgorithm,
    Dataset,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    parse,
)
from rulekeep.kb.rdf.formats import FORMATS
from rulekeep.kb.rdf.namespaces import prefixes
from rulekeep.kb.rdf.reading import parsed
from rulekeep.kb.rdf.writers import rdf_bytes
from rulekeep.kb.sources import games
from rulekeep.queries.rdf.export import Part, all_quads, all_triples, export_bytes, gather

# The libraries that read what pyoxigraph, rdflib, pyjelly and this project wrote: never the same one.
BY_RDFLIB = {
    "turtle": "turtle",
    "n-triples": "nt",
    "n-quads": "nquads",
    "trig": "trig",
    "rdf/xml": "xml",
    "json-ld": "json-ld",
}
BY_OXIGRAPH = {"longturtle": RdfFormat.TURTLE, "json-ld": RdfFormat.JSON_LD}


@cache
def exported(game: str) -> Sequence[Part]:
    return gather("all", [game])


def canonical(quads: Iterable[Quad]) -> Dataset:
    dataset = Dataset(quads)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return dataset


def expected(game: str, form: str) -> Dataset:
    return whole(game, FORMATS[form].graphs)


@cache
def whole(game: str, graphs: bool) -> Dataset:
    if graphs:
        return canonical(all_quads(exported(game)))
    return canonical(Quad(t.subject, t.predicate, t.object) for t in all_triples(exported(game)))


def from_rdflib(node: rdflib.term.Node) -> NamedNode | BlankNode | Literal:
    if isinstance(node, rdflib.BNode):
        return BlankNode(str(node))
    if isinstance(node, rdflib.URIRef):
        return NamedNode(str(node))
    assert isinstance(node, rdflib.Literal)
    if node.language:
        return Literal(str(node), language=node.language)
    return Literal(str(node), datatype=NamedNode(str(node.datatype)) if node.datatype else None)


def read_by_rdflib(data: bytes, form: str) -> Dataset:
    dataset = rdflib.Dataset()
    dataset.parse(data=data, format=BY_RDFLIB[form])
    found = []
    for s, p, o, g in dataset.quads():
        statement = [from_rdflib(node) for node in (s, p, o)]
        named = FORMATS[form].graphs and g is not None and not isinstance(g, rdflib.BNode)
        found.append(Quad(*statement, *([NamedNode(str(g))] if named else [])))
    return canonical(found)


def read_by_pyjelly(data: bytes) -> Dataset:
    return canonical(parsed(data, "export.jelly"))


@pytest.mark.parametrize("form", BY_RDFLIB)
@pytest.mark.parametrize("game", games())
def test_rdflib_reads_the_whole_export(game: str, form: str) -> None:
    assert read_by_rdflib(export_bytes(exported(game), form), form) == expected(game, form)


@pytest.mark.parametrize("form", BY_OXIGRAPH)
@pytest.mark.parametrize("game", games())
def test_pyoxigraph_reads_the_whole_export(game: str, form: str) -> None:
    data = export_bytes(exported(game), form)
    assert canonical(parse(data, format=BY_OXIGRAPH[form])) == expected(game, form)


@pytest.mark.parametrize("game", games())
def test_pyjelly_reads_the_whole_export(game: str) -> None:
    assert read_by_pyjelly(export_bytes(exported(game), "jelly")) == expected(game, "jelly")


def test_every_format_is_read_back_here() -> None:
    assert {*BY_RDFLIB, *BY_OXIGRAPH, "jelly"} == set(FORMATS)


HARD = r"""
<x:s> <x:p> "quote \" backslash \\ tab \t line \n end", "日本語"@ja, "a"@en-GB, "1"^^<x:other>,
  "01"^^<http://www.w3.org/2001/XMLSchema#integer>, "1.50"^^<http://www.w3.org/2001/XMLSchema#decimal>,
  true, 7, "", "</x> & <y>", ( ), ( 1 ( "in" <x:o> ) [ <x:q> 1 ] ), [ <x:q> [ <x:r> [] ] ] .
_:a <x:next> _:b . _:b <x:next> _:a .
_:c <x:next> _:c .
_:d <x:p> 1 . <x:s> <x:both> _:d . <x:t> <x:both> _:d .
<https://w3id.org/rulekeep/mtg//x> <https://w3id.org/rulekeep/core/statement> "no words by language" .
<x:s> a [ <x:q> "a class without a name" ] , <x:C> .
<x:broken> <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> () .
<x:%E5%9F%8E> <x:p> <x:城> .
"""


@pytest.fixture(scope="module")
def hard() -> list[Quad]:
    return sorted(canonical(parse(HARD, format=RdfFormat.TURTLE)), key=str)


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"jelly", "longturtle"}))
def test_whatever_rdf_can_say_is_read_back(hard: list[Quad], form: str) -> None:
    data = rdf_bytes(hard, form, prefixes(["mtg"]))
    known = {**BY_OXIGRAPH, "turtle": RdfFormat.TURTLE, "n-triples": RdfFormat.N_TRIPLES}
    known |= {"n-quads": RdfFormat.N_QUADS, "trig": RdfFormat.TRIG, "rdf/xml": RdfFormat.RDF_XML}
    assert canonical(parse(data, format=known[form])) == canonical(hard)


def test_jelly_keeps_whatever_rdf_can_say(hard: list[Quad]) -> None:
    assert read_by_pyjelly(rdf_bytes(hard, "jelly", {})) == canonical(hard)


def test_what_is_said_of_a_subject_in_several_graphs_stands_together_once() -> None:
    node, twice, other = NamedNode("x:s"), NamedNode("x:p"), NamedNode("x:q")
    quads = [
        Quad(node, twice, Literal("1"), NamedNode("x:g1")),
        Quad(NamedNode("x:t"), twice, Literal("1"), NamedNode("x:g1")),
        Quad(node, twice, Literal("1"), NamedNode("x:g2")),
        Quad(node, other, Literal("2"), NamedNode("x:g2")),
    ]
    written = rdf_bytes(quads, "n-triples", {}).decode()
    assert written == '<x:s> <x:p> "1" .\n<x:s> <x:q> "2" .\n<x:t> <x:p> "1" .\n'


@pytest.mark.parametrize("form", ["turtle", "longturtle", "trig"])
def test_prefixes_of_the_game_are_bound(form: str) -> None:
    text = export_bytes(exported("mtg"), form).decode()
    assert "creature:Goblin" in text
    assert "cr:205.1a" in text


def test_triples_of_one_game_are_one_ontology() -> None:
    kind, head = NamedNode(f"{rdflib.RDF}type"), NamedNode(f"{rdflib.OWL}Ontology")
    for game in games():
        heads = [
            t.subject
            for t in all_triples(exported(game))
            if t.predicate == kind and t.object == head
        ]
        assert heads == [NamedNode(f"https://w3id.org/rulekeep/graph/{game}/all")]

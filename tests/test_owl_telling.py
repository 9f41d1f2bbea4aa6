"""Axioms as Pellet prints them are told in words, in both languages."""

from __future__ import annotations

import pytest
from rdflib import Graph, URIRef
from rulekeep.kb.owl.explanations import Axiom, axioms_of
from rulekeep.kb.owl.telling import Labels, tell

TOLD = {
    "<A> subClassOf <B>": ("every A is: B", "Aは必ずBである"),
    "<A> equivalentTo <B> and <p> some <C>": (
        "A means: B and something that “p” some C",
        "Aとは、Bかつ「p」の値にCを持つもののことである",
    ),
    "<A> disjointWith <B>": ("nothing is both A and B", "Aであり、かつBであるものはない"),
    "<A> subClassOf not ( <B> or <C> )": (
        "every A is: other than B or C",
        "Aは必ずBまたはCでないものである",
    ),
    "<A> subClassOf inverse <q> some Thing": (
        "every A is: something that some anything “q”",
        "Aは必ず何かから「q」の関係にあるものである",
    ),
    "<A> subClassOf <p> value <i>": (
        "every A is: something that “p” i",
        "Aは必ず「p」の値がiであるものである",
    ),
    "<A> subClassOf <p> max 2": (
        "every A is: something that “p” at most 2 of anything",
        "Aは必ず「p」の値に多くとも2個の何かを持つものである",
    ),
    "<A> subClassOf { <i> , <j> }": ("every A is: i or j", "Aは必ずiまたはjである"),
    "<p> range <D>": ("every value of “p” is: D", "「p」の値はDである"),
    "Functional <p>": ("“p” has at most one value", "「p」の値は多くとも一つ"),
    "<i> type <C>": ("i is: C", "iはCである"),
    "<i> <p> <j>": ("i “p” j", "i 「p」 j"),
    '<i> <d> "a b"': ('i “d” "a b"', 'i 「d」 "a b"'),
    "<p> propertyDisjointWith <q>": (
        "“p” and “q” never hold between the same",
        "「p」と「q」が同じものの間に成り立つことはない",
    ),
    "DisjointClasses ( <B> <C> <D> )": (
        "nothing is more than one of these: B, C, D",
        "次のうち二つ以上を兼ねるものはない: B、C、D",
    ),
    "Rule ( <A> ( ?<x> ) , <p> ( ?<x> , ?<y> ) -> <B> ( ?<y> ) )": (
        "rule: A(?x) ^ p(?x, ?y) → B(?y)",
        "規則: A(?x) ^ p(?x, ?y) → B(?y)",
    ),
    "<A> subClassOf ( <B>": ("A subClassOf ( B", "A subClassOf ( B"),
}
PRINTED = """Axiom: e0 subClassOf Nothing

Explanation(s):
1)   e0 equivalentTo e1
                     and e10 some e2
     e10 range e3

2)   e0 subClassOf e4
"""


def words(text: str) -> Axiom:
    found = text.split() if '"' not in text else [*text.partition('"')[0].split(), '"a b"']
    return Axiom(tuple(w.replace("<", "<http://x.org/") for w in found))


@pytest.mark.parametrize("text", TOLD)
def test_an_axiom_is_told_in_both_languages(text):
    told = tuple(tell(words(text), Labels(Graph(), lang)) for lang in ("en", "ja"))
    assert told == TOLD[text]


def test_names_are_told_by_their_labels_and_apart_where_two_have_one_label():
    graph = Graph().parse(
        format="turtle",
        data="""@prefix : <http://x.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
            :A rdfs:label "plank"@en , "板"@ja . :B rdfs:label "board"@en , "板"@ja .""",
    )
    axiom = words("<A> disjointWith <B>")
    assert tell(axiom, Labels(graph, "en")) == "nothing is both plank and board"
    assert tell(axiom, Labels(graph, "ja")) == "板 (A)であり、かつ板 (B)であるものはない"


def test_the_first_explanation_that_was_printed_is_read_with_its_folded_lines():
    iris = [URIRef(f"http://x.org/{n}") for n in range(11)]
    found = [str(axiom).replace("http://x.org/", "") for axiom in axioms_of(PRINTED, iris)]
    assert found == ["<0> equivalentTo <1> and <10> some <2>", "<10> range <3>"]

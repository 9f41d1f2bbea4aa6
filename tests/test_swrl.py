"""Rules as SWRL: what is said of them, what cannot be, and that other tools load as many."""

from __future__ import annotations

import functools

import pytest
from rdflib import OWL, RDF, Graph, URIRef
from rulekeep.kb.logic.parser import parse_world
from rulekeep.kb.logic.theory import build_theory
from rulekeep.kb.rdf.swrl import SWRL, names_of, swrl_triples
from rulekeep.kb.rdf.swrl_rules import swrl_rules
from rulekeep.kb.sources import files_of, games, load_content
from rulekeep.kb.turtle.graph import BASE
from rulekeep.kb.turtle.inherit import read_game_graph

WORLD = """
rigid boy(Person)
rigid weighs(Person, Number)
rigid gives(Person, Person, Thing)
fluent has(Person, Thing)
derived rich(Person)
derived late(Person)
derived idle()
derived beats(Person, Person)
event greets(Person)
choice greet(Event, Person)
term gift(Person)
"""
SAYINGS = {
    "boy(?x) ^ not rich(?x) -> late(?x)": "boy(?x) ^ rich.not(?x) -> late(?x)",
    "happens(?e) ^ boy(?x) ^ has(?x,?t) -> ends has(?x,?t)": "happens(?e) ^ boy(?x) ^ has(?x, ?t) -> has.ends(?x, ?t)",
    "next has(?x,?t) ^ not has(?x,?t) -> greets(?x)": "has.next(?x, ?t) ^ has.not(?x, ?t) -> greets(?x)",
    "initial has(?x,?t) -> rich(?x) ^ late(?x)": "has.initial(?x, ?t) -> rich(?x) ^ late(?x)",
    "boy(?x) ^ boy(?y) ^ ?x != ?y -> beats(?x,?y)": "boy(?x) ^ boy(?y) ^ different(?x, ?y) -> beats(?x, ?y)",
    "weighs(?x,?m) ^ weighs(?y,?n) ^ ?m < ?n -> beats(?y,?x)": "weighs(?x, ?m) ^ weighs(?y, ?n) ^ lessThan(?m, ?n) -> beats(?y, ?x)",
    "weighs(?x,?m) ^ weighs(?y,?n) ^ ?m = ?n + 3 -> beats(?x,?y)": "weighs(?x, ?m) ^ weighs(?y, ?n) ^ add(?m, ?n, 3) -> beats(?x, ?y)",
    "boy(Tom) -> idle()": "boy(Tom) ^ idle.atom(?made1) -> idle(?made1)",
    "boy(?x) ^ not idle() -> rich(?x)": "boy(?x) ^ idle.not(?made1) -> rich(?x)",
    "gives(?x,?y,?t) -> rich(?y)": "gives.1(?made1, ?x) ^ gives.2(?made1, ?y) ^ gives.3(?made1, ?t) ^ gives(?made1) -> rich(?y)",
    "happens(gift(?x)) -> greets(?x)": "gift.1(?made1, ?x) ^ gift(?made1) ^ happens(?made1) -> greets(?x)",
    "happens(?e) ^ boy(?x) -> may greet(?e,?x)": "happens(?e) ^ boy(?x) -> greet.may(?e, ?x)",
    "boy(?x) -> not rich(?x)": "boy(?x) ^ rich(?x) -> nothing(?x)",
}
REASONS = {
    "boy(?x) ^ after ?x has(?x,?t) -> rich(?x)": "look-ahead",
    "boy(?x) ^ 2 = count(?t : has(?x,?t)) -> rich(?x)": "counting",
    "boy(?x) ^ boy(?y) ^ ?x < ?y -> beats(?x,?y)": "names-in-order",
    "weighs(?x,?n) ^ boy(?n) -> rich(?x)": "individual-or-value",
    "boy(?x) ^ not has(?x,?t) -> late(?x)": "none-at-all",
}


def theory_of(rule: str):
    world = parse_world(f"{WORLD}\nR: {rule}\n")
    return build_theory(world.declarations, world.rules)


def shown(atom) -> str:
    name = atom.relation if isinstance(atom.relation, str) else atom.kind
    if not isinstance(atom.relation, str) and atom.relation is not None:
        name = atom.relation.name + atom.relation.suffix
    return f"{name}({', '.join(map(str, atom.args))})"


@pytest.mark.parametrize("rule", SAYINGS)
def test_a_rule_is_said_in_swrl(rule):
    said, _ = swrl_rules(theory_of(rule))
    own = next(r for r in said if r.name == "R")
    text = " -> ".join(" ^ ".join(map(shown, side)) for side in (own.body, own.head))
    assert text == SAYINGS[rule]


@pytest.mark.parametrize("rule", REASONS)
def test_a_rule_that_swrl_cannot_say_has_its_reason(rule):
    said, unsaid = swrl_rules(theory_of(rule))
    assert (unsaid["R"].code, [r for r in said if r.name == "R"]) == (REASONS[rule], [])


@functools.cache
def rules_graph(game: str) -> tuple[Graph, int]:
    """The rules of a game as SWRL, and how many they are."""
    source, _ = read_game_graph(game, files_of(game))
    theory = load_content(game).programs.theory
    graph = Graph()
    for triple in swrl_triples(theory, names_of(source)).triples:
        graph.add(triple)
    graph.add((URIRef(BASE + "rules"), RDF.type, OWL.Ontology))
    return graph, len(swrl_rules(theory)[0])


@pytest.mark.parametrize("game", games())
def test_rdflib_reads_as_many_rules_as_are_said(game):
    graph, count = rules_graph(game)
    again = Graph().parse(data=graph.serialize(format="xml"), format="xml")
    assert len(set(again.subjects(RDF.type, SWRL.Imp))) == count
    assert len(again) == len(graph)


@pytest.mark.parametrize("game", ["mtg", "duelmasters"])
def test_owlready2_reads_as_many_rules_as_are_said_each_with_all_its_atoms(tmp_path, game):
    owlready2 = pytest.importorskip("owlready2")
    graph, count = rules_graph(game)
    path = tmp_path / "rules.nt"
    path.write_text(graph.serialize(format="nt"), encoding="utf-8")
    loaded = owlready2.World().get_ontology(path.as_uri()).load()
    rules = list(loaded.rules())
    atoms = sum(len(rule.body) + len(rule.head) for rule in rules)
    said, _ = swrl_rules(load_content(game).programs.theory)
    assert len(rules) == count
    assert atoms == sum(len(rule.body) + len(rule.head) for rule in said)


@pytest.mark.parametrize("game", games())
def test_each_rule_with_a_logic_is_said_or_has_its_reason_in_both_languages(game):
    graph, _ = rules_graph(game)
    theory = load_content(game).programs.theory
    reasons = {str(s) for s in graph.subjects(URIRef(BASE + "core/notInSwrl"))}
    said, unsaid = swrl_rules(theory)
    assert {r.name for r in said if not r.form or r.form == "next"} | set(unsaid) == {
        r.name for r in theory.rules
    }
    assert len(reasons) == len(unsaid)
    for subject in reasons:
        texts = list(graph.objects(URIRef(subject), URIRef(BASE + "core/notInSwrl")))
        assert {t.language for t in texts} == {"en", "ja"}


def test_a_rule_of_the_situation_is_said_of_the_next_one_where_rules_read_it_there():
    world = parse_world(
        f"{WORLD}\nR: boy(?x) ^ has(?x,?t) -> rich(?x)\nS: next rich(?x) -> greets(?x)\n"
    )
    said, _ = swrl_rules(build_theory(world.declarations, world.rules))
    ahead = next(r for r in said if (r.name, r.form) == ("R", "next"))
    assert [shown(a) for a in (*ahead.body, *ahead.head)] == [
        "boy(?x)",
        "has.next(?x, ?t)",
        "rich.next(?x)",
    ]

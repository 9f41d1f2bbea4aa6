"""Answered scenarios as PROV-O: what holds when, what changed it, and what each answer was derived from."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, RdfFormat, Store, serialize
from rulekeep.kb.rdf.iris import unescaped
from rulekeep.kb.rdf.pieces import quads
from rulekeep.queries.api import check
from rulekeep.queries.rdf.scenario_rdf import scenario_quads

from . import owlapi

SCENARIOS = Path(__file__).parent / "scenarios"
PREFIXES = """
PREFIX rk: <https://w3id.org/rulekeep/core/>
PREFIX mtg: <https://w3id.org/rulekeep/mtg/>
PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""
MOON = """
scenario "A land under two effects"
given "Cabin": Land — Forest
given "Token": token Creature — Saproling
when all Forests and all Saprolings are Saproling creatures and Forest lands in addition to their other types from "Life and Limb"
when nonbasic lands are Mountains from "Blood Moon"
ask "Cabin" is Creature
ask "Cabin" is Forest
"""
CHOICE = """
game duelmasters
given shield L of A: "x1"
given shield M of A: "x2"
given 《ハッスル・キャッスル》, in hand
given mana of A 5
when A executes 《ハッスル・キャッスル》
ask 《ハッスル・キャッスル》 fortifies shield L of A
"""


@functools.cache
def found(text: str) -> tuple[Quad, ...]:
    return tuple(scenario_quads(check(text), text))


def asked(text: str, query: str) -> list[tuple[str, ...]]:
    store = Store()
    store.extend(Quad(q.subject, q.predicate, q.object, DefaultGraph()) for q in found(text))
    rows = store.query(PREFIXES + query)
    return sorted(tuple(value.value for value in row) for row in rows)


def files() -> list[Path]:
    return sorted(SCENARIOS.glob("*.rk"))


def test_an_answer_has_its_question_and_its_verdict() -> None:
    rows = asked(MOON, "SELECT ?q ?v { ?a a rk:Answer ; rk:questionText ?q ; rk:verdict ?v }")
    core = "https://w3id.org/rulekeep/core/verdict-"
    assert rows == [('"Cabin" is Creature', core + "yes"), ('"Cabin" is Forest', core + "no")]


def test_the_rules_of_an_answer_are_those_that_its_steps_were_derived_by() -> None:
    rows = asked(
        MOON,
        """SELECT DISTINCT ?rule { ?a a rk:Answer ; prov:wasGeneratedBy/prov:used ?rule ;
        prov:wasDerivedFrom+/(rk:byRule|rk:cites|rk:citesToo) ?rule }""",
    )
    (report,) = check(MOON)
    cited = {rule for answer in report.answers for rule in answer.rules}
    assert {row[0].rpartition("/")[2] for row in rows} == cited


def test_each_situation_but_the_first_was_generated_by_an_event_in_the_one_it_was_derived_from() -> (
    None
):
    assert asked(
        MOON,
        """SELECT ?s ?before { ?s a rk:Situation ; prov:wasDerivedFrom ?before ;
        prov:wasGeneratedBy/prov:used ?before . ?before a rk:Situation }""",
    ) == asked(MOON, "SELECT ?s ?before { ?s a rk:Situation ; prov:wasDerivedFrom ?before }")
    first = "SELECT ?s { ?s a rk:Situation FILTER NOT EXISTS { ?s prov:wasGeneratedBy ?e } }"
    assert [row[0].rpartition("/")[2] for row in asked(MOON, first)] == ["0"]


def test_facts_hold_in_situations_until_a_change_ends_them() -> None:
    said = 'SELECT ?n {{ ?f rk:id "{}" . ?s rk:holds ?f BIND(REPLACE(STR(?s), ".*/", "") AS ?n) }}'
    held = asked(MOON, said.format("hasSubtype(Cabin, land-type/Forest)"))
    ended = asked(
        MOON,
        """SELECT ?event ?rule { ?c rk:ends/rk:id "hasSubtype(Cabin, land-type/Forest)" ;
        rk:byRule ?r ; prov:wasGeneratedBy ?e
        BIND(REPLACE(STR(?e), ".*/", "") AS ?event) BIND(REPLACE(STR(?r), ".*/", "") AS ?rule) }""",
    )
    assert held == [("0",), ("1",)]
    assert ended == [("2", "305.7-types")]


def test_the_final_type_line_is_told_in_both_languages_and_in_terms() -> None:
    thing = '?o rk:id "Cabin" ; a rk:Object'
    lines = asked(MOON, f"SELECT ?line {{ {thing} ; rk:typeLine ?line }}")
    assert lines == [("Land Creature — Mountain Saproling",), ("土地・クリーチャー ― 山・苗木",)]
    terms = asked(MOON, f"SELECT ?t {{ {thing} ; mtg:hasSubtype ?t }}")
    kinds = "https://w3id.org/rulekeep/mtg/"
    assert terms == [(f"{kinds}creature-type/Saproling",), (f"{kinds}land-type/Mountain",)]


def test_every_step_situation_and_event_is_told_in_both_languages() -> None:
    for kind in ("ProofStep", "Happening", "Fact"):
        for lang in ("en", "ja"):
            query = f"""SELECT ?x {{ ?x a rk:{kind}
                FILTER NOT EXISTS {{ ?x rdfs:label ?l FILTER(LANG(?l) = "{lang}") }} }}"""
            assert asked(MOON, query) == []


def test_what_a_choice_leaves_open_has_an_outcome_for_each_way() -> None:
    ways = asked(CHOICE, "SELECT ?f { ?e a rk:Happening ; rk:chooses/rk:id ?f }")
    assert {i for (i,) in ways if i.startswith("picks")} == {
        "picksShield(E1, shield(A, L))",
        "picksShield(E1, shield(A, M))",
    }
    ends = asked(CHOICE, "SELECT ?s { ?s rk:last true }")
    assert len(ends) >= 2
    (verdict,) = asked(CHOICE, "SELECT ?v { ?a rk:verdict ?v }")
    assert verdict[0].endswith("undetermined")


KINDS = [
    (CHOICE, "shield(A, L)", "https://w3id.org/rulekeep/duelmasters/shield"),
    (MOON, "A", "https://w3id.org/rulekeep/core/Player"),
    (MOON, "E1", "https://w3id.org/rulekeep/core/ScenarioThing"),
]


@pytest.mark.parametrize(("text", "name", "kind"), KINDS, ids=[name for _, name, _ in KINDS])
def test_what_a_scenario_speaks_of_is_of_its_class(text: str, name: str, kind: str) -> None:
    rows = asked(text, f'SELECT ?k {{ ?x rk:id "{name}" ; rk:ofScenario ?s ; a ?k }}')
    assert [k for (k,) in rows if not k.endswith("NamedIndividual")] == [kind]


def test_every_node_of_a_scenario_that_is_named_is_described() -> None:
    for text in (MOON, CHOICE):
        described = {q.subject for q in found(text) if q.predicate.value.endswith("label")}
        described |= {q.subject for q in found(text) if q.predicate.value.endswith("ofScenario")}
        described |= {q.subject for q in found(text) if q.predicate.value.endswith("byRule")}
        for quad in found(text):
            name = quad.object.value if isinstance(quad.object, NamedNode) else ""
            if "/scenario/" in name and "/graph/" not in name and not name.endswith("/0"):
                parts = name.rpartition("/scenario/")[2].split("/")
                assert quad.object in described or len(parts) == 2 or parts[2] == "answering"


@pytest.mark.parametrize("name", ["Forest", "名/前 (1)?#%20", "E1", "0", "a b"])
def test_objects_of_any_name_are_their_own(name: str) -> None:
    text = f'given "{name}": Land — Forest\nask "{name}" is Forest\n'
    ((node,),) = asked(text, "SELECT ?o { ?o a rk:Object }")
    assert unescaped(node.rpartition("/")[2]) == name
    rows = asked(
        text, 'SELECT ?o { ?f rk:id ?i ; rk:value1 ?o FILTER(STRSTARTS(?i, "hasSubtype")) }'
    )
    assert {row[0] for row in rows} == {node}


def test_the_same_scenario_has_the_same_quads_and_another_one_another_graph() -> None:
    again = tuple(scenario_quads(check(MOON), MOON))
    assert again == found(MOON)
    other = scenario_quads(check(MOON, without=["305.7"]), MOON)
    assert {q.graph_name for q in other}.isdisjoint(q.graph_name for q in again)


def test_each_scenario_of_a_text_has_a_graph_of_its_own() -> None:
    text = MOON + MOON.replace("A land", "The land")
    assert len({q.graph_name for q in found(text)}) == 2


def test_a_faulty_scenario_has_no_quads() -> None:
    assert scenario_quads(check('ask "Nobody" is Creature'), 'ask "Nobody" is Creature') == []


@pytest.mark.parametrize("file", files()[::4], ids=lambda path: path.stem)
def test_every_rule_that_is_cited_is_one_of_the_exported_rules_or_the_scenarios_own(
    file: Path,
) -> None:
    games = ("mtg", "duelmasters", "duelmasters-plays")
    rules = {q.subject for game in games for q in quads(game, ["rules"])}
    for quad in found(file.read_text(encoding="utf-8")):
        name = quad.predicate.value.rpartition("/")[2]
        if name in ("byRule", "citesToo"):
            assert (
                quad.object in rules
                or "/rule/" in str(quad.object)[len("<https://w3id.org/rulekeep/scenario/") :]
            )


@pytest.mark.skipif(owlapi.missing() is not None, reason=owlapi.missing() or "")
@pytest.mark.parametrize("text", [MOON, CHOICE], ids=["effects", "choices"])
def test_a_scenario_keeps_owl_2_dl(text: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.rdf"
    path.write_bytes(serialize([q.triple for q in found(text)], format=RdfFormat.RDF_XML) or b"")
    loaded = owlapi.load(path)
    assert (loaded.violations[:3], loaded.unread) == ((), 0)
    assert loaded.axioms["ClassAssertion"] > 100


def test_only_literals_hold_text_that_is_not_ascii() -> None:
    for quad in found(CHOICE):
        for node in (quad.subject, quad.predicate, quad.object):
            assert isinstance(node, Literal) or (
                isinstance(node, NamedNode) and node.value.isascii()
            )

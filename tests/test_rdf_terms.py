"""Terms and cards in the export: SKOS as its rules of integrity want it, and cards linked to their terms."""

from __future__ import annotations

import functools

import pytest
from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, Store
from rulekeep.kb.knowledge import load
from rulekeep.kb.rdf.cards import terms_named
from rulekeep.kb.rdf.pieces import quads
from rulekeep.kb.sources import games
from rulekeep.kb.typelines.reading import read_type_line

PREFIXES = """
PREFIX rk: <https://w3id.org/rulekeep/core/>
PREFIX mtg: <https://w3id.org/rulekeep/mtg/>
PREFIX duel: <https://w3id.org/rulekeep/duelmasters/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""


@functools.cache
def store(game: str) -> Store:
    found = Store()
    for quad in quads(game, ["ontology", "terms", "cards"]):
        found.add(Quad(quad.subject, quad.predicate, quad.object, DefaultGraph()))
    return found


def asked(game: str, query: str) -> list[tuple[str, ...]]:
    rows = store(game).query(PREFIXES + query)
    return sorted(tuple(value.value for value in row) for row in rows)


NONE = {
    "a concept with two preferred labels in a language": """SELECT ?c { ?c skos:prefLabel ?a, ?b
        FILTER(STR(?a) < STR(?b) && LANG(?a) = LANG(?b)) }""",
    "a preferred label that is an alternative one too": "SELECT ?c { ?c skos:prefLabel ?a ; skos:altLabel ?a }",
    "a scheme that is a concept": "SELECT ?c { ?c a skos:Concept, skos:ConceptScheme }",
    "a collection that is a concept or a scheme": """SELECT ?c { ?c a skos:Collection, ?k
        FILTER(?k IN (skos:Concept, skos:ConceptScheme)) }""",
    "a concept in no scheme": """SELECT ?c { ?c a skos:Concept
        FILTER NOT EXISTS { ?c skos:inScheme ?s } }""",
    "a scheme without a name": """SELECT ?s { ?c skos:inScheme ?s
        FILTER NOT EXISTS { ?s skos:prefLabel ?l } }""",
    "a concept above itself": "SELECT ?c { ?c skos:broader+ ?c }",
    "a top concept below another": "SELECT ?c { ?c skos:topConceptOf ?s ; skos:broader ?b }",
    "a concept that hangs in the air": """SELECT ?c { ?c a skos:Concept
        FILTER NOT EXISTS { ?c skos:topConceptOf ?s } FILTER NOT EXISTS { ?c skos:broader ?b } }""",
    "a broader concept that does not know": """SELECT ?c { ?c skos:broader ?b
        FILTER NOT EXISTS { ?b skos:narrower ?c } }""",
}  # fmt: skip


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("what", NONE)
def test_there_is_no(game: str, what: str) -> None:
    assert asked(game, NONE[what]) == []


@pytest.mark.parametrize("game", games())
def test_every_term_is_a_concept_a_scheme_or_a_collection(game: str) -> None:
    rows = asked(game, """SELECT DISTINCT ?t { ?t a ?k ; skos:prefLabel ?l
        FILTER(?k IN (skos:Concept, skos:ConceptScheme, skos:Collection))
        FILTER(!CONTAINS(STR(?t), "/scheme/")) }""")  # fmt: skip
    assert len(rows) == len(load(game).content.terms)


def test_a_subtype_is_in_the_schemes_of_its_kind_and_of_its_category() -> None:
    rows = asked("mtg", "SELECT ?l { <https://w3id.org/rulekeep/mtg/creature-type/Goblin> skos:inScheme/skos:prefLabel ?l FILTER(LANG(?l) = 'en') }")  # fmt: skip
    assert rows == [("creature type",), ("subtype",)]


def test_a_group_of_terms_has_its_members() -> None:
    rows = asked("mtg", "SELECT ?l { mtg:BasicLandType skos:member/skos:prefLabel ?l FILTER(LANG(?l) = 'en') }")  # fmt: skip
    assert [label for (label,) in rows] == ["Forest", "Island", "Mountain", "Plains", "Swamp"]


def test_a_renamed_term_leads_to_the_new_one() -> None:
    rows = asked("mtg", "SELECT ?a ?b { ?x dcterms:isReplacedBy ?y . ?x skos:prefLabel ?a . ?y skos:prefLabel ?b FILTER(LANG(?a) = 'en' && LANG(?b) = 'en') }")  # fmt: skip
    assert ("Tribal", "Kindred") in rows


def test_type_lines_of_cards_are_linked_to_their_terms() -> None:
    knowledge = load("mtg")
    terms = {term.id: term.label("en") for term in knowledge.content.terms}
    rows = asked("mtg", """SELECT ?line ?label { ?card a rk:Card ; rk:typeLine ?line ; ?shows ?term .
        ?term skos:prefLabel ?label FILTER(LANG(?label) = "en")
        FILTER(?shows IN (mtg:baseCardType, mtg:baseSubtype, mtg:baseSupertype)) }""")  # fmt: skip
    shown: dict[str, set[str]] = {}
    for line, label in rows:
        shown.setdefault(line, set()).add(label)
    assert len(shown) > 150
    for line, labels in shown.items():
        assert labels == {terms[i] for i in read_type_line(line, knowledge.lexicon).ids}


def test_effects_of_cards_are_linked_to_the_terms_that_they_name() -> None:
    rows = asked("mtg", """SELECT ?label { ?effect rk:namesTerm/skos:prefLabel ?label .
        ?effect rk:ofCard/skos:prefLabel "Ambush Commander"@en FILTER(LANG(?label) = "en") }""")  # fmt: skip
    assert rows == [("Creature",), ("Elf",), ("Forest",), ("creature type",)]


@pytest.mark.parametrize(
    ("form", "ids"),
    [
        ("{ set basic land types Island } on land and not basic", ["BasicLandType", "land-type/Island", "Land", "Basic"]),
        ("{ add creature types Wall } on self", ["creature-type", "creature-type/Wall"]),
        ('{ add card types Artifact } on named "Forest"', ["Artifact"]),
        ("{ copy chosen } on self", []),
        ("{ add planar types Spacecraft } on self", ["planar-type", "planar-type/Spacecraft"]),
        ("{ add artifact types Spacecraft } on self", ["artifact-type", "artifact-type/Spacecraft"]),
    ],
)  # fmt: skip
def test_words_of_an_exact_form_are_terms_of_the_kind_named_before(
    form: str, ids: list[str]
) -> None:
    assert [term.id for term in terms_named(form, load("mtg"))] == ids


def test_cards_of_every_game_keep_their_names_in_their_languages() -> None:
    rows = [
        quad
        for quad in quads("duelmasters", ["cards"])
        if quad.predicate == NamedNode("http://www.w3.org/2004/02/skos/core#prefLabel")
        and quad.subject == NamedNode("https://w3id.org/rulekeep/duelmasters/card/%E3%83%8F%E3%83%83%E3%82%B9%E3%83%AB%E3%83%BB%E3%82%AD%E3%83%A3%E3%83%83%E3%82%B9%E3%83%AB")
    ]  # fmt: skip
    labels = {(q.object.value, q.object.language) for q in rows if isinstance(q.object, Literal)}
    assert labels == {("Hustle Castle", "en"), ("ハッスル・キャッスル", "ja")}

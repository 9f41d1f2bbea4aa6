"""Sentences that name individuals, declare what they name, and say more of members of lists."""

from __future__ import annotations

import subprocess
import sys

import pytest
from rulekeep.kb.logic.syntax import Compound
from rulekeep.kb.messages import message
from rulekeep.queries.language.read import parse_file
from rulekeep.queries.syntax import AtomExpectation, EventSentence, Given, GivenFact, SaidFact

from .front_end import READ, bare, stand_in
from .orchard import case_of, faults_of, orchard, parsed, phrases, verdicts


def row(player: str, name: str) -> Compound:
    return Compound("row", (player, name))


def grows(player: str, name: str, *objects: str) -> tuple[SaidFact, ...]:
    return tuple(SaidFact("growsIn", (row(player, name), o)) for o in objects)


def statement(text: str):
    """The last statement of a sound text."""
    scenario, faults = parsed(text)
    assert faults == []
    return bare(scenario.statements[-1])


# --- names of individuals -----------------------------------------------------------------------------

L, M, BM = row("A", "L"), row("A", "M"), row("B", "M")
HOLE = Compound("hole", (L, "x"))
NAMED = [
    ('given row L of A: "x"', grows("A", "L", "x")),
    ('given ROW "L" of A : "x"', grows("A", "L", "x")),
    ("前提 Aの列L：「x」", grows("A", "L", "x")),
    ("前提 Aの列「L」: 「x」と《y》", grows("A", "L", "x", "y")),
    ('given rows L and M of A: "x"', grows("A", "L", "x") + grows("A", "M", "x")),
    ("前提 Aの列LとM：「x」", grows("A", "L", "x") + grows("A", "M", "x")),
    ('given scarecrow "S" guards rows L, M of A', [("guards", ("S", L)), ("guards", ("S", M))]),
    (
        'given scarecrow "S" guards row L of A and row M of B',
        [("guards", ("S", L)), ("guards", ("S", BM))],
    ),
    ("前提 かかし「S」がAの列LとMを守る", [("guards", ("S", L)), ("guards", ("S", M))]),
    ("前提 かかし「S」がAの列LとBの列Mを守る", [("guards", ("S", L)), ("guards", ("S", BM))]),
    ('given the hole of "x" in row L of A is dug', [("dug", (HOLE,))]),
    ("前提 Aの列Lにある「x」の穴が掘ってある", [("dug", (HOLE,))]),
]


@pytest.mark.parametrize(("text", "facts"), NAMED, ids=[t for t, _ in NAMED])
def test_a_name_stands_for_the_individual_that_a_functor_makes(text, facts):
    found = statement(text)
    assert isinstance(found, GivenFact)
    assert found.facts == tuple(f if isinstance(f, SaidFact) else SaidFact(*f) for f in facts)


RAIDS = [
    "when B raids rows L and M of A near row M of B",
    "適用 BがAの列LとMを荒らす、Bの列Mの近くで",
]


@pytest.mark.parametrize("text", RAIDS)
def test_events_and_what_follows_them_name_individuals(text):
    facts = (("raids", ("B", L)), ("raids", ("B", M)), ("nearby", (BM,)))
    expected = tuple(SaidFact(*f) for f in facts)
    assert statement(text) == EventSentence(expected, text.partition(" ")[2])


def test_places_are_those_of_the_constants_in_the_file():
    text = 'given row L of A: "x"'
    (fact,) = parsed(text)[0].statements[0].facts
    assert [text[s.start : s.end] for s in fact.places] == ["A", "L", '"x"']


def test_a_sentence_and_an_atom_ask_the_same():
    given = 'given row L of A: "x"\n'
    asked = ('row L of A: "x"', 'growsIn(row(A, L), "x")', 'growsIn(row(A,M),"x")')
    assert verdicts(given + "".join(f"ask {a}\n" for a in asked)) == ["yes", "yes", "no"]


# --- what sentences declare ---------------------------------------------------------------------------


def facts_of(text: str, *predicates: str) -> list[tuple[object, ...]]:
    facts = case_of(text).meaning.scenario.facts
    return [(f.predicate, *f.args) for f in facts if f.predicate in predicates]


@pytest.mark.parametrize(
    "text",
    ['given row L of B: "x1", 《Golden Bough》', "前提 Bの列L：「x1」、《Golden Bough》"],
)
def test_names_that_are_not_declared_yet_are_declared(text):
    assert sorted(facts_of(text, "Object", "grownAs", "inZone", "controller")) == [
        ("Object", "Golden Bough"),
        ("Object", "x1"),
        ("controller", "Golden Bough", "B"),
        ("controller", "x1", "B"),
        ("grownAs", "Golden Bough", "Apple"),
        ("inZone", "Golden Bough", "Field"),
        ("inZone", "x1", "Field"),
    ]


def test_a_name_in_any_quotes_may_be_a_card_of_the_store():
    text = 'given scarecrow "straw man" guards row L of A'
    assert facts_of(text, "grownAs") == [("grownAs", "straw man", "Pear")]


def test_an_object_that_is_declared_before_is_put_in_the_zone():
    text = 'given "S": Pear, in basket, controlled by B; given scarecrow "S" guards row L of A'
    assert facts_of(text, "grownAs", "inZone", "controller") == [
        ("controller", "S", "B"),
        ("grownAs", "S", "Pear"),
        ("inZone", "S", "Field"),
    ]


def test_who_is_not_named_alone_does_not_control_what_is_declared():
    text = 'given scarecrow "S" guards row L of A and row M of B'
    assert facts_of(text, "controller") == [("controller", "S", "A")]


def test_a_question_declares_nothing():
    text = 'ask row L of A: "x"'
    assert faults_of(text) == [("unknown-object", '"x"', None)]


def test_copies_of_a_card_are_called_by_their_names():
    text = 'given "G1", "G2": 《Golden Bough》; given row L of A: "G1"; then all in row L of A is '
    assert verdicts(text + '"G1"') == ["yes"]
    assert verdicts(text + '"G2"') == ["no"]


def test_wordings_may_speak_of_what_a_sentence_declares():
    text = 'given row L of A: "x"; given "y": Pear; when "x" shrinks'
    READ.clear()
    parse_file(text, lambda *_: orchard().lexicon, stand_in, lambda _: phrases())
    assert READ == [('"x" shrinks', ("x", "y"), ())]


# --- members of lists ---------------------------------------------------------------------------------

MEMBERS = [
    'given row L of A: "x", "y" in paper, "z"',
    'given row L of A: "x", "y" wrapped in paper and "z"',
    "前提 Aの列L：「x」、「y」紙包み、「z」",
]


@pytest.mark.parametrize("text", MEMBERS)
def test_words_after_a_member_state_a_fact_of_it(text):
    facts = (*grows("A", "L", "x", "y", "z"), SaidFact("wrapped", ("y",)))
    assert statement(text).facts == facts


def test_words_after_a_member_are_asked_as_well():
    text = 'given row L of A: "x", "y" in paper\n'
    asked = 'ask row L of A: "x", "y" in paper; ask row L of A: "x" in paper'
    assert verdicts(text + asked) == ["yes", "no"]


# --- faults -------------------------------------------------------------------------------------------

FAULTS = [
    ("given row L of A: x", "syntax", "x", None),
    ('given row L of A "x"', "syntax", '"x"', None),
    ('given row L A: "x"', "syntax", "A:", None),
    ("given row L of A:", "syntax", "", None),
    ('given row L of A: "x" in papr', "syntax", "papr", None),
    ('given row L of A: "x" in paper "y"', "syntax", '"y"', None),
    ("given row L of A: 《Golden Bogh》", "unknown-card", "《Golden Bogh》", "Golden Bough"),
    ("前提 Aの列L：《金の技》", "unknown-card", "《金の技》", None),
    ("前提 Aの列L：「x」紙袋", "syntax", "紙袋", None),
    ("前提 Aの列L「x」", "syntax", "「x」", None),
    ('given the hole of "x" in row L of A is dug', "unknown-object", '"x"', None),
    ("前提 Aの列Lにある「x」の穴が掘ってある", "unknown-object", "「x」", None),
    ("given scarecrow 《Straw Man》 guards rwo L of A", "syntax", "rwo", None),
    ('given all in row L of A are "x"', "not-given", 'all in row L of A are "x"', None),
    ("前提 Aの畑は空", "not-given", "Aの畑は空", None),
    ("when B raids row of A", "syntax", "A", None),
    ("when B raids L", "syntax", "L", None),
    ("then basket of A is emptyy", "syntax", "emptyy", None),
    ("then basket of A is empty, empty", "syntax", "empty", None),
    ("then baskt of A is empty", "unknown-word", "baskt", "basket"),
    ("結果 Aの篭は空", "unknown-word", "篭", None),
    ("結果 Aの畑は空き", "syntax", "空き", None),
    ('then basket of A is "Z"', "unknown-object", '"Z"', None),
    ("then fruit of A is Aple", "unknown-word", "Aple", "Apple"),
    ("then fruit of A is empty pear", "syntax", "pear", None),
    ('ask growsIn(rw(A, L), "Straw Man")', "undeclared-term", "rw", "row"),
    ('ask growsIn(row(L), "Straw Man")', "arity", "row", None),
    ('ask growsIn(hole(row(A, L), "Straw Man"), "Straw Man")', "not-in-domain", "hole", None),
    ('ask growsIn(L, "Straw Man")', "unknown-word", "L", None),
]


@pytest.mark.parametrize(("text", "code", "part", "hint"), FAULTS, ids=[t for t, *_ in FAULTS])
def test_a_faulty_sentence_has_one_fault_at_its_place(text, code, part, hint):
    assert faults_of(f"given 《Straw Man》\n{text}") == [(code, part, hint)]


@pytest.mark.parametrize(("lang", "words"), [("en", "only be asked"), ("ja", "問うことしか")])
def test_a_list_that_is_given_is_told_that_it_can_be_asked(lang, words):
    (fault,) = parsed("given basket of A is empty")[1]
    assert words in message(fault, lang)


def test_a_type_line_after_a_colon_is_still_one():
    assert statement('given "row": Apple') == Given(("row",), "Apple")


def test_a_fact_after_a_colon_is_asked_as_it_is_given():
    words = 'row L of A: "x"'
    expectation = AtomExpectation(words, facts=grows("A", "L", "x"))
    assert statement(f'given "x": Apple; then {words}').expectation == expectation


def test_lists_that_say_too_many_facts_are_refused():
    names = ", ".join(f'"{n}"' for n in range(99))
    rows = ", ".join(f"r{n}" for n in range(99))
    (fault,) = parsed(f"given rows {rows} of A: {names}")[1]
    assert fault.code == "too-many-facts"


# --- cost ---------------------------------------------------------------------------------------------

WARM = """
import sys
from rulekeep.queries.api import check
text = 'given "Bear": Creature - Bear; when "Bear" becomes an artifact; ask "Bear" is Bear'
check(text)
new = [m for m in sys.modules if m.rpartition(".")[2] in ("phrases_facts", "exactly", "introduced")]
print(new, "pyparsing" in sys.modules)
"""


def test_a_warm_question_does_not_import_what_reads_sentences():
    runs = [
        subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert runs[1].stdout == "[] False\n"

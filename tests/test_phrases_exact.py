"""Sentences that list exactly what is there: what they read, and what they are answered."""

from __future__ import annotations

import pytest
from rulekeep.kb.logic.syntax import Compound
from rulekeep.kb.proof.render import Renderer
from rulekeep.queries.answers.describe import got
from rulekeep.queries.syntax import ExactlyExpectation, SaidFact

from .front_end import bare
from .orchard import case_of, parsed

L, M = (Compound("row", ("A", name)) for name in "LM")


def statement(text: str):
    """The last statement of a sound text."""
    scenario, faults = parsed(text)
    assert faults == []
    return bare(scenario.statements[-1])


# --- what is read ---------------------------------------------------------------------------------------

EXACT = [
    ('then field of A is "x", "y"', "lies", 2, [("A", "Field")], ("x", "y")),
    ("then basket of A is empty", "lies", 2, [("A", "Basket")], ()),
    ("then basket of A is nothing.", "lies", 2, [("A", "Basket")], ()),
    ('then field of A and B is "x"', "lies", 2, [("A", "Field"), ("B", "Field")], ("x",)),
    ("結果 Aの畑は「x」、「y」", "lies", 2, [("A", "Field")], ("x", "y")),
    ("結果 Aの畑は「x」と「y」である", "lies", 2, [("A", "Field")], ("x", "y")),
    ("結果 Aのかごは空", "lies", 2, [("A", "Basket")], ()),
    ("結果 Aのかごはなしだ", "lies", 2, [("A", "Basket")], ()),
    ('then all in row L of A are "x"', "growsIn", 1, [(L,)], ("x",)),
    ("then all of rows L and M of A are empty", "growsIn", 1, [(L,), (M,)], ()),
    ("結果 Aの列Lにあるのは「x」だけ", "growsIn", 1, [(L,)], ("x",)),
    ('then watched row L of A has "x"', "watched", 1, [(L,)], ("x",)),
    ("then fruit of A is Apple, a pear", "sold", 1, [("A",)], ("Apple", "Pear")),
    ("結果 Aの果実はりんごと梨", "sold", 1, [("A",)], ("Apple", "Pear")),
]


@pytest.mark.parametrize(
    ("text", "predicate", "at", "of", "values"), EXACT, ids=[e[0] for e in EXACT]
)
def test_a_sentence_lists_exactly_what_is_there(text, predicate, at, of, values):
    facts = tuple(SaidFact(predicate, args) for args in of)
    words = text.partition(" ")[2].rstrip(".") if text.endswith(".") else text.partition(" ")[2]
    found = statement(text).expectation
    assert (found.position, found.of, found.values) == (at, facts, values)
    assert found.text.rstrip(".") == words


def test_a_list_may_be_denied():
    found = statement("then not basket of A is empty after step 0")
    assert found.after_step == 0
    assert isinstance(found.expectation, ExactlyExpectation)
    assert found.expectation.negated


# --- what is answered -----------------------------------------------------------------------------------

PLAY = """\
given row L of A: "x1", 《Golden Bough》 in paper, "x2"
given scarecrow 《Straw Man》 guards row L of A
given row M of A: "y"
when B raids row L of A
"""
CHOICE = PLAY + "when B picks everything near row M of A\n"
ANSWERS = [
    (PLAY, 'basket of A is "x2", "x1"', "yes", '"x1", "x2"'),
    (PLAY, 'basket of A is "x1"', "no", '"x1", "x2"'),
    (PLAY, 'basket of A is "x1", "x2", "y"', "no", '"x1", "x2"'),
    (PLAY, "basket of A is empty", "no", '"x1", "x2"'),
    (PLAY, "not basket of A is empty", "yes", '"x1", "x2"'),
    (PLAY, "basket of A is empty after step 0", "yes", "empty"),
    (PLAY, "basket of B is empty", "yes", "empty"),
    (PLAY, 'field of A and B is "y"', "no", '"Golden Bough", "Straw Man", "y"; empty'),
    (PLAY, 'all in row L of A is "Golden Bough"', "yes", '"Golden Bough"'),
    (PLAY, 'watched row L of A has "Straw Man"', "yes", '"Straw Man"'),
    (PLAY, "fruit of A is empty", "yes", "empty"),
    (PLAY, "Aのかごは「x1」と「x2」", "yes", '"x1", "x2"'),
    (CHOICE, 'all in row M of A is "y"', "undetermined", "undetermined"),
    (CHOICE, "all in row M of A is empty", "undetermined", "undetermined"),
    (CHOICE, 'all in row M of A is "y" after step 1', "yes", '"y"'),
    (CHOICE, 'all in row M of A is "x1"', "no", None),
]


def answered(text: str, question: str):
    """The case, the question and its answer."""
    whole = f"{text}then {question}"
    case, asked = case_of(whole), parsed(whole)[0].statements[-1]
    return case, asked, case.ask(asked.expectation, asked.after_step)


@pytest.mark.parametrize(
    ("text", "question", "verdict", "instead"), ANSWERS, ids=[a[1] for a in ANSWERS]
)
def test_a_list_is_judged_as_a_set_over_all_outcomes(text, question, verdict, instead):
    case, asked, answer = answered(text, question)
    assert answer.verdict == verdict
    if instead is not None:
        assert got(asked.expectation, case, answer, asked.after_step) == instead


PROOFS = [
    ('basket of A is "x2", "x1"', [(False, "x2"), (False, "x1")]),
    ('basket of A is "x1"', [(False, "x2"), (False, "x1")]),
    ('basket of A is "y", "x1"', [(True, "y"), (False, "x1")]),
    ("basket of A is empty", [(False, "x1")]),
    ('all in row L of A is "Golden Bough"', [(False, "Golden Bough")]),
]


@pytest.mark.parametrize(("question", "steps"), PROOFS)
def test_a_proof_begins_with_what_decides_and_proves_what_is_named(question, steps):
    _, _, answer = answered(PLAY, question)
    assert [(p.fact.negated, p.fact.args[-1]) for p in answer.proofs] == steps


def test_that_nothing_is_there_is_proved_by_what_was_there():
    text = 'given row L of A: "x"; when B raids row L of A\n'
    _, _, answer = answered(text, "all in row L of A is empty")
    assert [(p.fact.negated, p.fact.args[-1]) for p in answer.proofs] == [(True, "x")]
    assert answer.rules == ("2-empties",)


def test_what_hangs_on_a_choice_tells_an_outcome_of_each_kind():
    _, _, answer = answered(CHOICE, "all in row M of A is empty")
    assert [p.fact.negated for p in answer.proofs] == [True, False]
    assert answer.held == 1


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", '"y" grows in row M of A'), ("ja", "《y》がAの列Mに生えている")],
)
def test_individuals_are_told_in_the_words_of_their_functor(lang, words):
    case, _, answer = answered(PLAY, 'all in row M of A is "y"')
    assert words in Renderer(case.run, case.speaker(lang)).text(answer.proofs[0])

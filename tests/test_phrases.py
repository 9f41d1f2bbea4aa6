"""Sentences of a game's own: what the ontology's phrases read, what they refuse, and what comes of them."""

from __future__ import annotations

import pytest
from rulekeep.kb.knowledge import Phrase
from rulekeep.kb.logic.syntax import Declaration, Place
from rulekeep.kb.messages import message
from rulekeep.kb.phrases import check_phrases
from rulekeep.kb.proof.render import Renderer
from rulekeep.queries.api import check
from rulekeep.queries.facts.meaning import mean
from rulekeep.queries.language.parse import parse
from rulekeep.queries.pictures.timeline_text import timeline_lines
from rulekeep.queries.syntax import (
    AtomExpectation,
    Effect,
    EventSentence,
    GivenFact,
    Question,
    SaidFact,
)

from .front_end import bare
from .orchard import case_of, faults_of, orchard, parsed, verdicts

GIVEN = 'given "X": Apple; given "Y": Pear; given "L": Apple\n'
BOARD = 'given "Moon": Enchantment; given "Elf": Creature — Elf; given "Bear": Creature — Bear\n'


def statement(text: str):
    """The last statement of a text after `GIVEN`."""
    scenario, faults = parsed(GIVEN + text)
    assert faults == []
    return bare(scenario.statements[-1])


def said(*facts: tuple[str, tuple[str | int, ...]]) -> tuple[SaidFact, ...]:
    return tuple(SaidFact(predicate, args) for predicate, args in facts)


# --- events -------------------------------------------------------------------------------------------

PICKS = ("picks", ("B", "X"))
EVENTS = [
    ('B picks "X"', said(PICKS)),
    ('b PLUCKS "X".', said(("picks", ("b", "X")))),
    ('B picks "X", "Y" and "L"', said(PICKS, ("picks", ("B", "Y")), ("picks", ("B", "L")))),
    ("Bが《X》と《Y》をもぐ", said(PICKS, ("picks", ("B", "Y")))),
    ("Bは「X」、「Y」をもぐ", said(PICKS, ("picks", ("B", "Y")))),
    ("B picks everything", said(("picksAll", ("B",)))),
    ('B picks "X" using "L"', said(PICKS, ("withTool", ("L",)))),
    ('B picks "X", without asking, using "L"', said(PICKS, ("unasked", ()), ("withTool", ("L",)))),
    ('B picks "X" for 3 coins', said(PICKS, ("atPrice", (3,)))),
    ("Bが《X》をもぐ、3枚で 無断で", said(PICKS, ("atPrice", (3,)), ("unasked", ()))),
    ('"X" is carried to the root cellar', said(("carried", ("X", "RootCellar")))),
    ('"X" is carried to Basket', said(("carried", ("X", "Basket")))),
    ("《X》が地下室に運ばれる", said(("carried", ("X", "RootCellar")))),
    ("night falls", said(("night", ()))),
    ("夜になる", said(("night", ()))),
]


@pytest.mark.parametrize(("words", "facts"), EVENTS, ids=[w for w, _ in EVENTS])
def test_a_sentence_of_an_event_says_its_facts(words, facts):
    verb = "when" if words.isascii() else "適用"
    assert statement(f"{verb} {words}") == EventSentence(facts, words.rstrip("."))


def test_an_event_may_have_a_timestamp():
    assert statement("when night falls at 4") == EventSentence(
        said(("night", ())), "night falls", 4
    )


def test_places_are_those_of_the_file():
    text = GIVEN + 'when B picks "X"'
    (fact,) = parsed(text)[0].statements[-1].facts
    assert [text[s.start : s.end] for s in fact.places] == ["B", '"X"']


# --- facts and questions ------------------------------------------------------------------------------

FACTS = [
    ("day of A", said(("dayOf", ("A",)))),
    ("it is the day of A", said(("dayOf", ("A",)))),
    ("Aの日", said(("dayOf", ("A",)))),
    ("coins of A 5", said(("coins", ("A", 5)))),
    ("coins of A are 5", said(("coins", ("A", 5)))),
    ("Aの硬貨5枚", said(("coins", ("A", 5)))),
    ('"X" is ripe', said(("ripe", ("X",)))),
    ('"X" and "Y" are ripe', said(("ripe", ("X",)), ("ripe", ("Y",)))),
    ("《X》は熟している", said(("ripe", ("X",)))),
    ('"X" is grafted on a pear', said(("graftedOn", ("X", "Pear")))),
    ("《X》が梨に接がれている", said(("graftedOn", ("X", "Pear")))),
]


@pytest.mark.parametrize(("words", "facts"), FACTS, ids=[w for w, _ in FACTS])
def test_a_sentence_of_a_fact_can_be_given_and_asked(words, facts):
    given, asked = ("given", "then") if words.isascii() else ("前提", "結果")
    assert statement(f"{given} {words}") == GivenFact(words, facts=facts)
    expectation = AtomExpectation(words, facts=facts)
    assert statement(f"{asked} {words}") == Question("then", expectation)


QUESTIONS = [
    ("ask A is refused no-coins", "ask", False, None, "A is refused no-coins"),
    ("then not A is refused no-coins", "then", True, None, "A is refused no-coins"),
    ("why A is refused no-coins after step 0", "why", False, 0, "A is refused no-coins"),
    ('then A is refused "no-coins"', "then", False, None, 'A is refused "no-coins"'),
    ("結果 Aはno-coinsで断られる", "then", False, None, "Aはno-coinsで断られる"),
    ("結果 否定 Aはno-coinsで断られる 段階0の後", "then", True, 0, "Aはno-coinsで断られる"),
]


@pytest.mark.parametrize(("text", "verb", "negated", "after", "words"), QUESTIONS)
def test_what_rules_conclude_can_be_asked(text, verb, negated, after, words):
    facts = said(("refused", ("A", "no-coins")))
    expectation = AtomExpectation(words, negated, facts=facts)
    assert statement(text) == Question(verb, expectation, after)


# --- faults -------------------------------------------------------------------------------------------

FAULTS = [
    ('when B picks "Z"', "unknown-object", '"Z"', None),
    ('when B picks "X" using "l"', "unknown-object", '"l"', None),
    ('when B picks "X" using L', "syntax", "L", None),
    ("when B picks X", "syntax", "X", None),
    ('when "X" is carried to baskt', "unknown-word", "baskt", "basket"),
    ("適用 《X》が地下に運ばれる", "unknown-word", "地下", "地下室"),
    ('when B picks "X" for many coins', "syntax", "many", None),
    ('when B picks "X" for 1234567 coins', "bad-number", "1234567", None),
    ("when night falls at 1 at 2", "modifier-twice", "at 2", None),
    ("when night fall", "syntax", "fall", "night falls"),
    ('when B picks "X" until end of turn', "misplaced", "until end of turn", None),
    ('when B picks "X" from "Y" at 2', "misplaced", 'from "Y"', None),
    ("when night falls ターン終了時まで", "misplaced", "ターン終了時まで", None),
    ("given coins of A five", "syntax", "five", None),
    ("given coins of A 5 5", "syntax", "5", None),
    ('given "X", "Y" are rip', "syntax", "rip", None),
    ('given "X" is grafted on aple', "unknown-word", "aple", "Apple"),
    ('given "X" is grafted on tree', "unknown-word", "tree", None),
    ("given A is refused no-coins", "not-given", "A is refused no-coins", None),
    ("前提 Aはno-coinsで断られる", "not-given", "Aはno-coinsで断られる", None),
    ('then "Z" is ripe', "unknown-object", '"Z"', None),
    ("then not coins of A five", "syntax", "five", None),
    ("結果 《Z》は熟している", "unknown-object", "《Z》", None),
]


@pytest.mark.parametrize(("text", "code", "part", "hint"), FAULTS, ids=[t for t, *_ in FAULTS])
def test_a_faulty_sentence_has_one_fault_at_its_place(text, code, part, hint):
    assert faults_of(GIVEN + text) == [(code, part, hint)]


# --- what comes of them -------------------------------------------------------------------------------

PLAY = """\
given "X": Apple
given "Y": Pear
given "X" is ripe
given coins of A 2
given day of A
when A picks "X", "Y" for 2 coins
when "X" is carried to the root cellar
"""
ANSWERS = [
    ('then "X" is in the basket after step 1', "yes"),
    ('then "X" and "Y" are in the basket after step 1', "no"),
    ('then not "Y" is in the basket after step 1', "yes"),
    ('then "X" is in the basket', "no"),
    ("then coins of A 0", "yes"),
    ("結果 Aの硬貨2枚 段階0の後", "yes"),
    ("then A is refused no-coins", "yes"),
    ("then A is refused no-coins after step 0", "no"),
]


@pytest.mark.parametrize(("question", "verdict"), ANSWERS)
def test_events_happen_in_order_and_facts_hold_from_the_start(question, verdict):
    assert verdicts(PLAY + question) == [verdict]


def test_an_event_is_given_at_its_place_under_its_number():
    case = case_of(PLAY)
    assert case.meaning.scenario.given == (("E1", 2), ("E2", 4))
    assert case.meaning.labels["E2"] == ("event", 2, '"X" is carried to the root cellar')


def test_an_effect_is_refused_where_no_rule_of_the_game_applies_any():
    scenario, faults = parsed(GIVEN + 'when { set fruit Pear } on "X"')
    assert faults == []
    assert [f.code for f in mean(scenario, orchard())[1]] == ["no-effects"]


def test_an_event_is_refused_of_which_no_rule_of_the_game_speaks():
    scenario, faults = parsed(GIVEN + 'when B gains control of "X"')
    assert faults == []
    assert [f.code for f in mean(scenario, orchard())[1]] == ["no-rules"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_timeline_tells_an_event_by_its_own_words(lang):
    given = {"en": "given", "ja": "前提"}[lang]
    told = timeline_lines(case_of(PLAY), lang)
    assert f'  2. "X" is carried to the root cellar [{given}]' in told


@pytest.mark.parametrize(
    ("lang", "moment"),
    [("en", "when {0}"), ("ja", "{0}と")],
)
def test_a_proof_tells_an_event_of_several_facts_in_its_own_words(lang, moment):
    text = PLAY + 'ask "X" is in the basket after step 1'
    case, question = case_of(text), parsed(text)[0].statements[-1]
    (node,) = case.ask(question.expectation, question.after_step).proofs
    told = Renderer(case.run, case.speaker(lang)).text(node)
    assert moment.format('A picks "X", "Y" for 2 coins') in told


def test_flip_tries_a_scenario_without_an_event():
    text = (
        BOARD
        + 'when "Elf" dies; when "Bear" becomes an artifact; flip not inZone("Elf", Graveyard)'
    )
    (report,) = check(text)
    assert report.errors == []
    assert [("without-effect", ("E1",))] == [
        (change.kind, change.args)
        for (change,) in report.answers[0].flips
        if change.args == ("E1",)
    ]


# --- faults of an ontology ----------------------------------------------------------------------------

DECLARED = {
    d.name: d
    for d in (
        Declaration("hits", "rigid", ("Event", "Object", "Zone"), place=Place("a.ttl", 1)),
        Declaration("lands", "rigid", ("Event", "Object", "Zone"), place=Place("a.ttl", 2)),
        Declaration("names", "rigid", ("Event", "Object", "Word"), place=Place("a.ttl", 3)),
        Declaration("softly", "rigid", ("Event",), place=Place("a.ttl", 4)),
        Declaration("near", "fluent", ("Object", "Object"), place=Place("a.ttl", 5)),
        Declaration("close", "derived", ("Object", "Object"), place=Place("a.ttl", 6)),
        Declaration("struck", "event", ("Object",), place=Place("a.ttl", 7)),
        Declaration("cell", "term", ("Player", "Word"), range="Cell", place=Place("a.ttl", 8)),
        Declaration("den", "term", ("Player", "Word"), range="Den", place=Place("a.ttl", 9)),
        Declaration("pit", "term", ("Player", "Word"), range="Cell", place=Place("a.ttl", 10)),
        Declaration("loose", "term", ("Player",), place=Place("a.ttl", 11)),
        Declaration("holds", "fluent", ("Cell", "Object"), place=Place("a.ttl", 12)),
        Declaration("tells", "fluent", ("Word", "Object"), place=Place("a.ttl", 13)),
        Declaration("open", "fluent", ("Object",), place=Place("a.ttl", 14)),
        Declaration("shut", "rigid", ("Object",), place=Place("a.ttl", 15)),
    )
}


def codes(*phrases: tuple[str, str] | tuple[str, str, str]) -> list[str]:
    made = [
        Phrase(
            predicate,
            "option" in more,
            {"en": (form,)},
            member="member" in more,
            declares="declares" in more,
            puts="Zone" if "puts" in more else "",
        )
        for predicate, form, *more in phrases
    ]
    return [d.code for d in check_phrases(made, DECLARED, {"Zone"})]


BAD = [
    ("phrase-kind", [("struck", "{0} is struck")]),
    ("phrase-kind", [("near", "near {0} {1}", "option")]),
    ("phrase-kind", [("nothing", "x")]),
    ("phrase-kind", [("loose", "the loose one of {0}")]),
    ("phrase-kind", [("cell", "cell {1} of {0}", "option")]),
    ("phrase-kind", [("near", "nearby", "member")]),
    ("phrase-kind", [("softly", "softly", "member")]),
    ("phrase-slots", [("cell", "cell {1}")]),
    ("phrase-slots", [("open", "{0} open", "member")]),
    ("phrase-list", [("hits", "{1} hits {2*}")]),
    ("phrase-list", [("softly", "softly"), ("cell", "cell {1*} of {0}")]),
    ("phrase-list", [("near", "{0*} is near {1*}")]),
    ("phrase-declares", [("hits", "{1} hits {2}", "declares")]),
    ("phrase-declares", [("close", "{0} is close to {1}", "declares")]),
    ("phrase-declares", [("open", "open", "member", "declares")]),
    ("phrase-declares", [("hits", "{1} hits {2}", "puts")]),
    ("phrase-slots", [("hits", "{0} hits {1} {2}")]),
    ("phrase-slots", [("hits", "hits {1}")]),
    ("phrase-slots", [("near", "near {0} {0}")]),
    ("phrase-slots", [("softly", "softly {1}", "option")]),
    ("phrase-syntax", [("near", "{0} {1}")]),
    ("phrase-syntax", [("near", "{0} is [near {1}")]),
    ("phrase-syntax", [("near", "{0} is near) {1}")]),
    ("phrase-syntax", [("near", "{0} is ({1}|near)")]),
    ("phrase-twice", [("hits", "{1} hits {2}"), ("lands", "{1} (lands on|hits) [the] {2}")]),
    ("phrase-twice", [("near", "{0} is near {1}"), ("close", "{0+} is  Near {1}")]),
    ("phrase-twice", [("near", "{0} is near {1}"), ("close", "{0} is near {1*}")]),
    ("phrase-twice", [("cell", "cell {1} of {0}"), ("pit", "(pit|cell) {1+} of {0}")]),
    ("phrase-twice", [("open", "face up", "member"), ("shut", "face [up]", "member")]),
]
GOOD = [
    [("hits", "{1} hits {2}"), ("names", "{1} hits {2}")],  # a label is more specific than any word
    [("hits", "{1} hits {2}"), ("near", "{0} hits {1}")],  # one for `when`, one for `given`
    [("hits", "{1} hits {2}"), ("hits", "{1} hits [the] {2}")],
    [("softly", "softly", "option"), ("softly", "it is soft")],
    [("cell", "cell {1+} of {0}"), ("den", "cell {1} of {0}")],  # of two classes
    [("cell", "cell {1} of {0}"), ("holds", "{0}: {1+}"), ("tells", "{0}: {1+}")],
    [("open", "face up", "member"), ("shut", "{0} is face up")],
    [("holds", "{0}: {1+}", "declares", "puts"), ("holds", "all in {0}: {1*}")],
]


@pytest.mark.parametrize(("code", "phrases"), BAD)
def test_a_faulty_phrase_is_refused_when_the_ontology_is_loaded(code, phrases):
    assert codes(*phrases) == [code]


@pytest.mark.parametrize("phrases", GOOD)
def test_phrases_that_can_be_told_apart_are_accepted(phrases):
    assert codes(*phrases) == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_two_phrases_with_the_same_words_are_both_named(lang):
    made = [Phrase(p, option=False, forms={"en": ("{1} hits {2}",)}) for p in ("hits", "lands")]
    (fault,) = check_phrases(made, DECLARED, {"Zone"})
    text = message(fault, lang)
    assert all(word in text for word in ("hits", "a.ttl:1", "lands", "a.ttl:2"))


# --- the shipped game ---------------------------------------------------------------------------------

SHIPPED = [
    ('when "Moon" leaves the battlefield', "leavesBattlefield", ("Moon",)),
    ("適用 《Moon》が戦場を離れる", "leavesBattlefield", ("Moon",)),
    ('when "Elf" dies', "dies", ("Elf",)),
    ("適用 《Elf》は死亡する", "dies", ("Elf",)),
    ('when "Elf" is exiled', "isExiled", ("Elf",)),
    ("適用 《Elf》が追放される", "isExiled", ("Elf",)),
    ('when "Elf" enters', "entersBattlefield", ("Elf",)),
    ('when "Elf" enters the battlefield', "entersBattlefield", ("Elf",)),
    ("適用 《Elf》が戦場に出る", "entersBattlefield", ("Elf",)),
    ('when "Elf" goes to the graveyard', "movesTo", ("Elf", "Graveyard")),
    ('when "Elf" is put into exile', "movesTo", ("Elf", "Exile")),
    ("適用 《Elf》が墓地に置かれる", "movesTo", ("Elf", "Graveyard")),
    ('when B gains control of "Elf"', "changesControl", ("Elf", "B")),
    ("適用 Bが《Elf》のコントロールを得る", "changesControl", ("Elf", "B")),
    ('when "Elf" is turned face up', "turnsUp", ("Elf",)),
    ("適用 《Elf》が表向きになる", "turnsUp", ("Elf",)),
    ('when "Moon" becomes attached to "Bear"', "attaches", ("Moon", "Bear")),
    ("適用 《Moon》が《Bear》につく", "attaches", ("Moon", "Bear")),
    ("適用 《Moon》が《Bear》につけられる", "attaches", ("Moon", "Bear")),
    ('when "Moon" becomes unattached', "detaches", ("Moon",)),
    ("適用 《Moon》がはずれる", "detaches", ("Moon",)),
    ("when the turn ends", "endsTurn", ()),
    ("適用 ターンが終了する", "endsTurn", ()),
]


@pytest.mark.parametrize(("text", "predicate", "args"), SHIPPED, ids=[t for t, *_ in SHIPPED])
def test_the_shipped_game_has_sentences_for_its_events(text, predicate, args):
    (scenario,), faults = parse(BOARD + text)
    assert faults == []
    assert scenario.statements[-1].facts == (SaidFact(predicate, args),)
    assert check(BOARD + text)[0].errors == []


@pytest.mark.parametrize(
    "text",
    [
        'when "Elf" becomes an artifact',
        'when "Elf" enters as a copy of "Bear"',
        "適用 《Elf》がアーティファクトになる",
        'when creatures are Goblins from "Moon"',
    ],
)
def test_a_wording_that_begins_like_a_phrase_is_still_a_wording(text):
    (scenario,), faults = parse(BOARD + text)
    assert faults == []
    assert isinstance(scenario.statements[-1], Effect)


FURTHEST = [
    ('when "Elf" becomes an artifcat', "unknown-word", "artifcat"),
    ('when "Elf" becomes attached to Bear', "syntax", "Bear"),
    ('when "Elf" leaves the battelfield', "syntax", "battelfield"),
    ('when "Elf" moves to the graveyrd', "unknown-word", "graveyrd"),
    ("適用 《Elf》が墓場に置かれる", "unknown-word", "墓場"),
]


@pytest.mark.parametrize(("text", "code", "part"), FURTHEST)
def test_of_phrase_and_wording_the_one_that_got_further_tells_the_fault(text, code, part):
    _, faults = parse(BOARD + text)
    assert [(d.code, (BOARD + text)[d.start : d.end]) for d in faults] == [(code, part)]


@pytest.mark.parametrize("words", ["gets +1/+1", "attacks"])
def test_a_clause_of_which_nothing_bears_on_types_is_set_aside(words):
    (report,) = check(f'{BOARD}when "Bear" {words}\nthen "Bear" is Bear')
    assert (report.errors, report.passed) == ([], True)
    assert "rider" in {note.key for note in report.notes}

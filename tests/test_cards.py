"""The cards that ship as facts: names, type lines and effects can be used as they stand."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from rdflib import RDF, SKOS, Graph, Literal, Namespace, URIRef
from rulekeep.kb.knowledge import load
from rulekeep.kb.typelines.reading import read_type_line
from rulekeep.queries.facts.cards import card_effects
from rulekeep.queries.syntax import CardEffect

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
RK = Namespace("https://w3id.org/rulekeep/core/")
PROPERTIES = {
    RK.Card: {RDF.type, SKOS.prefLabel, RK.typeLine, RK.keyword},
    RK.CardEffect: {
        RDF.type,
        RK.ofCard,
        RK.generatedAs,
        RK.exactForm,
        RK.demands,
        RK.condition,
        RK.option,
    },
}
OPTIONAL = {RK.keyword, RK.demands, RK.condition, RK.option}
CHOICES = {"creature types": "Elf", "land types": "Forest", "copy": "Model"}
CASE_OPS = {
    "set_types": "set card types {0}",
    "add_types": "add card types {0}",
    "lose_types": "lose card types {0}",
    "set_subtypes": "set types {1}",
    "add_subtypes": "add types {0}",
    "set_basic_land_types": "set types {0}",
    "lose_subtypes_of": "lose all {0} types",
    "all_creature_types": "add every creature type",
    "add_supertypes": "add supertypes {0}",
    "lose_supertypes": "lose supertypes {0}",
}


@pytest.fixture(scope="module")
def graph() -> Graph:
    return Graph().parse(ROOT / "ontology" / "mtg" / "cards.ttl")


@pytest.fixture(scope="module")
def type_lines(graph: Graph) -> dict[str, str]:
    """English name → type line."""
    return {_name(graph, card): str(line) for card, line in graph.subject_objects(RK.typeLine)}


def _name(graph: Graph, card: Any) -> str:
    return next(
        str(label)
        for label in graph.objects(card, SKOS.prefLabel)
        if isinstance(label, Literal) and label.language == "en"
    )


def _forms(graph: Graph, card: Any) -> list[str]:
    effects = sorted(graph.subjects(RK.ofCard, card), key=str)
    return [str(graph.value(effect, RK.exactForm)) for effect in effects]


def _by_name(graph: Graph, name: str) -> URIRef:
    return next(s for s in graph.subjects(SKOS.prefLabel, Literal(name, "en")))  # type: ignore[return-value]


def _shared(*parts: str) -> Path:
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the checkout")
    return path


def test_about_three_hundred_cards_or_more_ship(type_lines: dict[str, str]) -> None:
    assert len(type_lines) >= 300


def test_every_card_and_effect_says_all_that_it_must_and_nothing_else(graph: Graph) -> None:
    for subject, kind in graph.subject_objects(RDF.type):
        assert set(graph.predicates(subject)) <= PROPERTIES[kind], subject  # type: ignore[index]
        needed = PROPERTIES[kind] - OPTIONAL  # type: ignore[index]
        assert needed <= set(graph.predicates(subject)), subject
        for only in needed - {SKOS.prefLabel}:
            assert len(list(graph.objects(subject, only))) == 1, (subject, only)
    assert {s for s, _ in graph.subject_objects()} == set(graph.subjects(RDF.type))


def test_a_name_belongs_to_one_card(graph: Graph) -> None:
    owners = defaultdict(set)
    for card, label in graph.subject_objects(SKOS.prefLabel):
        owners[str(label).casefold()].add(card)
    assert {name: cards for name, cards in owners.items() if len(cards) > 1} == {}


def test_every_card_has_one_name_a_language(graph: Graph) -> None:
    for card in graph.subjects(RDF.type, RK.Card):
        languages = [
            label.language
            for label in graph.objects(card, SKOS.prefLabel)
            if isinstance(label, Literal)
        ]
        assert sorted(map(str, languages)) in (["en"], ["en", "ja"]), card


def test_every_effect_belongs_to_a_card_and_says_how_it_comes_about(graph: Graph) -> None:
    cards = set(graph.subjects(RDF.type, RK.Card))
    for effect in graph.subjects(RDF.type, RK.CardEffect):
        card = graph.value(effect, RK.ofCard)
        assert card in cards, effect
        assert re.fullmatch(rf"{re.escape(str(card))}-\d", str(effect))
        assert str(graph.value(effect, RK.generatedAs)) in {"static", "resolved", "defining"}


def test_every_exact_form_has_operations_and_a_subject(graph: Graph) -> None:
    for effect, form in graph.subject_objects(RK.exactForm):
        assert re.fullmatch(r"\{ [^{}]+ \} on [^{}]+", str(form)), effect


def _applied(name: str, option: int) -> CardEffect:
    """The statement that applies one option of a card, with an object and choices for what it leaves open."""
    card = load("mtg").card_with_effects(name)
    assert card is not None
    forms = [e.exact_form for e in card.effects if e.option == option]
    choosing = {v for k, v in CHOICES.items() for f in forms if f"{k} chosen" in f}
    affecting = ("Target",) if any(f.endswith(" on affected") for f in forms) else ()
    return CardEffect(name, affecting, tuple(choosing), option=option)


def test_every_effect_can_be_applied_by_the_name_of_its_card(graph: Graph) -> None:
    knowledge = load("mtg")
    faults = []
    for card in sorted(set(graph.objects(None, RK.ofCard)), key=str):
        name, forms = _name(graph, card), _forms(graph, card)
        try:
            made = [
                effect
                for option in sorted(_options(graph, card))
                for effect in card_effects(_applied(name, option), knowledge, name)
            ]
            assert len(made) == (0 if "defining" in _kinds(graph, card) else len(forms))
        except Exception as error:  # noqa: BLE001 - every fault is listed at once
            faults.append((name, forms, repr(error)))
    assert faults == []


def _kinds(graph: Graph, card: Any) -> set[str]:
    """How the effects of a card are generated."""
    return {str(graph.value(e, RK.generatedAs)) for e in graph.subjects(RK.ofCard, card)}


def _options(graph: Graph, card: Any) -> set[int]:
    """The options of the effects of a card; 0 for those that are none."""
    return {int(str(graph.value(e, RK.option) or 0)) for e in graph.subjects(RK.ofCard, card)}


def test_every_type_line_can_be_read(type_lines: dict[str, str]) -> None:
    lexicon = load("mtg").lexicon
    faults = []
    for name, line in sorted(type_lines.items()):
        try:
            assert not read_type_line(line, lexicon).notes, name
        except Exception as error:  # noqa: BLE001 - every fault is listed at once
            faults.append((name, line, str(error)))
    assert faults == []


def test_every_word_of_a_type_line_is_in_the_newest_lists(type_lines: dict[str, str]) -> None:
    with gzip.open(_shared("knowledge", "cr205_lists.json.gz"), "rt", encoding="utf-8") as file:
        dated = json.load(file)["lists"]
    lists = dated[max(dated)]
    before = {w.casefold() for k in ("card_types", "supertypes") for w in lists[k]}
    after = {w.casefold() for k in lists.keys() - {"card_types", "supertypes"} for w in lists[k]}
    for name, line in type_lines.items():
        left, _, right = line.casefold().partition(" — ")
        assert set(left.split()) <= before, name
        rest = right
        for word in sorted(after, key=len, reverse=True):
            rest = re.sub(rf"(?<!\S){re.escape(word)}(?!\S)", "", rest)
        assert not rest.strip(), name


def test_type_lines_agree_with_the_card_data(type_lines: dict[str, str]) -> None:
    path = _shared("data", "mtg_cards.jsonl.gz")
    known: dict[str, set[str]] = defaultdict(set)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            if row.get("side", "a") == "a":
                name = row.get("face") or row["name"].partition(" // ")[0]
                known[name] |= {row["type_line"], *row.get("also", {}).values()}
    for name, line in type_lines.items():
        lines = {text.replace("’", "'").replace("Tribal", "Kindred") for text in known[name]}
        assert line in {text.partition(" // ")[0] for text in lines}, (name, lines)


def test_static_effects_agree_with_the_checked_cases(
    graph: Graph, type_lines: dict[str, str]
) -> None:
    yaml = pytest.importorskip("yaml")
    path = _shared("cases", "mtg_type_line_cases.yaml")
    compared = set()
    for case in yaml.safe_load(path.read_text(encoding="utf-8")):
        for effect in case.get("effects", []):
            source = effect.get("from", {}).get("static ability of")
            forms = _forms(graph, _by_name(graph, source)) if source in type_lines else []
            if not forms:
                continue
            compared.add(source)
            ops, _, subject = forms[0].removeprefix("{ ").partition(" } on ")
            ours = {part for op in ops.split("; ") for part in _parts(op)}
            theirs = {part for op in effect["ops"] for part in _parts(_case_op(op))}
            if any(word == "chosen" for _, word in ours):
                ours, theirs = {(verb, "") for verb, _ in ours}, {(verb, "") for verb, _ in theirs}
            assert ours - {("lose", "all abilities")} == theirs, (case["id"], source)
            if subject not in ("affected", "self"):
                words = set(re.split(" and | or ", subject.casefold())) - {"permanent"}
                words = {
                    w for w in words if not w.startswith("in ")
                }  # the cases are on the battlefield
                assert words == _case_subject(effect["affects"]), (case["id"], source)
    assert len(compared) > 20


def _case_op(op: list[Any]) -> str:
    words = [x if isinstance(x, str) else ", ".join(x) for x in op[1:]]
    return CASE_OPS[op[0]].format(*words)


def _parts(op: str) -> set[tuple[str, str]]:
    """An operation word by word; the kind of a subtype is left out, since cases do not say it."""
    verb, _, rest = op.partition(" ")
    if rest.startswith(("all ", "every ")):
        return {(verb, rest)}
    head, _, words = rest.partition("types ")
    group = head.strip() if head.strip() in ("card", "super") else ""
    return {(f"{verb} {group}", word) for word in words.split(", ")}


def _case_subject(affects: dict[str, Any]) -> set[str]:
    parts = [*affects.get("all", []), *affects.get("any", [])]
    parts += [f"not {word}" for word in affects.get("none", [])]
    parts += [word for word in ("other", "nontoken") if affects.get(word)]
    parts += ["controlled by you"] if "controller" in affects else []
    return {part.casefold() for part in parts}

"""The statements of the castle rules: complete, in two languages, in our own words, with what they rest on."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from rdflib import RDFS, Graph, Literal, URIRef
from rulekeep.kb.knowledge import load
from rulekeep.queries.cli import main

RULES = Path(__file__).resolve().parents[1] / "ontology" / "duelmasters" / "rules"
TERMS = RULES.parent / "terms"
SHARED = Path(__file__).resolve().parents[1].parent / "shared"
RK = "https://w3id.org/rulekeep/core/"
DR = "https://w3id.org/rulekeep/duelmasters/rule/"
PAGE = [f"C{n:02}" for n in range(1, 87)]
# Rules that castle questions rest on.
NEEDED = [
    "101.5", "112.2", "113.2", "113.2a", "113.6a", "204.1", "204.2", "204.3", "205.2a", "304.1", "304.2",
    "304.3", "406", "601.1", "609.1a", "609.3", "609.8", "701.19a", "703.4k", "822.1", "822.2", "822.3",
]  # fmt: skip
WORDS_IN_A_ROW = 8
CHARACTERS_IN_A_ROW = 18
KINDS = {
    "Q&A": "answer",
    "unofficial wiki note": "note",
    "state-based action": "stateBasedAction",
}
AUTHORITIES = {
    "card_text": {"CardText"},
    "official_qa": {"OfficialAnswer", "OfficialReason"},
    "official_rule": {"ComprehensiveRules"},
    "wiki_text": {"UncitedWiki"},
}


def rk(name: str) -> URIRef:
    return URIRef(RK + name)


def files() -> list[Path]:
    """The files of statements; logic stands in files of its own."""
    return sorted(p for p in RULES.glob("*.ttl") if not p.stem.endswith("-logic"))


@cache
def graph() -> Graph:
    """All statements."""
    found = Graph()
    for path in files():
        found.parse(path, format="turtle")
    return found


def number(node: object) -> str:
    return str(node).removeprefix(DR)


def statements() -> list[URIRef]:
    return sorted(s for s in graph().subjects(rk("number")) if isinstance(s, URIRef))


def text_of(name: str, prop: URIRef, lang: str) -> str:
    found = graph().objects(URIRef(DR + name), prop)
    return next(str(o) for o in found if isinstance(o, Literal) and o.language == lang)


def shared(name: str) -> Path:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"no {name} beside the checkout")
    return path


@cache
def listed() -> dict[str, dict]:
    """The list of the page's statements, by number."""
    text = shared("knowledge/castle_rules.yaml").read_text(encoding="utf-8")
    return {s["id"]: s for s in yaml.safe_load(text)["statements"]}


@pytest.fixture(scope="module")
def documents():
    return load("duelmasters").documents


# --- complete -------------------------------------------------------------------------------------


def test_every_claim_of_the_page_is_there(documents):
    assert [n for n in documents.rules if re.fullmatch(r"C\d\d", n)] == PAGE


def test_every_rule_that_castles_rest_on_is_there(documents):
    assert [n for n in NEEDED if n not in documents.rules] == []


@pytest.mark.parametrize("prop", [RDFS.label, rk("statement")], ids=["label", "statement"])
def test_every_text_is_there_once_in_each_language(prop):
    faults = {}
    for rule in statements():
        found = [o for o in graph().objects(rule, prop) if isinstance(o, Literal)]
        languages = sorted(str(o.language) for o in found)
        if languages != ["en", "ja"]:
            faults[number(rule)] = languages
    assert faults == {}


def test_no_two_statements_have_one_text():
    texts = Counter(str(o) for o in graph().objects(None, rk("statement")))
    assert [t for t, n in texts.items() if n > 1] == []


def test_every_statement_has_its_number_and_one_authority():
    for rule in statements():
        assert [str(o) for o in graph().objects(rule, rk("number"))] == [number(rule)]
        assert len(list(graph().objects(rule, rk("authority")))) == 1


def test_comprehensive_rules_say_of_which_text_they_are(documents):
    rules = [t for n, t in documents.rules.items() if n[0].isdigit() and "-" not in n]
    assert {(t.stated_on, t.edition, t.authority) for t in rules} == {
        ("2026-04-10", "1.50", "ComprehensiveRules")
    }


def test_what_is_cited_is_there(documents):
    known = set(documents.rules)
    cited = {c for t in documents.rules.values() for c in (*t.cites, t.part_of) if c}
    assert cited - known == set()


def test_every_rule_that_lists_a_term_is_there(documents):
    terms = load("duelmasters").content.terms
    assert {t.listed_in for t in terms if t.listed_in} - set(documents.rules) == set()


def test_statement_files_hold_no_logic():
    assert list(graph().subjects(rk("logic"))) == []


def test_no_statement_stands_in_two_files():
    found = Counter(
        name
        for path in files()
        for name in re.findall(
            r"^dr:(\S+) a ", path.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
    )
    assert [name for name, count in found.items() if count > 1] == []


def test_every_comprehensive_rule_exists_in_the_official_text():
    text = shared("data/cr/DuelMasters_rules_v1.50_en.md").read_text(encoding="utf-8")
    official = set(re.findall(r"^(?:\* )?\*\*(\d{3}(?:\.\d+[a-z]*)?)\.?\b", text, re.MULTILINE))
    ours = {number(r) for r in statements() if number(r)[0].isdigit()}
    assert ours - official == set()


# --- what they rest on ----------------------------------------------------------------------------


def test_trust_falls_from_the_rules_to_what_nobody_stated(documents):
    order = [
        "ComprehensiveRules", "CardText", "OfficialAnswer", "OfficialReason", "CitedWiki", "UncitedWiki",
        "Bridge",
    ]  # fmt: skip
    trusts = [documents.authorities[name].trust for name in order]
    assert trusts == sorted(trusts, reverse=True)
    assert len(set(trusts)) == len(order)


def test_authorities_and_kinds_have_names_in_both_languages(documents):
    names = [a.labels for a in documents.authorities.values()] + [*documents.kinds.values()]
    assert all(sorted(labels) == ["en", "ja"] for labels in names)


def test_every_claim_has_the_kind_that_the_list_gives_it(documents):
    found = {n: documents.rules[n].kind for n in PAGE}
    assert found == {n: KINDS.get(s["kind"], s["kind"]) for n, s in listed().items()}
    assert set(found.values()) <= set(documents.kinds)


def test_every_claim_rests_on_what_the_list_says(documents):
    for name, claim in listed().items():
        assert documents.rules[name].authority in AUTHORITIES[claim["source_type"]], name


def test_every_claim_says_where_on_the_page_it_stands_and_whether_it_binds(documents):
    for name, claim in listed().items():
        text = documents.rules[name]
        assert (text.page_line, text.normative) == (claim["page_line"], claim["normative"]), name


def test_every_claim_with_a_rule_number_refers_to_that_rule(documents):
    for name, claim in listed().items():
        for cited in re.findall(r"\d{3}\.\d+[a-z]?", claim["rule_no"] or ""):
            assert cited in documents.rules[name].cites, name


def test_only_dated_answers_have_a_date(documents):
    dated = {n: documents.rules[n].stated_on for n in PAGE if documents.rules[n].stated_on}
    assert dated == {"C31": "2019-07-02", "C32": "2020-10-23", "C33": "2020-10-23"}


def test_what_claims_say_of_cards_are_cards_of_the_ontology(documents):
    named = {str(o).rpartition("duelmasters/")[2] for o in graph().objects(None, rk("statesOf"))}
    assert named
    assert named - set(documents.cards) == set()


# --- in our own words -----------------------------------------------------------------------------


def word_runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+(?:['./-][a-z0-9]+)*", text.lower())
    return set(zip(*[words[i:] for i in range(WORDS_IN_A_ROW)], strict=False))


def character_runs(text: str) -> set[str]:
    bare = re.sub(r"《[^》]*》|\s", "", text)
    last = len(bare) - CHARACTERS_IN_A_ROW
    return {bare[i : i + CHARACTERS_IN_A_ROW] for i in range(last + 1)}


def test_no_english_text_repeats_a_run_of_the_rules():
    source = word_runs(shared("data/cr/DuelMasters_rules_v1.50_en.md").read_text(encoding="utf-8"))
    texts = {number(r): text_of(number(r), rk("statement"), "en") for r in statements()}
    assert {n: word_runs(t) & source for n, t in texts.items() if word_runs(t) & source} == {}


def test_no_japanese_text_repeats_a_run_of_the_page():
    source = character_runs(shared("sources/castle_page_ja.txt").read_text(encoding="utf-8"))
    texts = {number(r): text_of(number(r), rk("statement"), "ja") for r in statements()}
    runs = {n: character_runs(t) & source for n, t in texts.items()}
    assert {n: found for n, found in runs.items() if found} == {}


@pytest.mark.parametrize("name", ["C02", "C14", "C25", "C48", "C50"])
def test_the_texts_of_the_list_that_are_close_to_the_page_were_reworded(name):
    given = listed()[name]["statement_ja"]
    ours = text_of(name, rk("statement"), "ja")
    runs = [given[i : i + 10] for i in range(len(given) - 9)]
    assert [run for run in runs if run in ours] == []


# --- as the command shows them --------------------------------------------------------------------


def shown(*args: str) -> str:
    result = CliRunner().invoke(main, ["rules", *args, "--game", "duelmasters"])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command_lists_every_claim():
    listed_names = {line.split("  ")[0] for line in shown().splitlines()}
    assert set(PAGE) <= listed_names


def test_the_command_shows_kind_trust_and_that_a_claim_is_undated():
    lines = [line.strip() for line in shown("C25", "--lang", "ja").splitlines()]
    assert {
        "種類: 状況起因処理", "根拠: 総合ルール (信頼度 7/7)", "日付: 日付なし", "ページの行: 17", "参照: 703.4k",
    } <= set(lines)  # fmt: skip


def test_the_command_shows_the_date_of_an_answer_and_a_remark_as_such():
    assert "stated on: 2019-07-02" in shown("C31")
    assert "a remark, binds nobody" in shown("C18")
    assert "stated on: 2026-04-10 (version 1.50)" in shown("703.4k")

"""The statements of the official rules: complete, in two languages, in our own words."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from pathlib import Path

import pytest
from rdflib import RDF, RDFS, Graph, Literal, URIRef
from rdflib.term import Node

RULES = Path(__file__).resolve().parents[1] / "ontology" / "mtg" / "rules"
SHARED = Path(__file__).resolve().parents[1].parent / "shared"
RK = "https://w3id.org/rulekeep/core/"
CR = "https://w3id.org/rulekeep/mtg/rule/"
OLDEST, NEWEST = date(2011, 9, 30), date(2026, 8, 7)
LETTERS = {"205.1": "ab", "205.2": "abc", "205.3": "abcdefghijkmnpqr", "205.4": "abcdefgh"}
WORDS_IN_A_ROW = 8
CHARACTERS_IN_A_ROW = 24
LISTS = {
    "205.3g": "artifact_types",
    "205.3h": "enchantment_types",
    "205.3i": "land_types",
    "205.3j": "planeswalker_types",
    "205.3k": "spell_types",
    "205.3m": "creature_types",
    "205.3n": "planar_types",
}


def rk(name: str) -> URIRef:
    """An IRI of the core vocabulary."""
    return URIRef(RK + name)


def statement_files() -> list[Path]:
    """The files of statements; logic stands in files of its own."""
    return sorted(p for p in RULES.glob("*.ttl") if not p.stem.endswith("-logic"))


@cache
def graph() -> Graph:
    """All statements of the rules."""
    found = Graph()
    for path in statement_files():
        found.parse(path, format="turtle")
    return found


def rules() -> list[URIRef]:
    """The rules that have a number, sorted."""
    return sorted(s for s in graph().subjects(rk("number")) if isinstance(s, URIRef))


def number(rule: Node) -> str:
    """The number in the IRI of a rule."""
    return str(rule).removeprefix(CR)


def texts(rule: Node, properties: tuple[URIRef, ...]) -> Iterator[Literal]:
    """The literals of a rule under some properties."""
    for prop in properties:
        yield from (o for o in graph().objects(rule, prop) if isinstance(o, Literal))


def place_in_order(rule: str) -> tuple[int, int, int, str]:
    """A key that sorts 613.7 before 613.10 and 704.5z before 704.5aa."""
    match = re.fullmatch(r"(\d+)(?:\.(\d+)([a-z]*))?", rule)
    assert match, rule
    letters = match[3] or ""
    return int(match[1]), int(match[2] or 0), len(letters), letters


def shared(name: str) -> Path:
    """A file of the shared sources.

    Raises:
        pytest.skip.Exception: If it is not there.
    """
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"no {name} beside the checkout")
    return path


@cache
def official(name: str) -> str:
    """An official text, with plain quotes."""
    text = shared(name).read_text(encoding="utf-8-sig")
    return text.replace("’", "'").replace("\u2018", "'")


def official_numbers() -> set[str]:
    """The numbers of the newest official text."""
    text = official("data/cr/MagicCompRules_20260807.txt")
    return set(re.findall(r"^(\d{3}(?:\.\d+[a-z]*)?)\.? ", text, flags=re.MULTILINE))


def word_runs(text: str) -> set[tuple[str, ...]]:
    """Every run of the forbidden length in an English text."""
    words = re.findall(r"[a-z0-9]+(?:['./-][a-z0-9]+)*", text.lower())
    rows = [words[i:] for i in range(WORDS_IN_A_ROW)]
    return set(zip(*rows, strict=False))


def character_runs(text: str) -> set[str]:
    """Every run of the forbidden length in a Japanese text, without its lists of quoted names."""
    bare = re.sub(r"(?:「[^」]*／[^」]*」(?:\([^)]*\))?)+", "", text)
    bare = re.sub(r"\s", "", bare)
    return {bare[i : i + CHARACTERS_IN_A_ROW] for i in range(len(bare) - CHARACTERS_IN_A_ROW + 1)}


def test_every_number_of_rule_205_has_a_statement() -> None:
    expected = {
        "205",
        *LETTERS,
        *(top + one for top, letters in LETTERS.items() for one in letters),
    }
    assert {number(r) for r in rules() if number(r).startswith("205")} == expected


def test_rule_205_has_the_numbers_of_the_newest_text() -> None:
    expected = {n for n in official_numbers() if n.startswith("205")}
    assert {number(r) for r in rules() if number(r).startswith("205")} == expected


def test_every_rule_exists_in_the_newest_text() -> None:
    assert {number(r) for r in rules()} - official_numbers() == set()


def test_every_cited_rule_exists_in_the_newest_text() -> None:
    cited = {number(o) for o in graph().objects(None, rk("cites"))}
    assert cited - official_numbers() == set()


def test_no_rule_cites_itself() -> None:
    assert [number(s) for s, o in graph().subject_objects(rk("cites")) if s == o] == []


@pytest.mark.parametrize("prop", [RDFS.label, rk("statement"), rk("historyNote")])
def test_every_text_is_there_once_in_each_language(prop: URIRef) -> None:
    faults = {}
    for rule in rules():
        languages = sorted(str(o.language) for o in texts(rule, (prop,)))
        if languages != ["en", "ja"] and (languages or prop != rk("historyNote")):
            faults[number(rule)] = languages
    assert faults == {}


def test_every_rule_has_its_class_number_and_authority() -> None:
    for rule in rules():
        assert (rule, RDF.type, rk("Rule")) in graph(), rule
        assert [str(o) for o in graph().objects(rule, rk("number"))] == [number(rule)]
        assert list(graph().objects(rule, rk("authority"))) == [rk("ComprehensiveRules")]


def test_every_rule_is_part_of_the_rule_that_its_number_names() -> None:
    known = {number(r) for r in rules()}
    for rule in rules():
        name = number(rule)
        parent = re.sub(r"[a-z]+$", "", name) if name[-1].isalpha() else name.partition(".")[0]
        expected = [] if parent == name else [parent]
        assert [number(o) for o in graph().objects(rule, rk("partOf"))] == expected
        assert set(expected) <= known


def test_statement_files_hold_no_logic() -> None:
    assert list(graph().subjects(rk("logic"))) == []


@pytest.mark.parametrize("path", statement_files(), ids=lambda p: p.stem)
def test_subjects_are_sorted_and_there_once(path: Path) -> None:
    found = re.findall(r"^cr:(\S+) ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert found == sorted(set(found), key=place_in_order)


def test_no_rule_stands_in_two_files() -> None:
    found = Counter(
        name
        for path in statement_files()
        for name in re.findall(r"^cr:(\S+) ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    )
    assert [name for name, count in found.items() if count > 1] == []


def test_english_statements_have_at_most_four_sentences() -> None:
    long = [
        number(rule)
        for rule in rules()
        for text in texts(rule, (rk("statement"),))
        if text.language == "en" and len(re.findall(r"[.?!](?:\s|$)", text)) > 4
    ]
    assert long == []


def test_rules_of_205_say_since_when_they_hold() -> None:
    for rule in rules():
        dates = [date.fromisoformat(str(o)) for o in graph().objects(rule, rk("validFrom"))]
        assert all(OLDEST <= d <= NEWEST for d in dates), rule
        assert len(dates) <= 1, rule
        assert dates or not number(rule).startswith("205"), rule


def test_dates_are_those_of_official_texts() -> None:
    path = shared("knowledge/cr205_lists.json.gz")
    effective = json.loads(gzip.decompress(path.read_bytes()))["effective"].values()
    known = {datetime.strptime(d, "%B %d, %Y").date() for d in effective}
    stated = {date.fromisoformat(str(o)) for o in graph().objects(None, rk("validFrom"))}
    assert stated - known == set()


def test_former_numbers_say_from_when_to_when() -> None:
    former = {(number(s), str(o)) for s, o in graph().subject_objects(rk("formerNumber"))}
    shape = r"\d{3}\.\d+[a-z]? \((\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)\)"
    for rule, text in sorted(former):
        match = re.fullmatch(shape, text)
        assert match, rule
        assert OLDEST <= date.fromisoformat(match[1]) < date.fromisoformat(match[2]) < NEWEST
    assert ("205.3r", "205.3p (2011-09-30 to 2022-06-09)") in former


def test_counts_in_statements_are_those_of_the_newest_lists() -> None:
    path = shared("knowledge/cr205_lists.json.gz")
    newest = json.loads(gzip.decompress(path.read_bytes()))["lists"]["20260807"]
    for rule, name in LISTS.items():
        for text in texts(URIRef(CR + rule), (rk("statement"),)):
            assert re.search(rf"\b{len(newest[name])} names|{len(newest[name])}の名前", text), rule


def test_no_english_text_repeats_a_run_of_the_official_words() -> None:
    source = word_runs(official("data/cr/MagicCompRules_20231117.txt"))
    source |= word_runs(official("data/cr/MagicCompRules_20260807.txt"))
    copied = {
        f"{number(rule)}: {' '.join(run)}"
        for rule in rules()
        for text in texts(rule, (RDFS.label, rk("statement"), rk("historyNote")))
        if text.language == "en"
        for run in word_runs(text) & source
    }
    assert copied == set()


def test_no_japanese_text_repeats_a_run_of_the_official_characters() -> None:
    source = character_runs(official("sources/cr205_ja.txt"))
    copied = {
        f"{number(rule)}: {run}"
        for rule in rules()
        for text in texts(rule, (RDFS.label, rk("statement"), rk("historyNote")))
        if text.language == "ja"
        for run in character_runs(text) & source
    }
    assert copied == set()


def test_the_copy_checks_see_a_copy() -> None:
    assert word_runs("one two three four five six seven eight, nine") & word_runs(
        "zero. One two three FOUR five six seven eight"
    )
    row = "あいうえおかきくけこさしすせそたちつてとなにぬねの"
    assert character_runs(row) & character_runs("「甲／A」「乙／B」" + row)

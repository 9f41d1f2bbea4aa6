"""Type lines of real cards and a fixture: few are refused, for a reason; what is read comes back."""

from __future__ import annotations

import gzip
import json
import random
import tomllib
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.lexicon import fold
from rulekeep.kb.typelines.printing import format_type_line
from rulekeep.kb.typelines.reading import read_faces, read_type_line
from rulekeep.kb.typelines.report import report

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "shared"
DATA = SHARED / "data"
LISTS = SHARED / "knowledge" / "cr205_lists.json.gz"
REFUSALS = tomllib.loads((HERE / "typeline_refusals.toml").read_text(encoding="utf-8"))
FIXTURE = [
    line.split(" = ")
    for line in (HERE / "typelines_round_trip.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
needs_data = pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")


@pytest.fixture(scope="module")
def lexicon():
    return load().lexicon


# --- own lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", FIXTURE, ids=lambda row: row[0])
def test_a_line_is_read_printed_and_read_again(row, lexicon):
    line, printed = row[0], row[-1]
    if printed == "!":
        with pytest.raises(DiagnosticError):
            read_type_line(line, lexicon)
        return
    found = read_type_line(line, lexicon)
    assert format_type_line(found.ids, lexicon) == printed
    for lang in ("en", "ja"):
        again = read_type_line(format_type_line(found.ids, lexicon, lang), lexicon)
        assert set(again.ids) == set(found.ids)


def test_the_fixture_is_as_large_as_it_is_meant_to_be():
    assert len(FIXTURE) >= 60
    assert sum(row[-1] == "!" for row in FIXTURE) <= 4


# --- real lines -----------------------------------------------------------------------------------


def records(name: str) -> list[dict]:
    with gzip.open(DATA / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.fixture(scope="module")
def lines() -> dict[str, list[str]]:
    """Distinct lines: of plain cards, of joke and constructed ones, of tokens, Japanese ones."""
    if not DATA.exists():
        pytest.skip("needs ../shared/data")
    cards = [c for c in records("mtg_cards.jsonl.gz") if c.get("type_line")]
    with gzip.open(DATA / "mtg_ja_type_lines.tsv.gz", "rt", encoding="utf-8") as file:
        japanese = {line.split("\t")[0] for line in list(file)[1:]}
    odd = {c["type_line"] for c in cards if c.get("funny") or c.get("type_line_constructed")}
    plain = {
        c["type_line"] for c in cards if not (c.get("funny") or c.get("type_line_constructed"))
    }
    tokens = {t["type_line"] for t in records("mtg_tokens.jsonl.gz")}
    found = {"plain": plain, "odd": odd - plain, "tokens": tokens - plain, "japanese": japanese}
    return {name: sorted(found[name]) for name in found}


@pytest.fixture(scope="module")
def listed() -> set[str]:
    """Every term of the 82 dated lists."""
    data = json.loads(gzip.decompress(LISTS.read_bytes()))
    return {fold(t) for lists in data["lists"].values() for terms in lists.values() for t in terms}


@needs_data
def test_at_most_three_in_a_hundred_lines_of_real_cards_are_refused(lines, lexicon):
    assert len(lines["plain"]) > 3000
    assert len(report(lines["plain"], lexicon).refused) <= 0.03 * len(lines["plain"])


@needs_data
def test_at_most_three_in_a_hundred_japanese_lines_are_refused(lines, lexicon):
    assert len(lines["japanese"]) > 1500
    assert len(report(lines["japanese"], lexicon).refused) <= 0.03 * len(lines["japanese"])


@needs_data
def test_of_the_tokens_only_what_has_no_known_type_is_refused(lines, lexicon):
    refused = [line for line, _ in report(lines["tokens"], lexicon).refused]
    creatures = [line for line in refused if not line.startswith(("Card", "Emblem"))]
    assert len(creatures) <= 0.05 * len(lines["tokens"])


@needs_data
@pytest.mark.parametrize("source", ["plain", "odd", "tokens"])
def test_no_line_with_a_word_that_no_list_has_is_accepted(source, lines, listed, lexicon):
    refused = {line for line, _ in report(lines[source], lexicon).refused}
    known = {word for term in listed for word in term.split()} | {"token"}
    for line in lines[source]:
        words = fold(line.replace("—", " ").replace("//", " ")).split()
        assert line in refused or set(words) <= known, line


@needs_data
def test_each_word_of_a_hundred_refused_lines_was_found_to_be_wrong(lines, lexicon, listed):
    first = report(lines["plain"], lexicon).refused
    others = sorted({*lines["odd"], *lines["tokens"], *lines["japanese"]} - set(lines["plain"]))
    rest = report(others, lexicon).refused
    more = REFUSALS["drawn"] - len(first)
    drawn = [*first, *random.Random(REFUSALS["seed"]).sample(rest, more)]
    reasons = {
        w: reason
        for reason, table in REFUSALS.items()
        if isinstance(table, dict)
        for w in table["words"]
    }
    words = {(str(d.params["input"]), d.code) for _, faults in drawn for d in faults}
    assert sorted({word for word, _ in words}) == sorted(reasons)
    for word, code in words:
        assert code == "subtype-before-dash" or fold(word) not in listed, word


@needs_data
@pytest.mark.parametrize("source", ["plain", "odd", "tokens", "japanese"])
def test_real_lines_come_back_as_they_were_read(source, lines, lexicon):
    for line in lines[source]:
        try:
            faces = read_faces(line, lexicon)
        except DiagnosticError:
            continue
        for face in faces:
            for lang in ("en", "ja"):
                again = read_type_line(format_type_line(face.ids, lexicon, lang), lexicon)
                assert set(again.ids) == set(face.ids), line


@needs_data
def test_most_real_lines_are_printed_as_they_were_written(lines, lexicon):
    changed = 0
    for line in lines["plain"]:
        try:
            faces = read_faces(line, lexicon)
        except DiagnosticError:
            continue
        shown = " // ".join(format_type_line(f.ids, lexicon, as_given=True) for f in faces)
        changed += shown != line and not any(f.notes for f in faces)
    assert changed <= 0.02 * len(lines["plain"])

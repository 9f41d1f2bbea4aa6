"""Records of JSON files: whole ones however they are cut into pieces, and faulty ones among sound ones."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulekeep.kb.importing import json_stream
from rulekeep.kb.importing.json_records import read_records
from rulekeep.kb.importing.json_stream import Broken, Faulty, JsonStream, fault_of
from rulekeep.kb.importing.source_file import source_file
from rulekeep.kb.store.memory import MemoryStore

from .imported import imported
from .test_cli import call

GOOD = '{"name": "Bear", "type_line": "Creature — Bear", "oracle_id": "g", "layout": "normal"}'
DEEP = '{"a":' * 70 + "1" + "}" * 70
VERY_DEEP = "[" * 20_000 + "]" * 20_000
FAULTY = {
    "no number": ('{"name": "Bad", "type_line": "Land", "cmc": NaN}', "record-number"),
    "no end": ('{"name": "Bad", "type_line": "Land", "cmc": [1, -Infinity]}', "record-number"),
    "beyond numbers": ('{"name": "Bad", "type_line": "Land", "cmc": 1e999}', "record-number"),
    "no number within": ('{"name": "Bad", "type_line": "Land", "p": {"q": NaN}}', "record-number"),
    "a huge number": (f'{{"name": "Bad", "n": {"9" * 5000}, "type_line": "Land"}}', "record-number"),
    "deep objects": (f'{{"name": "Bad", "type_line": "Land", "x": {DEEP}}}', "record-nested"),
    "deep lists": (f'{{"x": {VERY_DEEP}, "name": "Bad", "type_line": "Land"}}', "record-nested"),
    "two names": ('{"name": "Worse", "type_line": "Land", "name": "Bad"}', "record-twice"),
    "two lines": ('{"name": "Bad", "type_line": "Land", "type_line": "Artifact"}', "record-twice"),
}  # fmt: skip
WRAPPED = {
    "array": "[%s, %s, %s]",
    "list": '{"object": "list", "data": [%s, %s, %s], "more": {}}',
    "lines": "%s\n%s\n%s\n",
    "one after another": "\n\n%s\n %s \n%s",
}


def refusals(path: Path, source: str = "scryfall") -> list[tuple[int, str, str]]:
    report = imported(path, source, MemoryStore())
    assert report.cards >= 1
    return [(r.number, r.name, r.why.code) for r in report.refusals]


@pytest.mark.parametrize("wrapping", WRAPPED)
@pytest.mark.parametrize("name", FAULTY)
def test_a_record_that_cannot_be_taken_is_refused_by_name_and_the_rest_is_imported(
    tmp_path, name, wrapping
):
    record, code = FAULTY[name]
    other = GOOD.replace("Bear", "Elf").replace('"g"', '"e"')
    path = tmp_path / "cards.json"
    path.write_text(WRAPPED[wrapping] % (GOOD, record, other), encoding="utf-8")
    assert refusals(path) == [(2, "Bad", code)]


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_card_of_a_set_is_refused_alone(tmp_path, name):
    record, code = FAULTY[name]
    cards = ", ".join((GOOD, record, GOOD.replace("Bear", "Elf"))).replace("type_line", "type")
    path = tmp_path / "set.json"
    for data in ('{"data": {"cards": [%s]}}', '{"data": {"AAA": {"cards": [%s], "code": "AAA"}}}'):
        path.write_text(data % cards, encoding="utf-8")
        assert [(n, c) for _, n, c in refusals(path, "mtgjson")] == [("Bad", code)]


def test_what_is_wrong_in_a_set_besides_its_cards_is_told(tmp_path):
    path = tmp_path / "set.json"
    cards = GOOD.replace("type_line", "type")
    path.write_text(
        f'{{"data": {{"AAA": {{"booster": NaN, "cards": [{cards}]}}}}}}', encoding="utf-8"
    )
    assert refusals(path, "mtgjson") == [(2, "AAA", "record-number")]


def test_a_key_that_stands_twice_with_one_value_is_none_too_many(tmp_path):
    path = tmp_path / "cards.json"
    path.write_text(f"[{GOOD[:-1]}, {GOOD[1:]}]", encoding="utf-8")
    assert refusals(path) == []


def test_a_refused_record_is_told_in_either_language_and_by_the_exit_code(tmp_path):
    path = tmp_path / "cards.json"
    path.write_text(f"[{GOOD}, {FAULTY['two names'][0]}, {FAULTY['no number'][0]}]", "utf-8")
    command = ("import", "scryfall", str(path), "--store", str(tmp_path / "store"))
    shown = call(*command)
    assert shown.exit_code == 1
    assert "record 2 `Bad`: it has the key `name` twice, with different values" in shown.stdout
    assert (
        "レコード3 `Bad`: `NaN` は扱える数ではありません" in call(*command, "--lang", "ja").stdout
    )


# --- streams ----------------------------------------------------------------------------------------

_TEXTS = st.text(st.sampled_from('a"\\{}[],: \n\té語😀0'), max_size=12)
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-999, 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXTS, inner, max_size=4),
    max_leaves=12,
)


class Pieces(io.BytesIO):
    """Bytes that come a few at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__(data)
        self.size = size
        self.consumed = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(self.size)
        self.consumed += len(data)
        return data


@settings(max_examples=150, deadline=None)
@given(st.lists(_VALUES, max_size=5), st.integers(1, 40), st.sampled_from([None, 1]), st.booleans())
def test_values_are_the_same_in_whatever_pieces_they_come(values, size, indent, ascii_):
    data = json.dumps(values, indent=indent, ensure_ascii=ascii_).encode()
    stream = JsonStream(Pieces(data, size))
    assert list(stream.items()) == values
    assert stream.peek() == ""


@settings(max_examples=150, deadline=None)
@given(_VALUES, st.integers(1, 40), st.integers(1, 60))
def test_a_stream_that_is_cut_is_never_taken_for_whole(value, size, lost):
    data = json.dumps([value, "end"]).encode()
    with pytest.raises(Broken) as caught:
        list(JsonStream(Pieces(data[: -min(lost, len(data))], size)).items())
    assert caught.value.cut


@pytest.mark.parametrize(
    ("text", "byte"),
    [('[1, 2 3]', 6), ('[{"a" 1}]', 6), ('[{"a": }]', 7), ("[1,]", 3), ('["é", é]', 7), ("[1] 2", 4), ("[truer]", 5), ('[{"a": 1, 2}]', 10)],
)  # fmt: skip
@pytest.mark.parametrize("size", [1, 3, 100])
def test_a_fault_is_told_at_its_byte(tmp_path, monkeypatch, text, byte, size):
    monkeypatch.setattr(json_stream, "CHUNK", size)
    path = tmp_path / "file.json"
    path.write_bytes(text.encode())
    with source_file(str(path)) as file, pytest.raises(ValueError, match="not-json") as caught:
        list(read_records(file))
    assert caught.value.diagnostics[0].params["byte"] == byte  # type: ignore[attr-defined]


def test_a_faulty_object_has_what_is_sound_in_it():
    found = JsonStream(None, f'{{"a": 1, "b": {{"c": NaN}}, "d": {VERY_DEEP}}}').value()
    assert isinstance(found, Faulty) and isinstance(found["b"], Faulty) and found["a"] == 1
    why = fault_of(found["d"])
    assert why is not None and why.code == "record-nested"


def test_a_record_of_too_many_objects_is_refused_before_they_are_made(tmp_path, monkeypatch):
    monkeypatch.setattr(json_stream, "MAX_MEMBERS", 1000)
    monkeypatch.setattr(json_stream, "LARGE", 5000)
    many = '{"name": "Bad", "type_line": "Land", "x": [' + "{}, " * 2000 + "1]}"
    some = '{"name": "Elf", "type_line": "Land", "x": [' + "{}, " * 200 + f'"{"x" * 9000}"]}}'
    path = tmp_path / "cards.json"
    path.write_text(f"[{GOOD}, {many}, {some}]", encoding="utf-8")
    assert refusals(path) == [(2, "", "record-many")]

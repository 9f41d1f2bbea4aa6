"""Stores that are damaged or not there, and files that cannot be cards: one error each, in both languages."""

from __future__ import annotations

import gzip
import shutil

import pytest
from rulekeep.kb.store.local import LocalStore

from .imported import FILES, imported
from .test_cli import call

CARDS = FILES / "scryfall.json"
READING = {
    "ask": ("ask", 'given "Stomp"; ask "Stomp" is Instant'),
    "find": ("find", '?c where layout(?c, "meld")'),
    "read": ("read", "Stomp"),
    "sparql": ("sparql", "ASK { ?s ?p ?o }"),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    store = LocalStore(str(tmp_path_factory.mktemp("sound") / "store"))
    imported(CARDS, "scryfall", store)
    return store.folder


def cut(path):
    path.write_bytes(path.read_bytes()[:100])


def zeroed(path):
    path.write_bytes(bytes(path.stat().st_size))


def removed(path):
    path.unlink()


@pytest.fixture(params=[(cut, "*.sst"), (zeroed, "*.sst"), (removed, "*.sst"), (removed, "MANIFEST*"), (cut, "CURRENT")],
                ids=lambda p: f"{p[0].__name__} {p[1]}")  # fmt: skip
def damaged(request, sound, tmp_path):
    damage, names = request.param
    place = shutil.copytree(sound, tmp_path / "store")
    for path in next(place.glob("generation-*/index")).glob(names):
        damage(path)
        if path.name == "CURRENT":
            path.write_bytes(b"MANIFEST-999999")
    return str(place)


def test_a_damaged_store_is_told_by_every_command_that_reads_it(damaged):
    for name, arguments in READING.items():
        shown = call(*arguments, "--store", damaged)
        assert (name, shown.exit_code) == (name, 2)
        assert "store-not-read" in shown.stderr and damaged in shown.stderr, name
        assert "import again" in shown.stderr and "Traceback" not in shown.stderr, name
        assert "unknown-object" not in shown.stderr


def test_nothing_is_imported_into_a_damaged_store(damaged):
    file = str(FILES / "mtgjson_atomic.json")
    shown = call("import", "mtgjson", file, "--store", damaged, "--lang", "ja")
    assert (shown.exit_code, "store-not-read" in shown.stderr) == (2, True)
    assert "取り込み直してください" in shown.stderr


def test_a_damaged_graph_is_told_when_its_lines_are_taken_out(sound, tmp_path):
    place = shutil.copytree(sound, tmp_path / "store")
    cut(next(place.glob("generation-*/graphs/*cards*.nt")))
    changed = tmp_path / "cards.json"
    changed.write_text('[{"oracle_id": "1", "name": "Cog", "type_line": "Artifact"}]')
    shown = call("import", "scryfall", str(changed), "--store", str(place))
    assert (shown.exit_code, "store-not-read" in shown.stderr) == (2, True)


@pytest.mark.parametrize("name", READING)
@pytest.mark.parametrize("by", ["option", "environment"])
def test_a_store_that_was_named_and_is_not_there_is_an_error(tmp_path, monkeypatch, name, by):
    place = str(tmp_path / "none")
    if by == "environment":
        monkeypatch.setenv("RULEKEEP_STORE", place)
    shown = call(*READING[name], *(["--store", place] if by == "option" else []))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert f"there is no store at `{place}`" in shown.stderr and "store-absent" in shown.stderr


def test_an_import_makes_the_store_that_was_named(tmp_path):
    place = tmp_path / "made" / "store"
    assert call("import", "scryfall", str(CARDS), "--store", str(place)).exit_code == 0
    assert call(*READING["ask"], "--store", str(place)).exit_code == 0


@pytest.mark.parametrize("encoding", ["UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE"])
def test_json_of_another_encoding_is_called_by_it(tmp_path, encoding):
    path = tmp_path / "cards.json"
    path.write_bytes(CARDS.read_text("utf-8").encode(encoding))
    shown = call("import", "scryfall", str(path), "--store", str(tmp_path / "store"))
    assert (shown.exit_code, f"is {encoding}, not UTF-8" in shown.stderr) == (2, True)


@pytest.mark.parametrize("source", ["scryfall", "rules-text"])
def test_a_file_packed_twice_is_told_with_what_to_do(tmp_path, source):
    path = tmp_path / "cards.json.gz"
    path.write_bytes(gzip.compress(gzip.compress(CARDS.read_bytes())))
    shown = call("import", source, str(path), "--store", str(tmp_path / "store"))
    assert (shown.exit_code, "packed with gzip twice" in shown.stderr) == (2, True)


def test_the_word_token_on_an_imported_line_is_no_note(sound):
    text = 'given "Treasure"; ask "Treasure" is Treasure'
    shown = call("ask", text, "--store", str(sound))
    assert (shown.exit_code, "note" in shown.stdout) == (0, False)

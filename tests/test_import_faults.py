"""Imports that cannot end well: the error is clear, and the store is as it was before or as it is after."""

from __future__ import annotations

import gzip
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.importing import source_file
from rulekeep.kb.importing.source_file import base_name
from rulekeep.kb.store.graphs import IMPORTS
from rulekeep.kb.store.local import LocalStore
from rulekeep.kb.store.memory import MemoryStore

from .imported import FILES, everything, imported
from .test_cli import call

SCRYFALL = FILES / "scryfall.json"
PACKED = gzip.compress(SCRYFALL.read_bytes())
POINTS = 20
IMPORT = """
import sys
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.importing.card_import import import_cards
from rulekeep.kb.importing.source_file import source_file
from rulekeep.kb.knowledge import load
from rulekeep.kb.store.local import LocalStore
import pyoxigraph
load("mtg")
if len(sys.argv) > 3:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
print("ready", flush=True)
try:
    with source_file(sys.argv[1]) as file:
        import_cards(file, "scryfall", LocalStore(sys.argv[2]))
except DiagnosticError as error:
    sys.exit(error.diagnostics[0].code)
"""

IMPORTS_EACH = """
import os, sys
import filelock, pyoxigraph
from rulekeep.kb.importing.card_import import import_cards
from rulekeep.kb.importing.source_file import source_file
from rulekeep.kb.knowledge import load
from rulekeep.kb.store.local import LocalStore
load("mtg")
for folder in sys.stdin:
    process = os.fork()
    if not process:
        with source_file(sys.argv[1]) as file:
            import_cards(file, "scryfall", LocalStore(folder.strip()))
        os._exit(0)
    print(process, flush=True)
    os.waitpid(process, 0)
    print("ended", flush=True)
"""


def many(path: Path, count: int, line: str = "Creature — Elf") -> Path:
    cards = [{"oracle_id": f"c{i}", "name": f"Card {i}", "type_line": line} for i in range(count)]
    path.write_text(json.dumps(cards))
    return path


def fault(path: Path | str, source: str = "scryfall") -> DiagnosticError:
    with pytest.raises(DiagnosticError) as caught:
        imported(path, source, MemoryStore())
    return caught.value


def code(path: Path | str, source: str = "scryfall") -> str:
    return fault(path, source).diagnostics[0].code


# --- files ------------------------------------------------------------------------------------------

BROKEN = {
    "cut in a record": (SCRYFALL.read_bytes()[:2000], "truncated"),
    "cut gzip": (PACKED[:-20], "truncated"),
    "broken gzip": (PACKED[:60] + b"x" * 40 + PACKED[100:], "bad-gzip"),
    "broken JSON": (b'[{"name": "Bear", "type_line": "Land"}, {"name": }]', "not-json"),
    "not UTF-8": (b'[{"name": "B\xe4r", "type_line": "Land"}]', "not-json"),
    "empty": (b"", "not-json"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(100), "not-json"),
    "an archive": (b"PK\x03\x04" + bytes(100), "not-json"),
    "plain text": (b"Blood Moon\nDryad Arbor\n", "not-json"),
    "nested without end": (b"[" * 200_000, "truncated"),
    "nested and closed": (b'{"a":' * 3000 + b"1" + b"}" * 3000, "no-cards"),
    "nested by turns": (b"[[]" * 100_000, "not-json"),
    "no cards": (b"[]", "no-cards"),
    "other JSON": (b'{"answer": 42}', "no-cards"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_as_a_whole(tmp_path, name):
    data, expected = BROKEN[name]
    path = tmp_path / "file"
    path.write_bytes(data)
    assert code(path) == expected


def test_an_error_tells_how_far_the_file_was_sound(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b'[{"name": "Bear", "type_line": "Land"}, {"name": }]')
    shown = call("import", "scryfall", str(path), "--store", str(tmp_path / "store"))
    assert shown.exit_code == 2
    assert "broken after record 1, at byte 49" in shown.stderr
    assert "nothing was imported" in shown.stderr


def test_a_gzip_bomb_is_stopped_before_it_unfolds(tmp_path):
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"[" + b" " * 150_000_000, 9))
    assert code(path) == "record-too-long"


def test_a_gzip_bomb_of_many_small_records_is_stopped(tmp_path, monkeypatch):
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b'{"object":"set"}\n' * 200_000, 9))
    monkeypatch.setattr(source_file, "FREE_BYTES", 1_000_000)
    assert code(path) == "unfolds-too-far"


def test_a_record_without_end_is_stopped(tmp_path):
    path = tmp_path / "long.json"
    path.write_bytes(b'[{"name": "' + b"x" * 70_000_000 + b'"}]')
    assert code(path) == "record-too-long"


def test_a_size_can_be_set(tmp_path):
    path = many(tmp_path / "cards.json", 30_000)
    store = str(tmp_path / "store")
    shown = call("import", "scryfall", str(path), "--store", store, "--max-size", "1")
    assert (shown.exit_code, "file-too-long" in shown.stderr) == (2, True)


@pytest.mark.parametrize(
    ("source", "file", "own"),
    [
        ("mtgjson", "scryfall.json", "scryfall"),
        ("scryfall", "mtgjson_atomic.json", "mtgjson"),
        ("scryfall", "mtgjson_set.json", "mtgjson"),
        ("scryfall", "duelmasters.jsonl", "duelmasters"),
        ("duelmasters", "scryfall.json", "scryfall"),
        ("mtgjson", "duelmasters.jsonl", "duelmasters"),
        ("rules-text", "scryfall.json", "scryfall"),
        ("scryfall", "rules_text_2027.txt", "rules-text"),
    ],
)
def test_a_file_of_another_shape_is_refused_with_the_command_for_it(tmp_path, source, file, own):
    store = tmp_path / "store"
    shown = call("import", source, str(FILES / file), "--store", str(store))
    assert shown.exit_code == 2
    assert f"did you mean `rulekeep import {own}`?" in shown.stderr
    assert not (store / "CURRENT").exists()


def test_a_file_of_no_known_shape_has_no_such_hint(tmp_path):
    path = tmp_path / "other.json"
    path.write_text('[{"answer": 42}]')
    shown = call("import", "scryfall", str(path), "--store", str(tmp_path / "store"))
    assert (shown.exit_code, "no-cards" in shown.stderr, "did you" in shown.stderr) == (2, True, False)  # fmt: skip


@pytest.mark.parametrize("name", ["missing", ".", "/dev/zero", "a\0b"])
def test_what_is_no_file_cannot_be_read(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert code(name) == "cannot-read"


@pytest.mark.parametrize(
    ("path", "name"),
    [("a/../../etc/passwd", "passwd"), ("C:\\x\\cards.json", "cards.json"), ("/", "?"),
     ('x"> <urn:x> "\n.json', 'x"> <urn:x> "\ufffd.json'), ("x" * 300, "x" * 200)],
)  # fmt: skip
def test_provenance_has_the_name_of_a_file_and_no_folder(path, name):
    assert base_name(path) == name


def test_a_name_with_marks_of_its_own_is_kept_as_text(tmp_path):
    path = tmp_path / 'x"> . <urn:a> <urn:b> "é.json'
    path.write_bytes(SCRYFALL.read_bytes())
    store = MemoryStore()
    imported(path, "scryfall", store)
    rows = list(
        store.query("SELECT ?n { ?a <https://w3id.org/rulekeep/core/fileName> ?n }")  # type: ignore[arg-type]
    )
    assert [row[0].value for row in rows] == [path.name]
    assert not any(b"<urn:" == line[:5] for line in store.graph(IMPORTS))


@pytest.mark.parametrize("name", ['Nasty" . <urn:x> <urn:y> "', "a\\", "tab\tand\nline", "名前"])
def test_text_of_cards_stays_text(tmp_path, name):
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([{"oracle_id": name, "name": name, "type_line": name}]))
    store = MemoryStore()
    imported(path, "scryfall", store)
    rows = list(store.query("SELECT ?l { ?s <https://w3id.org/rulekeep/core/typeLine> ?l . ?s a <https://w3id.org/rulekeep/core/Card> } ORDER BY ?s"))  # type: ignore[arg-type]  # fmt: skip
    assert name in [row[0].value for row in rows]


# --- the store --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A store before an import, the file, and the store after it."""
    folder = tmp_path_factory.mktemp("prepared")
    before = LocalStore(str(folder / "before"))
    imported(many(folder / "old.json", 500), "scryfall", before)
    after = LocalStore(str(folder / "after"))
    shutil.copytree(before.folder, after.folder)
    new = many(folder / "new.json", 2500, "Artifact — Food")
    imported(new, "scryfall", after)
    return before, new, after


def started(new: Path, store: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", IMPORT, str(new), str(store), *more]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"SOURCE_DATE_EPOCH": "1800000000"}
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def cards_of(store: LocalStore) -> bytes:
    """Everything but the records of imports, which have their times."""
    names = [n for n in store.names() if n != IMPORTS]
    return b"".join(line for n in names for line in store.graph(n))


def indexed(store: LocalStore) -> int:
    found = store.query("SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }")
    return int(next(iter(found))[0].value)  # type: ignore[arg-type]


def test_an_import_that_is_killed_leaves_the_store_as_before_or_as_after(prepared, tmp_path):
    if not hasattr(os, "fork"):
        pytest.skip("processes cannot be forked here")
    before, new, after = prepared
    states = {cards_of(before): "before", cards_of(after): "after"}
    rng, seen = random.Random(20260807), set()
    command = [sys.executable, "-c", IMPORTS_EACH, str(new)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        whole = kill_after(server, shutil.copytree(before.folder, tmp_path / "whole"), None)
        for point in range(POINTS):
            folder = shutil.copytree(before.folder, tmp_path / f"store-{point}")
            kill_after(server, folder, whole * rng.uniform(0, 1.1))
            store = LocalStore(str(folder))
            seen.add(states[cards_of(store)])
            assert indexed(store) == sum(1 for n in store.names() for _ in store.graph(n))
    assert "before" in seen
    imported(new, "scryfall", store)
    assert cards_of(store) == cards_of(after)
    left = {p.name for p in store.folder.iterdir()}
    assert not any(name.endswith(".part") or name.startswith("import-") for name in left)


def kill_after(server: subprocess.Popen[bytes], folder: Path, seconds: float | None) -> float:
    """Has the server import in a process of its own and kills that; how long it lived."""
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(f"{folder}\n".encode())
    server.stdin.flush()
    process = int(server.stdout.readline())
    clock = os.times().elapsed
    if not select.select([server.stdout], [], [], seconds)[0]:
        os.kill(process, signal.SIGKILL)
    server.stdout.readline()
    return os.times().elapsed - clock


@pytest.mark.parametrize("limit", [10_000, 200_000, 400_000])
def test_a_file_that_cannot_grow_leaves_the_store_as_it_was(prepared, tmp_path, limit):
    pytest.importorskip("resource")
    before, new, _ = prepared
    shutil.copytree(before.folder, tmp_path / "store")
    with started(new, tmp_path / "store", str(limit)) as process:
        _, said = process.communicate()
    assert (process.returncode, said.strip()) == (1, "store-not-written")
    assert everything(LocalStore(str(tmp_path / "store"))) == everything(before)


def test_a_full_disk_leaves_the_store_as_it_was(prepared, tmp_path):
    before, new, _ = prepared
    disk = tmp_path / "disk"
    disk.mkdir()
    size = sum(p.stat().st_size for p in before.folder.rglob("*")) + 200_000
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if (
        shutil.which("mount") is None
        or subprocess.run(mount, check=False, capture_output=True).returncode
    ):
        pytest.skip("a small disk cannot be mounted here")
    try:
        shutil.copytree(before.folder, disk / "store")
        with started(new, disk / "store") as process:
            _, said = process.communicate()
        assert (process.returncode, said.strip()) == (1, "store-not-written")
        assert everything(LocalStore(str(disk / "store"))) == everything(before)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_two_imports_at_once_are_refused(tmp_path):
    store = LocalStore(str(tmp_path))
    with store.writing():
        shown = call("import", "scryfall", str(SCRYFALL), "--store", str(tmp_path))
    assert (shown.exit_code, "store-busy" in shown.stderr) == (2, True)


def test_a_store_can_be_asked_while_it_is_written(tmp_path):
    store = LocalStore(str(tmp_path))
    imported(SCRYFALL, "scryfall", store)
    with store.writing():
        assert indexed(LocalStore(str(tmp_path))) > 0


def test_a_folder_that_is_no_store_is_told(tmp_path):
    (tmp_path / "CURRENT").write_text("../../etc")
    shown = call("ask", 'given "X": "Some Card"; ask "X" is Elf', "--store", str(tmp_path))
    assert (shown.exit_code, "store-not-read" in shown.stderr) == (2, True)


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    shown = call("import", "scryfall", str(SCRYFALL), "--store", str(tmp_path / "file" / "store"))
    assert (shown.exit_code, "store-not-written" in shown.stderr) == (2, True)


def test_a_large_file_is_read_in_little_memory(tmp_path):
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak memory of a process cannot be read here")
    path = tmp_path / "large.json"
    filler = "x" * 3000
    with open(path, "w") as stream:
        stream.write("[")
        for i in range(30_000):
            card = {
                "oracle_id": f"c{i % 200}",
                "name": f"Card {i % 200}",
                "type_line": "Land",
                "prices": filler,
            }
            stream.write(("," if i else "") + json.dumps(card))
        stream.write("]")
    script = IMPORT + "\nprint(*[x for x in open('/proc/self/status') if x.startswith('VmHWM')])"
    command = [sys.executable, "-c", script, str(path), str(tmp_path / "store")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert path.stat().st_size > 90_000_000
    assert int(done.stdout.split()[-2]) < 150_000  # kilobytes; the records alone would need more

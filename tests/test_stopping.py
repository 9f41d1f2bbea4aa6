"""Ctrl-C: one line says that a command was stopped and what became of its work, the exit code is 130."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rulekeep.kb.store.local import LocalStore
from rulekeep.queries.exit_codes import is_stop

from .imported import FILES, everything, imported

# Sends the signal to the process itself, at a function that a command calls on its way.
AT = """
import importlib, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job may ignore it
(owner, _, name), kind, when = sys.argv[1].rpartition("."), *sys.argv[2:4]
if kind == "class":
    owner, cls = owner.rsplit(".", 1)
    place = getattr(importlib.import_module(owner), cls)
else:
    place = importlib.import_module(owner)
whole = getattr(place, name)
def stopped(*args, **options):
    if when == "after":
        whole(*args, **options)
    os.killpg(0, signal.SIGINT)
    signal.pause()
setattr(place, name, stopped)
from rulekeep.queries.cli import run
sys.argv = ["rulekeep", *sys.argv[4:]]
run()
"""
UNCHANGED, CHANGED = "stopped: nothing was changed\n", "stopped: what was done before stays\n"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")


def stopped(at: str, kind: str, when: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", AT, at, kind, when, *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, start_new_session=True
    )


LOCAL = "rulekeep.kb.store.local"
POINTS = [
    ("rulekeep.kb.importing.card_import.read_records", "module", "before"),
    (f"{LOCAL}._write_index", "module", "before"),
    (f"{LOCAL}._write_index", "module", "after"),
    (f"{LOCAL}._settle", "module", "before"),
]


@pytest.mark.parametrize(("at", "kind", "when"), POINTS)
def test_an_import_that_is_stopped_leaves_the_store_as_it_was(tmp_path, at, kind, when):
    store = LocalStore(str(tmp_path / "store"))
    imported(FILES / "mtgjson_atomic.json", "mtgjson", store)
    before, files = everything(store), sorted(p.name for p in store.folder.iterdir())
    shown = stopped(at, kind, when, "import", "scryfall", str(FILES / "scryfall.json"), "--store", str(store.folder))  # fmt: skip
    assert (shown.returncode, shown.stdout, shown.stderr) == (130, "", UNCHANGED)
    assert everything(LocalStore(str(store.folder))) == before
    assert sorted(p.name for p in store.folder.iterdir()) == files


def test_an_import_that_is_stopped_when_all_is_written_says_that_it_stays(tmp_path):
    place = str(tmp_path / "store")
    arguments = ("import", "scryfall", str(FILES / "scryfall.json"), "--store", place, "--lang=ja")
    shown = stopped(f"{LOCAL}.LocalStore.replace", "class", "after", *arguments)
    assert (shown.returncode, shown.stderr) == (
        130,
        "中断しました: それまでに行ったことは残っています\n",
    )
    assert LocalStore(place).names()


EARLY = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
STOP_AT = sys.argv.pop(1)
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == STOP_AT:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stop())
from rulekeep.queries.start import run
run()
"""


@pytest.mark.parametrize("module", ["click", "rulekeep.queries.commands.validate"])
def test_a_command_that_is_stopped_while_it_is_loaded_says_so(module):
    command = [sys.executable, "-c", EARLY, module, "validate", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (shown.returncode, shown.stdout, shown.stderr) == (130, "", UNCHANGED)


def test_a_signal_that_comes_while_a_class_is_made_is_one():
    class Interrupted:
        def __set_name__(self, owner, name):
            raise KeyboardInterrupt

    with pytest.raises((KeyboardInterrupt, RuntimeError)) as caught:
        type("Made", (), {"field": Interrupted()})
    assert is_stop(caught.value) and not is_stop(RuntimeError())


COMMANDS = {
    "ask": ("rulekeep.queries.api.check", ("ask", 'given "X": Land; ask "X" is Land')),
    "find": ("rulekeep.queries.api.check", ("find", "?a, ?b where renamedTo(?a, ?b)")),
    "export": ("rulekeep.queries.rdf.export.all_quads", ("export", "terms", "--format", "csv")),
    "validate": ("rulekeep.kb.rdf.reading.parsed", ("validate", "x.ttl")),
    "terms": ("rulekeep.kb.sources.load_content", ("terms", "Elf")),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_any_command_says_that_nothing_was_changed(tmp_path, monkeypatch, name):
    at, arguments = COMMANDS[name]
    monkeypatch.chdir(tmp_path)
    Path("x.ttl").write_text("<urn:a> <urn:b> <urn:c> .")
    shown = stopped(at, "module", "before", *arguments)
    assert (shown.returncode, shown.stdout, shown.stderr) == (130, "", UNCHANGED)


def test_a_command_that_writes_several_files_says_that_they_stay(tmp_path):
    pytest.importorskip("jinja2")
    at = "rulekeep.queries.reference.site.write_site"
    arguments = ("reference", "-o", str(tmp_path / "site"), "--game", "duelmasters-plays")
    shown = stopped(at, "module", "before", *arguments)
    assert (shown.returncode, shown.stdout, shown.stderr) == (130, "", CHANGED)


def test_a_query_of_the_store_is_stopped_with_its_process(tmp_path):
    query = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?a != ?g) }"
    arguments = ("sparql", query, "--store", str(tmp_path), "--time-limit", "300")
    shown = stopped("threading.Timer.start", "class", "after", *arguments)
    assert (shown.returncode, shown.stdout, shown.stderr) == (130, "", UNCHANGED)

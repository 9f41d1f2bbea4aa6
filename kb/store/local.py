"""A store in a folder: each import makes a new generation, and one rename makes it the current one.

A generation is never written to once it is current, so readers need no lock and a writer that is
killed leaves the current generation as it was. In it lie the graphs as sorted N-Triples, which are what
is kept, and pyoxigraph's index of them, which is what is asked.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from ..diagnostics import DiagnosticError
from .asking import answers
from .faults import BROKEN, fault, not_read
from .place import CURRENT
from .sorted_lines import differences, link_or_copy

if TYPE_CHECKING:
    import pyoxigraph
    from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples

BATCH = 10_000_000  # bytes that are loaded at a time, which bounds the memory
FEW = 20_000  # quads that are removed one by one rather than all loaded anew
DRAFTS = "import-"  # what a writer's own folders begin with
_PART = ".part"
_GENERATION = "generation-"


class LocalStore:
    """A store in a folder, which need not be there yet.

    Args:
        folder: Its folder.
    """

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.place = folder
        self._pointer = os.path.join(folder, CURRENT)
        self._opened: tuple[tuple[int, int], pyoxigraph.Store] | None = None

    # --- reading ----------------------------------------------------------------------------------

    def query(self, sparql: str) -> QuerySolutions | QueryBoolean | QueryTriples:
        """See `protocol.Store`."""
        return answers(self.index(), sparql, self.place)

    def names(self) -> list[str]:
        """See `protocol.Store`."""
        current = self._current()
        return sorted(_graph_files(current)) if current else []

    def graph(self, name: str) -> Iterator[bytes]:
        """See `protocol.Store`."""
        current = self._current()
        path = _graph_files(current).get(name) if current else None
        if path is None:
            return
        try:
            with open(path, "rb") as stream:
                yield from stream
        except OSError as error:
            raise not_read(self.folder, error) from None

    @property
    def state(self) -> str:
        """Stands for all that is in the store."""
        return "{}:{}".format(*self._stamp())

    def _current(self) -> Path | None:
        try:
            name = (self.folder / CURRENT).read_text(encoding="ascii").strip()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise not_read(self.folder, error) from None
        if not name.startswith(_GENERATION) or not (self.folder / name).is_dir():
            raise not_read(self.folder, f"{CURRENT} names no generation")
        return self.folder / name

    def index(self) -> pyoxigraph.Store:
        """The index of the current generation, which stays as it is."""
        import pyoxigraph

        for last in (False, False, True):  # a writer may remove what has just been the current one
            stamp = self._stamp()
            if self._opened is not None and self._opened[0] == stamp:
                return self._opened[1]
            current = self._current()
            if current is None:
                return pyoxigraph.Store()
            try:
                self._opened = stamp, pyoxigraph.Store.read_only(str(current / "index"))
            except BROKEN as error:
                if last:
                    raise not_read(self.folder, error) from None
            else:
                break
        assert self._opened is not None
        return self._opened[1]

    def _stamp(self) -> tuple[int, int]:
        """Changes with the current generation."""
        try:
            found = os.stat(self._pointer)
        except OSError:
            return 0, 0
        return found.st_ino, found.st_mtime_ns

    # --- writing ----------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """See `protocol.Store`."""
        import filelock

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = filelock.FileLock(self.folder / "lock", timeout=0)
            with lock:
                self._sweep()
                for path in self.folder.glob(f"{DRAFTS}*"):
                    shutil.rmtree(path, ignore_errors=True)
                yield
        except filelock.Timeout:
            raise fault("store-busy", self.folder) from None
        except (OSError, NotImplementedError) as error:
            raise fault("store-not-written", self.folder, error) from None

    def replace(self, graphs: Mapping[str, Path]) -> None:
        """See `protocol.Store`."""
        try:
            before = self._current()
            number = int(before.name.removeprefix(_GENERATION)) + 1 if before else 1
            made = self.folder / f"{_GENERATION}{number:06}"
            part = made.with_name(made.name + _PART)
            (part / "graphs").mkdir(parents=True)
            files = self._link(before, part, graphs)
            _write_index(before, part, files, self.index)
            _settle(part)
            part.rename(made)
            _settle(self.folder)
            pointer = self.folder / (CURRENT + _PART)
            pointer.write_text(made.name, encoding="ascii")
            _settle(pointer)
            pointer.replace(self.folder / CURRENT)
            _settle(self.folder)
        except DiagnosticError:
            self._sweep()
            raise
        except (OSError, ValueError) as error:
            self._sweep()
            raise fault("store-not-written", self.folder, error) from None
        except (RuntimeError, SyntaxError) as error:  # of the index, of a graph's file
            self._sweep()
            raise not_read(self.folder, error) from None
        except BaseException:
            self._sweep()
            raise
        self._sweep(keep=before)

    def _link(self, before: Path | None, part: Path, new: Mapping[str, Path]) -> dict[str, Path]:
        """Brings the files of all graphs into a new generation."""
        files = {}
        old = _graph_files(before) if before else {}
        for name in sorted({*old, *new}):
            source = new.get(name) or old[name]
            if not source.stat().st_size:
                continue
            files[name] = part / "graphs" / f"{quote(name, safe='')}.nt"
            if name in new:
                shutil.move(source, files[name])
            else:
                link_or_copy(source, files[name])
        return files

    def _sweep(self, keep: Path | None = None) -> None:
        """Removes generations that are not current, and before the work what killed writers left.

        Args:
            keep: The generation before the current one, which readers may still be opening.
        """
        kept = {keep, self._current()}
        for path in self.folder.glob(f"{_GENERATION}*"):
            if path not in kept:
                shutil.rmtree(path, ignore_errors=True)
        for path in self.folder.glob(f"{CURRENT}{_PART}"):
            path.unlink(missing_ok=True)


def _graph_files(generation: Path) -> dict[str, Path]:
    """IRI of a graph → its file."""
    found = (generation / "graphs").glob("*.nt")
    return {unquote(path.stem): path for path in found}


def _write_index(
    before: Path | None,
    part: Path,
    files: Mapping[str, Path],
    index: Callable[[], pyoxigraph.Store],
) -> None:
    """Writes the index of a generation: from that before it, `index`, where little goes, else anew."""
    import pyoxigraph

    target = str(part / "index")
    if before is not None:
        old = _graph_files(before)
        gone = _gone(old, files)
        if gone is not None:
            index().backup(target)
            store = pyoxigraph.Store(target)
            for name, line in gone:
                store.remove(_quad(line, name))
            for name, path in files.items():
                if name not in old or not path.samefile(old[name]):
                    new = (line for is_new, line in _compared(old.get(name), path) if is_new)
                    _load(store, name, new)
            store.flush()
            return
    store = pyoxigraph.Store(target)
    for name, path in files.items():
        with open(path, "rb") as stream:
            _load(store, name, stream)
    store.flush()


def _gone(old: Mapping[str, Path], new: Mapping[str, Path]) -> list[tuple[str, bytes]] | None:
    """The lines that a new generation lacks, with their graphs; `None` if they are many."""
    gone: list[tuple[str, bytes]] = []
    for name, path in old.items():
        other = new.get(name)
        if other is not None and other.samefile(path):
            continue
        for is_new, line in _compared(path, other):
            if not is_new:
                gone.append((name, line))
            if len(gone) > FEW:
                return None
    return gone


def _compared(old: Path | None, new: Path | None) -> Iterator[tuple[bool, bytes]]:
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(open(p, "rb")) if p else () for p in (old, new)]
        yield from differences(*files)


def _quad(line: bytes, graph: str) -> pyoxigraph.Quad:
    import pyoxigraph

    triple = next(iter(pyoxigraph.parse(line, pyoxigraph.RdfFormat.N_TRIPLES)))
    return pyoxigraph.Quad(
        triple.subject, triple.predicate, triple.object, pyoxigraph.NamedNode(graph)
    )


def _load(store: pyoxigraph.Store, graph: str, lines: Iterable[bytes]) -> None:
    """Loads lines of N-Triples into a graph, some megabytes at a time."""
    import pyoxigraph

    name, rest = pyoxigraph.NamedNode(graph), iter(lines)
    while batch := b"".join(_some(rest)):
        store.bulk_load(batch, pyoxigraph.RdfFormat.N_TRIPLES, to_graph=name)


def _some(lines: Iterator[bytes]) -> Iterator[bytes]:
    size = 0
    for line in lines:
        yield line
        size += len(line)
        if size > BATCH:
            return


def _settle(path: Path) -> None:
    """Has everything under a path written to the disk."""
    if os.name == "nt":
        return
    inside = path.rglob("*") if path.is_dir() and path.name.endswith(_PART) else ()
    for each in itertools.chain(inside, (path,)):
        handle = os.open(each, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

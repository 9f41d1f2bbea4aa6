"""Sorted files of lines: written in bounded memory, merged, and compared."""

from __future__ import annotations

import heapq
import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

RUN = 16_000_000  # bytes that are sorted at a time


class LineSorter:
    """Collects lines and writes them sorted, each once.

    Args:
        folder: Where runs that do not fit in memory are kept meanwhile.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lines: list[bytes] = []
        self._size = 0
        self._runs: list[Path] = []

    def add(self, lines: list[bytes]) -> None:
        """Takes lines, each with its line end."""
        self._lines += lines
        self._size += sum(map(len, lines))
        if self._size > RUN:
            self._spill()

    def _spill(self) -> None:
        with tempfile.NamedTemporaryFile(dir=self._folder, suffix=".run", delete=False) as run:
            self._runs.append(Path(run.name))
            self._lines.sort()
            run.writelines(self._lines)
        self._lines, self._size = [], 0

    def lines(self) -> Iterator[bytes]:
        """All lines in order; can be asked once."""
        lines, self._lines = self._lines, []
        lines.sort()
        runs: list[Iterable[bytes]] = [_read(path) for path in self._runs]
        return _once(heapq.merge(*runs, _spent(lines)) if runs else _spent(lines))


def _read(path: Path) -> Iterator[bytes]:
    with open(path, "rb") as stream:
        yield from stream


def _spent(lines: list[bytes]) -> Iterator[bytes]:
    """Lines, each of which is forgotten once it was asked for."""
    lines.reverse()
    while lines:
        yield lines.pop()


def _once(lines: Iterable[bytes]) -> Iterator[bytes]:
    return (line for line, _ in itertools.groupby(lines))


def write_merged(
    old: Iterable[bytes], new: Iterable[bytes], replaced: Callable[[bytes], bool], target: BinaryIO
) -> int:
    """Writes new lines among those old ones that they do not replace; how many lines there are."""
    kept = (line for line in old if not replaced(line))
    count = 0
    first = next(kept, None)
    merged = iter(new) if first is None else _once(heapq.merge((first,), kept, new))
    while batch := list(itertools.islice(merged, 10_000)):
        target.writelines(batch)
        count += len(batch)
    return count


def differences(old: Iterable[bytes], new: Iterable[bytes]) -> Iterator[tuple[bool, bytes]]:
    """Lines of only one of two sorted files: (it is new, the line)."""
    olds, news = iter(old), iter(new)
    left, right = next(olds, None), next(news, None)
    while left is not None or right is not None:
        if left == right:
            left, right = next(olds, None), next(news, None)
        elif right is None or (left is not None and left < right):
            assert left is not None
            yield False, left
            left = next(olds, None)
        else:
            yield True, right
            right = next(news, None)


def link_or_copy(source: Path, target: Path) -> None:
    """The same file in a second place, without its bytes being written again where that can be."""
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)

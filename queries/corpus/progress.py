"""Tells on standard error how far long work is, if that is a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from ..answers.highlight import char_width, plain_char

_WAIT = 0.5  # seconds of work before anything is shown
_EVERY = 0.1  # seconds between two lines


class Progress:
    """One line that is written over: how many of how many, and what comes now.

    Used as `with Progress(len(files)) as progress: … progress(file)`; it is also what functions such
    as `read_corpus` take. Where standard error is no terminal nothing is written.

    Args:
        total: How many steps there will be; `None` if that is not known.
        shown: Whether to show anything at all.
    """

    def __init__(self, total: int | None = None, shown: bool = True) -> None:
        self.total = total
        self.done = 0
        self._shown = shown and sys.stderr.isatty()
        self._next = time.monotonic() + _WAIT
        self._width = 0

    def __call__(self, what: str = "") -> None:
        """Says that the next step begins."""
        self.done += 1
        if not self._shown or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _EVERY
        count = f"{self.done}" if self.total is None else f"{self.done}/{self.total}"
        self._write(f"{count} {what}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        del kind, error, trace
        self.clear()

    def clear(self) -> None:
        """Takes the line away, as before something else is written."""
        if self._width:
            self._put("\r" + " " * self._width + "\r")
            self._width = 0

    def _write(self, line: str) -> None:
        import shutil

        columns = shutil.get_terminal_size().columns - 1
        shown, width = "", 0
        for char in map(plain_char, line):
            width += char_width(char)
            if width > columns:
                break
            shown += char
        width = sum(map(char_width, shown))
        self._put("\r" + shown + " " * max(self._width - width, 0))
        self._width = max(self._width, width)

    def _put(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, UnicodeError):  # telling how far the work is must not end it
            self._shown = False

"""A file to import: plain or gzip, from a path or standard input, read in bounded memory.

What is read is bounded in size, in how far it may unfold, and in how large one record may be.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from gzip import GzipFile
from typing import IO, BinaryIO

from ..diagnostics import Diagnostic, DiagnosticError
from ..files import STANDARD_INPUT, reason_of
from ..values import value

MAX_BYTES = 8_000_000_000
MAX_RATIO = 200  # real card data unfolds tenfold to thirtyfold
FREE_BYTES = 64_000_000  # so much may unfold from anything
MAX_RECORD = 32_000_000
MAX_TEXT = 2_000_000  # bytes without a quotation mark: a text or a gap without end
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


@value
class SourceFile:
    """A file that can be read again from its start.

    Args:
        path: Where its bytes lie.
        shown: What messages call it: as it was given.
        name: Its name without folders, for provenance.
        max_bytes: How much it may unfold to.
    """

    path: str
    shown: str
    name: str
    max_bytes: int = MAX_BYTES

    @contextlib.contextmanager
    def open(self) -> Iterator[Reader]:
        """The unfolded content from its start.

        Raises:
            DiagnosticError: `cannot-read`; later from the reader, see there.
        """
        try:
            with open(self.path, "rb") as raw:
                packed = raw.read(2) == _GZIP
                raw.seek(0)
                stream: IO[bytes] = GzipFile(fileobj=raw) if packed else raw  # type: ignore[assignment]
                yield Reader(stream, raw if packed else None, self)
        except OSError as error:
            raise self.fault("cannot-read", reason=reason_of(error)) from None

    def sha256(self) -> str:
        """The SHA-256 of the bytes as they lie, packed or not."""
        with open(self.path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()

    def fault(self, code: str, *, message: str | None = None, **params: object) -> DiagnosticError:
        """An error of the file as a whole."""
        params = {"input": self.shown, **params}
        return DiagnosticError([Diagnostic(code, params=params, message=message)])


class Reader:
    """Reads a source file and stops where it unfolds too far.

    Args:
        stream: The unfolded bytes.
        packed: The packed bytes that they come from, if they do.
        file: The file.
    """

    def __init__(self, stream: IO[bytes], packed: BinaryIO | None, file: SourceFile) -> None:
        self._stream = stream
        self._packed = packed
        self._file = file
        self._since_record = self._since_quote = 0
        self.consumed = 0
        self._ahead = stream.read(3) if packed is None else self._unpacked(3)
        if packed is not None and self._ahead.startswith(_GZIP):
            raise file.fault("bad-gzip", message="gzip-twice")
        if self._ahead == _BOM:
            self._ahead = b""

    def record_read(self) -> None:
        """Says that what was read so far has become a record."""
        self._since_record = 0

    def read(self, size: int = 65536) -> bytes:
        """The next bytes, at most `size`; b"" at the end.

        Raises:
            DiagnosticError: `truncated`, `bad-gzip`, `unfolds-too-far`, `file-too-long`,
                `record-too-long`.
        """
        if size == 0:
            return b""
        if self._ahead:
            data, self._ahead = self._ahead[:size], self._ahead[size:]
        else:
            data = self._stream.read(size) if self._packed is None else self._unpacked(size)
        self.consumed += len(data)
        self._since_record += len(data)
        last = data.rfind(b'"')
        self._since_quote = self._since_quote + len(data) if last < 0 else len(data) - last
        self._check()
        return data

    def _unpacked(self, size: int) -> bytes:
        try:
            return self._stream.read(size)
        except EOFError:
            raise self._file.fault("truncated") from None
        except (zlib.error, OSError) as error:
            if getattr(error, "errno", None):
                raise
            raise self._file.fault("bad-gzip", reason=str(error)) from None

    def _check(self) -> None:
        if self.consumed > self._file.max_bytes:
            raise self._file.fault("file-too-long", limit=self._file.max_bytes)
        if self._since_record > MAX_RECORD or self._since_quote > MAX_TEXT:
            limit = MAX_RECORD if self._since_record > MAX_RECORD else MAX_TEXT
            raise self._file.fault("record-too-long", limit=limit, byte=self.consumed)
        if self._packed is not None and self.consumed > FREE_BYTES:
            packed = max(self._packed.tell(), 1)
            if self.consumed - FREE_BYTES > MAX_RATIO * packed:
                raise self._file.fault("unfolds-too-far", limit=MAX_RATIO)

    def lines(self) -> Iterator[bytes]:
        """The content line by line."""
        rest = b""
        while data := self.read(1 << 20):
            *whole, rest = (rest + data).split(b"\n")
            yield from whole
        if rest:
            yield rest

    def all(self) -> bytes:
        """Everything that is left."""
        return b"".join(iter(lambda: self.read(1 << 20), b""))


@contextlib.contextmanager
def source_file(name: str, max_bytes: int = MAX_BYTES) -> Iterator[SourceFile]:
    """A file of a name, or standard input for `-`, which is kept meanwhile in a file of its own.

    Raises:
        DiagnosticError: `cannot-read` or `file-too-long`.
    """
    shown = STANDARD_INPUT if name == "-" else name
    file = SourceFile(name, shown, shown if name == "-" else base_name(name), max_bytes)
    try:
        mode = None if name == "-" else os.stat(name).st_mode
    except (OSError, ValueError) as error:
        raise file.fault("cannot-read", reason=reason_of(error)) from None
    if mode is not None and stat.S_ISREG(mode):
        yield file
        return
    if mode is not None and not stat.S_ISFIFO(mode):
        raise file.fault("cannot-read", reason="not a regular file")
    with tempfile.NamedTemporaryFile(prefix="rulekeep-", delete=True) as kept:
        try:
            with contextlib.ExitStack() as stack:
                stream = sys.stdin.buffer if name == "-" else stack.enter_context(open(name, "rb"))
                left = max_bytes
                while left >= 0 and (data := stream.read(1 << 20)):
                    kept.write(data)
                    left -= len(data)
            kept.flush()
        except OSError as error:
            raise file.fault("cannot-read", reason=reason_of(error)) from None
        if left < 0:
            raise file.fault("file-too-long", limit=max_bytes)
        yield SourceFile(kept.name, shown, file.name, max_bytes)


def base_name(path: str) -> str:
    """The name of a file without folders, and without letters that no name should have."""
    name = os.path.basename(path.replace("\\", "/").rstrip("/"))
    return "".join(c if c.isprintable() else "\ufffd" for c in name)[:200] or "?"

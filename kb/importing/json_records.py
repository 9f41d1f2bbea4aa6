"""Records of a JSON file one after another, whatever the file wraps them in.

Known wrappings: an array; an object with the records in `data`, as a list or by key; one record; one
record a line. Only one record is in memory at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..values import value
from .json_stream import Broken, JsonStream
from .source_file import Reader, SourceFile

FIRST_LINE = 1_000_000
_HOLDER = "data"


@value
class Found:
    """A record as it stands in a file.

    Args:
        number: Which record it is, from 1.
        line: In a file of one record a line: the line; else 0.
        key: What it is kept under, or "".
        data: The record; `None` if the line is no JSON.
    """

    number: int
    line: int
    key: str
    data: Any


def read_records(file: SourceFile) -> Iterator[Found]:
    """The records of a file in order.

    Raises:
        DiagnosticError: `not-json` (with the number of records before the fault), `truncated`,
            `no-records`, and those of `Reader.read`.
    """
    with file.open() as reader:
        encoding = json.detect_encoding(reader.read() + reader.read(4))
    with file.open() as reader:
        first = _first_line(reader)
    if not encoding.startswith("utf-8"):
        shown = encoding.upper().replace("-LE", "LE").replace("-BE", "BE")
        raise file.fault("not-json", encoding=shown, message="json-encoding")
    if first[:1] not in (b"[", b"{"):
        raise file.fault("not-json", records=0, byte=0, reason=_looks(first), message="no-json")
    if _is_record_line(first):
        yield from _lines(file)
        return
    number = 0
    with file.open() as reader:
        try:
            for key, data in _items(JsonStream(reader)):
                number += 1
                reader.record_read()
                yield Found(number, 0, key, data)
        except Broken as error:
            code = "truncated" if error.cut else "not-json"
            raise file.fault(code, records=number, byte=error.byte, reason=error.reason) from None


def _items(stream: JsonStream) -> Iterator[tuple[str, Any]]:
    """The records with what they are kept under."""
    if stream.peek() == "[":
        yield from (("", item) for item in stream.items())
    while stream.peek() == "{":
        yield from _of_object(stream)
    if stream.peek():
        raise stream.broken("extra data")


def _of_object(stream: JsonStream) -> Iterator[tuple[str, Any]]:
    """The records that an object holds, or the object itself if it holds none."""
    own: list[tuple[str, Any]] = []
    holds = False
    for key in stream.entries():
        opening = stream.peek() if key == _HOLDER else ""
        if opening == "[":
            yield from (("", item) for item in stream.items())
        elif opening == "{":
            yield from ((name, stream.value()) for name in stream.entries())
        else:
            own.append((key, stream.value()))
        holds |= opening in ("[", "{")
    if not holds:
        yield "", stream.made_of(own)


def _first_line(reader: Reader) -> bytes:
    """The first line that is not blank, as far as it is looked at."""
    start = b""
    while len(start) < FIRST_LINE and (data := reader.read()):
        start += data
        lines = start.lstrip().splitlines()
        if len(lines) > 1:
            break
    return next(iter(start.lstrip().splitlines()), b"")


def _is_record_line(line: bytes) -> bool:
    """Whether a line is a record by itself and no wrapping of records."""
    found = _of_line(line)
    return isinstance(found, dict) and not isinstance(found.get(_HOLDER), list | dict)


def _lines(file: SourceFile) -> Iterator[Found]:
    number = 0
    with file.open() as reader:
        for line, text in enumerate(reader.lines(), 1):
            if not text.strip():
                continue
            number += 1
            reader.record_read()
            yield Found(number, line, "", _of_line(text))


def _of_line(line: bytes) -> Any:
    """The value that a line is; `None` if it is no JSON."""
    try:
        stream = JsonStream(None, line.decode())
        found = stream.value()
        return None if stream.peek() else found
    except (Broken, UnicodeDecodeError):
        return None


def _looks(start: bytes) -> str:
    return repr(start[:20])[2:-1]

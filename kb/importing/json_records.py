"""Records of a JSON file one after another, whatever the file wraps them in.

Known wrappings: an array; an object with the records in `data`, as a list or by key; one record; one
record a line. Only one record is in memory at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..diagnostics import DiagnosticError
from ..values import value
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
    shape = _shape(file)
    if shape == "lines":
        yield from _lines(file)
        return
    import ijson  # type: ignore[import-untyped]

    number = 0
    with file.open() as reader:
        try:
            for key, data in _items(reader, shape):
                number += 1
                reader.record_read()
                yield Found(number, 0, key, data)
        except (ijson.JSONError, RecursionError) as error:
            raise _broken(file, reader, number, error) from None


def _items(reader: Reader, shape: str) -> Iterator[tuple[str, Any]]:
    import ijson

    if shape == "map":
        found: Iterator[tuple[str, Any]] = ijson.kvitems(reader, _HOLDER, use_float=True)
        return found
    prefix = {"array": "item", "list": f"{_HOLDER}.item", "one": ""}[shape]
    items = ijson.items(reader, prefix, use_float=True, multiple_values=shape == "one")
    return (("", item) for item in items)


def _shape(file: SourceFile) -> str:
    """How a file wraps its records: "lines", "array", "list", "map" or "one"."""
    import ijson

    with file.open() as reader:
        first = _first_line(reader)
    start = first[:1]
    if start not in (b"[", b"{"):
        raise file.fault("not-json", records=0, byte=0, reason=_looks(first), message="no-json")
    if start == b"{" and _is_record_line(first):
        return "lines"
    with file.open() as reader:
        try:
            if start == b"[":
                return "array"
            for prefix, event, value in ijson.parse(reader):
                if prefix == _HOLDER and event in ("start_array", "start_map"):
                    return "list" if event == "start_array" else "map"
                if prefix == "" and event == "end_map":
                    break
                del value
        except ijson.JSONError as error:
            raise _broken(file, reader, 0, error) from None
    return "one"


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
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and not isinstance(found.get(_HOLDER), list | dict)


def _lines(file: SourceFile) -> Iterator[Found]:
    number = 0
    with file.open() as reader:
        for line, text in enumerate(reader.lines(), 1):
            if not text.strip():
                continue
            number += 1
            reader.record_read()
            try:
                data = json.loads(text)
            except (ValueError, RecursionError):
                data = None
            yield Found(number, line, "", data)


def _looks(start: bytes) -> str:
    return repr(start[:20])[2:-1]


def _broken(file: SourceFile, reader: Reader, number: int, error: BaseException) -> DiagnosticError:
    said = error.args[0] if error.args else type(error).__name__
    said = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    reason = (said.splitlines() or [""])[0]
    code = "truncated" if "premature EOF" in reason else "not-json"
    reason = reason.removeprefix("parse error: ")[:120]
    return file.fault(code, records=number, byte=reader.consumed, reason=reason)

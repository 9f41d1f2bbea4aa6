"""Texts that stand a line each: plain ones, or JSON objects with `text` and the `name` of its object."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from ...kb.diagnostics import Diagnostic
from ...kb.values import value

MAX_LINE = 400_000
_SYMBOL = re.compile(r"\{[^{}\s:\"']{1,12}\}")


@value
class TextLine:
    """A line of a list of texts.

    Args:
        number: Which line it is, from 1.
        text: Its text; of a line that is none, the line.
        names: Names by which the text calls its own object.
        fault: Why it is no text.
    """

    number: int
    text: str
    names: tuple[str, ...] = ()
    fault: Diagnostic | None = None


def text_lines(lines: Iterable[bytes], names: tuple[str, ...] = ()) -> Iterator[TextLine]:
    """The texts of some lines; `\\n` in a plain one parts abilities.

    Args:
        lines: Each in UTF-8.
        names: Names that the objects of all texts have besides.
    """
    for number, raw in enumerate(lines, 1):
        line = raw[:MAX_LINE].decode("utf-8-sig", "replace").rstrip("\r\n")
        if len(raw) >= MAX_LINE:
            params: dict[str, object] = {"input": f"{line[:20]}…", "limit": MAX_LINE}
            yield TextLine(number, line[:40], (), Diagnostic("too-long", params=params))
        elif line.startswith("{") and not _SYMBOL.match(line):
            yield _of_object(number, line, names)
        else:
            yield TextLine(number, line.replace("\\n", "\n"), names)


def limited(stream: Iterable[bytes]) -> Iterator[bytes]:
    """Lines of a stream, each as far as the limit; what is longer is passed over."""
    read = getattr(stream, "readline", None)
    if read is None:
        yield from stream
        return
    while line := read(MAX_LINE):
        rest = line
        while len(rest) == MAX_LINE and not rest.endswith(b"\n"):
            rest = read(MAX_LINE)
        yield line


def _of_object(number: int, line: str, names: tuple[str, ...]) -> TextLine:
    """The text of a line that is a JSON object."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", "") or str(error)
        return _faulty(number, line, "bad-line", reason=reason)
    for key, needed in (("text", True), ("name", False)):
        if key not in data and not needed:
            continue
        if not isinstance(data.get(key), str):
            return _faulty(number, line, "broken-key", key=key)
    text = data["text"].encode("utf-8", "replace").decode("utf-8")
    return TextLine(number, text, (*names, data["name"]) if "name" in data else names)


def _faulty(number: int, line: str, message: str, **params: object) -> TextLine:
    shown: dict[str, object] = {"input": line if len(line) <= 40 else f"{line[:40]}…", **params}
    return TextLine(number, line, (), Diagnostic("bad-line", params=shown, message=message))

"""Reads other people's RDF, safely: whatever the file holds, there is an end to time, memory and size.

quads = read_quads("cards.ttl")
quads = read_quads("-", format="json-ld", limits=Limits(triples=10_000))

The file is read as far as a limit, unpacked as far as a limit, and parsed in a process of its own (see
`parsing.py`). Nothing is fetched: no remote context, no external entity, no DTD.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, DiagnosticError
from ..files import read_bytes, reason_of, shown_name
from ..values import value
from .recognition import FORMATS, format_of, named_format, sniffed

if TYPE_CHECKING:
    from pyoxigraph import Quad

_PACKED = b"\x1f\x8b"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_MARK = b"\xef\xbb\xbf"
_PARSER = Path(__file__).with_name("parsing.py")
_REFUSED = 3
_OUT_OF_TIME = -24  # SIGXCPU


@value
class Limits:
    """What reading may take.

    Args:
        bytes: Size of the file, and again unpacked.
        triples: How many triples or quads.
        blank_nodes: How many different blank nodes.
        literal: Characters of a literal.
        iri: Characters of an IRI.
        nesting: Brackets or elements within each other.
        seconds: Time for parsing.
        memory: Address space of the parser's process in bytes, where the system can bound it.
    """

    bytes: int = 64_000_000
    triples: int = 1_000_000
    blank_nodes: int = 200_000
    literal: int = 1_000_000
    iri: int = 4_000
    nesting: int = 200
    seconds: int = 60
    memory: int = 2_000_000_000


DEFAULT = Limits()


def read_quads(source: str, format: str | None = None, limits: Limits = DEFAULT) -> list[Quad]:
    """The quads of a file, in its order.

    Args:
        source: A file, or `-` for standard input; it may be packed with gzip.
        format: One of `FORMATS`; by default the name tells, or how the file begins.
        limits: What reading may take.

    Raises:
        DiagnosticError: With one fault: what is wrong and, where the parser tells, at which place.
    """
    wanted = None if format is None else named_format(format)
    return parsed(read_bytes(source, limits.bytes), shown_name(source), wanted, limits)


def parsed(
    data: bytes, name: str, format: str | None = None, limits: Limits = DEFAULT
) -> list[Quad]:
    """The quads of a file's bytes, in its order.

    Args:
        data: What the file holds.
        name: What to call it in messages.
        format: One of `FORMATS`; by default the name tells, or how the data begin.
        limits: What reading may take.

    Raises:
        DiagnosticError: As `read_quads` does.
    """
    data = unpacked(data, name, limits.bytes)
    form = format or format_of(name, data)
    if form != "jelly":
        data = _utf_8(data, name)
    if form is None:
        raise _fault("rdf-unrecognised", name, known=", ".join(FORMATS))
    return _quads(data, name, form, limits)


def unpacked(data: bytes, name: str, most: int) -> bytes:
    """The data without gzip, never more of them than the limit.

    Raises:
        DiagnosticError: `file-too-long`, or `rdf-truncated` if they cannot be unpacked.
    """
    if len(data) > most:
        raise _fault("file-too-long", name, limit=most)
    if not data.startswith(_PACKED):
        return data
    made = bytearray()
    try:
        while data.startswith(_PACKED):
            unpacking = zlib.decompressobj(wbits=31)
            made += unpacking.decompress(data, most + 1 - len(made))
            if len(made) > most:
                raise _fault("file-too-long", name, "unpacked-too-long", limit=most)
            if not unpacking.eof:
                raise _fault("rdf-truncated", name, "packed-truncated")
            data = unpacking.unused_data
    except zlib.error:
        raise _fault("rdf-truncated", name, "packed-truncated") from None
    return bytes(made)


def _utf_8(data: bytes, name: str) -> bytes:
    """The data, which must be UTF-8, without a byte order mark."""
    if data.startswith(_UTF_16) or (b"\0" in data[:4] and len(data) > 1):
        raise _fault("not-utf-8", name, "utf-16")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode("utf-8", "replace")) + 1
        raise _fault("not-utf-8", name, "not-utf-8-at", at=f"{name}:{line}:{column}") from None
    return data.removeprefix(_MARK)


def _quads(data: bytes, name: str, form: str, limits: Limits) -> list[Quad]:
    from pyoxigraph import RdfFormat, parse

    request = {**vars(limits), "format": form, "output": 4 * limits.bytes}
    command = [sys.executable, "-I", str(_PARSER), json.dumps(request)]
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, check=False, timeout=limits.seconds
        )
    except subprocess.TimeoutExpired:
        raise _fault("rdf-time", name, limit=limits.seconds) from None
    except OSError as error:
        raise _fault("cannot-read", name, reason=reason_of(error)) from None
    if done.returncode == 0:
        return list(parse(done.stdout, format=RdfFormat.N_QUADS, lenient=True))
    raise DiagnosticError([_why(done, data, name, form, limits)])


def _why(
    done: subprocess.CompletedProcess[bytes], data: bytes, name: str, form: str, limits: Limits
) -> Diagnostic:
    """What the parser's process says was wrong, or what became of it."""
    if done.returncode == _OUT_OF_TIME:
        return _fault("rdf-time", name, limit=limits.seconds).diagnostics[0]
    said: dict[str, object] = {"code": "rdf-memory"}
    if done.returncode == _REFUSED:
        said = json.loads(done.stderr.splitlines()[-1])
    params = {"input": name, "at": name, **_shown(said, form, limits)}
    if "line" in said:
        params["at"] = f"{name}:{said['line']}:{said['column']}"
    hint, message = _mistaken(said, data, form), said.get("message")
    return Diagnostic(
        str(said["code"]), params=params, hint=hint, message=str(message) if message else None
    )


def _mistaken(said: Mapping[str, object], data: bytes, form: str) -> str | None:
    """Another format that the file seems to have, where it has no sense in its own."""
    if "line" not in said or said["code"] not in ("rdf-syntax", "rdf-bad-iri", "rdf-truncated"):
        return None
    found = sniffed(data)
    if found == "trig":
        lines = form == "n-triples" and said["code"] == "rdf-syntax"
        return "turtle" if lines or form in ("rdf/xml", "json-ld") else None
    return found if found != form else None


def _shown(said: Mapping[str, object], form: str, limits: Limits) -> dict[str, object]:
    """What the message of a fault is filled with."""
    params = {"format": form, "megabytes": limits.memory // 1_000_000, **said}
    if "reason" in said:
        params["reason"] = str(said["reason"])[:200]
    return params


def _fault(code: str, name: str, message: str | None = None, **params: object) -> DiagnosticError:
    params = {"input": name, **params}
    return DiagnosticError([Diagnostic(code, params=params, message=message)])

"""JSON values one after another from a stream, in bounded memory: what cannot be read of one is told with it.

A fault of syntax ends the reading, since nobody knows where the next value begins. Within a value that is
sound in this respect, what cannot be taken (numbers that are none, nesting without end, a key with two
values) makes the objects around it `Faulty`, and the next value is read as if nothing had been.
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Iterator
from typing import Any, Protocol

from ..diagnostics import Diagnostic

CHUNK = 1 << 16
LARGE = 1 << 20  # characters
MAX_MEMBERS = 1_000_000  # objects and lists of one value, each of which needs memory
MAX_DEPTH = 64
MAX_DIGITS = 400  # of a whole number
LEVELS = 3  # objects and lists that are taken apart to keep what is sound in them
_PART = re.compile(r"[\w+.\\-]*+\s*+")
_BLANK = re.compile(r"[ \t\n\r]*+")
_TO_BRACKET = re.compile(
    r"""[^"\[\]{}]*+ (?: "[^"\\]*+(?:\\.[^"\\]*+)*+" [^"\[\]{}]*+ )*+ ([\[\]{}])""",
    re.DOTALL | re.VERBOSE,
)


class Faulty(dict[str, Any]):
    """An object of which something cannot be taken; it has the rest.

    Args:
        found: What can be read of it.
        why: What is wrong.
    """

    def __init__(self, found: dict[str, Any], why: Diagnostic) -> None:
        super().__init__(found)
        self.why = why


class Broken(ValueError):
    """The stream is no JSON.

    Args:
        reason: What is wrong, in the words of the library.
        byte: Offset of the fault.
        cut: The stream just ends too early.
    """

    def __init__(self, reason: str, byte: int, *, cut: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.byte = byte
        self.cut = cut


class Source(Protocol):
    """What a stream reads from."""

    consumed: int

    def read(self, size: int) -> bytes:
        """The next bytes, at most so many; b"" at the end."""
        ...


class JsonStream:
    """A place in a stream of JSON.

    Args:
        source: Where it comes from; `None` if the text is all.
        text: What was read of it already.
        levels: How far faulty values are taken apart.
    """

    def __init__(self, source: Source | None, text: str = "", levels: int = LEVELS) -> None:
        self._source = source
        self._text = text
        self._levels = levels
        self._at = 0
        self._ended = source is None
        self._bytes = codecs.getincrementaldecoder("utf-8")()
        self._found_bad = False
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self.made_of,
            parse_constant=self._constant,
            parse_int=self._whole,
            parse_float=self._decimal,
            strict=False,  # those who take a text look for what may not be in it
        )

    # --- what comes next --------------------------------------------------------------------------

    def peek(self) -> str:
        """The next sign that is no blank; "" at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def value(self) -> Any:
        """The next value, whatever it is.

        Raises:
            Broken: It is none.
        """
        if not self.peek():
            raise self.broken("expecting value", cut=True)
        while True:
            if self._is_large():
                _, end = _nested(self._text, self._at)
                if not end and self._more():
                    continue
                if self._brackets(end) > MAX_MEMBERS:
                    self._at = end
                    return self._many()
            self._found_bad = False
            try:
                found, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                open_ = self._is_open(error.pos) or error.msg.startswith("Unterminated")
                if open_ and self._more():
                    continue
                raise self.broken(error.msg.lower(), error.pos, cut=open_) from None
            except RecursionError:
                deep, end = _nested(self._text, self._at)
                if not end:
                    if self._more():
                        continue
                    raise self.broken("nested without end", len(self._text), cut=True) from None
                found = None
            else:
                if self._is_open(end) and self._more():
                    continue  # a number may go on
                deep = self._depth(end)
            if deep > MAX_DEPTH:
                found = self._apart(end)
            self._at = end
            return found

    def items(self) -> Iterator[Any]:
        """The values of the list that comes next."""
        for _ in self._members("[", "]"):
            yield self.value()

    def entries(self) -> Iterator[str]:
        """The keys of the object that comes next; the value of each has to be taken before the next key."""
        for _ in self._members("{", "}"):
            if self.peek() not in ('"', ""):
                raise self.broken("expecting property name enclosed in double quotes")
            key = self.value()
            self._take(":")
            yield key

    def made_of(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object of keys with their values."""
        made = dict(pairs)
        if len(made) == len(pairs) and not self._found_bad:
            return made
        why = _twice(pairs) or _bad(made.values())
        if why is None:
            return made
        self._found_bad = True
        return Faulty(made, why)

    def broken(self, reason: str, at: int | None = None, *, cut: bool = False) -> Broken:
        """The error of a stream that is no JSON at a place, by default here."""
        rest = self._text[self._at if at is None else at :].encode()
        consumed = self._source.consumed if self._source else 0
        return Broken(reason, max(consumed - len(rest), 0), cut=cut)

    # --- within -----------------------------------------------------------------------------------

    def _members(self, opening: str, closing: str) -> Iterator[None]:
        """Stands before each member of what comes next in brackets."""
        self._take(opening)
        if self.peek() != closing:
            yield
            while self.peek() == ",":
                self._take(",")
                yield
        self._take(closing)

    def _take(self, sign: str) -> None:
        found = self.peek()
        if found != sign:
            raise self.broken(f"expecting {sign!r}", cut=not found or self._is_open(self._at))
        self._at += 1

    def _more(self) -> bool:
        """Reads on, the more the longer the value is; whether there was anything."""
        if self._ended or self._source is None:
            return False
        kept = self._text[self._at :]
        try:
            data = self._source.read(max(CHUNK, len(kept)))
            self._text = kept + self._bytes.decode(data, final=not data)
        except UnicodeDecodeError as error:
            byte = self._source.consumed - len(error.object) + error.start
            raise Broken("not utf-8", byte, cut=not data) from None
        self._at = 0
        self._ended = not data
        return bool(data)

    def _is_large(self) -> bool:
        """Whether a list or an object may be large: nothing is made of it before it is there to its end."""
        return len(self._text) - self._at > LARGE and self._text[self._at] in "[{"

    def _brackets(self, end: int) -> int:
        return self._text.count("[", self._at, end) + self._text.count("{", self._at, end)

    def _many(self) -> object:
        """What stands for a value of too many objects and lists."""
        self._found_bad = True
        return _Bad(Diagnostic("record-many", params={"input": "", "limit": MAX_MEMBERS}))

    def _is_open(self, at: int) -> bool:
        """Whether no more is there than may be a part of a word, a number or an escape."""
        part = _PART.match(self._text, at)
        return part is not None and part.end() == len(self._text)

    def _depth(self, end: int) -> int:
        """How deep the value that ends there is nested; 0 if it has too few brackets for any harm."""
        if self._brackets(end) <= MAX_DEPTH:
            return 0
        return _nested(self._text, self._at)[0]

    def _apart(self, end: int) -> Any:
        """A value that is nested too deep, with what is sound in its first levels."""
        bad = _Bad(Diagnostic("record-nested", params={"input": "", "limit": MAX_DEPTH}))
        self._found_bad = True
        if not self._levels:
            return bad
        inner = JsonStream(None, self._text[self._at : end], self._levels - 1)
        if inner.peek() == "[":
            return list(inner.items())
        found = [(key, inner.value()) for key in inner.entries()]
        return self.made_of(found)

    def _constant(self, name: str) -> object:
        return self._unfit(name)

    def _whole(self, digits: str) -> object:
        return int(digits) if len(digits) <= MAX_DIGITS else self._unfit(f"{digits[:20]}…")

    def _decimal(self, digits: str) -> object:
        found = float(digits)
        return found if math.isfinite(found) else self._unfit(digits[:20])

    def _unfit(self, shown: str) -> object:
        self._found_bad = True
        return _Bad(Diagnostic("record-number", params={"input": shown}))


class _Bad:
    """Stands for a value that cannot be taken."""

    def __init__(self, why: Diagnostic) -> None:
        self.why = why


def fault_of(found: object) -> Diagnostic | None:
    """What is wrong with a value, if anything cannot be taken of it; objects in lists count."""
    if isinstance(found, Faulty | _Bad):
        return found.why
    return _bad(found) if isinstance(found, list) else None


def _bad(values: Any) -> Diagnostic | None:
    return next((why for value in values if (why := fault_of(value)) is not None), None)


def _twice(pairs: list[tuple[str, Any]]) -> Diagnostic | None:
    """The fault of a key that has two values."""
    seen: dict[str, Any] = {}
    for key, found in pairs:
        if key in seen and seen[key] != found:
            return Diagnostic("record-twice", params={"input": key[:80]})
        seen[key] = found
    return None


def _nested(text: str, at: int) -> tuple[int, int]:
    """How deep the value there is nested, and where it ends; 0 if it does not."""
    depth = deepest = 0
    while match := _TO_BRACKET.match(text, at):
        at = match.end()
        depth += 1 if match[1] in "[{" else -1
        deepest = max(deepest, depth)
        if not depth:
            return deepest, at
    return deepest, 0

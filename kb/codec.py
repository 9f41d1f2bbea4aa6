"""Frozen dataclasses to JSON and back, by a list of known classes; used for caches (never pickle)."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any


class Codec:
    """Encodes values of the given dataclasses, tuples, dicts, strings, numbers, booleans, `None`.

    A dataclass becomes `["!", class number, field, …]`, a tuple `["(", …]`, a frozenset `["{", …]`.
    """

    def __init__(self, *classes: type) -> None:
        self._classes = classes
        self._numbers = {cls: number for number, cls in enumerate(classes)}
        self._fields = [tuple(f.name for f in fields(cls)) for cls in classes]

    def dumps(self, value: object) -> str:
        """A value as compact JSON."""
        return json.dumps(self._encode(value), ensure_ascii=False, separators=(",", ":"))

    def loads(self, text: str) -> Any:
        """The value that `dumps` wrote."""
        return self._decode(json.loads(text))

    def _encode(self, value: Any) -> Any:
        number = self._numbers.get(type(value))
        if number is not None:
            return ["!", number, *(self._encode(getattr(value, f)) for f in self._fields[number])]
        if isinstance(value, tuple):
            return ["(", *map(self._encode, value)]
        if isinstance(value, frozenset):
            return ["{", *sorted(map(self._encode, value), key=str)]
        if isinstance(value, dict):
            return {k: self._encode(v) for k, v in value.items()}
        if value is None or isinstance(value, str | int | float | bool):
            return value
        raise TypeError(f"{type(value).__name__} is not in the codec")

    def _decode(self, value: Any) -> Any:
        if isinstance(value, list):
            tag = value[0]
            if tag == "!":
                # Filled past the frozen `__init__`, which is most of the time of reading a cache.
                made: Any = object.__new__(self._classes[value[1]])
                decoded = [v if isinstance(v, str | int) else self._decode(v) for v in value[2:]]
                made.__dict__.update(zip(self._fields[value[1]], decoded, strict=True))
                return made
            rest = [v if isinstance(v, str | int) else self._decode(v) for v in value[1:]]
            return tuple(rest) if tag == "(" else frozenset(rest)
        if isinstance(value, dict):
            return {k: self._decode(v) for k, v in value.items()}
        return value

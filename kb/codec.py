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
            if tag == "(":
                return tuple(map(self._decode, value[1:]))
            if tag == "!":
                return self._classes[value[1]](*map(self._decode, value[2:]))
            return frozenset(map(self._decode, value[1:]))
        if isinstance(value, dict):
            return {k: self._decode(v) for k, v in value.items()}
        return value

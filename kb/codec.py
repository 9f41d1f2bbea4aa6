"""Frozen dataclasses to JSON and back, by a list of known classes; used for caches (never pickle).

The JSON is a list of values, the parts of each before it and the whole one last. An equal part is
written once, and trailing fields that have their default are left out: of a game's rules that is
half of all there is to read.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from typing import Any

_TUPLE, _FROZENSET = -1, -2


class Codec:
    """Encodes values of the given dataclasses, tuples, dicts, strings, numbers, booleans, `None`.

    A dataclass is written as `[class number, field, …]`, a tuple as `[-1, …]`, a frozenset as
    `[-2, …]`, a dict as an object, a number as itself. In these a number is the place of a value
    in the list; strings, booleans and `null` stand for themselves.
    """

    def __init__(self, *classes: type) -> None:
        self._classes = classes
        self._numbers = {cls: number for number, cls in enumerate(classes)}
        self._names = [tuple(f.name for f in fields(cls)) for cls in classes]
        self._defaults = [{f.name: f.default for f in fields(cls)} for cls in classes]
        self._factories = [
            {f.name: f.default_factory for f in fields(cls) if f.default_factory is not MISSING}
            for cls in classes
        ]

    def dumps(self, value: object) -> str:
        """A value as compact JSON."""
        values: list[object] = []
        whole = self._write(value, values, {})
        if type(whole) is not int:
            values.append(whole)
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    def loads(self, text: str) -> Any:
        """The value that `dumps` wrote.

        Raises:
            ValueError, TypeError, IndexError, KeyError: The text is none of its own.
        """
        made: list[Any] = []
        classes, names, new = self._classes, self._names, object.__new__
        for entry in json.loads(text):
            if type(entry) is list:
                kind = entry[0]
                parts = [made[part] if type(part) is int else part for part in entry[1:]]
                if kind >= 0:  # filled past `__init__`, for this is most of the time
                    whole: Any = new(classes[kind])
                    whole.__dict__.update(zip(names[kind], parts, strict=False))
                    if len(parts) < len(names[kind]):
                        self._complete(whole.__dict__, kind, len(parts))
                    made.append(whole)
                else:
                    made.append(tuple(parts) if kind == _TUPLE else frozenset(parts))
            elif type(entry) is dict:
                made.append({k: made[v] if type(v) is int else v for k, v in entry.items()})
            else:
                made.append(entry)
        return made[-1]

    def _complete(self, filled: dict[str, object], number: int, start: int) -> None:
        """Gives the fields from one on their defaults."""
        defaults, factories = self._defaults[number], self._factories[number]
        for name in self._names[number][start:]:
            filled[name] = factories[name]() if name in factories else defaults[name]

    def _write(self, value: Any, values: list[object], known: dict[object, int]) -> Any:
        """What stands for a value in its whole; what is not known yet is written first."""
        if value is None or isinstance(value, str | bool):
            return value
        if isinstance(value, dict):  # may be changed, so that each is one of its own
            values.append({k: self._write(v, values, known) for k, v in value.items()})
            return len(values) - 1
        entry: object
        number = self._numbers.get(type(value))
        if number is not None:
            usual: dict[str, object] = {}
            self._complete(usual, number, 0)
            parts = [getattr(value, name) for name in self._names[number]]
            while parts and _same(parts[-1], usual[self._names[number][len(parts) - 1]]):
                parts.pop()
            entry = [number, *(self._write(part, values, known) for part in parts)]
        elif isinstance(value, tuple):
            entry = [_TUPLE, *(self._write(part, values, known) for part in value)]
        elif isinstance(value, frozenset):
            members = sorted(value, key=repr)
            entry = [_FROZENSET, *(self._write(part, values, known) for part in members)]
        elif isinstance(value, int | float):
            entry = value
        else:
            raise TypeError(f"{type(value).__name__} is not in the codec")
        key = json.dumps(entry)
        if key not in known:
            known[key] = len(values)
            values.append(entry)
        return known[key]


def _same(value: object, usual: object) -> bool:
    """Whether a value is the default of its field."""
    return type(value) is type(usual) and value == usual

"""Frozen dataclasses that are cheap to define: comparison, hash and `repr` are shared, not generated.

`dataclasses.dataclass(frozen=True)` compiles six functions a class, which for the seventy value
classes of this package is a fifth of the time of a cold question; here only `__init__` is.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Makes a class a frozen dataclass; fields with `compare=False` or `hash=False` count as in dataclasses."""
    made = dataclass(eq=False, repr=False)(cls)
    made.__setattr__ = _set_once  # type: ignore[method-assign]
    compared = tuple(f.name for f in fields(made) if f.compare)  # type: ignore[arg-type]
    hashed = tuple(f.name for f in fields(made) if f.compare and f.hash is not False)  # type: ignore[arg-type]
    made.__eq__ = _equal(compared)  # type: ignore[method-assign]
    made.__hash__ = _hash(hashed)  # type: ignore[method-assign]
    if "__repr__" not in cls.__dict__:
        made.__repr__ = _show  # type: ignore[method-assign]
    return made


def _set_once(self: object, name: str, new: object) -> None:
    """Lets `__init__` fill a field and refuses every later change."""
    if name in self.__dict__:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    self.__dict__[name] = new


def _equal(names: tuple[str, ...]) -> Any:
    def __eq__(self: object, other: object) -> bool:
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        mine, theirs = self.__dict__, other.__dict__
        return all(mine[n] == theirs[n] for n in names)

    return __eq__


def _hash(names: tuple[str, ...]) -> Any:
    def __hash__(self: object) -> int:
        mine = self.__dict__
        return hash((self.__class__, *[mine[n] for n in names]))

    return __hash__


def _show(self: object) -> str:
    shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self))  # type: ignore[arg-type]
    return f"{type(self).__name__}({shown})"

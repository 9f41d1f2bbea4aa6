"""Frozen dataclasses that are cheap to define: comparison, hash and `repr` are shared, not generated.

`dataclasses.dataclass(frozen=True)` compiles six functions a class, which for the hundred value
classes of this package is a fifth of the time of a cold question. Here only `__init__` is, and that
when the first value is made: values from a cache need none.
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Makes a class a frozen dataclass; fields with `compare=False` or `hash=False` count as in dataclasses."""
    made = dataclass(init=False, eq=False, repr=False)(cls)
    made.__init__ = _generating(made)  # type: ignore[method-assign]
    made.__setattr__ = _refuse  # type: ignore[method-assign]
    compared = tuple(f.name for f in fields(made) if f.compare)  # type: ignore[arg-type]
    hashed = tuple(f.name for f in fields(made) if f.compare and f.hash is not False)  # type: ignore[arg-type]
    made.__eq__ = _equal(compared)  # type: ignore[method-assign]
    made.__hash__ = _hash(hashed)  # type: ignore[method-assign]
    if "__repr__" not in cls.__dict__:
        made.__repr__ = _show  # type: ignore[method-assign]
    return made


def _generating(cls: type) -> Any:
    """An `__init__` that puts the generated one in its place when it is first called."""

    def __init__(self: object, *args: object, **named: object) -> None:
        made = _init(cls)
        cls.__init__ = made  # type: ignore[misc]
        made(self, *args, **named)

    return __init__


def _init(cls: type) -> Any:
    """The `__init__` of a value class, which fills the fields past `__setattr__`."""
    given: dict[str, Any] = {"_missing": MISSING}
    parameters, lines = [], []
    for number, f in enumerate(fields(cls)):
        name, default = f.name, f"_{number}"
        parameters.append(name)
        lines.append(f"_filled[{name!r}] = {name}")
        if f.default is not MISSING:
            given[default] = f.default
            parameters[-1] += f"={default}"
        elif f.default_factory is not MISSING:
            given[default] = f.default_factory
            parameters[-1] += "=_missing"
            lines[-1] = f"_filled[{name!r}] = {default}() if {name} is _missing else {name}"
    text = f"def __init__(_self, {', '.join(parameters)}):\n    _filled = _self.__dict__\n    "
    exec(text + "\n    ".join(lines), given)  # noqa: S102 - as `dataclasses` does
    made = given["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _refuse(self: object, name: str, new: object) -> None:
    """No field changes after `__init__`."""
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


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

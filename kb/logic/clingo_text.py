"""Rules as clingo text: predicates by key, values, the arguments that stand for a world, compiled pieces."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from ..values import value
from .levels import Level
from .syntax import Aggregate, Compound, Sum, Value, Var

# A key is what is compiled: predicate, change ("", "starts", "ends", "offer") and level.
Key = tuple[str, str, Level | None]
PARTS = {"base": "base", "situation": "situation(t)", "event": "event(t,u)"}


@functools.lru_cache(maxsize=65536)
def mangle(name: str) -> str:
    """A name as part of a clingo identifier: other than ASCII letters and digits by code point."""
    return "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in name)


@functools.lru_cache(maxsize=65536)
def atom_name(key: Key) -> str:
    """The clingo predicate of a key."""
    predicate, change, level = key
    tag = "_".join(filter(None, (change, level.suffix if level else "")))
    return f"p{mangle(predicate)}_{tag}" if tag else f"p{mangle(predicate)}"


@value
class Piece:
    """One compiled rule: its part, text, what it concludes and what it needs (positive keys)."""

    part: str
    text: str
    head: str
    needs: tuple[str, ...]
    rule: str = ""


def show_constant(value: str | int) -> str:
    """A constant as clingo text."""
    if isinstance(value, int):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def show_term(value: Value) -> str:
    """A value as clingo text."""
    match value:
        case Var(name):
            return f"V{mangle(name)}"
        case Compound(functor, args):
            inner = ",".join(map(show_term, args))
            return f"t{mangle(functor)}({inner})" if args else f"t{mangle(functor)}"
        case Sum(op, left, right):
            return f"({show_term(left)}{op}{show_term(right)})"
        case Aggregate():
            raise TypeError("an aggregate stands alone on one side of a comparison")
        case _:
            return show_constant(value)


def world_of(level: Level | None) -> tuple[str, ...]:
    """The leading arguments of a level: the situation or event, then the tried events."""
    if level is None:
        return ()
    return ("u" if level.real else "t", *(f"W{i + 1}" for i in range(level.depth)))


def part_of(level: Level | None) -> str:
    """The program part in which rules at a level stand."""
    return "base" if level is None else "event" if level.real else "situation"


def join(*parts: str) -> str:
    """Arguments in a row, without those that are empty."""
    return ",".join(p for p in parts if p)


def call(key: Key, world: Iterable[str], args: str) -> str:
    """The atom of a key in a world."""
    inner = join(*world, args)
    return f"{atom_name(key)}({inner})" if inner else atom_name(key)


def mentions(text: str, name: str) -> bool:
    """Whether a positive premise has a variable among its arguments."""
    return not text.startswith(("not ", "#")) and name in text.replace("(", ",").replace(
        ")", ","
    ).split(",")

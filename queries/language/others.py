"""What "other" leaves out in words for objects, told by a name."""

from __future__ import annotations

from ..syntax import All, AnyOf, Filter, Not, Objects, Other


def says_other(subject: Filter | None) -> bool:
    """Whether words for objects leave out an object by "other"."""
    match subject:
        case Other():
            return True
        case Not(inner):
            return says_other(inner)
        case All(parts) | AnyOf(parts):
            return any(map(says_other, parts))
    return False


def others_said(name: str, subject: Filter) -> Filter:
    """Words for objects in which "other" stands for objects that are not that of a name."""
    match subject:
        case Not(Objects(names)) if names == (name,):
            return Other()
        case All(parts):
            return All(tuple(others_said(name, part) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(others_said(name, part) for part in parts))
    return subject


def others_than(name: str, subject: Filter) -> Filter:
    """Words for objects in which "other" leaves out the object of a name."""
    match subject:
        case Other():
            return Not(Objects((name,)))
        case Not(inner):
            return Not(others_than(name, inner))
        case All(parts):
            return All(tuple(others_than(name, part) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(others_than(name, part) for part in parts))
    return subject

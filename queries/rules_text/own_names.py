"""Names by which a rules text calls its own object."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ..syntax import Effect, Objects


def own_names(name: str) -> Iterator[str]:
    """A name with the shorter ones by which a text calls its object ("X, the Y": "X")."""
    for whole in (name, *name.split(" // ")):
        yield whole
        for mark in (",", " the ", " of "):
            short = whole.partition(mark)[0].strip()
            if short != whole:
                yield short


def entering_by_name(effect: Effect, own: Collection[str]) -> Effect:
    """An effect by which an object enters that is called by a name: its own, if no other is known."""
    named = isinstance(effect.subject, Objects) and len(effect.subject.names) == 1
    if own or not (effect.enters and named):
        return effect
    return replace(effect, subject=None, itself=True)

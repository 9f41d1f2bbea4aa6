"""Names by which a rules text calls its own object."""

from __future__ import annotations

from collections.abc import Iterator


def own_names(name: str) -> Iterator[str]:
    """A name with the shorter ones by which a text calls its object ("X, the Y": "X")."""
    for whole in (name, *name.split(" // ")):
        yield whole
        for mark in (",", " the ", " of "):
            short = whole.partition(mark)[0].strip()
            if short != whole:
                yield short

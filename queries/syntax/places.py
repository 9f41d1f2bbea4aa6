"""Where a part of a text stands."""

from __future__ import annotations

from ...kb.values import value


@value
class Span:
    """Offsets of a part of the source text, in characters: `text[start:end]`."""

    start: int
    end: int


NOWHERE = Span(0, 0)

"""Parsed scenarios as JSON and back, so that a text need be parsed only once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass

from ...kb.codec import Codec
from ...kb.logic.syntax import Compound
from .. import syntax
from ..syntax import ScenarioText

_CODEC = Codec(
    *(c for _, c in sorted(vars(syntax).items()) if isinstance(c, type) and is_dataclass(c)),
    Compound,
)


def to_json(scenarios: Sequence[ScenarioText]) -> str:
    """Scenarios as compact JSON."""
    return _CODEC.dumps(tuple(scenarios))


def from_json(text: str) -> list[ScenarioText]:
    """The scenarios that `to_json` wrote.

    Raises:
        ValueError: The text is no such JSON.
    """
    found = _CODEC.loads(text)
    if not isinstance(found, tuple) or not all(isinstance(s, ScenarioText) for s in found):
        raise ValueError("no scenarios")
    return list(found)

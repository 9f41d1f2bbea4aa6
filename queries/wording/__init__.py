"""Effects in the wording that cards use, read in English and Japanese."""

from __future__ import annotations

from .reader import read_effect

__all__ = ["read_effect"]

"""Names as parts of IRIs."""

from __future__ import annotations

import re
from urllib.parse import quote

_PLAIN = re.compile(r"[A-Za-z0-9_-]+")


def key_of(name: str) -> str:
    """A name as a part of an IRI, percent-encoded where it needs it."""
    if _PLAIN.fullmatch(name):
        return name
    return quote(name.replace(" ", "_"), safe="")

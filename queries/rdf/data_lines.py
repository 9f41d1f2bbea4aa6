"""Where a file of RDF speaks of a node: the line of its name, as near as a text tells without its parser."""

from __future__ import annotations

import functools
import re

_PREFIX = re.compile(r"@?prefix[ \t]+([^\s<>:]*:)[ \t]*<([^<>\s]*)>", re.IGNORECASE)
_ESCAPED = re.compile(r"[~.!$&'()*+,;=/?#@%]")


class DataLines:
    """The lines of one file.

    Args:
        text: The file; "" if it is none that people read.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def line_of(self, iri: str) -> int:
        """The first line that begins with the name of a node, else the first that quotes its IRI, else 1."""
        names = [f"<{iri}>", *self._short(iri)]
        lines = [self._begun[name] for name in names if name in self._begun]
        if lines:
            return min(lines)
        found = [self._text.find(f"{a}{iri}{b}") for a, b in ("<>", '""', "''")]
        places = [place for place in found if place >= 0]
        return self._text.count("\n", 0, min(places)) + 1 if places else 1

    @functools.cached_property
    def _begun(self) -> dict[str, int]:
        """The first word of each line → the first line that begins with it."""
        found: dict[str, int] = {}
        for number, line in enumerate(self._text.split("\n"), 1):
            word = line.split(None, 1)[:1]
            if word:
                found.setdefault(word[0], number)
        return found

    @functools.cached_property
    def _prefixes(self) -> dict[str, str]:
        return dict(_PREFIX.findall(self._text))

    def _short(self, iri: str) -> list[str]:
        """How the text may write an IRI with its prefixes."""
        names = []
        for prefix, space in self._prefixes.items():
            if space and iri.startswith(space):
                local = iri[len(space) :]
                escaped = _ESCAPED.sub(lambda sign: rf"\{sign[0]}", local)
                names += [prefix + each for each in dict.fromkeys((local, escaped))]
        return names

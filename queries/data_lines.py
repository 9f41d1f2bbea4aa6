"""Where a file of RDF speaks of a node: the line of its name, as near as a text tells without its parser."""

from __future__ import annotations

import bisect
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
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._prefixes = dict(_PREFIX.findall(text))

    def line_of(self, iri: str) -> int:
        """The first line that begins with the name of a node, else the first that holds it, else 1."""
        held = 0
        for name in self._names(iri):
            for pattern in (rf"(?m)^[ \t]*{name}", rf"(?<![\w:]){name}"):
                found = re.search(pattern + r"(?![\w-])", self._text)
                if found:
                    at = found.start() + len(found[0]) - len(found[0].lstrip())
                    line = bisect.bisect_right(self._starts, at)
                    if pattern.startswith("(?m)"):
                        return line
                    held = held or line
        return held or 1

    def _names(self, iri: str) -> list[str]:
        """How the text may write an IRI, as patterns."""
        names = [re.escape(f"{a}{iri}{b}") for a, b in ("<>", '""', "''")]
        for prefix, space in self._prefixes.items():
            if space and iri.startswith(space):
                local = iri[len(space) :]
                escaped = _ESCAPED.sub(lambda sign: rf"\{sign[0]}", local)
                names += [re.escape(prefix + each) for each in dict.fromkeys((local, escaped))]
        return names

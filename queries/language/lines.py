"""Type lines that are expected: as printed ones, but an effect may have left any set of types."""

from __future__ import annotations

import re
from collections.abc import Collection

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.lexicon import Lexicon, fold
from ...kb.typelines.reading import TypeLine

_EVERY = re.compile(r"(?:every|all)\s+|すべての")
_DASH = re.compile(r"\s+[-‐-―─ー–—]+\s*|[―─—]|$")


def read_expected_line(text: str, lexicon: Lexicon, categories: Collection[str]) -> TypeLine:
    """The set of terms in a line; words may stand in any order, subtypes need no card type.

    `every creature type` after the dash is the stand-in of its kind. `TypeLine.subtypes` then
    holds the id with a star.

    Raises:
        DiagnosticError: With `unknown-word` for each word that is no term.
    """
    found: dict[str, list[str]] = {}
    faults: list[Diagnostic] = []
    every: list[str] = []
    start = 0
    while start < len(text):
        if text[start].isspace() or text[start] in "—―─–-・,、ー/":
            start += 1
            continue
        match = _EVERY.match(text, start)
        if match:
            end, terms = lexicon.longest(text, match.end())
            kinds = [t for t in terms if t.category == "SubtypeKind"]
            if kinds:
                every.append(f"{kinds[0].id}/*")
                start = end
                continue
        end, terms = lexicon.longest(text, start, categories)
        if not terms:
            end = start + len(re.match(r"[^\s・,、]+", text[start:])[0])  # type: ignore[index]
            word = text[start:end]
            params = {"input": word}
            faults.append(Diagnostic("unknown-word", start, end, params, lexicon.nearest(word)))
        for term in terms:
            found.setdefault(fold(text[start:end]), []).append(term.id)
        start = end
    if faults:
        raise DiagnosticError(faults)
    ids = [_pick(options, found, lexicon) for options in found.values()]
    return TypeLine(
        (), tuple(i for i in ids if "/" not in i), (*(i for i in ids if "/" in i), *every)
    )


def _pick(options: list[str], found: dict[str, list[str]], lexicon: Lexicon) -> str:
    """The meaning of a word that some card type of the line can use, else the first."""
    card_types = {i for ids in found.values() for i in ids if "/" not in i}
    kinds = {k for i in card_types for k in lexicon[i].uses}
    fitting = [i for i in options if lexicon[i].kind in kinds]
    return (fitting or options)[0]

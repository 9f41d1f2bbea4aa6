"""Reads `given` statements: objects, choices and facts."""

from __future__ import annotations

from dataclasses import replace

from ...kb.diagnostics import Diagnostic
from ..syntax import Given, GivenChoice, GivenFact, Span, Statement
from .clauses import Source
from .grammar_parts import Part
from .phrases import Reading
from .terms import Terms


def read_given(source: Source, parts: list[Part], terms: Terms) -> list[Statement]:
    """The statements that the parts of a `given` make: one for each card that stands alone."""
    first = parts[0]
    if first.kind == "atom":
        return [GivenFact(first.value, _span(source, first))]
    if first.kind == "kind":
        value = parts[1]
        return [
            GivenChoice(
                first.value, _span(source, first), value.value, _span(source, value), source.span
            )
        ]
    names = tuple(p.value for p in first.value)
    found = {p.kind: p for p in parts[1:]}
    for number, part in enumerate(parts[1:], 1):
        if any(p.kind == part.kind for p in parts[1:number]):
            terms.fault("modifier-twice", part._replace(value=source.words(part)))
    line = found.get("type-line")
    given = Given(
        names,
        source.words(line) if line else None,
        _span(source, line) if line else _span(source, first),
        zone=terms.zone(found["place"].value[0]) if "place" in found else None,
        controller=found["controller"].value[0].value if "controller" in found else "A",
        token="token" in found or bool("is-token" in found and found["is-token"].value),
        named=found["named"].value[0].value if "named" in found else None,
        abilities=_abilities(found.get("with")),
        span=source.span,
    )
    if line is not None:
        return [given]
    if "card" in found:
        return [_replaced(given, names, found["card"].value)]
    return [_replaced(given, (name,), name) for name in names]


def read_given_sentence(source: Source, reading: Reading, terms: Terms) -> GivenFact:
    """The facts that a sentence of the game's own states; a fault if only rules conclude them."""
    words = source.folded.strip()
    start = source.folded.find(words)
    if reading.use == "question":
        fault = Diagnostic("not-given", start, start + len(words), {"input": words[:80]})
        listed = reading.exactly is not None
        terms.faults.append(replace(fault, message="only-asked") if listed else fault)
    span = Span(source.start + start, source.start + start + len(words))
    moved = reading.moved(source.start)
    return GivenFact(words, span, moved.facts, moved.introduced)


def _replaced(given: Given, names: tuple[str, ...], card: str) -> Given:
    return replace(given, names=names, card=card)


def _abilities(part: Part | None) -> tuple[str, ...]:
    return tuple(p.value for p in part.value[0].value) if part else ()


def _span(source: Source, part: Part) -> Span:
    return Span(source.start + part.start, source.start + part.end)

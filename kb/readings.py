"""Readings: other logic for a rule, as data; a theory under some of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from .knowledge import Sentences
from .logic.syntax import WorldText
from .logic.theory import ConflictingReadings, Theory, UnknownReading
from .values import value


@value
class Reading:
    """Another logic for a rule.

    Args:
        name: Its id.
        of: Numbers of the rules that it reads in its own way.
        label: What it says, in short, by language.
        comment: Where it comes from and what it changes, by language.
        text: Its predicates and rules, and the rules that it drops; a rule with the name of a known
            one replaces that.
        sentences: How its own predicates are told.
        place: `file:line`.
    """

    name: str
    of: tuple[str, ...] = ()
    label: dict[str, str] = field(default_factory=dict)
    comment: dict[str, str] = field(default_factory=dict)
    text: WorldText = WorldText()
    sentences: dict[str, Sentences] = field(default_factory=dict)
    place: str = ""


def chosen(known: dict[str, Reading], names: Iterable[str]) -> tuple[Reading, ...]:
    """Readings by name, sorted, each once.

    Raises:
        UnknownReading: There is no reading of a name.
        ConflictingReadings: Two of them cannot be taken together.
    """
    found = []
    by_rule: dict[str, str] = {}
    for name in sorted(set(names)):
        if name not in known:
            raise UnknownReading(name)
        reading = known[name]
        for rule in (*(r.name for r in reading.text.rules), *reading.text.drops):
            if by_rule.setdefault(rule, name) != name:
                raise ConflictingReadings((by_rule[rule], name), rule)
        found.append(reading)
    return tuple(found)


def amended(theory: Theory, readings: Iterable[Reading]) -> Theory:
    """The theory under some readings.

    Raises:
        UnknownRule: A reading drops a rule that is not there.
    """
    for reading in readings:
        theory = theory.amended(reading.text)
    return theory

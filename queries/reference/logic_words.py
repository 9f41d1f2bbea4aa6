"""The logic of rules cut into words: what each one is, and which predicates it speaks of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from ...kb.values import value

# A predicate is a name with a bracket after it; what else is a name is an individual.
_WORD = re.compile(
    r"(?P<text>\"[^\"]*\"|《[^》]*》|「[^」]*」)"
    r"|(?P<variable>\?[^\W\d]\w*)"
    r"|(?P<number>-?\d+)"
    r"|(?P<name>[^\W\d][\w-]*(?:/[\w'.-]+)*)(?P<opens>\s*\()?"
    r"|(?P<arrow>->)"
    r"|(?P<sign>\^|!=|<=|>=|[-+*=<>:])"
    r"|(?P<rest>.)",
    re.DOTALL,
)
MOMENTS = ("not", "next", "starts", "ends", "after", "would", "may", "initial")
AGGREGATES = ("count", "sum")


@value
class LogicWord:
    """A word of a logic.

    Args:
        kind: "predicate", "individual", "variable", "number", "text", "keyword", "sign", or "" for
            brackets, commas and blanks.
        text: The word.
    """

    kind: str
    text: str


def words_of(logic: str) -> Iterator[LogicWord]:
    """The words of a logic in their order; together they are the logic."""
    for match in _WORD.finditer(logic):
        name, opens = match["name"], match["opens"]
        if name is None:
            kind = match.lastgroup or ""
            yield LogicWord({"arrow": "sign", "rest": ""}.get(kind, kind), match[0])
            continue
        if name in MOMENTS or (opens and name in AGGREGATES):
            yield LogicWord("keyword", name)
        else:
            yield LogicWord("predicate" if opens else "individual", name)
        if opens:
            yield LogicWord("", opens)


def called(logic: str) -> tuple[list[str], list[str]]:
    """The predicates before and after the arrow of a logic, each once, sorted."""
    sides: tuple[set[str], set[str]] = (set(), set())
    after = False
    for word in words_of(logic):
        after = after or word.text == "->"
        if word.kind == "predicate":
            sides[after].add(word.text)
    return sorted(sides[0]), sorted(sides[1])


def mentions(
    logics: Iterable[tuple[str, str]],
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Predicate → the rules that have it among their premises, and those that conclude it.

    Args:
        logics: Names of rules with their logics.
    """
    used: dict[str, list[str]] = defaultdict(list)
    concluded: dict[str, list[str]] = defaultdict(list)
    for name, logic in logics:
        before, after = called(logic)
        for predicate in before:
            used[predicate].append(name)
        for predicate in after:
            concluded[predicate].append(name)
    return used, concluded

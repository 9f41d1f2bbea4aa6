"""Where two outcomes of one case differ, told from both sides."""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.values import value
from .outcomes import Happened, Outcome

KINDS = ("error", "answer", "list", "line", "order", "step", "citation")


@value
class Difference:
    """Something that is one way on one side and another way on the other.

    Args:
        kind: One of `KINDS`.
        about: The question, the object, or the place of the step; "" for errors and orders.
        before: How it is on the first side, in words.
        after: How it is on the second side.
        rules_before: Names of the rules that only the first side rests on.
        rules_after: Names of the rules that only the second side rests on.
    """

    kind: str
    about: str
    before: str
    after: str
    rules_before: tuple[str, ...] = ()
    rules_after: tuple[str, ...] = ()


def differences(before: Outcome, after: Outcome) -> list[Difference]:
    """All that differs; of a timeline the first step that does, of errors nothing beyond them."""
    if before.errors != after.errors:
        sides = ("; ".join(before.faults), "; ".join(after.faults))
        return [Difference("error", "", *sides, *_rules(_all(before), _all(after)))]
    return [
        *_answers(before, after),
        *(
            Difference("line", name, line, dict(after.lines).get(name, ""))
            for name, line in before.lines
            if line != dict(after.lines).get(name, "")
        ),
        *_orders(before, after),
        *_steps(before, after),
    ]


def citations(before: Outcome, after: Outcome) -> Iterator[Difference]:
    """The questions that are answered alike by other rules."""
    for one, other in zip(before.answers, after.answers, strict=False):
        if one == other and set(one.rules) != set(other.rules):
            rules = _rules(one.rules, other.rules)
            sides = (", ".join(rules[0]), ", ".join(rules[1]))
            yield Difference("citation", one.question, *sides, *rules)


def _answers(before: Outcome, after: Outcome) -> Iterator[Difference]:
    for one, other in zip(before.answers, after.answers, strict=False):
        if one != other:
            kind = "list" if one.listed else "answer"
            rules = _rules((*one.rules, *before.order_rules), (*other.rules, *after.order_rules))
            yield Difference(kind, one.question, one.got, other.got, *rules)


def _orders(before: Outcome, after: Outcome) -> Iterator[Difference]:
    if before.orders != after.orders:
        rules = _rules(before.order_rules, after.order_rules)
        yield Difference("order", "", _ordered(before.orders), _ordered(after.orders), *rules)


def _ordered(orders: tuple[tuple[int, ...], ...]) -> str:
    return " / ".join(", ".join(map(str, order)) for order in orders)


def _steps(before: Outcome, after: Outcome) -> Iterator[Difference]:
    """The first step that is another one, or that one side alone has."""
    nothing = Happened("", (), ())
    longest = max(len(before.steps), len(after.steps))
    for index in range(longest):
        one, other = (
            side.steps[index] if index < len(side.steps) else nothing for side in (before, after)
        )
        if one != other:
            told = _told(one, other), _told(other, one)
            yield Difference(
                "step", one.place or other.place, *told, *_rules(one.rules, other.rules)
            )
            return


def _told(step: Happened, beside: Happened) -> str:
    """A step: its events, and of the rest what the other one lacks."""
    own = [d for d in step.details if d not in beside.details]
    if step.events == beside.events and step.place == beside.place:
        return "; ".join(own)
    return "; ".join([*step.events, *own])


def _all(outcome: Outcome) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for said in outcome.answers for name in said.rules))


def _rules(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules that only one of two has."""
    first, second = dict.fromkeys(one), dict.fromkeys(other)
    return tuple(n for n in first if n not in second), tuple(n for n in second if n not in first)

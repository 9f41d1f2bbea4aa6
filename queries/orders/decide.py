"""What decides between orders: the pairs of effects whose relative order the result hangs on.

Two orders that agree on which of each deciding pair comes first are linked by exchanges of
neighbours that decide nothing (the linear extensions of a partial order are connected so), hence
the pairs whose exchange as neighbours ever changes the result are the one smallest set of pairs
that determines it, provided that every order was tried.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping

from ...kb.values import value

Order = tuple[int, ...]
Pair = tuple[int, int]
Row = tuple[dict[int, int], int]  # the place of each effect, and the result
MAX_LEAVES = 24  # of a tree that is still worth reading


@value
class Fork:
    """Which of two effects comes first, and what follows from either.

    Args:
        first: The smaller number.
        second: The other one.
        before: What follows if `first` comes before `second`: a fork, or the number of a result.
        after: What follows otherwise.
    """

    first: int
    second: int
    before: Fork | int
    after: Fork | int


@value
class Decision:
    """What a result hangs on.

    Args:
        pairs: The pairs whose relative order decides, sorted; all of them only if every order was
            tried.
        tree: The same as questions; `None` if nothing decides or it would be too long.
        place: "first" or "last" if it is just the first or last of some effects that decides.
        by_effect: Then each of these effects with the number of its result.
    """

    pairs: tuple[Pair, ...] = ()
    tree: Fork | int | None = None
    place: str = ""
    by_effect: tuple[tuple[int, int], ...] = ()


def decide(results: Mapping[Order, int], *, complete: bool) -> Decision:
    """What the results of orders hang on.

    Args:
        results: Order → number of its result.
        complete: Every order was tried; otherwise pairs may be missing.
    """
    pairs = deciding_pairs(results)
    if not pairs:
        return Decision()
    for place, index in (("last", -1), ("first", 0)):
        by_effect = _by_effect(results, {n for pair in pairs for n in pair}, index)
        if len(pairs) > 1 and by_effect is not None:
            return Decision(pairs, None, place, by_effect)
    if not complete and not _determined(results, pairs):
        return Decision(pairs)
    tree = _tree([(_places(order), result) for order, result in results.items()], pairs)
    return Decision(pairs, tree if _leaves(tree) <= MAX_LEAVES else None)


def deciding_pairs(results: Mapping[Order, object]) -> tuple[Pair, ...]:
    """The pairs of neighbours whose exchange changes the result of some order, sorted."""
    pairs = set[Pair]()
    for order, result in results.items():
        for k, (a, b) in enumerate(itertools.pairwise(order)):
            if a < b:
                other = results.get((*order[:k], b, a, *order[k + 2 :]))
                if other is not None and other != result:
                    pairs.add((a, b))
    return tuple(sorted(pairs))


def _by_effect(
    results: Mapping[Order, int], effects: set[int], index: int
) -> tuple[tuple[int, int], ...] | None:
    """Effect → result if the first (last) of some effects alone decides."""
    found: dict[int, int] = {}
    for order, result in results.items():
        chosen = [n for n in order if n in effects][index]
        if found.setdefault(chosen, result) != result:
            return None
    return tuple(sorted(found.items()))


def _determined(results: Mapping[Order, int], pairs: Iterable[Pair]) -> bool:
    seen: dict[tuple[bool, ...], int] = {}
    for order, result in results.items():
        places = _places(order)
        key = tuple(places[a] < places[b] for a, b in pairs)
        if seen.setdefault(key, result) != result:
            return False
    return True


def _places(order: Order) -> dict[int, int]:
    return {n: k for k, n in enumerate(order)}


def _tree(rows: list[Row], pairs: tuple[Pair, ...]) -> Fork | int:
    """A decision tree; each question is the one that leaves least open."""
    results = {result for _, result in rows}
    if len(results) == 1:
        return results.pop()
    splits = {pair: _split(rows, pair) for pair in pairs}
    best = min((p for p in pairs if all(splits[p])), key=lambda p: sum(map(_open, splits[p])))
    before, after = splits[best]
    rest = tuple(p for p in pairs if p != best)
    return Fork(*best, _tree(before, rest), _tree(after, rest))


def _split(rows: list[Row], pair: Pair) -> tuple[list[Row], list[Row]]:
    before = [row for row in rows if row[0][pair[0]] < row[0][pair[1]]]
    after = [row for row in rows if row[0][pair[0]] > row[0][pair[1]]]
    return before, after


def _open(rows: list[Row]) -> float:
    """What is left open, in bits over all rows."""
    counts = Counter(result for _, result in rows)
    return sum(-n * math.log2(n / len(rows)) for n in counts.values())


def _leaves(tree: Fork | int) -> int:
    return 1 if isinstance(tree, int) else _leaves(tree.before) + _leaves(tree.after)

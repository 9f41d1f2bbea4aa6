"""Where the boxes of a diagram stand: in columns, so that most lines lead to the right and few cross.

The steps are Sugiyama's: break circles, put what is pointed at in a later column, let long lines pass
between the boxes of the columns on their way, and order each column by the middle of its neighbours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ...kb.values import value

Edge = tuple[str, str]
GAP, LANE = 22.0, 10.0
_SWEEPS = 24


@value
class Place:
    """Where something stands: its column from 0 and its upper side."""

    column: int
    top: float


@value
class Layout:
    """Where everything stands.

    Args:
        boxes: Id of a box → its place.
        lanes: (box that is led to, column between) → where lines to it pass that column.
        columns: Number of columns.
        height: Height of the highest column.
    """

    boxes: Mapping[str, Place]
    lanes: Mapping[tuple[str, int], Place]
    columns: int
    height: float


def lay_out(heights: Mapping[str, float], edges: Iterable[Edge]) -> Layout:
    """Places for boxes of these heights with lines between them; the same for the same input."""
    lines = sorted({e for e in edges if e[0] != e[1]})
    rank = _ranks(sorted(heights), lines)
    nodes: dict[str, float] = dict(heights)
    column = dict(rank)
    joined: set[Edge] = set()
    lanes: dict[tuple[str, int], str] = {}
    for source, target in lines:
        before = source
        step = 1 if rank[source] < rank[target] else -1
        for between in range(rank[source] + step, rank[target], step):
            lane = lanes.setdefault((target, between), f"{target}\n{between}")
            nodes[lane], column[lane] = LANE, between
            joined.add((before, lane))
            before = lane
        joined.add((before, target))
    columns = _ordered(column, joined)
    tops, height = _tops(columns, nodes)
    return Layout(
        {name: Place(column[name], tops[name]) for name in heights},
        {key: Place(column[lane], tops[lane]) for key, lane in lanes.items()},
        len(columns),
        height,
    )


def _ranks(names: Sequence[str], lines: Sequence[Edge]) -> dict[str, int]:
    """The column of each box: after all that lead to it, but for lines that close a circle."""
    order = {name: place for place, name in enumerate(_line_up(names, lines))}
    forward = {(a, b) if order[a] < order[b] else (b, a) for a, b in lines}
    before: dict[str, set[str]] = defaultdict(set)
    after: dict[str, set[str]] = defaultdict(set)
    for one, other in forward:
        before[other].add(one)
        after[one].add(other)
    rank: dict[str, int] = {}
    for name in sorted(names, key=order.__getitem__):
        rank[name] = max((rank[n] + 1 for n in before[name]), default=0)
    for name in sorted(names, key=order.__getitem__, reverse=True):
        if after[name]:
            rank[name] = min(rank[n] for n in after[name]) - 1
    alone = [n for n in names if not before[n] and not after[n]]
    last = max(rank.values(), default=0)
    for place, name in enumerate(alone):
        rank[name] = last - place % (last + 1)
    return rank


def _line_up(names: Sequence[str], lines: Sequence[Edge]) -> list[str]:
    """The boxes in a line in which few lines lead back (Eades, Lin and Smyth)."""
    left, right, rest = list[str](), list[str](), list(names)
    while rest:
        inner = [e for e in lines if e[0] in rest and e[1] in rest]
        leads, led = {a for a, _ in inner}, {b for _, b in inner}
        if ends := [n for n in rest if n not in leads]:
            right = ends + right
        elif ends := [n for n in rest if n not in led]:
            left += ends
        else:
            best = max(
                rest,
                key=lambda n: (sum(a == n for a, _ in inner) - sum(b == n for _, b in inner), n),
            )
            ends = [best]
            left += ends
        rest = [n for n in rest if n not in ends]
    return left + right


def _ordered(column: Mapping[str, int], joined: set[Edge]) -> list[list[str]]:
    """The boxes and lanes of each column from top to bottom, with few crossings."""
    near: dict[str, list[str]] = defaultdict(list)
    for one, other in sorted(joined):
        near[one].append(other)
        near[other].append(one)
    count = max(column.values(), default=-1) + 1
    columns = [sorted(n for n in column if column[n] == c) for c in range(count)]
    best, fewest = [list(c) for c in columns], _crossings(columns, joined)
    for sweep in range(_SWEEPS):
        for c in range(count) if sweep % 2 == 0 else reversed(range(count)):
            place = {n: i / len(members) for members in columns for i, n in enumerate(members)}
            middle = {
                n: sum(place[m] for m in near[n]) / len(near[n]) if near[n] else place[n]
                for n in columns[c]
            }
            columns[c].sort(key=lambda n: (middle[n], n))
        found = _crossings(columns, joined)
        if found < fewest:
            best, fewest = [list(c) for c in columns], found
    return best


def _crossings(columns: Sequence[Sequence[str]], joined: set[Edge]) -> int:
    """How many pairs of lines between neighbouring columns cross."""
    at = {n: (c, i) for c, members in enumerate(columns) for i, n in enumerate(members)}
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one, other in joined:
        (c, i), (d, j) = sorted((at[one], at[other]))
        if c != d:
            spans[c].append((i, j))
    return sum(
        (a < c and b > d) or (a > c and b < d)
        for pairs in spans.values()
        for number, (a, b) in enumerate(pairs)
        for c, d in pairs[:number]
    )


def _tops(
    columns: Sequence[Sequence[str]], heights: Mapping[str, float]
) -> tuple[dict[str, float], float]:
    """The upper side of everything, each column in the middle of the height."""
    totals = [sum(heights[n] + GAP for n in members) - GAP for members in columns]
    highest = max(totals, default=0.0)
    tops: dict[str, float] = {}
    for members, total in zip(columns, totals, strict=True):
        top = (highest - total) / 2
        for name in members:
            tops[name] = top
            top += heights[name] + GAP
    return tops, highest

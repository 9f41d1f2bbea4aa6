"""What decides between orders: the pairs found are the fewest that determine the result."""

from __future__ import annotations

import itertools

import pytest
from rulekeep.queries.orders.decide import Fork, decide, deciding_pairs

RULES = {
    "nothing": lambda place: 1,
    "one pair": lambda place: 1 + (place[1] < place[3]),
    "two pairs": lambda place: 1 + (place[1] < place[3] and place[2] < place[4]),
    "the last": lambda place: max((place[n], n) for n in (1, 2, 4))[1],
    "the first": lambda place: min((place[n], n) for n in (2, 3, 4))[1],
    "a choice": lambda place: (
        1 + (place[2] < place[3] if place[1] < place[4] else place[3] < place[4])
    ),
}


def answer(node, place):
    while isinstance(node, Fork):
        node = node.before if place[node.first] < place[node.second] else node.after
    return node


@pytest.mark.parametrize("name", RULES)
def test_the_deciding_pairs_are_the_smallest_set_that_determines_the_outcome(name):
    places = {o: {n: k for k, n in enumerate(o)} for o in itertools.permutations((1, 2, 3, 4))}
    results = {order: RULES[name](place) for order, place in places.items()}

    def determines(pairs):
        seen = {}
        return all(
            seen.setdefault(tuple(p[a] < p[b] for a, b in pairs), results[o]) == results[o]
            for o, p in places.items()
        )

    pairs = deciding_pairs(results)
    assert determines(pairs)
    every = list(itertools.combinations((1, 2, 3, 4), 2))
    smaller = (c for n in range(len(pairs)) for c in itertools.combinations(every, n))
    assert not any(determines(c) for c in smaller)
    decision = decide(results, complete=True)
    if decision.tree is not None:
        assert all(answer(decision.tree, place) == results[o] for o, place in places.items())
    elif decision.place:
        chosen = dict(decision.by_effect)
        pick = max if decision.place == "last" else min
        for order, place in places.items():
            assert chosen[pick(chosen, key=place.__getitem__)] == results[order]
    else:
        assert pairs == ()

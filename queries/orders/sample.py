"""A sample of the orders of many effects, the same in each run.

Rows in which every two effects stand side by side once, and shuffled ones; all of them with each
two neighbours exchanged; the same for each order that led to something new; and the effects for
which that made a difference in all orders, as far as the bounds allow.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence

from .decide import Order, deciding_pairs
from .orders import MAX_ORDERS, Trial, Watch, groups_of


def sample(trial: Trial, watch: Watch) -> None:
    """Tries orders with their exchanges, then those of the first order of each new outcome, and so on."""
    shuffle = random.Random(0).sample
    shuffled = [tuple(shuffle(trial.free, len(trial.free))) for _ in range(2 * len(trial.free))]
    tried: set[Order] = set()
    todo = [trial.free, *rows(trial.free), *shuffled]
    while todo:
        tried.update(todo)
        orders = [order for row in todo for order in (row, *_exchanged(row))]
        trial.run(orders, watch)
        todo = [g.example for g in groups_of(trial.outcomes) if g.example not in tried]
    pairs = deciding_pairs(trial.outcomes)
    active = [n for n in trial.free if any(n in pair for pair in pairs)]
    trial.run(_moved(trial.free, active), watch)


def rows(numbers: Order) -> Iterator[Order]:
    """Orders in which each two numbers stand side by side in at least one: zigzags around a ring."""
    size = len(numbers)
    for start in range(math.ceil(size / 2)):
        steps = [(k + 1) // 2 * (1 if k % 2 else -1) for k in range(size)]
        yield tuple(numbers[(start + step) % size] for step in steps)


def _exchanged(order: Order) -> Iterator[Order]:
    """The orders with two neighbours exchanged."""
    for k in range(len(order) - 1):
        yield (*order[:k], order[k + 1], order[k], *order[k + 2 :])


def _moved(numbers: Order, active: Sequence[int]) -> Iterator[Order]:
    """Orders of some numbers among their own places, as many as the bound allows."""
    for chosen in itertools.islice(itertools.permutations(active), MAX_ORDERS):
        moving = iter(chosen)
        yield tuple(next(moving) if n in active else n for n in numbers)

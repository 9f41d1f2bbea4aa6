"""Objects that a sentence of a game's own declares, or puts in a zone, by naming them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..syntax import Given, Introduced
from .collected import Collected


def introduce(
    introduced: Iterable[Introduced], c: Collected, given: Callable[[Given], None]
) -> None:
    """Declares objects that are new and puts all in their zone.

    Args:
        c: Where they are stated.
        given: Declares a card of the store; notes a fault if there is none of the name.
    """
    for new in introduced:
        if new.declared and new.name not in c.objects:
            zone = new.zone or None
            said = Given((new.name,), zone=zone, controller=new.controller, span=new.span)
            if new.card or c.knowledge.card(new.name) is not None:
                given(said)
                c.objects.setdefault(new.name, said)  # an unknown card is one fault, not two
            else:
                c.declare(new.name, new.name, said)
        if new.zone and new.name in c.objects:
            _put(new.name, new.zone, c)


def _put(name: str, zone: str, c: Collected) -> None:
    """Moves a declared object to the zone where it is at the start."""
    where = c.knowledge.role("zone")
    for fact in [f for f in c.facts if f.predicate == where and f.args[0] == name]:
        del c.facts[fact]
    c.add(where, name, zone)

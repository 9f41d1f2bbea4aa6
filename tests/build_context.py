"""Writes the JSON-LD context anew: `python -m tests.build_context`.

Its keys are the properties in use: in the whole knowledge of every game with its description, and in a
few answered scenarios.
"""

from __future__ import annotations

from rulekeep.kb.rdf.context import FILE, make_context
from rulekeep.kb.sources import games
from rulekeep.queries.api import check
from rulekeep.queries.rdf.export import all_quads, answered, gather

ANSWERED = """scenario "choice"
  game duelmasters
given shield L of A: "x1"
given shield M of A: "x2"
given 《ハッスル・キャッスル》, in hand
given mana of A 5
when A executes 《ハッスル・キャッスル》
ask 《ハッスル・キャッスル》 fortifies shield L of A

scenario "change"
  game mtg
given "Dryad Arbor": Land Creature — Forest Dryad
when "Dryad Arbor" becomes an artifact
ask "Dryad Arbor" is Creature
ask "Dryad Arbor" is Artifact
"""


def context_text() -> str:
    """What the context file should hold."""
    every = all_quads(gather("all", games()))
    every += all_quads(answered(check(ANSWERED), ANSWERED))
    return make_context(games(), every)


if __name__ == "__main__":
    FILE.write_text(context_text(), encoding="utf-8")

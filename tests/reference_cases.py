"""Reads the shared cases (exact form) as scenarios of the reference evaluator.

Words become ids with the lists of the newest rule text; the kind of a subtype is that of the op or
of the card types beside it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from .reference_values import Change, Filter, Game, Line, Op, Scenario, Thing, kind_of

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
CASES = SHARED / "cases" / "mtg_type_line_cases.yaml"
LISTS = SHARED / "knowledge" / "cr205_lists.json.gz"
USES = {
    "Artifact": "artifact-type",
    "Battle": "battle-type",
    "Creature": "creature-type",
    "Dungeon": "dungeon-type",
    "Enchantment": "enchantment-type",
    "Instant": "spell-type",
    "Kindred": "creature-type",
    "Land": "land-type",
    "Plane": "planar-type",
    "Planeswalker": "planeswalker-type",
    "Sorcery": "spell-type",
}
EVERY = "every creature type"


def term_id(label: str, kind: str | None = None) -> str:
    """The id of a term with an English label: spaces and apostrophes as the ontology has them."""
    name = label.replace(" ", "_").replace("'", "").replace("’", "")
    return f"{kind}/{name}" if kind else name


def game_of(members: dict[str, Iterable[str]]) -> Game:
    """The facts of the game with the given labels of each kind."""
    return Game(
        {card_type: frozenset({kind}) for card_type, kind in USES.items()},
        {k: frozenset(term_id(label, k) for label in labels) for k, labels in members.items()},
    )


def shared_game() -> Game:
    """The facts of the game with the lists of the newest text."""
    lists = json.loads(gzip.decompress(LISTS.read_bytes()))["lists"]
    newest = lists[max(lists)]
    kinds = {name: name.replace("_types", "-type") for name in newest if name.endswith("_types")}
    return game_of({kind: newest[name] for name, kind in kinds.items() if kind in USES.values()})


class CaseReader:
    """Turns cases of the shared format into scenarios and questions."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def subtype(self, label: str, kinds: Collection[str] = ()) -> str:
        """The id of a subtype; of several meanings the one of a wanted kind."""
        ids = [term_id(label, k) for k in sorted(self.game.members)]
        known = [i for i in ids if i in self.game.members[kind_of(i)]]
        return next((i for i in known if kind_of(i) in kinds), known[0])

    def term(self, label: str) -> str:
        """The id of a word of a filter or question: a subtype if there is one of that name."""
        try:
            return self.subtype(label)
        except IndexError:
            return term_id(label)

    def line(self, text: str) -> Line:
        """A type line as sets; `every creature type` stands for all of them."""
        words, _, rest = text.partition(" — ")
        names = words.split()
        supertypes = frozenset(
            w for w in names if w in ("Basic", "Legendary", "Ongoing", "Snow", "World")
        )
        card_types = frozenset(names) - supertypes
        kinds = {USES[c] for c in card_types if c in USES}
        every = self.game.members["creature-type"] if EVERY in rest else frozenset[str]()
        rest = rest.replace(EVERY, "").strip()
        return Line(supertypes, card_types, frozenset(self._subtypes(rest, kinds)) | every)

    def _subtypes(self, text: str, kinds: Collection[str]) -> list[str]:
        words, found = text.split(), list[str]()
        while words:  # longest label first: some labels have several words
            for size in range(len(words), 0, -1):
                label = " ".join(words[:size])
                ids = [term_id(label, k) for k in kinds]
                known = [i for i in ids if i in self.game.members[kind_of(i)]]
                if known:
                    break
            else:
                raise ValueError(f"{text!r}: no subtype {words[0]!r} for {sorted(kinds)}")
            found.append(known[0])
            del words[:size]
        return found

    def scenario(self, case: dict[str, Any]) -> Scenario:
        """The objects and effects of a case."""
        things = tuple(
            Thing(
                o["name"],
                self.line(o["line"]),
                o.get("zone", "battlefield"),
                o.get("controller", "A"),
                o.get("token", False),
            )
            for o in case.get("objects", ())
        )
        return Scenario(things, tuple(map(self._change, case.get("effects", ()))))

    def _change(self, effect: dict[str, Any]) -> Change:
        affects = effect["affects"]
        token = True if affects.get("token") else False if affects.get("nontoken") else None
        terms = {
            part: tuple(self.term(w) for w in affects.get(part, ()))
            for part in ("all", "any", "none")
        }
        objects = tuple(affects["objects"]) if "objects" in affects else None
        return Change(
            effect["ts"],
            tuple(map(self._op, effect.get("ops", ()))),
            Filter(
                objects,
                terms["all"],
                terms["any"],
                terms["none"],
                tuple(affects.get("named", ())),
                affects.get("controller"),
                token,
                affects.get("other", False),
            ),
            effect.get("from", {}).get("static ability of"),
            effect.get("cda", False),
        )

    def _op(self, op: list[Any]) -> Op:
        name, *rest = op
        match name:
            case "set_subtypes" | "lose_subtypes":
                kind = f"{rest[0]}-type"
                return name, kind, tuple(self.subtype(w, (kind,)) for w in rest[-1])
            case "lose_subtypes_of":
                return name, f"{rest[0]}-type"
            case "add_subtypes":
                return name, tuple(self.subtype(w) for w in rest[0])
            case "set_basic_land_types":
                return name, tuple(self.subtype(w, ("land-type",)) for w in rest[0])
            case "become_line":
                return name, self.line(rest[0])
            case "copy_of":
                return name, rest[0]
            case "replace_word":
                return name, self.term(rest[0]), self.term(rest[1])
            case "all_creature_types":
                return (name,)
            case _:
                return name, tuple(term_id(w) for w in rest[0])

    def answer(self, has: str, ids: frozenset[str]) -> bool | None:
        """Whether a line has what is asked; `None` where the question is not one of types alone."""
        kind, colon, label = has.rpartition(":")
        if colon:
            return term_id(label, kind.replace(" ", "-")) in ids if kind.endswith(" type") else None
        if has == "nonbasic land":
            return "Land" in ids and "Basic" not in ids
        if has.partition(" ")[0] in ("castable", "exempt", "is"):
            return None
        return self.term(has) in ids

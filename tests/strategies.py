"""Random scenarios for the reference evaluator, and the same scenarios as text of the language.

Left out: effects that give and take one type at once, which are refused.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Sequence

from hypothesis import strategies as st

from .reference_cases import SHARED, CaseReader, game_of
from .reference_values import COPIES, FACE_DOWN, Change, Filter, Line, Op, Scenario, Thing

CARDS = SHARED / "data" / "mtg_cards.jsonl.gz"
WORDS: dict[str, list[str]] = {
    "artifact-type": ["Clue", "Equipment", "Food", "Treasure", "Vehicle"],
    "battle-type": ["Siege"],
    "creature-type": [
        "Angel",
        "Bear",
        "Cat",
        "Construct",
        "Dragon",
        "Druid",
        "Dryad",
        "Elemental",
        "Elf",
        "Elk",
        "Frog",
        "Goblin",
        "God",
        "Golem",
        "Human",
        "Illusion",
        "Insect",
        "Knight",
        "Merfolk",
        "Saproling",
        "Shapeshifter",
        "Soldier",
        "Spirit",
        "Vampire",
        "Wizard",
        "Zombie",
    ]
    + ["Time Lord"],
    "dungeon-type": ["Undercity"],
    "enchantment-type": ["Aura", "Saga", "Shrine"],
    "land-type": ["Desert", "Forest", "Gate", "Island", "Mountain", "Plains", "Swamp"],
    "planar-type": ["Dominaria"],
    "planeswalker-type": ["Gideon", "Jace"],
    "spell-type": ["Adventure", "Arcane", "Trap"],
}
BASIC = ("Forest", "Island", "Mountain", "Plains", "Swamp")
CARD_TYPES = ("Artifact", "Creature", "Enchantment", "Land", "Planeswalker", "Kindred")
SUPERTYPES = ("Basic", "Legendary", "Snow", "World")
GAME = game_of(dict(WORDS))
LINES = """
Artifact
Artifact — Clue
Artifact — Equipment
Artifact — Food
Artifact — Treasure
Artifact — Vehicle
Artifact Creature — Construct
Artifact Creature — Elf Soldier
Artifact Creature — Food Golem
Artifact Creature — Golem
Artifact Enchantment
Artifact Land
Artifact Land — Gate
Basic Land — Forest
Basic Land — Island
Basic Land — Mountain
Basic Land — Plains
Basic Land — Swamp
Basic Snow Land — Forest
Basic Snow Land — Island
Battle — Siege
Creature — Angel
Creature — Bear
Creature — Cat Spirit
Creature — Elf Druid
Creature — Frog
Creature — Goblin
Creature — Human Knight
Creature — Human Time Lord
Creature — Human Wizard
Creature — Illusion
Creature — Merfolk Wizard
Creature — Saproling
Creature — Shapeshifter
Creature — Vampire Soldier
Creature — Zombie
Enchantment
Enchantment — Aura
Enchantment — Saga
Enchantment — Shrine
Enchantment Artifact
Enchantment Creature — Dryad
Enchantment Creature — Insect
Enchantment Land — Saga
Kindred Artifact — Goblin Equipment
Kindred Enchantment — Elf
Kindred Enchantment Creature — Goblin
Land
Land — Desert
Land — Forest Island
Land — Forest Plains
Land — Gate
Land — Mountain Swamp
Land Creature — Forest Dryad
Legendary Artifact — Equipment
Legendary Artifact Creature — Golem
Legendary Creature — Dragon
Legendary Enchantment Creature — God
Legendary Enchantment — Shrine
Legendary Land
Legendary Planeswalker — Gideon
Legendary Planeswalker — Jace
Snow Artifact
Snow Creature — Elemental
Snow Land
World Enchantment
""".strip().splitlines()
ELSEWHERE = """
Instant
Instant — Arcane
Kindred Instant — Shapeshifter
Kindred Sorcery — Goblin
Legendary Sorcery
Sorcery
Sorcery — Arcane
""".strip().splitlines()
NAMES = ("First", "Second", "Third", "Fourth")
READER = CaseReader(GAME)


def real_lines(reader: CaseReader, limit: int = 2000) -> list[str]:
    """Type lines of real permanents that the lists allow, sorted; none without the data."""
    if not CARDS.exists():
        return []
    found = set[str]()
    with gzip.open(CARDS, "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            line = str(row.get("type_line", ""))
            if row.get("type_line_constructed") or row.get("funny") or "'" in line or "’" in line:
                continue
            if not set(line.partition(" — ")[0].split()) <= {*CARD_TYPES, *SUPERTYPES, "Battle"}:
                continue
            try:
                reader.line(line)
            except ValueError:
                continue
            found.add(line)
    return sorted(found)[:: max(1, len(found) // limit)]


def _ids(kind: str, names: Sequence[str] = ()) -> st.SearchStrategy[str]:
    return st.sampled_from([READER.subtype(n, (kind,)) for n in names or WORDS[kind]])


def _some(values: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(values, min_size=1, max_size=2, unique=True).map(tuple)


RARELY = st.sampled_from([False, False, False, False, True])
KINDS = st.sampled_from(["artifact-type", "creature-type", "enchantment-type", "land-type"])
TYPES, UPPER = _some(st.sampled_from(CARD_TYPES)), _some(st.sampled_from(SUPERTYPES))
SUBTYPES = _some(st.one_of(_ids("creature-type"), _ids("land-type"), _ids("artifact-type")))
GAINS: list[st.SearchStrategy[Op]] = [
    st.tuples(st.just("set_types"), TYPES),
    st.tuples(st.just("add_types"), TYPES),
    st.tuples(st.just("add_subtypes"), SUBTYPES),
    KINDS.flatmap(lambda k: st.tuples(st.just("set_subtypes"), st.just(k), _some(_ids(k)))),
    st.tuples(st.just("set_basic_land_types"), _some(_ids("land-type", BASIC))),
    st.just(("all_creature_types",)),
    st.tuples(st.just("add_supertypes"), UPPER),
]
LOSSES: list[st.SearchStrategy[Op]] = [
    st.tuples(st.just("lose_types"), TYPES),
    KINDS.flatmap(lambda k: st.tuples(st.just("lose_subtypes"), st.just(k), _some(_ids(k)))),
    st.tuples(st.just("lose_subtypes_of"), KINDS),
    st.tuples(st.just("lose_supertypes"), UPPER),
]


@st.composite
def _type_ops(draw: st.DrawFn) -> tuple[Op, ...]:
    """One or two ops of layer 4, of different names, that do not give and take the same."""
    first = draw(st.one_of(*GAINS, *LOSSES))
    ops = [first, *([draw(st.one_of(*GAINS))] if draw(st.booleans()) else [])]
    if draw(RARELY):
        ops.append(("lose_abilities",))
    names = {op[0] for op in ops}
    lands = {"set_basic_land_types", "set_subtypes"}
    touched = [t for op in ops if isinstance(op[-1], tuple) for t in op[-1]]
    clash = len(set(touched)) < len(touched) or names >= lands or "lose_subtypes_of" in names
    return (first,) if clash or len(names) < len(ops) else tuple(ops)


@st.composite
def _early_ops(draw: st.DrawFn, names: list[str], affected: str, later: Collection[str]) -> Op:
    """One op of layer 1 or 3; what gets its ability only later is not copied."""
    models = [n for n in names if n != affected and n not in later]
    which = draw(st.sampled_from([COPIES, FACE_DOWN, "word"] if models else [FACE_DOWN, "word"]))
    if which == COPIES:
        return (COPIES, draw(st.sampled_from(models)))
    if which == FACE_DOWN:
        return (FACE_DOWN, READER.line(draw(st.sampled_from(["Creature", "Land — Forest"]))))
    kind = draw(st.sampled_from(["creature-type", "land-type"]))
    pair = draw(st.lists(_ids(kind), min_size=2, max_size=2, unique=True))
    return ("replace_word", *pair)


@st.composite
def filters(draw: st.DrawFn) -> Filter:
    """A filter over the battlefield: types that must, may or must not be there, and whose it is."""
    often = st.sampled_from(("Artifact", "Creature", "Land", "Basic"))  # so that effects meet
    terms = st.one_of(
        often,
        often,
        st.sampled_from((*CARD_TYPES, *SUPERTYPES)),
        _ids("land-type", BASIC),
        _ids("creature-type"),
    )
    return Filter(
        all=draw(st.lists(terms, max_size=1).map(tuple)),
        any=draw(st.sampled_from([(), (), ("Artifact", "Land"), ("Creature", "Land")])),
        none=draw(st.lists(terms, max_size=1).map(tuple)) if draw(RARELY) else (),
        controller=draw(st.sampled_from([None, None, None, "A", "B"])),
        token=draw(st.sampled_from([None] * 6 + [True, False])),
        other=draw(st.booleans()),
    )


@st.composite
def scenarios(draw: st.DrawFn, lines: Sequence[str] = (), reader: CaseReader = READER) -> Scenario:
    """One to four objects and up to four effects, of all ops.

    Args:
        draw: Given by hypothesis.
        lines: Type lines to draw from besides the fixed ones.
        reader: Reads them.
    """
    pool = st.sampled_from([*LINES, *lines])
    things = []
    for name in NAMES[: draw(st.integers(1, 4))]:
        zone = draw(st.sampled_from(["battlefield"] * 5 + ["graveyard"]))
        text = draw(pool if zone == "battlefield" else st.sampled_from(ELSEWHERE))
        token = zone == "battlefield" and draw(RARELY)
        controller = draw(st.sampled_from("AAB"))
        things.append(Thing(name, reader.line(text), zone, controller, token))
    names, count = [t.name for t in things], draw(st.sampled_from([0, 1, 2, 3, 3, 4, 4]))
    board = [t.name for t in things if t.zone == "battlefield"]
    sources = [draw(st.sampled_from([None, "Outside", *board])) for _ in range(count)]
    changes = []
    for ts, source in enumerate(sources, start=1):
        one = draw(st.sampled_from(names))
        if source is None and draw(RARELY):
            ops = (draw(_early_ops(names, one, set(sources[ts:]))),)
            changes.append(Change(ts, ops, Filter((one,))))
        elif source in names and draw(RARELY):
            changes.append(Change(ts, (("all_creature_types",),), Filter((source,)), source, True))
        else:
            affects = draw(st.one_of(st.just(Filter((one,))), filters(), filters()))
            if source is None and affects.other:
                affects = Filter((one,))
            changes.append(Change(ts, draw(_type_ops()), affects, source))
    return Scenario(tuple(things), tuple(changes))


def mentioned(scenario: Scenario) -> frozenset[str]:
    """The subtypes that a scenario names."""
    found = {t for thing in scenario.things for t in thing.line.subtypes}
    for change in scenario.changes:
        found |= {*change.affects.all, *change.affects.any, *change.affects.none}
        for part in (part for op in change.ops for part in op[1:]):
            if isinstance(part, Line):
                found |= part.ids
            else:
                found |= set(part) if isinstance(part, tuple) else {str(part)}
    return frozenset(t for t in found if "/" in t)


def every_member(
    ids: frozenset[str], scenario: Scenario, members: frozenset[str]
) -> frozenset[str]:
    """The engine's ids with the one that stands for all unnamed creature types written out."""
    stand_ins = {i for i in ids if i.endswith("/*")}
    if not stand_ins:
        return ids
    return (ids - stand_ins) | (members - mentioned(scenario))

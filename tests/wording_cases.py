"""What the shared cases' operations say that reading an effect's words must yield."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulekeep.kb.knowledge import load
from rulekeep.kb.lexicon import Lexicon
from rulekeep.queries.syntax import (
    All,
    AnyOf,
    ControlledBy,
    Effect,
    Filter,
    HasTerm,
    InZone,
    IsA,
    Not,
    Objects,
    Other,
)

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
CASES = SHARED / "cases" / "mtg_type_line_cases.yaml"


@functools.cache
def lexicon() -> Lexicon:
    """The words of the newest rules."""
    return load().lexicon


@dataclass(frozen=True)
class Said:
    """All that the clauses of an effect say, taken together."""

    gives: frozenset[str] = frozenset()
    gives_every: frozenset[str] = frozenset()
    removes: frozenset[str] = frozenset()
    removes_every: frozenset[str] = frozenset()
    cues: frozenset[str] = frozenset()
    removes_abilities: bool = False
    copies: frozenset[str] = frozenset()
    replaces: frozenset[tuple[str, str]] = frozenset()
    face_down: bool = False


def said(effect: Effect) -> Said:
    """What was read, as a set."""
    clauses = effect.clauses
    return Said(
        frozenset(t for c in clauses for t in c.gives),
        frozenset(t for c in clauses for t in c.gives_every),
        frozenset(t for c in clauses for t in c.removes),
        frozenset(t for c in clauses for t in c.removes_every),
        frozenset(t for c in clauses for t in c.cues),
        any(c.removes_abilities for c in clauses),
        frozenset(c.copies for c in clauses if c.copies is not None),
        frozenset(p for c in clauses for p in c.replaces),
        any(c.face_down for c in clauses),
    )


def term(word: str, kind: str | None = None) -> str:
    """The id of the type that a word of a case means."""
    found = [
        t for t in lexicon().lookup(word) if t.category in ("CardType", "Subtype", "Supertype")
    ]
    fitting = [t for t in found if kind is None or t.kind == kind] or found
    return fitting[0].id


def expected(effect: dict[str, Any]) -> Said:
    """What a case's effect says, from its operations and its cue words."""
    text = effect["text"]
    sets: dict[str, set[Any]] = {}
    put = lambda key, values: sets.setdefault(key, set()).update(values)
    face_down = False
    for op, *args in effect["ops"]:
        match op:
            case "set_types" | "add_types" | "add_subtypes" | "add_supertypes":
                put("gives", map(term, args[0]))
            case "set_subtypes":
                put("gives", (term(s, f"{args[0]}-type") for s in args[1]))
            case "set_basic_land_types":
                put("gives", (term(s, "land-type") for s in args[0]))
            case "lose_types" | "lose_supertypes":
                put("removes", map(term, args[0]))
            case "lose_subtypes_of":
                put("removes_every", {f"{args[0]}-type"})
            case "all_creature_types":
                put("gives_every", {"creature-type"})
            case "copy_of":
                put("copies", {args[0]})
            case "replace_word":
                put("replaces", {(term(args[0]), term(args[1]))})
            case "become_line":
                face_down = True
                put("gives", (term(w) for w in args[0].split() if w != "—"))
            case _:
                raise ValueError(op)
    cues = {
        "InAddition": "in addition" in text,
        "Still": "still" in text,
        "LosesOther": "loses all other" in text and "other abilities and" not in text,
    }
    frozen = {key: frozenset(values) for key, values in sets.items()}
    loses = any(
        w in text for w in ("lose all abil", "loses all abil", "types and abil", "other abil")
    )
    return Said(
        **frozen,
        cues=frozenset(c for c, there in cues.items() if there),
        removes_abilities=loses,
        face_down=face_down,
    )


def plain(filter_: Filter | None) -> Any:
    """A filter as nested frozensets, so that the order of its parts does not matter."""
    match filter_:
        case All(parts):
            flat = [x for p in parts for x in (p.parts if isinstance(p, All) else (p,))]
            found = frozenset(map(plain, flat)) - {("is", "Permanent")}
            return next(iter(found)) if len(found) == 1 else ("all", found)
        case AnyOf(parts):
            return ("any", frozenset(map(plain, parts)))
        case Not(inner):
            return ("not", plain(inner))
        case HasTerm(terms):
            return ("term", terms)
        case IsA(predicate):
            return ("is", predicate)
        case ControlledBy(player):
            return ("by", player)
        case InZone(zone):
            return ("in", zone)
        case Objects(names):
            return ("objects", names)
        case Other():
            return "other"
    return filter_


def expected_filter(affects: dict[str, Any]) -> Any:
    """The filter of a case's `affects`; `None` where objects are listed."""
    if "objects" in affects or "named" in affects:
        return None
    parts: list[Filter] = []
    parts += [HasTerm((term(w),)) for w in affects.get("all", ())]
    parts += [Not(HasTerm((term(w),))) for w in affects.get("none", ())]
    if affects.get("any"):
        parts.append(AnyOf(tuple(HasTerm((term(w),)) for w in affects["any"])))
    if affects.get("controller"):
        parts.append(ControlledBy("you"))
    if affects.get("nontoken"):
        parts.append(Not(IsA("Token")))
    if affects.get("other"):
        parts.append(Other())
    return plain(All(tuple(parts))) if parts else ("is", "Permanent")


def paraphrase(entry: dict[str, Any]) -> Said:
    """What an entry of the paraphrase files must be read as."""
    sets = {
        key: frozenset(map(tuple, entry.get(key, ())) if key == "replaces" else entry.get(key, ()))
        for key in (
            "gives",
            "gives_every",
            "removes",
            "removes_every",
            "cues",
            "copies",
            "replaces",
        )
    }
    return Said(
        **sets,  # type: ignore[arg-type]
        removes_abilities=entry.get("removes_abilities", False),
        face_down=entry.get("face_down", False),
    )

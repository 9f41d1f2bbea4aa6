"""Writes scenarios of the reference evaluator as text of the query language, in exact form."""

from __future__ import annotations

from .reference_values import Change, Filter, Line, Op, Scenario, Thing


def label(term: str) -> str:
    """The English label of a term, for ids whose label has no apostrophe."""
    return term.rpartition("/")[2].replace("_", " ")


def to_dsl(scenario: Scenario) -> str:
    """The scenario as text: its objects, then its effects in timestamp order."""
    lines = [_given(thing) for thing in scenario.things]
    lines += [_when(change) for change in sorted(scenario.changes, key=lambda c: c.ts)]
    return "\n".join(lines) + "\n"


def _line(line: Line) -> str:
    before = " ".join([*map(label, sorted(line.supertypes)), *map(label, sorted(line.card_types))])
    after = " ".join(map(label, sorted(line.subtypes)))
    return f"{before} — {after}" if after else before


def _given(thing: Thing) -> str:
    parts = [f'given "{thing.name}": {_line(thing.line)}']
    parts += [f"in {thing.zone}"] if thing.zone != "battlefield" else []
    parts += [f"controlled by {thing.controller}"] if thing.controller != "A" else []
    parts += ["token"] if thing.token else []
    return ", ".join(parts)


def _when(change: Change) -> str:
    ops = "; ".join(map(_op, change.ops))
    source = f' from "{change.source}"' if change.source else ""
    defining = " defining" if change.defining else ""
    return f"when {{ {ops} }} on {_filter(change.affects)}{source}{defining} at {change.ts}"


def _op(op: Op) -> str:
    name, *rest = op
    listed = ", ".join(map(label, rest[-1])) if rest and isinstance(rest[-1], tuple) else ""
    kind = str(rest[0]).removesuffix("-type") if rest else ""
    match name:
        case "set_types" | "add_types" | "lose_types":
            return f"{str(name).partition('_')[0]} card types {listed}"
        case "add_subtypes":
            return f"add subtypes {listed}"
        case "set_subtypes" | "lose_subtypes":
            return f"{str(name).partition('_')[0]} {kind} types {listed}"
        case "set_basic_land_types":
            return f"set basic land types {listed}"
        case "lose_subtypes_of":
            return f"lose all {kind} types"
        case "lose_abilities":
            return "lose all abilities"
        case "all_creature_types":
            return "add every creature type"
        case "add_supertypes" | "lose_supertypes":
            return f"{str(name).partition('_')[0]} supertypes {listed}"
        case "copy_of":
            return f'copy "{rest[0]}"'
        case "replace_word":
            return f"replace word {label(str(rest[0]))} with {label(str(rest[1]))}"
        case "become_line":
            assert isinstance(rest[0], Line)
            return f'face down as "{_line(rest[0])}"'
    raise ValueError(f"no form for {name!r}")


def _filter(affects: Filter) -> str:
    if affects.objects is not None:
        return ", ".join(f'"{name}"' for name in affects.objects)
    parts = [label(t) for t in affects.all]
    parts += [f"({' or '.join(map(label, affects.any))})"] if affects.any else []
    parts += [f"not {label(t)}" for t in affects.none]
    parts += [f"controlled by {affects.controller}"] if affects.controller else []
    parts += [] if affects.token is None else ["token" if affects.token else "nontoken"]
    parts += ["other"] if affects.other else []
    return " and ".join(parts) or "every object"

"""The exact form of effects and the expressions for what they look at.

`{ op; op } on FILTER`; the operations and their words are data in `keywords.toml`.
"""

from __future__ import annotations

from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.lexicon import Lexicon
from ..syntax import (
    All,
    AnyOf,
    Clause,
    ControlledBy,
    Effect,
    Filter,
    HasTerm,
    InZone,
    IsA,
    Named,
    Not,
    Note,
    Objects,
    Other,
)
from .grammar_parts import Part
from .keywords import keywords
from .open_choices import Chosen, is_choice
from .terms import Terms


def read_exact(text: str, lexicon: Lexicon, chosen: Chosen | None = None) -> Effect:
    """An effect in exact form, with or without `on FILTER`; modifiers are refused.

    Args:
        text: The form.
        lexicon: The words of the game.
        chosen: What `chosen` in it stands for; without it that is an unknown word.

    Raises:
        DiagnosticError: With all faults; offsets are those of the text.
    """
    from .fold import fold_text
    from .grammar import GRAMMARS

    effect, *rest = GRAMMARS.parse("exact", fold_text(text), 0, lexicon)
    faults: list[Diagnostic] = []
    if rest:
        params: dict[str, object] = {"input": text[rest[0].start : rest[0].end]}
        faults.append(Diagnostic("misplaced", rest[0].start, rest[0].end, params))
    found = exact_effect(effect, Terms(lexicon, faults, chosen=chosen))
    if faults:
        raise DiagnosticError(faults)
    return replace(found, words=text.strip())


def read_filter(text: str, lexicon: Lexicon) -> Filter:
    """An expression for objects: labels, names and conditions with `and`, `or`, `not`.

    Raises:
        DiagnosticError: With all faults; offsets are those of the text.
    """
    from .fold import fold_text
    from .grammar import GRAMMARS

    faults: list[Diagnostic] = []
    (part,) = GRAMMARS.parse("filter", fold_text(text), 0, lexicon)
    found = filter_of(part, Terms(lexicon, faults))
    if faults:
        raise DiagnosticError(faults)
    return found


def exact_effect(part: Part, terms: Terms) -> Effect:
    """The effect of a parsed exact form; faults go to `terms`."""
    clauses: list[Clause] = []
    notes: list[Note] = []
    subject: Filter | None = None
    itself = False
    for item in part.value:
        if item.kind == "on" and item.value[0].kind == "aimed":
            itself = item.value[0].value == "self"
        elif item.kind == "on":
            subject = filter_of(item.value[0], terms)
        else:
            clauses.append(_clause(item, terms, notes))
    return Effect(tuple(clauses), subject, notes=tuple(notes), itself=itself)


# --- operations ---------------------------------------------------------------------------------------


def _clause(part: Part, terms: Terms, notes: list[Note]) -> Clause:
    entry = keywords()["operations"][int(part.kind.split()[1])]
    cues = (entry["cue"],) if "cue" in entry else ()
    slots = {p.kind: p for p in part.value}
    match entry["does"]:
        case "removes_abilities":
            return Clause(removes_abilities=True)
        case "gives_every" | "removes_every" as field:
            kind = terms.kind(slots["group"])
            kinds = (kind,) if kind else ()
            if field == "gives_every":
                return Clause(gives_every=kinds, cues=cues)
            return Clause(removes_every=kinds)
        case "copies":
            return Clause(copies=_model(slots["name"], terms))
        case "replaces":
            return Clause(replaces=_pairs(part.value[0], part.value[1], terms))
        case "face_down":
            line = slots.get("line")
            return Clause(gives=_line(line, terms, notes) if line else (), face_down=True)
    ids = _listed(slots["group"], slots["terms"], terms)
    if entry["does"] == "gives":
        return Clause(gives=ids, cues=cues)
    return Clause(removes=ids)


def _listed(group: Part, listed: Part, terms: Terms) -> tuple[str, ...]:
    found = terms.group(group)
    if found is None:
        return ()
    ids = [i for p in listed.value for i in terms.in_group(p, found, group.value)]
    return tuple(dict.fromkeys(ids))


def _pairs(old: Part, new: Part, terms: Terms) -> tuple[tuple[str, str], ...]:
    """Pairs of meanings of one kind: what a changed word meant and what it means then."""
    olds = _meanings(old, 0, terms.held(new.value), terms)
    news = _meanings(new, 1, olds, terms)
    ids = [(a, b) for a in olds for b in news]
    known = terms.lexicon
    pairs = [
        (a, b)
        for a, b in ids
        if (known[a].category, known[a].kind) == (known[b].category, known[b].kind)
    ]
    if ids and not pairs:
        terms.fault("not-of-a-kind", new, other=old.value)
    return tuple(pairs)


def _meanings(part: Part, place: int, other: tuple[str, ...], terms: Terms) -> tuple[str, ...]:
    """Ids of a word that is replaced or replaces; a choice is one of the other word's kind."""
    known = [terms.lexicon[i] for i in other if i in terms.lexicon.terms]
    kinds = [t.kind or t.category for t in known]
    group = terms.lexicon.terms.get(kinds[0]) if kinds else None
    chosen = terms.choice(part, group, place)
    if chosen is not None:
        return chosen
    found = terms.held(part.value)
    if not found:
        terms.unknown(part)
    return found


def _model(part: Part, terms: Terms) -> str:
    """The name of what is copied."""
    quoted = part.end - part.start > len(part.value)
    if quoted or terms.chosen is None or not is_choice(part.value):
        return str(part.value)
    name = terms.chosen.model()
    if not name:
        terms.fault("no-choice", part)
    return name


def _line(part: Part, terms: Terms, notes: list[Note]) -> tuple[str, ...]:
    from ...kb.typelines.reading import read_type_line

    try:
        line = read_type_line(part.value, terms.lexicon)
    except DiagnosticError as error:
        terms.faults += [d.shifted(part.start + 1) for d in error.diagnostics]
        return ()
    notes += [Note(d.message or d.code, dict(d.params)) for d in line.notes]
    return line.ids


# --- filters ------------------------------------------------------------------------------------------


def filter_of(part: Part, terms: Terms) -> Filter:
    """The filter of a parsed expression; faults go to `terms`."""
    match part.kind:
        case "any" | "all":
            inner = tuple(filter_of(p, terms) for p in part.value)
            if len(inner) == 1:
                return inner[0]
            return AnyOf(inner) if part.kind == "any" else All(inner)
        case "factor":
            *nots, last = part.value
            found = filter_of(last, terms)
            return Not(found) if len(nots) % 2 else found
        case "non":
            return Not(filter_of(part.value[0], terms))
        case "term":
            return _term(part, terms)
        case "names":
            listed = [str(p.value) for p in part.value]
            stands = terms.chosen.objects if terms.chosen is not None else lambda name: (name,)
            return Objects(tuple(n for name in listed for n in stands(name)))
        case "named":
            named = tuple(Named(p.value) for p in part.value[0].value)
            return named[0] if len(named) == 1 else AnyOf(named)
        case "controlled":
            owner = part.value[0]
            return ControlledBy(owner.value if owner.kind == "player" else owner.kind)
        case "zone":
            zone = terms.zone(part.value[0])
            return InZone(zone) if zone else All(())
        case "other":
            return Other()
    return All(())


def _term(part: Part, terms: Terms) -> Filter:
    chosen = terms.choice(part)
    if chosen is not None:
        return HasTerm(chosen)
    held = terms.held(part.value)
    if held:
        return HasTerm(held)
    predicate = terms.class_of(part.value)
    if predicate is not None:
        return IsA(predicate)
    zone = terms.zone_of(part.value)
    if zone is not None:
        return InZone(zone)
    terms.unknown(part)
    return All(())

"""Effects as text in exact form: the inverse of reading one, in English.

Wordings are put into exact form too. Whether a clause then sets or adds is not decided here: an
effect that adds all that the clause gives and one that sets it are put beside it, and the clause
is said to add what the rules conclude of it as they do of the former.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...kb.engine.course import run
from ...kb.engine.run import Run
from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon, plural
from ...kb.typelines.printing import format_type_line
from ..facts.meaning import mean
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
    Objects,
    Other,
    ScenarioText,
)
from .keywords import keywords

Adds = Callable[[str], bool]
MAX_TRIED = 10  # clauses put to the rules in one run, each with two trials beside it


def exact_text(effect: Effect, knowledge: Knowledge) -> str:
    """The operations of an effect: `{ op; op }`."""
    return f"{{ {'; '.join(_operations(effect, knowledge))} }}"


def filter_text(subject: Filter, lexicon: Lexicon) -> str:
    """An expression for objects, as after `on`."""
    match subject:
        case HasTerm(terms):
            return lexicon[terms[0]].label("en")
        case IsA(predicate):
            return lexicon[predicate].label("en")
        case InZone(zone):
            return f"in {lexicon[zone].label('en')}"
        case Named(name):
            return f'named "{name}"'
        case ControlledBy(player):
            return f"controlled by {'an opponent' if player == 'opponent' else player}"
        case Other():
            return "other"
        case Objects(names):
            return ", ".join(f'"{name}"' for name in names)
        case Not(inner):
            return f"not {_inner(inner, lexicon)}"
        case All(parts):
            return " and ".join(_inner(p, lexicon) for p in parts) or "every object"
        case AnyOf(parts):
            return " or ".join(_inner(p, lexicon) for p in parts)


def _inner(subject: Filter, lexicon: Lexicon) -> str:
    text = filter_text(subject, lexicon)
    several = isinstance(subject, All | AnyOf) and len(subject.parts) > 1
    return f"({text})" if several else text


# --- operations -----------------------------------------------------------------------------------


def _operations(effect: Effect, knowledge: Knowledge) -> list[str]:
    copying = [c.copies for c in effect.clauses if c.copies is not None]
    adds = concluded(effect, knowledge)
    found: list[str] = []
    for number, clause in enumerate(effect.clauses):
        found += _of_clause(clause, knowledge, adds[number])
    found = list(dict.fromkeys(found))
    if not copying:
        return found
    rest = [op for op in found if not op.startswith("copy ")]
    exceptions = f" except {', '.join(rest)}" if rest else ""
    return [f'copy "{copying[0]}"{exceptions}']


def _of_clause(clause: Clause, knowledge: Knowledge, adds: Adds) -> list[str]:
    if clause.face_down:
        line = format_type_line(clause.gives, knowledge.lexicon)
        return [f'face down as "{line}"' if line else "face down"]
    label = _labels(knowledge)
    found = [f'copy "{clause.copies}"'] if clause.copies is not None else []
    found += [f"replace word {label(old)} with {label(new)}" for old, new in clause.replaces]
    for verb in ("add", "set"):
        given = [t for t in clause.gives if adds(t) == (verb == "add")]
        found += [f"{verb} {group}" for group in _grouped(given, knowledge)]
    cue = "add" if _cue("add") in clause.cues else "set"
    found += [f"{cue} every {label(kind)}" for kind in clause.gives_every]
    found += [f"lose {group}" for group in _grouped(clause.removes, knowledge)]
    found += [f"lose all {_several(kind, knowledge)}" for kind in clause.removes_every]
    return [*found, *(["lose all abilities"] if clause.removes_abilities else [])]


def _grouped(terms: list[str] | tuple[str, ...], knowledge: Knowledge) -> list[str]:
    """Terms by kind or category, each with the words for it: `creature types Elf, Scout`."""
    label, lexicon = _labels(knowledge), knowledge.lexicon
    groups: dict[str, list[str]] = {}
    for term in terms:
        groups.setdefault(lexicon[term].kind or lexicon[term].category, []).append(label(term))
    return [f"{_several(group, knowledge)} {', '.join(words)}" for group, words in groups.items()]


def _several(group: str, knowledge: Knowledge) -> str:
    """The plural of the words for a kind or category."""
    term = knowledge.lexicon[group]
    return term.plurals[0] if term.plurals else plural(term.label("en"))


def _labels(knowledge: Knowledge) -> Callable[[str], str]:
    return lambda term: knowledge.lexicon[term].label("en")


def _cue(verb: str) -> str:
    """The cue that an operation of the exact form stands for."""
    entries = keywords()["operations"]
    return next(
        str(e["cue"]) for e in entries if e["does"] == "gives" and e["forms"][0].startswith(verb)
    )


# --- what the rules conclude ----------------------------------------------------------------------


def concluded(effect: Effect, knowledge: Knowledge) -> list[Adds]:
    """For each clause: whether it adds a term, rather than setting it, as the rules conclude."""
    add, set_ = _cue("add"), _cue("set")
    plain = [c for c in effect.clauses if c.gives and not c.face_down]
    if all({add, set_} & {*c.cues} for c in plain):
        return [lambda _, c=c: add in c.cues for c in effect.clauses]  # type: ignore[misc]
    if len(plain) > MAX_TRIED:
        batches = (
            effect.clauses[n : n + MAX_TRIED] for n in range(0, len(effect.clauses), MAX_TRIED)
        )
        return [
            adds for part in batches for adds in concluded(replace(effect, clauses=part), knowledge)
        ]
    trials = tuple(
        Effect((Clause(gives=clause.gives, cues=cues),), Objects(()))
        for clause in plain
        for cues in (clause.cues, (add,), (set_,))
    )
    meaning, _ = mean(ScenarioText(game=knowledge.game, statements=trials), knowledge)
    result = run(knowledge.program, meaning.scenario)
    parts = {name.partition("/")[0]: name for name in meaning.timestamps}
    found: list[Adds] = []
    number = 0
    for clause in effect.clauses:
        if clause not in plain:
            found.append(lambda _: False)
            continue
        own, added, setting = (_said_of(parts[f"E{3 * number + k}"], result) for k in (1, 2, 3))
        number += 1
        found.append(lambda t, o=own, a=added, s=setting: o(t) == a(t) or a(t) == s(t))  # type: ignore[misc]
    return found


def _said_of(part: str, result: Run) -> Callable[[str], set[str]]:
    """Term → the unchanging predicates that hold of a part of an effect and the term."""
    declared = result.program.theory.declarations.values()
    names = [d.name for d in declared if d.kind == "rigid" and d.arity == 2]
    return lambda term: {n for n in names if (part, term) in result.tuples(n, "", None, ())}

"""The effects of a rules text in exact form, in the words that stored cards use.

`{ op; op } on self | affected | FILTER`: `affected` is an object that the effect's words leave to a
choice or to the game ("target", "enchanted", "it"), `chosen` what is chosen. Operations stand in one
order, so that equal effects have equal forms: copying, words, card types, subtypes, supertypes, what
is lost, abilities. Whether a word is set or added is what the rules conclude.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon, plural
from ...kb.typeline import format_type_line
from ..exact_text import concluded, filter_text
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
)
from .stand_ins import (
    WORD,
    OpenLexicon,
    group_of_stand_in,
    is_stand_in,
    narrowest,
    open_lexicon,
)

SELF, AFFECTED = "self", "affected"
_ORDER = ("CardType", "Subtype", "Supertype")
_PLACES = (Other, AnyOf, All, HasTerm, IsA, Named, Objects, Not, ControlledBy, InZone)
_ADD, _SET, _LOSE = "add", "set", "lose"

Signature = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


def exact_form(effect: Effect, knowledge: Knowledge, *, itself: bool) -> str:
    """An effect in exact form.

    Args:
        effect: As read from the words of a card.
        knowledge: Names the terms and concludes what is added.
        itself: It is about the object that says it.
    """
    lexicon = open_lexicon(knowledge.lexicon)
    return f"{{ {'; '.join(operations(effect, knowledge))} }} on {_target(effect, lexicon, itself)}"


def demanded_form(effect: Effect, knowledge: Knowledge) -> str:
    """What an effect's words demand of the object that `affected` stands for, or ""."""
    wanted = effect.subject_filter
    if wanted is None:
        return ""
    return filter_text(ordered(wanted), open_lexicon(knowledge.lexicon))


def copied_name(words: str) -> str | None:
    """The name of what is copied, if the words are a name and no description."""
    plain = words.strip('"《》「」')
    named = plain != words or (plain[:1].isupper() and plain[:1].isascii())
    return plain if named and plain else None


def _target(effect: Effect, lexicon: Lexicon, itself: bool) -> str:
    if itself:
        return SELF
    if effect.subject is not None:
        return filter_text(ordered(effect.subject), lexicon)
    return AFFECTED


def ordered(subject: Filter) -> Filter:
    """A filter whose parts stand in one order, without parts within parts of the same kind."""
    if isinstance(subject, Not):
        return Not(ordered(subject.inner))
    if isinstance(subject, AnyOf):
        return AnyOf(tuple(_flat(subject, AnyOf)))
    if isinstance(subject, All):
        parts = sorted(_flat(subject, All), key=lambda part: _PLACES.index(type(part)))
        return parts[0] if len(parts) == 1 else All(tuple(parts))
    return subject


def _flat(subject: All | AnyOf, kind: type) -> Iterator[Filter]:
    for part in map(ordered, subject.parts):
        if isinstance(part, All | AnyOf) and isinstance(part, kind) and part.parts:
            yield from part.parts
        else:
            yield part


def operations(effect: Effect, knowledge: Knowledge) -> list[str]:
    """The operations of an effect, in their order."""
    lexicon = open_lexicon(knowledge.lexicon)
    added = _additions(effect.clauses, knowledge)
    given: dict[tuple[str, str], list[str]] = {}
    down = [c for c in effect.clauses if c.face_down]
    for clause, adds in zip(effect.clauses, added, strict=True):
        for term in () if clause.face_down else clause.gives:
            verb = _ADD if term in adds else _SET
            given.setdefault((verb, _group(term, lexicon, verb)), []).append(term)
        for term in clause.removes:
            given.setdefault((_LOSE, _group(term, lexicon, _LOSE)), []).append(term)
    listed = [_listed(verb, group, terms, lexicon) for (verb, group), terms in given.items()]
    found = [_face_down(clause, lexicon) for clause in down]
    found += [_replaced(clause, lexicon) for clause in effect.clauses if clause.replaces]
    found += [op for _, op in sorted(listed)]
    found += [f"add every {lexicon[k].label('en')}" for c in effect.clauses for k in c.gives_every]
    every = (k for c in effect.clauses for k in c.removes_every)
    found += [f"lose all {_several(kind, lexicon)}" for kind in every]
    if any(clause.removes_abilities for clause in effect.clauses):
        found.append("lose all abilities")
    found = list(dict.fromkeys(found))
    copied = [c.copies for c in effect.clauses if c.copies is not None]
    if not copied:
        return found
    name = copied_name(copied[0])
    model = f'"{name}"' if name else WORD
    return [f"copy {model} except {', '.join(found)}" if found else f"copy {model}"]


def _listed(
    verb: str, group: str, terms: list[str], lexicon: OpenLexicon
) -> tuple[tuple[int, int, str], str]:
    """An operation with its place among others."""
    first = lexicon[terms[0]]
    place = (_LOSE == verb, _ORDER.index(first.category), _several(group, lexicon))
    words = dict.fromkeys(lexicon[term].label("en") for term in terms)
    return place, f"{verb} {_several(group, lexicon)} {', '.join(words)}"


def _group(term: str, lexicon: OpenLexicon, verb: str) -> str:
    """The kind, group or category whose words stand before a term."""
    if is_stand_in(term):
        return group_of_stand_in(term)
    if verb == _SET:
        found = narrowest((term,), lexicon)
        if found is not None:
            return found
    return lexicon[term].kind or lexicon[term].category


def _several(group: str, lexicon: Lexicon) -> str:
    term = lexicon[group]
    return term.plurals[0] if term.plurals else plural(term.label("en"))


def _replaced(clause: Clause, lexicon: Lexicon) -> str:
    old, new = clause.replaces[0]
    return f"replace word {lexicon[old].label('en')} with {lexicon[new].label('en')}"


def _face_down(clause: Clause, lexicon: Lexicon) -> str:
    line = format_type_line(clause.gives, lexicon)
    return f'face down as "{line}"' if line else "face down"


# --- what the rules conclude ----------------------------------------------------------------------


def _additions(clauses: Iterable[Clause], knowledge: Knowledge) -> list[frozenset[str]]:
    """For each clause the terms that it adds, rather than setting them."""
    lexicon = open_lexicon(knowledge.lexicon)
    listed = list(clauses)
    signature = tuple(
        (tuple(dict.fromkeys(_alike(t, lexicon) for t in c.gives)), c.cues) for c in listed
    )
    known = _memory(knowledge.lexicon)
    if signature not in known:
        known[signature] = tuple(_concluded(signature, knowledge))
    return [
        frozenset(t for t in clause.gives if _alike(t, lexicon) in adds)
        for clause, adds in zip(listed, known[signature], strict=True)
    ]


@functools.lru_cache(maxsize=8)
def _memory(lexicon: Lexicon) -> dict[Signature, tuple[frozenset[str], ...]]:
    """What was concluded for clauses with the words of a lexicon."""
    del lexicon
    return {}


def _concluded(signature: Signature, knowledge: Knowledge) -> Iterator[frozenset[str]]:
    clauses = tuple(Clause(gives=gives, cues=cues) for gives, cues in signature)
    adds = concluded(Effect(clauses, Objects(())), knowledge)
    for clause, add in zip(clauses, adds, strict=True):
        yield frozenset(term for term in clause.gives if add(term))


def _alike(term: str, lexicon: OpenLexicon) -> str:
    """A term of which the rules conclude the same: one subtype of the kind and groups stands for all."""
    if is_stand_in(term):
        group = group_of_stand_in(term)
        found = lexicon[group].members or tuple(_of_kind(group, lexicon))
        return _alike(found[0], lexicon)
    if lexicon[term].kind is None:
        return term
    return _first_alike(term, lexicon)


@functools.lru_cache(maxsize=4096)
def _first_alike(term: str, lexicon: OpenLexicon) -> str:
    kind = lexicon[term].kind
    groups = [t.members for t in lexicon.terms.values() if t.members]
    for other in _of_kind(kind or "", lexicon):
        if all((other in members) == (term in members) for members in groups):
            return other
    return term


def _of_kind(kind: str, lexicon: OpenLexicon) -> Iterator[str]:
    valid = (t for t in lexicon.terms.values() if t.valid(lexicon.date))
    return (t.id for t in valid if kind in (t.kind, t.category))

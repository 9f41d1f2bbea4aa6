"""The operations that an effect comes down to, in one order, whatever words said them.

Whether a word is set or added is what the rules conclude; they are asked once for each shape of
clauses, since they see a subtype only through its kind and groups.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon
from ...kb.values import value
from ..language.exact_text import concluded
from ..syntax import Clause, Effect, Objects
from .stand_ins import OpenLexicon, group_of_stand_in, is_stand_in, narrowest, open_lexicon

ADD, SET, LOSE = "add", "set", "lose"
ADD_EVERY, LOSE_ALL, LOSE_ABILITIES = "add every", "lose all", "lose all abilities"
COPY, REPLACE, FACE_DOWN = "copy", "replace word", "face down"
_CATEGORIES = ("CardType", "Subtype", "Supertype")

Signature = tuple[tuple[str, ...], tuple[str, ...]]


@value
class Operation:
    """One operation.

    Args:
        verb: What it does.
        group: Id of the kind, group or category of its terms.
        terms: Ids of its terms; of a replaced word: the old and the new one.
        model: What is copied, in the words of the text.
    """

    verb: str
    group: str = ""
    terms: tuple[str, ...] = ()
    model: str = ""


def operations(effect: Effect, knowledge: Knowledge) -> list[Operation]:
    """The operations of an effect: copying, words, card types, subtypes, supertypes, what is lost."""
    lexicon = open_lexicon(knowledge.lexicon)
    added = additions(effect.clauses, knowledge)
    terms: dict[tuple[str, str], dict[str, None]] = {}
    found: list[Operation] = []
    for clause, adds in zip(effect.clauses, added, strict=True):
        if clause.copies is not None:
            found.append(Operation(COPY, model=clause.copies))
        if clause.face_down:
            found.append(Operation(FACE_DOWN, terms=clause.gives))
        found += [Operation(REPLACE, terms=pair) for pair in clause.replaces[:1]]
        given = () if clause.face_down else clause.gives
        said = [(ADD if t in adds else SET, t) for t in given]
        for verb, term in [*said, *((LOSE, t) for t in clause.removes)]:
            terms.setdefault((verb, _group(term, lexicon, verb)), {})[term] = None
    listed = [Operation(verb, group, tuple(ids)) for (verb, group), ids in terms.items()]
    found += sorted(listed, key=lambda op: _place(op, lexicon))
    clauses = effect.clauses
    found += [Operation(ADD_EVERY, kind) for c in clauses for kind in c.gives_every]
    found += [Operation(LOSE_ALL, kind) for c in clauses for kind in c.removes_every]
    if any(clause.removes_abilities for clause in clauses):
        found.append(Operation(LOSE_ABILITIES))
    copying = [op for op in found if op.verb == COPY][:1]
    return list(dict.fromkeys([*copying, *(op for op in found if op.verb != COPY)]))


def _place(op: Operation, lexicon: OpenLexicon) -> tuple[bool, int, str, str]:
    category = lexicon[op.terms[0]].category
    return op.verb == LOSE, _CATEGORIES.index(category), op.verb, op.group


def _group(term: str, lexicon: OpenLexicon, verb: str) -> str:
    """The kind, group or category whose words stand before a term."""
    if is_stand_in(term):
        return group_of_stand_in(term)
    listed = narrowest((term,), lexicon) if verb == SET else None
    return listed or lexicon[term].kind or lexicon[term].category


# --- what the rules conclude ----------------------------------------------------------------------


def additions(clauses: Iterable[Clause], knowledge: Knowledge) -> list[frozenset[str]]:
    """For each clause the terms that it adds, rather than setting them."""
    return [_added(clause, knowledge) for clause in clauses]


def _added(clause: Clause, knowledge: Knowledge) -> frozenset[str]:
    if not clause.gives or clause.face_down:
        return frozenset()
    lexicon = open_lexicon(knowledge.lexicon)
    alike = {term: _alike(term, lexicon) for term in clause.gives}
    signature = tuple(dict.fromkeys(alike.values())), clause.cues
    known = _memory(knowledge.lexicon)
    if signature not in known:
        plain = Clause(gives=signature[0], cues=clause.cues)
        (adds,) = concluded(Effect((plain,), Objects(())), knowledge)
        known[signature] = frozenset(t for t in plain.gives if adds(t))
    return frozenset(term for term in clause.gives if alike[term] in known[signature])


@functools.lru_cache(maxsize=8)
def _memory(lexicon: Lexicon) -> dict[Signature, frozenset[str]]:
    """What was concluded for clauses with the words of a lexicon."""
    del lexicon
    return {}


def _alike(term: str, lexicon: OpenLexicon) -> str:
    """A term of which the rules conclude the same: one subtype of the kind and groups stands for all."""
    if is_stand_in(term):
        group = group_of_stand_in(term)
        found = lexicon[group].members or tuple(_of_kind(group, lexicon))
        return _alike(found[0], lexicon)
    return term if lexicon[term].kind is None else _first_alike(term, lexicon)


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
